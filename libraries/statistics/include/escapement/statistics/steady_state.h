// SPDX-License-Identifier: MIT
// From one long run: where its beginning ends, and an interval of its mean that does not rest on batch means
// being independent. Pure functions over numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "escapement/statistics/summary.h"

namespace escapement::statistics {

struct WarmUp {
  // How many values to leave out from the start, a multiple of 5; nothing when the run is too short to tell:
  // fewer than 10 batches, or the least statistic only in the last batch that is looked at.
  std::optional<std::size_t> values;
  double mean = 0;  // of the batches that stay
};

// MSER-5 (White, Simulation 69, 1997; in batches of 5: White, Cobb and Spratt, WSC 2000). With Z_1..Z_m the
// means of batches of 5 values, the cut d (batches left out) is the first that minimises, over 0 <= d <= m/2,
//     MSER(d) = sum_{j>d} (Z_j - mean of Z_{d+1..m})^2 / (m - d)^2.
// Values after the last whole batch are left out. InputError when a value is not finite.
WarmUp mser5(std::span<const double> values);

// Half-width of the mean by the area estimator of a standardised time series (Schruben, Operations Research
// 31, 1983): b batches of m values X_ij each,
//     A_i = sum_j ((m+1)/2 - j) X_ij,   V = (1/b) sum_i 12 A_i^2 / (m^3 - m),
//     half-width = t(b, (1+level)/2) sqrt(V / (b m)).
// V estimates the variance parameter (the limit of m times the variance of a batch's mean) with b degrees of
// freedom once m is large against the correlation time. Values after the last whole batch are left out.
// "insufficient" with fewer than 2 values a batch. InputError unless batches >= 1 and 0 < level < 1.
HalfWidth standardised_series(std::span<const double> values, std::size_t batches = 20, double level = 0.95);

}  // namespace escapement::statistics
