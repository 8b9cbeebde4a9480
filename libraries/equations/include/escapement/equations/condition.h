// SPDX-License-Identifier: MIT
// A relation or a floor that events change: between events it is held, so that right sides are smooth.
#pragma once

#include <optional>
#include <string>

#include "escapement/core/periodic.h"
#include "escapement/equations/terms.h"

namespace escapement::equations {

struct Condition {
  struct InTime {
    Term rate, offset;  // crossing = rate * time + offset, neither continuous between events
  };
  VariableIndex variable = 0;  // holds the truth, 1 or 0, or the whole number
  bool is_floor = false;
  bool counts_ticks = false;              // a floor that takes its left limit at the start
  Operation relation = Operation::kLess;  // one of < <= > >=; unused for floor
  Term crossing;                          // left - right, or the argument of floor
  std::optional<InTime> in_time;
  std::string text;
  // Of a floor that counts ticks: when exactly they are, so that unlike rates meet in equal doubles.
  std::optional<Periodic> ticks{};

  // What the variable is to be where the crossing function has this value and goes on with this rate in time
  // (0 when that is unknown): at a zero with a rate the right limit counts.
  double value(double difference, double rate) const;
  // in_time: the instant at which the variable, which is `value` now, changes when the crossing function is
  // rate * time + offset; infinity when it does not. It may lie in the past: then the change is due now.
  double due(double value, double rate, double offset) const;
  // The number of the last tick at or before that time, -1 before the first; of a condition with `ticks`.
  double ticks_until(double time) const;
  // What the variable is after that change.
  double flipped(double value, double rate) const {
    return is_floor ? value + (rate < 0 ? -1 : 1) : 1 - value;
  }
  // How far the crossing function is from what the variable, which is `value`, has crossed or would cross: of
  // a floor, the nearer end of the range in which it is `value`, not any whole number.
  double from_border(double difference, double value) const {
    if (!is_floor) return difference;
    const double below = difference - value;
    return below < 0.5 ? below : below - 1;
  }
};

}  // namespace escapement::equations
