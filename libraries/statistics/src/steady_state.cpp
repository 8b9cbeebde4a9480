// SPDX-License-Identifier: MIT
#include "escapement/statistics/steady_state.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/statistics/batch_means.h"

namespace escapement::statistics {

WarmUp mser5(std::span<const double> values) {
  constexpr std::size_t kBatch = 5;
  constexpr std::size_t kFewestBatches = 10;
  std::vector<double> batches;
  for (std::size_t i = 0; i + kBatch <= values.size(); i += kBatch) {
    double apart = 0;
    for (std::size_t j = 1; j < kBatch; ++j) apart += values[i + j] - values[i];
    batches.push_back(values[i] + apart / kBatch);
    if (!std::isfinite(batches.back()))
      throw InputError(Diagnostic{{},
                                  "MSER-5: a value among the five from number " + std::to_string(i + 1) +
                                      " on is not a finite number",
                                  ""});
  }
  const std::size_t m = batches.size();
  WarmUp warm_up;
  if (m < kFewestBatches) return warm_up;
  // From the end backwards, so that each cut costs one step (Welford's update).
  double mean = 0, squares = 0, least = std::numeric_limits<double>::infinity();
  std::size_t cut = 0;
  for (std::size_t d = m; d-- > 0;) {
    const double n = static_cast<double>(m - d);
    const double delta = batches[d] - mean;
    mean += delta / n;
    squares += delta * (batches[d] - mean);
    if (d > m / 2) continue;
    const double mser = squares / (n * n);
    if (mser <= least) {
      least = mser;
      cut = d;
      warm_up.mean = mean;
    }
  }
  if (cut < m / 2) warm_up.values = cut * kBatch;
  return warm_up;
}

HalfWidth standardised_series(std::span<const double> values, std::size_t batches, double level) {
  if (batches < 1)
    throw InputError(Diagnostic{{}, "standardised time series: 0 batches; at least 1 is needed", ""});
  const double t = student_t_quantile((1 + level) / 2, static_cast<double>(batches));
  const std::size_t size = values.size() / batches;
  if (size < 2) return {std::nullopt, kInsufficient};
  const double m = static_cast<double>(size);
  double variance = 0;
  for (std::size_t i = 0; i < batches; ++i) {
    const double origin = values[i * size];  // the weights sum to 0, so it cancels
    double area = 0;
    for (std::size_t j = 0; j < size; ++j)
      area += ((m - 1) / 2 - static_cast<double>(j)) * (values[i * size + j] - origin);
    variance += 12 * area * area / (m * m * m - m);
  }
  variance /= static_cast<double>(batches);
  return {t * std::sqrt(variance / (static_cast<double>(batches) * m)), {}};
}

}  // namespace escapement::statistics
