// SPDX-License-Identifier: MIT
// Intervals as numbers for arithmetic.h: what a term may be while time runs through a stretch (Moore,
// Kearfott and Cloud 2009, "Introduction to Interval Analysis"). Each result is computed as doubles round and
// then made wider by the next doubles on both sides, which needs no change of the processor's rounding mode.
#pragma once

#include <limits>

#include "escapement/equations/operation.h"

namespace escapement::equations {

class Interval {
 public:
  Interval() = default;
  explicit Interval(double value) : low_(value), high_(value) {}
  Interval(double low, double high) : low_(low), high_(high) {}
  // All numbers: what is told where nothing is known.
  static Interval whole() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  double low() const { return low_; }
  double high() const { return high_; }
  bool holds(double value) const { return !(low_ > value) && !(high_ < value); }  // NaN holds everything

 private:
  double low_ = 0, high_ = 0;
};

// The smallest interval that holds both.
Interval hull(const Interval& a, const Interval& b);
// One operation, as apply() in arithmetic.h; a truth value is {0}, {1} or {0, 1}.
Interval apply(Operation operation, const Interval& a, const Interval& b, const Interval& c);

}  // namespace escapement::equations
