// SPDX-License-Identifier: MIT
// A count that goes up, or down, by given steps: parts finished, alarms raised.
#pragma once

#include <cstdint>

#include "escapement/core/archive_fwd.h"

namespace escapement::statistics {

class Counter {
 public:
  // Steps and sums are exact as long as they are whole numbers below 2^53.
  void increment(double by = 1) {
    value_ += by;
    ++increments_;
  }

  double value() const { return value_; }
  std::uint64_t increments() const { return increments_; }
  // The count from the beginning, as if it had never been cleared.
  double total() const { return value_ + cleared_; }

  // The end of the warm-up: the count begins at 0 again, unless it is one that goes on.
  void clear() {
    if (goes_on_) return;
    cleared_ += value_;
    value_ = 0;
    increments_ = 0;
  }
  void go_on_after_warmup() { goes_on_ = true; }
  void archive(Archive& archive);

 private:
  double value_ = 0;
  double cleared_ = 0;
  std::uint64_t increments_ = 0;
  bool goes_on_ = false;
};

}  // namespace escapement::statistics
