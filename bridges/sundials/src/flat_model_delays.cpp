// SPDX-License-Identifier: MIT
// The past of a FlatModel: what delay() reads.
#include <algorithm>
#include <cmath>
#include <limits>

#include "escapement/core/error.h"
#include "escapement/equations/homotopy.h"
#include "escapement/sundials/flat_model.h"

namespace escapement::sundials {

using equations::Variability;
using equations::VariableIndex;

// What a delay gives at the beginning is its argument there, which may stand on it.
void FlatModel::start_delays(double t) {
  constexpr int kRounds = 100;
  for (int round = 0;; ++round) {
    equations::solve_start(system_, sorted_.choice, *at_start_, t, values_);
    if (delays_.empty()) return;
    bool same = true;
    delayed_.evaluate<double>(values_, t, timing_work_, delayed_results_);
    for (std::size_t i = 0; i < delays_.size(); ++i) {
      delays_[i].time = term(system_.delays[i].time, t);
      if (!(delays_[i].time >= 0))
        throw Error("a delay of " + to_text(delays_[i].time) + " at time " + to_text(t) +
                    ": it must be at least 0 (" + system_.brief(system_.delays[i].of) + ")");
      double& value = values_[delays_[i].variable];
      const double scale = std::max(std::abs(value), std::abs(delayed_results_[i]));
      same = same && std::abs(value - delayed_results_[i]) <= 1e-12 * scale;
      value = delayed_results_[i];
      delays_[i].history.clear(t, value);
    }
    if (same) return;
    if (round == kRounds)
      throw Error("delays that stand on one another have no common value at time " + to_text(t) +
                  ", where they begin");
  }
}

void FlatModel::remembered(double t, const double* y, const double* u, std::vector<double>& values) {
  load(t, y, u);
  for_delays_->solve(t, values_);
  values.resize(delays_.size());
  delayed_.evaluate<double>(values_, t, timing_work_, values);
}

void FlatModel::passed(double t, std::span<const double> values) {
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    delays_[i].history.add(t, values[i]);
    delays_[i].history.forget_before(t - system_.delays[i].longest);
  }
}

double FlatModel::longest_step() const {
  double longest = kInfinity;
  const auto moves = [&](VariableIndex v) {
    return system_.is_unknown(v) || variable(v).variability == Variability::kInput;
  };
  for (const equations::Delay& one : system_.delays) {
    const std::vector<VariableIndex> read = system_.terms.variables_in(one.of);
    const bool constant = system_.terms.is_constant(one.time);
    if (constant && !system_.terms.depends_on_time(one.of) && std::none_of(read.begin(), read.end(), moves))
      continue;  // it changes at events only, and when these are due is known
    longest = std::min(longest, constant ? system_.terms.value(one.time) : one.longest / 10);
  }
  return longest;
}

// Delayed jumps that are due. True when there was one.
bool FlatModel::move_delays(double t) {
  bool moved = false;
  for (DelayedValue& one : delays_) {
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), one.time);
    moved = one.history.move_to(t - one.time + rounding) || moved;
    values_[one.variable] = one.history.value(t - one.time);
  }
  return moved;
}

void FlatModel::note_jumps(double t) {
  if (delays_.empty()) return;
  delayed_.evaluate<double>(values_, t, timing_work_, delayed_results_);
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    delays_[i].history.jump(t, delayed_results_[i]);
    delays_[i].time = term(system_.delays[i].time, t);
  }
}

}  // namespace escapement::sundials
