// SPDX-License-Identifier: MIT
#include "escapement/equations/condition.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace escapement::equations {

double Condition::value(double difference, double rate) const {
  if (is_floor) {
    const double whole = std::floor(difference);
    return whole == difference && rate < 0 ? whole - 1 : whole;
  }
  const double side = difference == 0 ? rate : difference;
  switch (relation) {
    case Operation::kLess:
      return side < 0 ? 1 : 0;
    case Operation::kLessEqual:
      return side <= 0 ? 1 : 0;
    case Operation::kGreater:
      return side > 0 ? 1 : 0;
    default:
      return side >= 0 ? 1 : 0;
  }
}

double Condition::due(double value, double rate, double offset) const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (rate == 0 || !std::isfinite(rate) || !std::isfinite(offset)) return kNever;
  if (ticks) return value < -1 ? ticks->tick(0) : ticks->tick(static_cast<std::uint64_t>(value + 1));
  if (is_floor) return ((rate > 0 ? value + 1 : value) - offset) / rate;
  // Where the function rises it ends above zero; a relation that already has the truth of that side stays.
  return value == this->value(0, rate) ? kNever : -offset / rate;
}

double Condition::ticks_until(double time) const {
  if (!(time >= ticks->tick(0))) return -1;
  // Near enough by division, then exactly: the quotient may be rounded to either side.
  const double first = ticks->tick(0), period = ticks->tick(1) - first;
  auto k = static_cast<std::uint64_t>(std::max(0.0, std::floor((time - first) / period)));
  while (ticks->tick(k + 1) <= time) ++k;
  while (k > 0 && ticks->tick(k) > time) --k;
  return static_cast<double>(k);
}

}  // namespace escapement::equations
