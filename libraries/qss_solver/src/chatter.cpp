// SPDX-License-Identifier: MIT
// Crossings without end: what is rounding, what is a motion that slides along a corner, and what stops the
// run.
#include <algorithm>
#include <cmath>

#include "engine.h"
#include "escapement/core/error.h"

namespace escapement::qss_solver {

using equations::Condition;

void Engine::chattering(std::uint32_t c, const qss::Crossing& crossing, double t) {
  throw Error(
      "at time " + to_text(t) + " the condition '" + plan_.system.conditions[c].text +
      "' changes without end: ever faster, and before time " + to_text(std::max(t, crossing.accumulation())) +
      " infinitely often (Zeno behaviour, or chattering); give it two bounds some way apart, or let the "
      "motion end in a state of rest");
}

// Whether what the crossing function reads is solved for with this condition.
bool Engine::solved_with(std::uint32_t c) const {
  const Condition& condition = plan_.system.conditions[c];
  const auto readers = plan_.followers[plan_.held[condition.variable]];
  return std::any_of(plan_.crossing_needs[c].begin(), plan_.crossing_needs[c].end(), [&](std::uint32_t f) {
    return std::find(readers.begin(), readers.end(), f) != readers.end();
  });
}

// Crossings that crowd may come from rounding: each side says, by the last digits, that the other one holds.
// From then on a side holds until the function is clearly beyond zero. What still changes at once has two
// fields that point at each other.
bool Engine::clears(std::uint32_t c, double t) {
  constexpr double kClear = 1e-10, kShort = 1e-9, kLeast = 1e-3;
  constexpr int kRounds = 20, kMost = 1000;
  Band& band = bands_[c];
  if (band.width == 0) {
    const int crowded = std::max(trackers_[c].lower.crowded(), trackers_[c].upper.crowded());
    if (crowded >= kRounds || repeated_ >= 4 * kRounds) {
      const double size = plan_.system.conditions[c].is_floor ? std::max(sizes_[c], 1.0) : sizes_[c];
      band = {kClear * size, t, 0};
    }
    return true;
  }
  if (band.slides) return true;
  band.count = t - band.last < kShort * std::max(std::abs(t), kLeast) ? band.count + 1 : 0;
  band.last = t;
  return band.count < kMost;
}

// A corner tells which branch of a right side counts, and is no event of the model. Where the motion slides
// along it, the branches take turns: each lasts until the other is right by a quantum. Not so where the
// corner stands in equations that are solved for what it reads: there no motion slides, but a branch of the
// solution has ended.
bool Engine::slides(std::uint32_t c, double t) {
  if (c < plan_.corners || plan_.system.conditions[c].is_floor || bands_[c].slides || solved_with(c))
    return false;
  double width = 0;
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto readers = plan_.followers[n + i];
    if (std::find(readers.begin(), readers.end(), plan_.crossing_of[c]) != readers.end())
      width += std::abs(along(n + i, plan_.crossing_of[c], t)) * of_state_[i].quantum;
  }
  if (!(width > 0) || !std::isfinite(width)) return false;
  bands_[c] = {width, t, 0, true};
  restart_tracker(c);
  return true;
}

// What the iteration has taken back was too near to zero to be told: what moves on from there is clear a
// moment later, and what stays there is no crossing. A moment is more each time; what is not clear then never
// will be.
void Engine::look_later(std::uint32_t c, double t) {
  if (heap_.due(condition_item(c)) > t) return;
  constexpr double kMoment = 1e-13;
  constexpr int kOften = 10;
  if (taken_back_[c] == kOften) {
    if (c < plan_.corners) chattering(c, trackers_[c].lower, t);
    // No event of the model: it counts as it does until what it reads changes.
    taken_back_[c] = 0;
    heap_.set(condition_item(c), kInfinity);
    return;
  }
  const double times = std::ldexp(1, 2 * taken_back_[c]++);
  restart_tracker(c);
  renews_[c] = 1;
  heap_.set(condition_item(c), t + kMoment * times * std::max(std::abs(t), 1e-3));
}

}  // namespace escapement::qss_solver
