// SPDX-License-Identifier: MIT
#include "escapement/experiment/variance_reduction.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "escapement/statistics/batch_means.h"
#include "sample.h"

namespace escapement::experiment {
namespace {

void need_pairs(const std::string& name, std::span<const double> a, std::span<const double> b,
                std::size_t least, double confidence) {
  internal::need_confidence(name, confidence);
  internal::need_values(name, a, least);
  internal::need_values(name, b, least);
  if (a.size() != b.size())
    internal::refuse(name,
                     "samples of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                         " values cannot be paired",
                     "give one value per replication in each");
}

}  // namespace

ReducedMean control_variate(std::span<const double> values, std::span<const double> controls,
                            double control_mean, double confidence) {
  const std::string name = "control variate";
  need_pairs(name, values, controls, 3, confidence);
  const internal::Moments y = internal::moments_of(values), c = internal::moments_of(controls);
  if (c.variance == 0)
    internal::refuse(name, "the control does not vary", "choose one that varies with the response");
  const double n = y.n;
  double product = 0;
  for (std::size_t i = 0; i < values.size(); ++i) product += (values[i] - y.mean) * (controls[i] - c.mean);
  const double slope = product / ((n - 1) * c.variance);
  const double off = c.mean - control_mean;
  const double residuals = std::max(0.0, (n - 1) * y.variance - slope * product);
  ReducedMean result;
  result.mean = y.mean - slope * off;
  result.variance = residuals / (n - 2) * (1 / n + off * off / ((n - 1) * c.variance));
  result.plain_variance = y.variance / n;
  result.half_width =
      statistics::student_t_quantile((1 + confidence) / 2, n - 2) * std::sqrt(result.variance);
  return result;
}

ReducedMean antithetic_pairs(std::span<const double> first, std::span<const double> second,
                             double confidence) {
  need_pairs("antithetic pairs", first, second, 2, confidence);
  std::vector<double> averages;
  for (std::size_t i = 0; i < first.size(); ++i) averages.push_back((first[i] + second[i]) / 2);
  const internal::Moments pair = internal::moments_of(averages);
  ReducedMean result;
  result.mean = pair.mean;
  result.variance = pair.variance / pair.n;
  result.plain_variance =
      (internal::moments_of(first).variance + internal::moments_of(second).variance) / (4 * pair.n);
  result.half_width =
      statistics::student_t_quantile((1 + confidence) / 2, pair.n - 1) * std::sqrt(result.variance);
  return result;
}

}  // namespace escapement::experiment
