// SPDX-License-Identifier: MIT
// Motion along a straight line with a steady acceleration a up to a peak velocity, on with that, and a steady
// deceleration d to the velocity at the end:
//
//   peak = min(limit, sqrt((2 a d L + d u^2 + a w^2) / (a + d)))   from velocity u to w over the length L
//
// Either rate may be infinite: then the velocity jumps.
#pragma once

#include <algorithm>
#include <cmath>

#include "escapement/core/time.h"

namespace escapement::siman {

struct Motion {
  double entry = 0, exit = 0, peak = 0;
  double acceleration = kInfinity, deceleration = kInfinity;
  double length = 0;

  // The motion that takes least time. `exit` is lowered to what can be reached; it must be low enough to be
  // braked to from `entry`.
  static Motion fastest(double length, double entry, double exit, double limit, double acceleration,
                        double deceleration) {
    const double a = acceleration, d = deceleration, u = entry;
    const double w = a == kInfinity ? exit : std::min(exit, std::sqrt(u * u + 2 * a * length));
    double peak = limit;
    if (a < kInfinity && d < kInfinity)
      peak = std::min(limit, std::sqrt((2 * a * d * length + d * u * u + a * w * w) / (a + d)));
    else if (d < kInfinity)
      peak = std::min(limit, std::sqrt(w * w + 2 * d * length));
    else if (a < kInfinity)
      peak = std::min(limit, std::sqrt(u * u + 2 * a * length));
    return {u, w, std::max({peak, u, w}), a, d, length};
  }

  double speeding_up() const {  // length
    return acceleration < kInfinity ? (peak * peak - entry * entry) / (2 * acceleration) : 0;
  }
  double braking() const {
    return deceleration < kInfinity ? (peak * peak - exit * exit) / (2 * deceleration) : 0;
  }
  // When it has come that far, 0 to length, since its beginning.
  double time_at(double distance) const {
    const double before = speeding_up(), after = length - braking();
    const double speeding = acceleration < kInfinity ? (peak - entry) / acceleration : 0;
    if (distance < before)
      return (std::sqrt(entry * entry + 2 * acceleration * distance) - entry) / acceleration;
    if (distance <= after || !(deceleration < kInfinity))
      return speeding + std::max(0.0, distance - before) / peak;
    const double velocity = std::sqrt(std::max(0.0, peak * peak - 2 * deceleration * (distance - after)));
    return speeding + std::max(0.0, after - before) / peak + (peak - velocity) / deceleration;
  }
  double duration() const {
    const double steady = std::max(0.0, length - speeding_up() - braking()) / peak;
    return (acceleration < kInfinity ? (peak - entry) / acceleration : 0) + steady +
           (deceleration < kInfinity ? (peak - exit) / deceleration : 0);
  }
};

}  // namespace escapement::siman
