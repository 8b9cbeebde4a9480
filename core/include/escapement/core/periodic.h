// SPDX-License-Identifier: MIT
// Instants that come round: tick k is at start + k * period.
//
// Start and period are exact rational numbers, and each tick is rounded once, to the double nearest to the
// exact instant (ties to even). So ticks do not drift, and where two series meet exactly they meet in
// bit-equal doubles: 60 and 200 ticks a second coincide 20 times a second. Adding a rounded period again and
// again would do neither (Goldberg 1991, "What every computer scientist should know about floating-point
// arithmetic").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "escapement/core/time.h"

namespace escapement {

class Periodic {
 public:
  // Decimal text, in time units: "0.1", "1e-3", ".5", or a quotient of two such, "1/60". start >= 0 and
  // period > 0; exponents up to 300 and 40 digits in a number. Throws BuildError with the text otherwise.
  Periodic(std::string_view start, std::string_view period);
  // The numbers as their shortest decimal text says: 0.1 means one tenth exactly.
  Periodic(double start, double period);
  // `rate` ticks per time unit: period = 1 / rate, exactly. rate > 0.
  static Periodic from_rate(double rate, double start = 0);
  static Periodic from_rate(std::string_view rate, std::string_view start = "0");

  // The instant of tick k = 0, 1, 2, ...; never decreases with k. Infinity beyond the largest double.
  Time tick(std::uint64_t k) const {
    if (k < quick_ticks_)  // both integers are exact doubles, and a division rounds correctly
      return static_cast<double>(quick_start_ + k * quick_period_) / quick_denominator_;
    return tick_slowly(k);
  }

 private:
  struct Exact;
  Periodic(const std::string& start, const std::string& period, bool is_rate);
  Time tick_slowly(std::uint64_t k) const;

  std::uint64_t quick_start_ = 0, quick_period_ = 0;  // over the denominator
  double quick_denominator_ = 1;
  std::uint64_t quick_ticks_ = 0;       // so many ticks go the short way
  std::shared_ptr<const Exact> exact_;  // never null; shared by copies
};

}  // namespace escapement
