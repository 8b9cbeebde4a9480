// SPDX-License-Identifier: MIT
// Conditions that are solved for together with what they read, as those of ideal diodes in a bridge. Which
// branch of the equations counts is told by x, what the branch gives is told by q, and a branch goes on
// beyond its border with another slope: the resistance of a diode that is off, for a current that would have
// it conduct. Two things keep both together.
//
// Quanta: such a condition may hang on a small difference of large states, as on the current of a leg, which
// is what other inductors leave, times the resistance of a diode that is off. The relative quantum of these
// states would move the voltage of the leg by more than there is. So what a quantum moves of the crossing
// function, over all of the present branch, is at most the tolerance times what the function has come to.
//
// Choices after an event (follow_changes): q := x. At the border both branches are equal in f(x), so that the
// side that x has come to is kept; in f(q), a quantum off, each may lead to the other one for as long as q
// rests there.
#include <algorithm>
#include <cmath>

#include "evaluation.h"

namespace escapement::qss_solver {

bool Engine::is_reached(std::uint32_t function) const {
  return rows_[function].role == Role::kCrossing && plan_.solved_for[rows_[function].target];
}

void Engine::find_limits() {
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto readers = plan_.followers[n + i];
    if (std::any_of(readers.begin(), readers.end(), [this](std::uint32_t f) { return is_reached(f); }))
      reaching_.push_back(i);
  }
  if (reaching_.empty()) return;
  reaches_.resize(n);
  for (std::size_t c = 0; c < plan_.solved_for.size(); ++c)
    if (plan_.solved_for[c])
      reached_through_.insert(reached_through_.end(), plan_.crossing_needs[c].begin(),
                              plan_.crossing_needs[c].end());
  sort_unique(reached_through_);
}

void Engine::measure_limits(double t) {
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  for (const std::uint32_t f : reached_through_) evaluate_shared(plan_.functions[f], t);
  for (const std::uint32_t i : reaching_) {
    reaches_[i].clear();
    follow_along(
        n + i, t, [this](std::uint32_t f) { return is_reached(f); },
        [&](std::uint32_t f, double slope) {
          if (slope != 0 && std::isfinite(slope)) reaches_[i].push_back({rows_[f].target, std::abs(slope)});
        });
  }
}

double Engine::limited(std::uint32_t state, double size, double quantum) const {
  constexpr double kLeast = 1e-10, kLeastAbsolute = 1e-6;  // of x, and of its absolute quantum
  const double least = kLeast * size + kLeastAbsolute * of_state_[state].absolute;
  for (const auto& [c, slope] : reaches_[state])
    quantum = std::min(quantum, std::max(method_.relative * sizes_[c] / slope, least));
  return quantum;
}

// How large the terms are that add up to the crossing function, from which its rounding follows; its own
// value near zero does not tell.
double Engine::size_of_terms(std::uint32_t c, double t) const {
  double size = 0;
  for (const std::uint32_t i : reaching_)
    for (const auto& [condition, slope] : reaches_[i])
      if (condition == c) size += slope * std::abs(pieces_[plan_.state_count() + i].at(t));
  return size;
}

}  // namespace escapement::qss_solver
