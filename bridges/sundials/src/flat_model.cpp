// SPDX-License-Identifier: MIT
#include "escapement/sundials/flat_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/equations/finite.h"
#include "escapement/equations/first_guess.h"

namespace escapement::sundials {

using equations::SolvedBlock;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;

namespace {

// Times that are computed in different ways and meant to be one differ by rounding: what is due so soon after
// t is due at t, and no solver can step there.
double instant_of(double t) {
  return 8 * std::numeric_limits<double>::epsilon() * std::abs(t);
}

// What a block reads: everything in it that it does not give.
std::vector<VariableIndex> reads_of(const equations::FlatSystem& system, const SolvedBlock& block) {
  std::vector<Term> terms = block.residuals;
  for (const equations::Solution& one : block.inner) terms.push_back(one.value);
  for (const auto& row : block.jacobian) terms.insert(terms.end(), row.begin(), row.end());
  return system.terms.variables_in(terms);
}

}  // namespace

FlatModel::FlatModel(equations::FlatSystem system, const std::vector<VariableIndex>& shown,
                     equations::EventIteration::Scope scope)
    : FlatModel(equations::prepare(std::move(system)), std::nullopt, shown, scope) {}

FlatModel::FlatModel(equations::PreparedSystem prepared, std::optional<equations::StateChoice> choice,
                     const std::vector<VariableIndex>& shown, equations::EventIteration::Scope scope) {
  if (!choice) choice = equations::choose_at_start(prepared);
  system_ = std::move(prepared.system);
  sorted_ = equations::sort_equations(system_, std::move(*choice));
  const equations::InitialSystem initial = equations::initial_system(system_, sorted_.choice);
  at_start_.emplace(system_, initial.blocks, true, scope);
  checked_ = initial.checked;
  at_events_.emplace(system_, sorted_.with_aliases(), false, scope);
  values_.assign(system_.variables.size(), 0);
  guess_ = equations::first_guess(system_);

  for (VariableIndex v = 0; v < system_.variables.size(); ++v)
    if (variable(v).variability == Variability::kInput &&
        std::none_of(system_.delays.begin(), system_.delays.end(),
                     [&](const equations::Delay& one) { return one.value == v; }))
      inputs_.push_back(v);
  for (const VariableIndex v : shown)
    if (!std::binary_search(states().begin(), states().end(), v) &&
        (variable(v).variability != Variability::kParameter || variable(v).computed) &&
        variable(v).variability != Variability::kInput)
      shown_.push_back(v);

  std::vector<VariableIndex> wanted;
  for (const VariableIndex state : states()) wanted.push_back(*variable(state).derivative);
  const std::vector<SolvedBlock> for_derivatives = needed_for(wanted);
  for_derivatives_.emplace(system_, for_derivatives);
  straight_ = for_derivatives_->straight(wanted);
  felt_.assign(system_.variables.size(), false);
  for (const SolvedBlock& block : for_derivatives)
    for (const VariableIndex v : reads_of(system_, block)) felt_[v] = true;

  std::vector<Term> assertions;
  for (const equations::Assertion& one : system_.assertions) assertions.push_back(one.condition);
  assertions_ = equations::Tape(system_.terms, assertions);
  std::vector<Term> warnings;
  for (std::size_t i = 0; i < system_.assertions.size(); ++i)
    if (system_.assertions[i].warning) {
      warned_by_.push_back(i);
      warnings.push_back(system_.assertions[i].condition);
    }
  warnings_ = equations::Tape(system_.terms, warnings);
  warned_.assign(warned_by_.size(), false);

  std::vector<Term> delayed;
  for (const equations::Delay& one : system_.delays) {
    const std::vector<VariableIndex> in_time = system_.terms.variables_in(one.time);
    const bool varies =
        system_.terms.depends_on_time(one.time) ||
        std::any_of(in_time.begin(), in_time.end(), [&](VariableIndex v) { return system_.is_unknown(v); });
    delays_.push_back({one.value, 0, {}, varies});
    delayed.push_back(one.of);
  }
  for_delays_.emplace(system_, needed_for(system_.terms.variables_in(delayed)));
  delayed_ = equations::Tape(system_.terms, delayed);
  delayed_results_.resize(delayed.size());

  find_time_conditions();
  std::vector<Term> crossings, timings;
  for (std::size_t i = 0; i < system_.conditions.size(); ++i) {
    const equations::Condition& condition = system_.conditions[i];
    if (std::any_of(searched_.begin(), searched_.end(),
                    [&](const SearchedCondition& one) { return one.condition() == i; }))
      continue;
    if (condition.in_time) {
      timed_.push_back(i);
      timings.push_back(condition.in_time->rate);
      timings.push_back(condition.in_time->offset);
    } else {
      located_.push_back(i);
      crossings.push_back(condition.crossing);
    }
  }
  crossings_ = equations::Program(system_.terms, crossings);
  timings_ = equations::Tape(system_.terms, timings);
  for (const SolvedBlock& block : sorted_.blocks)
    if (block.kind == SolvedBlock::Kind::kNonlinear)
      iterated_.insert(iterated_.end(), block.torn.begin(), block.torn.end());
  find_followed(for_derivatives);
  find_driven();
  std::vector<VariableIndex> looked_at = system_.terms.variables_in(crossings);
  looked_at.insert(looked_at.end(), followed_.begin(), followed_.end());
  for_crossings_.emplace(system_, needed_for(looked_at));
  for_all_.emplace(system_, sorted_.with_aliases());
  guesses_.resize(iterated_.size());
  begun_with_ = trial_ = guesses_;
  jacobian_.emplace(system_, for_derivatives, wanted, states());
  pattern_ = {jacobian_->pattern().column_begin, jacobian_->pattern().rows};
}

void FlatModel::translate(equations::Executor& executor, bool at_once) {
  std::vector<equations::Program*> programs;
  if (straight_) programs.push_back(&*straight_);
  for_derivatives_->add_programs(programs);
  jacobian_->add_programs(programs);
  if (!located_.empty()) {
    for_crossings_->add_programs(programs);
    programs.push_back(&crossings_);
  }
  executor.prepare(programs, at_once);
}

// Conditions whose crossing functions come, through explicit blocks and linear ones with one torn unknown,
// from time alone.
void FlatModel::find_time_conditions() {
  std::vector<std::optional<Term>> of_time(system_.variables.size());
  const auto fixed = [&](VariableIndex v) {
    const Variability kind = variable(v).variability;
    return kind != Variability::kContinuous && kind != Variability::kInput;
  };
  const auto in_terms_of_time = [&](Term term) -> std::optional<Term> {
    for (const VariableIndex v : system_.terms.variables_in(term))
      if (!fixed(v) && !of_time[v]) return std::nullopt;
    return system_.terms.substitute(term,
                                    [&](VariableIndex v) { return of_time[v] ? &*of_time[v] : nullptr; });
  };
  std::map<VariableIndex, VariableIndex> changes_with;  // pre(v): v, with which it changes
  for (VariableIndex v = 0; v < system_.variables.size(); ++v)
    if (const auto previous = variable(v).previous) changes_with.emplace(*previous, v);
  const Term zero = system_.terms.constant(0);
  for (const SolvedBlock& block : sorted_.blocks) {
    if (block.kind == SolvedBlock::Kind::kNonlinear || block.torn.size() > 1) continue;
    if (block.torn.size() == 1) {  // linear in the one that is torn: r(0) + r' z = 0
      std::vector<std::optional<Term>> inner = of_time;
      inner[block.torn[0]] = zero;
      const auto in_block = [&](Term term) -> std::optional<Term> {
        for (const VariableIndex v : system_.terms.variables_in(term))
          if (!fixed(v) && !inner[v]) return std::nullopt;
        return system_.terms.substitute(term,
                                        [&](VariableIndex v) { return inner[v] ? &*inner[v] : nullptr; });
      };
      for (const equations::Solution& one : block.inner) inner[one.variable] = in_block(one.value);
      const std::optional<Term> at_zero = in_block(block.residuals[0]),
                                slope = in_block(block.jacobian[0][0]);
      if (!at_zero || !slope) continue;
      of_time[block.torn[0]] = system_.terms.negate(system_.terms.divide(*at_zero, *slope));
    }
    for (const equations::Solution& one : block.inner) of_time[one.variable] = in_terms_of_time(one.value);
  }
  for (std::size_t i = 0; i < system_.conditions.size(); ++i) {
    equations::Condition& condition = system_.conditions[i];
    if (condition.in_time) continue;
    const std::optional<Term> crossing = in_terms_of_time(condition.crossing);
    if (!crossing) continue;
    condition.in_time = system_.in_time(*crossing);
    if (condition.in_time || condition.is_floor || !system_.terms.depends_on_time(*crossing)) continue;
    searched_.emplace_back(i, equations::TimeSearch(system_.terms, *crossing));
    std::vector<VariableIndex>& reads = searched_reads_.emplace_back();
    for (const VariableIndex v : system_.terms.variables_in(*crossing))
      reads.push_back(changes_with.contains(v) ? changes_with.at(v) : v);
    std::sort(reads.begin(), reads.end());
  }
}

std::vector<SolvedBlock> FlatModel::needed_for(const std::vector<VariableIndex>& wanted) const {
  std::vector<bool> needed(system_.variables.size(), false);
  for (const VariableIndex v : wanted) needed[v] = true;
  std::vector<SolvedBlock> found;
  for (std::size_t b = sorted_.blocks.size(); b-- > 0;) {
    const SolvedBlock& block = sorted_.blocks[b];
    if (std::none_of(block.unknowns.begin(), block.unknowns.end(),
                     [&](VariableIndex v) { return needed[v]; }))
      continue;
    for (const VariableIndex v : reads_of(system_, block)) needed[v] = true;
    found.push_back(block);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<std::string> FlatModel::input_names() const {
  std::vector<std::string> names;
  for (const VariableIndex v : inputs_) names.push_back(variable(v).name);
  return names;
}

std::vector<std::string> FlatModel::output_names() const {
  std::vector<std::string> names;
  for (const VariableIndex v : shown_) names.push_back(variable(v).name);
  return names;
}

double FlatModel::term(Term one, double t) const {
  return equations::evaluate(system_.terms, one, values_, t);
}

void FlatModel::load(double t, const double* y, const double* u) {
  for (std::size_t i = 0; i < states().size(); ++i) values_[states()[i]] = y[i];
  for (std::size_t i = 0; i < inputs_.size(); ++i) values_[inputs_[i]] = u[i];
  for (std::size_t i = 0; i < iterated_.size(); ++i) values_[iterated_[i]] = guesses_[i];
  if (!known_.empty()) {
    const Known& nearest = known_[known_before(t)];
    for (std::size_t i = 0; i < followed_.size(); ++i) values_[followed_[i]] = nearest.values[i];
  }
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    DelayedValue& one = delays_[i];
    if (one.varies) one.time = std::clamp(term(system_.delays[i].time, t), 0.0, system_.delays[i].longest);
    values_[one.variable] = one.history.value(t - one.time);
  }
}

void FlatModel::keep_guesses() {
  for (std::size_t i = 0; i < iterated_.size(); ++i) guesses_[i] = values_[iterated_[i]];
}

// Going back in time, the integrator has rejected what it asked for.
void FlatModel::begin_attempt(double t) {
  if (t < asked_) trial_ = guesses_;
  asked_ = t;
  for (std::size_t i = 0; i < iterated_.size(); ++i) values_[iterated_[i]] = trial_[i];
}

void FlatModel::integration_begins() {
  begun_with_ = trial_ = guesses_;
  asked_ = -kInfinity;
}

void FlatModel::integration_begins_again() {
  guesses_ = trial_ = begun_with_;
  asked_ = -kInfinity;
}

void FlatModel::start(double t, std::span<double> y, std::span<double> /*dy*/, const double* u) {
  for (VariableIndex v = 0; v < values_.size(); ++v) values_[v] = variable(v).start.value_or(guess_[v]);
  for (std::size_t i = 0; i < inputs_.size(); ++i) values_[inputs_[i]] = u[i];
  if (system_.initial_flag) values_[*system_.initial_flag] = 1;
  start_delays(t);
  equations::check_conditions_of_start(system_, checked_, t, values_);
  if (system_.initial_flag) values_[*system_.initial_flag] = 0;
  event_evaluations_ += at_events_->follow_start(t, values_).evaluations;
  note_jumps(t);
  check_assertions(t);
  warned_.assign(warned_by_.size(), false);
  check_warnings(t);
  find_overlooked(t);
  keep_guesses();
  begin_to_follow(t);
  for (std::size_t i = 0; i < states().size(); ++i) y[i] = values_[states()[i]];
}

void FlatModel::derivatives(double t, const double* y, const double* u, double* dy) {
  load(t, y, u);
  if (straight_) {
    straight_->evaluate(values_, t, {dy, states().size()});
    if (equations::all_finite({dy, states().size()})) [[likely]]
      return;
    // Who is to blame is found on the long way.
  }
  begin_attempt(t);
  for_derivatives_->solve(t, values_);
  for (std::size_t i = 0; i < iterated_.size(); ++i) trial_[i] = values_[iterated_[i]];
  for (std::size_t i = 0; i < states().size(); ++i) dy[i] = values_[*variable(states()[i]).derivative];
}

void FlatModel::jacobian(double t, const double* y, const double* /*dy*/, const double* u, double /*c*/,
                         double* values) {
  load(t, y, u);
  begin_attempt(t);
  for_derivatives_->solve(t, values_);
  jacobian_->evaluate(t, values_, {values, pattern_.entries()});
}

std::vector<Condition> FlatModel::conditions() const {
  std::vector<Condition> told = told_conditions(system_.conditions, located_);
  for (std::size_t k = 0; k < located_.size(); ++k) {
    const Term crossing = system_.conditions[located_[k]].crossing;
    const std::vector<VariableIndex> read = system_.terms.variables_in(crossing);
    told[2 * k].driven = told[2 * k + 1].driven =
        system_.terms.depends_on_time(crossing) ||
        std::any_of(read.begin(), read.end(), [&](VariableIndex v) { return driven_[v]; });
  }
  return told;
}

void FlatModel::condition_values(double t, const double* y, const double* u, double* g) {
  load(t, y, u);
  for_crossings_->solve(t, values_);
  note_followed(t);
  results_.resize(crossings_.results());
  crossings_.evaluate(values_, t, results_);
  for (const Overlooked& one : overlooked_) {
    double& now = results_[one.place];
    const equations::Condition& condition = system_.conditions[located_[one.place]];
    if (std::abs(now) <= one.width && condition.value(now, 0) != condition.value(one.side, 0)) now = one.side;
  }
  told_values(system_.conditions, located_, results_, values_, g);
}

// Relations that an event has left on one side of zero while their crossing functions are, by rounding, on
// the other or at it. The solver is told that side until the function shows clearly which one it is on; else
// it would take the crossing for one that has been dealt with, and an ideal diode would never conduct.
void FlatModel::find_overlooked(double t) {
  constexpr double kClearly = 4, kLeast = 1e-300;
  overlooked_.clear();
  if (located_.empty()) return;
  for_crossings_->solve(t, values_);
  results_.resize(crossings_.results());
  crossings_.evaluate(values_, t, results_);
  for (std::size_t k = 0; k < located_.size(); ++k) {
    const equations::Condition& condition = system_.conditions[located_[k]];
    if (condition.is_floor) continue;
    const double truth = values_[condition.variable];
    if (condition.value(results_[k], 0) == truth) continue;
    const double side = condition.value(-1, 0) == truth ? -1 : 1,
                 size = std::max(std::abs(results_[k]), kLeast);
    overlooked_.push_back({k, kClearly * size, side * size});
  }
}

Time FlatModel::next_stop(Time t) const {
  timing_results_.resize(timings_.results());
  timings_.evaluate<double>(values_, t, timing_work_, timing_results_);
  Time next = kInfinity;
  for (SearchedCondition& one : searched_)
    next = std::min(next,
                    std::max(one.next(system_.conditions[one.condition()], values_, t), t + instant_of(t)));
  for (const DelayedValue& one : delays_) {
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), one.time);
    if (const double due = one.history.next_jump() + one.time; due > t + rounding) next = std::min(next, due);
  }
  for (std::size_t k = 0; k < timed_.size(); ++k) {
    const equations::Condition& condition = system_.conditions[timed_[k]];
    const double due =
        condition.due(values_[condition.variable], timing_results_[2 * k], timing_results_[2 * k + 1]);
    if (due > t) next = std::min(next, std::max(due, t + instant_of(t)));
  }
  return next;
}

Change FlatModel::handle(double t, std::span<double> y, const double* u, std::span<const std::size_t> fired) {
  if (restored_) at_events_->remember(t, values_);  // what was true when it was saved has been seen
  restored_ = false;
  load(t, y.data(), u);
  std::vector<std::size_t> flipped;
  for (const std::size_t i : fired) {  // what the last event has settled already is not turned again
    const equations::Condition& condition = system_.conditions[located_[i / 2]];
    const double truth = i % 2 == 0 ? 1 : 0;
    if (condition.is_floor || values_[condition.variable] != truth) flipped.push_back(located_[i / 2]);
  }
  timing_results_.resize(timings_.results());
  timings_.evaluate<double>(values_, t, timing_work_, timing_results_);
  for (std::size_t k = 0; k < timed_.size(); ++k) {
    const equations::Condition& condition = system_.conditions[timed_[k]];
    if (condition.due(values_[condition.variable], timing_results_[2 * k], timing_results_[2 * k + 1]) <=
        t + instant_of(t))
      flipped.push_back(timed_[k]);
  }
  for (SearchedCondition& one : searched_)
    if (one.due() <= t + instant_of(t)) {
      flipped.push_back(one.condition());
      one.pass();
    }
  const bool delayed_jump = move_delays(t);
  const bool jumped = jump_ && jump_->time == t;
  jump_.reset();
  const Change change = settled(t, y, flipped, delayed_jump);
  return jumped && change == Change::kNothing ? Change::kEvent : change;
}

// Event iteration with what it leaves behind.
Change FlatModel::settled(double t, std::span<double> y, std::span<const std::size_t> flipped,
                          bool delayed_jump) {
  const equations::IterationResult result = at_events_->run(t, values_, flipped);
  note_jumps(t);
  if (!result.changed.empty())
    for (std::size_t i = 0; i < searched_.size(); ++i)
      if (std::any_of(result.changed.begin(), result.changed.end(), [&](VariableIndex v) {
            return std::binary_search(searched_reads_[i].begin(), searched_reads_[i].end(), v);
          }))
        searched_[i].forget();
  // Who has been found to be on the other side while another was due is not turned back when it would have
  // been due.
  for (SearchedCondition& one : searched_)
    if (std::binary_search(result.changed.begin(), result.changed.end(),
                           system_.conditions[one.condition()].variable))
      one.pass();
  event_evaluations_ += result.evaluations;
  check_assertions(t);
  check_warnings(t);
  find_overlooked(t);
  keep_guesses();
  begin_to_follow(t);
  for (std::size_t i = 0; i < states().size(); ++i) y[i] = values_[states()[i]];
  if (delayed_jump) return Change::kSystem;
  for (const VariableIndex v : result.changed)
    if (felt_[v] || variable(v).rate || std::binary_search(states().begin(), states().end(), v))
      return Change::kSystem;
  return result.changed.empty() ? Change::kNothing : Change::kEvent;
}

void FlatModel::outputs(double t, const double* y, const double* u, double* out) {
  bring_to(jump_ && jump_->time == t ? jump_->before : t, y, u);  // as it was before
  check_warnings(t);
  for (std::size_t i = 0; i < shown_.size(); ++i) out[i] = values_[shown_[i]];
}

std::optional<std::string> FlatModel::ended() const {
  for (const equations::Termination& one : system_.terminations)
    if (values_[one.flag] != 0) return one.message;
  return std::nullopt;
}

void FlatModel::bring_to(double t, const double* y, const double* u) {
  load(t, y, u);
  for_all_->solve(t, values_);
  note_followed(t);
}

void FlatModel::take_over(const FlatModel& other, double t, std::span<double> y) {
  values_ = other.values_;
  delays_ = other.delays_;
  overlooked_ = other.overlooked_;
  event_evaluations_ = other.event_evaluations_;
  at_events_->remember(t, values_);
  keep_guesses();
  begin_to_follow(t);
  for (std::size_t i = 0; i < states().size(); ++i) y[i] = values_[states()[i]];
}

void FlatModel::archive(Archive& archive) {
  archive(values_, guesses_, begun_with_, step_is_new_);
  archive_followed(archive);
  restored_ = !archive.saving();
  for (DelayedValue& one : delays_) {
    archive(one.time);
    one.history.archive(archive);
  }
  for (SearchedCondition& one : searched_) one.archive(archive);
  std::size_t overlooked = overlooked_.size();
  archive(overlooked);
  overlooked_.resize(overlooked);
  for (Overlooked& one : overlooked_) archive(one.place, one.width, one.side);
}

}  // namespace escapement::sundials
