// SPDX-License-Identifier: MIT
// A histogram that finds its own bins: no range to give beforehand, no value lost, never more than 64 bins.
//
// Bin i holds [i w, (i+1) w) with w a power of two. w is the least power of two that is at least one unit in
// the last place of the greatest magnitude (and at least 2^-1022) and with which the bins from the least to
// the greatest value are at most 64. When w grows, bins i and i+1 (i even) fall together exactly. So the
// result depends only on the values, not on their order nor on how they were spread over recorders: merging
// the parts gives the histogram of the whole, count by count. A single distinct value makes one very narrow
// bin. Any double is allowed; infinities, NaN and magnitudes of 2^1023 and more are counted apart
// (non_finite).
#pragma once

#include <cstdint>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/summary.h"

namespace escapement::statistics {

class HistogramRecorder {
 public:
  static constexpr std::int64_t kMostBins = 64;

  void add(double value);

  // counts is empty and width 0 while no finite value was added; else its first and last bin are not empty.
  Histogram data() const;
  void archive(Archive& archive);

 private:
  void widen(int exponent);  // to w = 2^exponent

  int exponent_ = 0;  // w = 2^exponent_
  double inverse_ = 1;
  std::int64_t first_ = 0;  // bin of counts_[0]
  std::vector<std::uint64_t> counts_;
  std::uint64_t non_finite_ = 0;

  friend Histogram merge(const Histogram& a, const Histogram& b);
};

// The histogram of both sets of values. Exact, commutative and associative.
Histogram merge(const Histogram& a, const Histogram& b);

}  // namespace escapement::statistics
