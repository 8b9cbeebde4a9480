// SPDX-License-Identifier: MIT
// What a FlatModel checks, assertions, and what it does in the end.
#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/sundials/flat_model.h"

namespace escapement::sundials {

using equations::Term;
using equations::VariableIndex;

// Where a piston stands at its very end, rounding decides on which side of it. What is beyond it by rounding
// only, and a moment later is not, has not failed.
bool FlatModel::nearly_holds(Term condition, double t) {
  constexpr double kClose = 1e-9, kMoment = 1e-6;
  const auto used = system_.terms.variables_in(condition);
  std::vector<const equations::Condition*> crossed;
  for (const equations::Condition& one : system_.conditions) {
    if (!std::binary_search(used.begin(), used.end(), one.variable) || one.is_floor) continue;
    double size = 0;
    for (const Term side : system_.terms.arguments(one.crossing))
      size = std::max(size, std::abs(term(side, t)));
    if (std::abs(term(one.crossing, t)) <= kClose * size) crossed.push_back(&one);
  }
  if (crossed.empty()) return false;
  const std::vector<double> now = values_;
  const double later = t + kMoment * std::max(std::abs(t), 1e-3);
  bool holds = false;
  try {
    for_derivatives_->solve(t, values_);
    for (const VariableIndex v : states()) values_[v] += (later - t) * values_[*variable(v).derivative];
    for_all_->solve(later, values_);
    for (const equations::Condition* one : crossed)
      values_[one->variable] = one->value(term(one->crossing, later), 0);
    holds = term(condition, later) != 0;
  } catch (const Error&) {  // there is no moment later
  }
  values_ = now;
  return holds;
}

void FlatModel::check_assertions(double t) {
  assertion_results_.resize(assertions_.results());
  assertions_.evaluate<double>(values_, t, timing_work_, assertion_results_);
  for (std::size_t i = 0; i < system_.assertions.size(); ++i) {
    const equations::Assertion& one = system_.assertions[i];
    if (one.warning || assertion_results_[i] != 0 || nearly_holds(one.condition, t)) continue;
    throw Error("an assertion of the model does not hold at time " + to_text(t) + ": " + message_of(one, t));
  }
}

Change FlatModel::finish(double t, std::span<double> y, const double* u) {
  if (!system_.terminal_flag) return Change::kNothing;
  if (restored_) at_events_->remember(t, values_);
  restored_ = false;
  load(t, y.data(), u);
  values_[*system_.terminal_flag] = 1;
  settled(t, y, {}, false);
  return Change::kEvent;
}

std::string FlatModel::message_of(const equations::Assertion& one, double t) const {
  std::string message = one.message;
  for (const auto& [value, text] : one.values) message += to_text(term(value, t)) + text;
  const bool quiet = system_.terms.operation(one.condition) == equations::Operation::kNoEvent;
  return message + " (" +
         system_.brief(quiet ? system_.terms.arguments(one.condition).front() : one.condition) + ")";
}

// Each is told once: at the first of the times that are looked at where it does not hold.
void FlatModel::check_warnings(double t) {
  if (warned_by_.empty() || !warn_) return;
  assertion_results_.resize(warned_by_.size());
  warnings_.evaluate<double>(values_, t, timing_work_, assertion_results_);
  for (std::size_t i = 0; i < warned_by_.size(); ++i) {
    if (assertion_results_[i] != 0 || warned_[i]) continue;
    const equations::Assertion& one = system_.assertions[warned_by_[i]];
    warned_[i] = true;
    warn_(t, message_of(one, t));
  }
}

}  // namespace escapement::sundials
