// SPDX-License-Identifier: MIT
#include "escapement/sundials/equation_system.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/equations/derivative.h"
#include "escapement/equations/taylor.h"

namespace escapement::sundials {

using equations::Operation;
using equations::Tape;
using equations::Term;
using equations::VariableIndex;
using equations::VariableKind;

namespace {

// Terms in which algebraic variables are replaced by what they stand for, down to states, inputs, discrete
// variables and conditions; parts that are shared stay so.
class Inliner {
 public:
  explicit Inliner(equations::OdeSystem& model) : model_(model) {
    for (const equations::Assignment& one : model.algebraics)
      known_.emplace(one.variable, (*this)(one.value));
  }
  Term operator()(Term term) {
    return model_.terms.substitute(term, [this](VariableIndex variable) -> const Term* {
      const auto found = known_.find(variable);
      return found == known_.end() ? nullptr : &found->second;
    });
  }

 private:
  equations::OdeSystem& model_;
  std::unordered_map<VariableIndex, Term> known_;
};

}  // namespace

EquationSystem::EquationSystem(equations::OdeSystem model, double time_factor)
    : model_(std::move(model)), factor_(time_factor) {
  states_ = model_.of_kind(VariableKind::kState);
  inputs_ = model_.of_kind(VariableKind::kInput);
  shown_ = model_.of_kind(VariableKind::kAlgebraic);
  const std::vector<VariableIndex> discrete = model_.of_kind(VariableKind::kDiscrete);
  if (states_.empty()) throw BuildError("a system of equations needs a state at least");
  Inliner inlined(model_);

  std::vector<Term> sides(states_.size());
  for (const equations::Assignment& one : model_.derivatives) {
    const auto place = std::find(states_.begin(), states_.end(), one.variable) - states_.begin();
    sides[static_cast<std::size_t>(place)] = inlined(one.value);
  }
  texts_.resize(states_.size());
  for (const equations::Assignment& one : model_.derivatives)
    texts_[static_cast<std::size_t>(std::find(states_.begin(), states_.end(), one.variable) -
                                    states_.begin())] = model_.text(one.value);
  right_sides_ = equations::Program(model_.terms, sides);
  felt_.resize(model_.variables.size());
  for (const VariableIndex variable : model_.terms.variables_in(sides)) felt_[variable] = true;

  std::vector<int> place_of(model_.variables.size(), -1);
  for (std::size_t i = 0; i < states_.size(); ++i) place_of[states_[i]] = static_cast<int>(i);
  std::vector<std::vector<std::pair<int, Term>>> columns(states_.size());  // row and entry
  for (std::size_t row = 0; row < sides.size(); ++row)
    for (const VariableIndex variable : model_.terms.variables_in(sides[row])) {
      if (place_of[variable] < 0) continue;
      const Term entry = equations::partial_derivative(model_.terms, sides[row], variable);
      if (!model_.terms.is_constant(entry, 0))
        columns[static_cast<std::size_t>(place_of[variable])].emplace_back(static_cast<int>(row), entry);
    }
  std::vector<Term> entries;
  pattern_.column_begin.push_back(0);
  for (const auto& column : columns) {
    for (const auto& [row, entry] : column) {
      pattern_.rows.push_back(row);
      entries.push_back(entry);
    }
    pattern_.column_begin.push_back(static_cast<int>(pattern_.rows.size()));
  }
  jacobian_ = equations::Program(model_.terms, entries);

  std::vector<Term> crossings, timings, searched_crossings;
  std::vector<std::size_t> searched;
  const auto of_time = [&](Term term) {
    const auto used = model_.terms.variables_in(term);
    return model_.terms.depends_on_time(term) && std::none_of(used.begin(), used.end(), [&](VariableIndex v) {
             const VariableKind kind = model_.variables[v].kind;
             return kind == VariableKind::kState || kind == VariableKind::kInput;
           });
  };
  for (std::size_t i = 0; i < model_.conditions.size(); ++i) {
    const equations::Condition& condition = model_.conditions[i];
    if (condition.in_time) {
      timed_.push_back(i);
      timings.push_back(inlined(condition.in_time->rate));
      timings.push_back(inlined(condition.in_time->offset));
    } else if (const Term crossing = inlined(condition.crossing); !condition.is_floor && of_time(crossing)) {
      searched.push_back(i);
      searched_.emplace_back(i, equations::TimeSearch(model_.terms, crossing));
      searched_crossings.push_back(crossing);
    } else {
      located_.push_back(i);
      crossings.push_back(crossing);
    }
  }
  located_.insert(located_.end(), searched.begin(), searched.end());
  crossings.insert(crossings.end(), searched_crossings.begin(), searched_crossings.end());
  crossings_ = equations::Program(model_.terms, crossings);
  crossing_terms_ = std::move(crossings);
  timings_ = Tape(model_.terms, timings);

  std::vector<Term> whens;
  for (const equations::Event& event : model_.events) {
    whens.push_back(inlined(event.when));
    std::vector<Term> actions;
    for (const equations::Assignment& one : event.assignments) actions.push_back(inlined(one.value));
    event_ports_.emplace_back();
    for (const equations::Emission& one : event.emissions) {
      actions.push_back(inlined(one.value));
      const auto found = std::find(ports_.begin(), ports_.end(), one.port);
      event_ports_.back().push_back(static_cast<std::size_t>(found - ports_.begin()));
      if (found == ports_.end()) ports_.push_back(one.port);
    }
    actions_.emplace_back(model_.terms, actions);
  }
  whens_ = Tape(model_.terms, whens);
  std::vector<Term> shown;
  for (const VariableIndex variable : shown_) shown.push_back(inlined(model_.terms.variable(variable)));
  for (const VariableIndex variable : discrete) shown.push_back(model_.terms.variable(variable));
  shown_.insert(shown_.end(), discrete.begin(), discrete.end());
  seen_.resize(model_.variables.size());
  for (const VariableIndex variable : model_.terms.variables_in(shown)) seen_[variable] = true;
  outputs_ = Tape(model_.terms, shown);
  values_.resize(model_.variables.size());
  was_.resize(model_.events.size());
  pinned_.resize(located_.size());
}

std::vector<std::string> EquationSystem::input_names() const {
  std::vector<std::string> names;
  for (const VariableIndex input : inputs_) names.push_back(model_.variables[input].name);
  return names;
}

std::vector<double> EquationSystem::input_starts() const {
  std::vector<double> starts;
  for (const VariableIndex input : inputs_) starts.push_back(model_.variables[input].start);
  return starts;
}

std::vector<std::string> EquationSystem::output_names() const {
  std::vector<std::string> names;
  for (const VariableIndex variable : shown_) names.push_back(model_.variables[variable].name);
  return names;
}

std::optional<std::size_t> EquationSystem::place_of(std::string_view name) const {
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (model_.variables[states_[i]].name == name) return i;
  for (std::size_t i = 0; i < shown_.size(); ++i)
    if (model_.variables[shown_[i]].name == name) return states_.size() + i;
  return std::nullopt;
}

void EquationSystem::load(const double* y, const double* u) {
  for (std::size_t i = 0; i < states_.size(); ++i) values_[states_[i]] = y[i];
  for (std::size_t i = 0; i < inputs_.size(); ++i) values_[inputs_[i]] = u[i];
}

void EquationSystem::run(const Tape& tape, double t, std::vector<double>& results) {
  results.resize(tape.results());
  tape.evaluate<double>(values_, local(t), work_, results);
}

// Crossing functions to results_.
void EquationSystem::look_at_crossings(double t) {
  results_.resize(crossings_.results());
  crossings_.evaluate(values_, local(t), results_);
}

void EquationSystem::translate(equations::Executor& executor, bool at_once) {
  equations::Program* const programs[] = {&right_sides_, &jacobian_, &crossings_};
  executor.prepare(programs, at_once);
}

void EquationSystem::derivatives(double t, const double* y, const double* u, double* dy) {
  load(y, u);
  right_sides_.evaluate(values_, local(t), {dy, states_.size()});
  if (factor_ != 1)
    for (std::size_t i = 0; i < states_.size(); ++i) dy[i] *= factor_;
}

void EquationSystem::tape_results(const Tape& tape, double t, std::span<double> results) {
  tape.evaluate<double>(values_, local(t), work_, results);
}

void EquationSystem::jacobian(double t, const double* y, const double* /*dy*/, const double* u, double /*c*/,
                              double* values) {
  load(y, u);
  jacobian_.evaluate(values_, local(t), {values, pattern_.entries()});
  if (factor_ != 1)
    for (std::size_t i = 0; i < pattern_.entries(); ++i) values[i] *= factor_;
}

std::vector<Condition> EquationSystem::conditions() const {
  std::vector<Condition> conditions = told_conditions(model_.conditions, told());
  for (std::size_t i = 0; i < conditions.size(); ++i)
    conditions[i].driven = model_.terms.depends_on_time(crossing_terms_[i / 2]);
  return conditions;
}

void EquationSystem::condition_values(double t, const double* y, const double* u, double* g) {
  load(y, u);
  look_at_crossings(t);
  told_values(model_.conditions, told(), results_, values_, g);
}

bool EquationSystem::driven_by_time() const {
  const auto reads_time = [this](const equations::Assignment& one) {
    return model_.terms.depends_on_time(one.value);
  };
  return std::any_of(model_.derivatives.begin(), model_.derivatives.end(), reads_time) ||
         std::any_of(model_.algebraics.begin(), model_.algebraics.end(), reads_time);
}

Time EquationSystem::next_stop(Time t) const {
  Time next = kInfinity;
  for (SearchedCondition& one : searched_)
    if (const double due = one.next(model_.conditions[one.condition()], values_, local(t)) / factor_; due > t)
      next = std::min(next, due);
  if (timed_.empty()) return next;
  timing_results_.resize(timings_.results());
  timings_.evaluate<double>(values_, local(t), timing_work_, timing_results_);
  for (std::size_t k = 0; k < timed_.size(); ++k) {
    const equations::Condition& condition = model_.conditions[timed_[k]];
    const double due =
        condition.due(values_[condition.variable], timing_results_[2 * k], timing_results_[2 * k + 1]) /
        factor_;
    if (due > t) next = std::min(next, due);
  }
  return next;
}

// Conditions affine in time as they are from t on. Which side of its instant t is on is told by the instant
// itself, in the simulation's time, which is what the solver stopped at.
void EquationSystem::set_timed(double t) {
  if (timed_.empty()) return;
  run(timings_, t, results_);
  for (std::size_t k = 0; k < timed_.size(); ++k) {
    const equations::Condition& condition = model_.conditions[timed_[k]];
    const double rate = results_[2 * k], offset = results_[2 * k + 1];
    double& value = values_[condition.variable];
    if (rate == 0) {
      value = condition.value(offset, 0);
    } else if (condition.is_floor) {
      value = condition.value(rate * local(t) + offset, rate);
      while (condition.due(value, rate, offset) / factor_ <= t) value = condition.flipped(value, rate);
    } else {
      const double instant = -offset / rate / factor_;
      value = condition.value(t == instant ? 0 : t > instant ? rate : -rate, rate);
    }
  }
}

// How fast each crossing function changes, from the derivatives of the states.
void EquationSystem::find_rates(double t) {
  slopes_.resize(states_.size());
  right_sides_.evaluate(values_, local(t), slopes_);
  using Series = equations::Taylor<1>;
  std::vector<Series> variables(values_.begin(), values_.end()), work, series(crossings_.results());
  for (std::size_t i = 0; i < states_.size(); ++i) variables[states_[i]].c[1] = slopes_[i];
  Series time(local(t));
  time.c[1] = 1;
  crossings_.tape().evaluate<Series>(variables, time, work, series);
  rates_.clear();
  for (const Series& one : series) rates_.push_back(one.c[1]);
}

// All conditions as they are at t. Some stand on others (the whole number of something that jumps where
// another whole number does), so this goes on until nothing changes. Those that were just flipped at a
// located crossing stay so as long as their crossing function is what it was there.
void EquationSystem::set_conditions(double t) {
  for (int round = 0; round < kRoundLimit; ++round) {
    set_timed(t);
    if (located_.empty()) return;
    bool changed = false;
    look_at_crossings(t);
    if (std::find(results_.begin(), results_.end(), 0.0) != results_.end())
      find_rates(t);
    else
      rates_.assign(located_.size(), 0.0);
    for (std::size_t k = 0; k < located_.size(); ++k) {
      if (pinned_[k] && *pinned_[k] == results_[k]) continue;
      pinned_[k].reset();
      const equations::Condition& condition = model_.conditions[located_[k]];
      const double value = condition.value(results_[k], rates_[k]);
      if (value == values_[condition.variable]) continue;
      values_[condition.variable] = value;
      changed = true;
    }
    if (!changed) return;
  }
  throw Error("conditions do not come to rest at time " + to_text(t) +
              ": each makes another one change, round after round");
}

// Conditions that were located, or that an input has changed.
void EquationSystem::flip(std::span<const std::size_t> fired, double t) {
  std::fill(pinned_.begin(), pinned_.end(), std::nullopt);
  const auto comes = [&](const SearchedCondition& one) { return one.due() / factor_ <= t; };
  if (fired.empty() && std::none_of(searched_.begin(), searched_.end(), comes)) return;
  look_at_crossings(t);
  for (std::size_t s = 0; s < searched_.size(); ++s) {
    if (!comes(searched_[s])) continue;
    const std::size_t k = told().size() + s;
    double& value = values_[model_.conditions[located_[k]].variable];
    value = 1 - value;
    pinned_[k] = results_[k];
  }
  for (const std::size_t i : fired) {
    const equations::Condition& condition = model_.conditions[located_[i / 2]];
    double& value = values_[condition.variable];
    const bool up = i % 2 == 0;
    pinned_[i / 2] = results_[i / 2];
    if (!condition.is_floor)
      value = up ? 1 : 0;
    else
      value = up ? std::max(value + 1, std::floor(results_[i / 2]))
                 : std::min(value - 1, std::floor(results_[i / 2]));
  }
}

bool EquationSystem::fire_events(double t, bool at_start, std::vector<Sent>* to) {
  run(whens_, t, results_);
  std::vector<std::size_t> fired;
  for (std::size_t e = 0; e < was_.size(); ++e) {
    const bool now = results_[e] != 0;
    if (now && (at_start ? model_.events[e].at_start : was_[e] == 0)) fired.push_back(e);
    was_[e] = now ? 1 : 0;
  }
  std::vector<std::pair<VariableIndex, double>> news;
  for (const std::size_t e : fired) {
    const equations::Event& event = model_.events[e];
    run(actions_[e], t, results_);
    std::size_t at = 0;
    for (const equations::Assignment& one : event.assignments)
      news.emplace_back(one.variable, results_[at++]);
    for (const std::size_t port : event_ports_[e]) {
      if (to != nullptr) to->push_back({port, results_[at]});
      ++at;
    }
  }
  for (const auto& [variable, value] : news) values_[variable] = value;
  return !fired.empty();
}

bool EquationSystem::settle(double t, bool at_start, std::vector<Sent>* to) {
  bool fired = false;
  for (int round = 0; round < kRoundLimit; ++round) {
    if (!fire_events(t, at_start && round == 0, to)) return fired;
    fired = true;
    set_conditions(t);
  }
  std::string names;
  const std::vector<char> was = was_;
  fire_events(t, false, nullptr);
  for (std::size_t e = 0; e < was.size(); ++e)
    if (was[e] != was_[e]) names += (names.empty() ? "'" : ", '") + model_.events[e].text + "'";
  throw Error("events do not come to rest at time " + to_text(t) + ": after " + std::to_string(kRoundLimit) +
              " rounds these still change: " + names + ". Each makes the other true again");
}

void EquationSystem::start(double t, std::span<double> y, std::span<double> /*dy*/, const double* u) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = model_.variables[i].start;
  for (std::size_t i = 0; i < inputs_.size(); ++i) values_[inputs_[i]] = u[i];
  std::fill(was_.begin(), was_.end(), 0);
  for (SearchedCondition& one : searched_) one.forget();
  std::fill(pinned_.begin(), pinned_.end(), std::nullopt);
  at_start_.clear();
  set_conditions(t);
  settle(t, true, &at_start_);
  for (std::size_t i = 0; i < states_.size(); ++i) y[i] = values_[states_[i]];
}

Change EquationSystem::handle(double t, std::span<double> y, const double* u,
                              std::span<const std::size_t> fired) {
  load(y.data(), u);
  before_ = values_;
  flip(fired, t);
  set_conditions(t);
  const bool event = settle(t, false, nullptr);
  for (std::size_t i = 0; i < states_.size(); ++i) y[i] = values_[states_[i]];
  if (values_ != before_)
    for (SearchedCondition& one : searched_) one.forget();  // what they depend on may be another now
  for (std::size_t v = 0; v < values_.size(); ++v)
    if (values_[v] != before_[v] && (felt_[v] || model_.variables[v].kind == VariableKind::kState))
      return Change::kSystem;
  for (std::size_t v = 0; v < values_.size(); ++v)
    if (values_[v] != before_[v] && seen_[v]) return Change::kEvent;
  return event ? Change::kEvent : Change::kNothing;
}

void EquationSystem::emit(double t, std::span<const double> y, const double* u,
                          std::span<const std::size_t> fired, std::vector<Sent>& to) {
  if (ports_.empty()) return;
  const std::vector<double> values = values_;
  const std::vector<char> was = was_;
  load(y.data(), u);
  flip(fired, t);
  set_conditions(t);
  settle(t, false, &to);
  values_ = values;
  was_ = was;
}

void EquationSystem::outputs(double t, const double* y, const double* u, double* out) {
  load(y, u);
  tape_results(outputs_, t, {out, shown_.size()});
}

void EquationSystem::archive(Archive& archive) {
  archive(values_, was_);
  for (SearchedCondition& one : searched_) one.archive(archive);
}

}  // namespace escapement::sundials
