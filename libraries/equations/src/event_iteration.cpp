// SPDX-License-Identifier: MIT
#include "escapement/equations/event_iteration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "escapement/core/marked_set.h"
#include "event_nodes.h"
#include "mixed_search.h"

namespace escapement::equations {

using internal::EventNode;
using internal::Instant;

class EventIteration::Impl {
 public:
  Impl(FlatSystem& system, const std::vector<SolvedBlock>& blocks, bool at_start, Scope scope)
      : system_(system), scope_(scope) {
    instant_.at_start = at_start;
    check_given();
    nodes_ = internal::event_nodes(system, blocks, at_start);
    sort();
    find_readers();
    find_needed();
  }

  IterationResult run(double time, std::span<double> values, std::span<const std::size_t> located,
                      std::span<const std::size_t> kept) {
    IterationResult result;
    instant_.time = time;
    instant_.values = values;
    instant_.located.assign(system_.conditions.size(), 0);
    const std::vector<double> before(values.begin(), values.end());
    for (const std::size_t place : kept)
      if (!system_.conditions[place].is_floor)
        instant_.located[place] = flipped_to(values[system_.conditions[place].variable]);
    for (const std::size_t place : located) {
      const Condition& condition = system_.conditions[place];
      double& value = values[condition.variable];
      value =
          condition.flipped(value, condition.in_time ? rate_of(condition) : rate_by_value(condition, value));
      instant_.located[place] = condition.is_floor ? Instant::kFlippedFloor : flipped_to(value);
    }
    iterate(result);
    tell_changes(before, result);
    return result;
  }

  IterationResult follow_start(double time, std::span<double> values) {
    IterationResult result;
    for (const VariableIndex sampler : system_.samplers)  // ticks before the start are none of ours
      if (const auto previous = system_.variables[sampler].previous) values[*previous] = values[sampler];
    if (system_.initial_flag) values[*system_.initial_flag] = 1;  // as the start saw it
    remember(time, values);
    if (system_.initial_flag) values[*system_.initial_flag] = 0;
    instant_.located.assign(system_.conditions.size(), 0);
    const std::vector<double> before(values.begin(), values.end());
    end_pass(true);  // whens have seen the start with the pre() of the start
    iterate(result);
    tell_changes(before, result);
    return result;
  }

  void remember(double time, std::span<double> values) {
    instant_.time = time;
    instant_.values = values;
    for (const auto& node : nodes_) node->remember(instant_);
  }

 private:
  struct Component {
    std::vector<std::size_t> nodes;
    bool mixed = false;
    bool needed = false;  // by a discrete variable, a condition or a reinit
  };

  void iterate(IterationResult& result) {
    dirty_.set_all();
    for (std::size_t pass = 1;; ++pass) {
      changed_discretes_.clear();
      pass_nodes(result, false);
      // In the first pass pre(v) may be anything; after it only what has changed can differ from its pre().
      const bool again = !instant_.at_start && end_pass(pass == 1 || scope_ == Scope::kFull);
      if (!changed_discretes_.empty()) ++result.passes;
      if (!again) break;
      if (pass + kShownPasses > kPasses)
        restless_.insert(changed_discretes_.begin(), changed_discretes_.end());
      if (pass >= kPasses) not_settled();
      if (scope_ == Scope::kFull) dirty_.set_all();
    }
    pass_nodes(result, true);
  }

  void tell_changes(const std::vector<double>& before, IterationResult& result) const {
    for (VariableIndex v = 0; v < before.size(); ++v)
      if (before[v] != instant_.values[v] && counts_as_change(v)) result.changed.push_back(v);
  }

  static char flipped_to(double truth) {
    return truth != 0 ? Instant::kFlippedToTrue : Instant::kFlippedToFalse;
  }

  bool counts_as_change(VariableIndex v) const {
    const FlatVariable& variable = system_.variables[v];
    return variable.variability == Variability::kDiscrete ||
           variable.variability == Variability::kCondition ||
           (variable.variability == Variability::kContinuous && variable.derivative.has_value()) ||
           (variable.rate && is_reinitialised(v));
  }
  bool is_reinitialised(VariableIndex v) const {
    return std::any_of(system_.reinits.begin(), system_.reinits.end(),
                       [v](const Reinit& one) { return one.state == v; });
  }

  void check_given() const {
    std::vector<int> count(system_.variables.size(), 0);
    for (const DiscreteEquation& one : system_.discrete_equations) {
      if (system_.variables[one.variable].variability != Variability::kDiscrete)
        throw BuildError("'" + system_.variables[one.variable].name +
                         "' has a discrete equation but is no discrete variable");
      if (++count[one.variable] == 2)
        throw BuildError("the discrete variable '" + system_.variables[one.variable].name +
                         "' has two equations; put them into one when, with elsewhen for the second");
    }
    for (VariableIndex v = 0; v < system_.variables.size(); ++v)
      if (system_.variables[v].variability == Variability::kDiscrete && count[v] == 0)
        throw BuildError("the discrete variable '" + system_.variables[v].name + "' has no equation");
  }

  // Strong components of "reads what another gives", in order of evaluation.
  void sort() {
    std::vector<int> giver(system_.variables.size(), -1);
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      for (const VariableIndex v : nodes_[n]->gives) giver[v] = static_cast<int>(n);
    Incidence incidence{nodes_.size(), std::vector<std::vector<int>>(nodes_.size())};
    Matching own{std::vector<int>(nodes_.size()), nodes_.size()};
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      own.unknown_of[n] = static_cast<int>(n);
      std::vector<int>& needs = incidence.of_equation[n];
      needs.push_back(static_cast<int>(n));
      for (const VariableIndex v : nodes_[n]->reads)
        if (giver[v] >= 0) needs.push_back(giver[v]);
      std::sort(needs.begin(), needs.end());
      needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    }
    for (const EquationBlock& block : sorted_blocks(incidence, own)) {
      Component& component = components_.emplace_back();
      for (const int n : block.equations) component.nodes.push_back(static_cast<std::size_t>(n));
      std::stable_sort(component.nodes.begin(), component.nodes.end(),
                       [&](std::size_t a, std::size_t b) { return nodes_[a]->kind() < nodes_[b]->kind(); });
      component.mixed = component.nodes.size() > 1;
      const std::size_t first = component.nodes.front();
      for (const VariableIndex v : nodes_[first]->reads)
        component.mixed = component.mixed || giver[v] == static_cast<int>(first);
    }
    component_of_.resize(nodes_.size());
    for (std::size_t c = 0; c < components_.size(); ++c)
      for (const std::size_t n : components_[c].nodes) component_of_[n] = c;
  }

  void find_readers() {
    readers_.resize(system_.variables.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      for (const VariableIndex v : nodes_[n]->reads) readers_[v].push_back(component_of_[n]);
    for (auto& readers : readers_) {
      std::sort(readers.begin(), readers.end());
      readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    }
    dirty_ = MarkedSet(components_.size());
  }

  // Backwards: readers come later in the order.
  void find_needed() {
    for (std::size_t c = components_.size(); c-- > 0;) {
      Component& component = components_[c];
      for (const std::size_t n : component.nodes) {
        const EventNode::Kind kind = nodes_[n]->kind();
        component.needed =
            component.needed || kind == EventNode::Kind::kDiscrete || kind == EventNode::Kind::kReinit;
        for (const VariableIndex v : nodes_[n]->gives)
          for (const std::size_t reader : readers_[v])
            component.needed = component.needed || components_[reader].needed;
      }
    }
    passed_over_ = MarkedSet(components_.size());
    for (std::size_t c = 0; c < components_.size(); ++c)
      if (scope_ == Scope::kRestricted && !components_[c].needed) passed_over_.set(c);
  }

  // What a node changes is read by later ones only, so that one walk through the marks is a pass.
  void pass_nodes(IterationResult& result, bool left_ones) {
    const std::size_t end = components_.size();
    const auto next = [&](std::size_t from) {
      return left_ones ? dirty_.next(from) : dirty_.next_but(passed_over_, from);
    };
    for (std::size_t c = next(0); c < end; c = next(c + 1)) {
      const Component& component = components_[c];
      dirty_.clear(c);
      old_.clear();
      for (const std::size_t n : component.nodes)
        for (const VariableIndex v : nodes_[n]->gives) old_.emplace_back(v, instant_.values[v]);
      if (component.mixed) {
        solve_mixed(component, result);
      } else {
        evaluate(component.nodes.front(), result);
      }
      for (const auto& [v, value] : old_)
        if (instant_.values[v] != value) {
          mark_readers(v, c);
          if (system_.variables[v].variability == Variability::kDiscrete) changed_discretes_.push_back(v);
        }
    }
  }

  void evaluate(std::size_t node, IterationResult& result) {
    ++result.evaluations;
    nodes_[node]->evaluate(instant_);
    if (nodes_[node]->kind() != EventNode::Kind::kBlock) seen_.push_back(node);
  }

  void mark_readers(VariableIndex v, std::size_t from) {
    for (const std::size_t c : readers_[v])
      if (c != from) dirty_.set(c);
  }

  void mark_givers(VariableIndex v) {
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      if (std::find(nodes_[n]->gives.begin(), nodes_[n]->gives.end(), v) != nodes_[n]->gives.end())
        dirty_.set(component_of_[n]);
  }

  // I4. True when something is there for another pass.
  bool end_pass(bool look_at_all) {
    for (const std::size_t n : seen_) nodes_[n]->end_pass();
    seen_.clear();
    bool again = false;
    if (look_at_all) {
      for (const DiscreteEquation& one : system_.discrete_equations) again = follows(one.variable) || again;
    } else {
      for (const VariableIndex v : changed_discretes_) again = follows(v) || again;
    }
    for (const auto& [state, value] : instant_.reinits)
      if (instant_.values[state] != value) {
        instant_.values[state] = value;
        mark_readers(state, components_.size());
        if (system_.variables[state].rate) mark_givers(state);  // it runs to its rest from there
        changed_discretes_.push_back(state);
        again = true;
      }
    instant_.reinits.clear();
    return again;
  }

  // pre(v) := v. True when that has changed it.
  bool follows(VariableIndex v) {
    const auto previous = system_.variables[v].previous;
    if (!previous) return false;
    double& was = instant_.values[*previous];
    const double now = instant_.values[v];
    if (was == now || (std::isnan(was) && std::isnan(now))) return false;
    was = now;
    mark_readers(*previous, components_.size());
    return true;
  }

  // I3. Whole numbers may go on for ever (n = n + 1), so that rounds are counted.
  static constexpr std::size_t kRounds = 1000;
  void solve_mixed(const Component& component, IterationResult& result) {
    std::vector<VariableIndex> booleans;  // conditions and discrete variables of the node
    for (const std::size_t n : component.nodes)
      if (nodes_[n]->kind() == EventNode::Kind::kCondition || nodes_[n]->kind() == EventNode::Kind::kDiscrete)
        booleans.push_back(nodes_[n]->gives.front());
    std::set<std::vector<double>> seen;
    std::string singular;  // under truths that need not be those of the end
    try {
      while (true) {
        const std::vector<double> now = values_of(booleans);
        if (!seen.insert(now).second || seen.size() > kRounds) break;
        round(component, result);
        if (values_of(booleans) == now) return;
      }
    } catch (const Error& fault) {
      singular = fault.what();
    }
    std::string nearest;
    if (search(component, result, nearest)) return;
    if (!singular.empty()) throw Error(singular);
    std::string text = "at time " + to_text(instant_.time) + " these need each other and never agree:";
    for (const std::size_t n : component.nodes) text += "\n    " + nodes_[n]->text;
    if (component.nodes.size() == 1 && nodes_[component.nodes.front()]->kind() == EventNode::Kind::kDiscrete)
      text += "\n  it is given by itself: if its value before the event is meant, write pre()";
    throw Error(text + nearest);
  }

  // The other part of I3 (mixed_search.h). Relations that it overlooks stay as they are in this instant.
  bool search(const Component& component, IterationResult& result, std::string& nearest) {
    std::vector<std::size_t> conditions;
    std::vector<VariableIndex> variables;
    for (const std::size_t n : component.nodes)
      if (nodes_[n]->kind() == EventNode::Kind::kCondition) {
        conditions.push_back(n);
        variables.push_back(nodes_[n]->gives.front());
      }
    if (conditions.empty()) return false;
    const auto try_out =
        [&](const std::vector<double>& truths) -> std::optional<internal::MixedSearch::Outcome> {
      for (std::size_t i = 0; i < variables.size(); ++i) instant_.values[variables[i]] = truths[i];
      internal::MixedSearch::Outcome outcome;
      try {
        follow(component, result);
        for (const std::size_t n : conditions) {
          evaluate(n, result);
          outcome.crossings.push_back(nodes_[n]->crossing());
        }
      } catch (const Error&) {
        return std::nullopt;
      }
      outcome.truths = values_of(variables);
      return outcome;
    };
    std::vector<std::optional<double>> flipped(variables.size());
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (const char how = instant_.located[place_of(variables[i])]; how == Instant::kFlippedToTrue)
        flipped[i] = 1;
      else if (how == Instant::kFlippedToFalse)
        flipped[i] = 0;
    internal::MixedSearch search(try_out);
    const auto found = search.run(values_of(variables), flipped);
    if (!found) {
      if (!search.nearest()) return false;
      nearest = "\n  nearest to it, with what is compared with 0:";
      for (std::size_t i = 0; i < conditions.size(); ++i)
        nearest += "\n    " + nodes_[conditions[i]]->text +
                   (search.nearest()->truths[i] != 0 ? " taken as true: " : " taken as false: ") +
                   to_text(search.nearest()->crossings[i]);
      return false;
    }
    for (std::size_t i = 0; i < variables.size(); ++i) {
      instant_.values[variables[i]] = (*found)[i];
      if (search.forgiven()[i]) instant_.located[place_of(variables[i])] = Instant::kStays;
    }
    follow(component, result);
    return true;
  }

  std::size_t place_of(VariableIndex condition) const {
    std::size_t place = 0;
    while (system_.conditions[place].variable != condition) ++place;
    return place;
  }

  // All of a mixed node but its conditions, until discrete variables have followed.
  void follow(const Component& component, IterationResult& result) {
    std::vector<VariableIndex> discretes;
    for (const std::size_t n : component.nodes)
      if (nodes_[n]->kind() == EventNode::Kind::kDiscrete) discretes.push_back(nodes_[n]->gives.front());
    std::vector<double> before;
    for (std::size_t rounds = 0; rounds <= discretes.size() + 1; ++rounds) {
      before = values_of(discretes);
      for (const std::size_t n : component.nodes)
        if (nodes_[n]->kind() != EventNode::Kind::kCondition) evaluate(n, result);
      if (values_of(discretes) == before) return;
    }
  }

  void round(const Component& component, IterationResult& result) {
    for (const std::size_t n : component.nodes) evaluate(n, result);
  }
  std::vector<double> values_of(const std::vector<VariableIndex>& variables) const {
    std::vector<double> found;
    for (const VariableIndex v : variables) found.push_back(instant_.values[v]);
    return found;
  }

  double rate_of(const Condition& condition) { return evaluate_term(condition.in_time->rate); }
  // A floor that a crossing left upward shows a value at or above the next whole number.
  double rate_by_value(const Condition& condition, double value) {
    if (!condition.is_floor) return 0;
    return evaluate_term(condition.crossing) >= value + 0.5 ? 1 : -1;
  }
  double evaluate_term(Term term) {
    return equations::evaluate(system_.terms, term, instant_.values, instant_.time);
  }

  [[noreturn]] void not_settled() const {
    std::vector<std::string> changing;
    for (const VariableIndex v : restless_) changing.push_back(system_.variables[v].name);
    throw Error("events do not settle at time " + to_text(instant_.time) + ": after " +
                std::to_string(kPasses) + " passes " + list_text(changing) + " still change" +
                (changing.size() == 1 ? "s" : ""));
  }

  FlatSystem& system_;
  Scope scope_;
  Instant instant_;
  std::vector<std::unique_ptr<EventNode>> nodes_;
  std::vector<Component> components_;
  std::vector<std::size_t> component_of_;
  std::vector<std::vector<std::size_t>> readers_;  // by variable: components
  MarkedSet dirty_, passed_over_;                  // components to evaluate; those that are left for I5
  std::vector<std::size_t> seen_;                  // whens that were evaluated in this pass
  std::vector<std::pair<VariableIndex, double>> old_;
  std::vector<VariableIndex> changed_discretes_;  // in this pass, and states that reinits have set
  static constexpr std::size_t kShownPasses = 20;
  std::set<VariableIndex> restless_;  // in the last passes of those that are allowed
};

EventIteration::EventIteration(FlatSystem& system, const std::vector<SolvedBlock>& blocks, bool at_start,
                               Scope scope)
    : impl_(std::make_unique<Impl>(system, blocks, at_start, scope)) {}
EventIteration::~EventIteration() = default;
EventIteration::EventIteration(EventIteration&&) noexcept = default;
EventIteration& EventIteration::operator=(EventIteration&&) noexcept = default;
IterationResult EventIteration::run(double time, std::span<double> values,
                                    std::span<const std::size_t> located, std::span<const std::size_t> kept) {
  return impl_->run(time, values, located, kept);
}

IterationResult EventIteration::follow_start(double time, std::span<double> values) {
  return impl_->follow_start(time, values);
}
void EventIteration::remember(double time, std::span<double> values) {
  impl_->remember(time, values);
}

}  // namespace escapement::equations
