// SPDX-License-Identifier: MIT
#include "escapement/experiment/comparison.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>

#include "escapement/statistics/batch_means.h"
#include "sample.h"

namespace escapement::experiment {
namespace {

using internal::Moments;
using internal::moments_of;
using internal::moments_of_differences;

double two_sided(double confidence, double degrees) {
  return statistics::student_t_quantile((1 + confidence) / 2, degrees);
}

// x_i - x_j where larger is better, and how much of it may be chance.
struct Gap {
  double difference = 0;
  double allowance = 0;
};

std::vector<std::vector<Gap>> paired_gaps(const Samples& samples, Goal goal, double confidence) {
  const std::size_t k = samples.size();
  const double n = static_cast<double>(samples.front().size());
  const double t = statistics::student_t_quantile(1 - (1 - confidence) / static_cast<double>(k - 1), n - 1);
  const double sign = goal == Goal::kLargest ? 1 : -1;
  std::vector<std::vector<Gap>> gaps(k, std::vector<Gap>(k));
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = i + 1; j < k; ++j) {
      const Moments m = moments_of_differences(samples[i], samples[j]);
      const double allowance = t * std::sqrt(m.variance / n);
      gaps[i][j] = {sign * m.mean, allowance};
      gaps[j][i] = {-sign * m.mean, allowance};
    }
  return gaps;
}

std::vector<std::size_t> kept(const std::vector<std::vector<Gap>>& gaps) {
  std::vector<std::size_t> subset;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    bool stays = true;
    for (std::size_t j = 0; j < gaps.size(); ++j)
      stays = stays && (i == j || gaps[i][j].difference >= -gaps[i][j].allowance);
    if (stays) subset.push_back(i);
  }
  return subset;
}

}  // namespace

Difference paired_difference(std::span<const double> a, std::span<const double> b, double confidence) {
  const std::string name = "paired difference";
  internal::need_confidence(name, confidence);
  internal::need_values(name, a, 2);
  internal::need_values(name, b, 2);
  if (a.size() != b.size())
    internal::refuse(name,
                     "samples of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                         " values cannot be paired",
                     "give one value per replication and system");
  const Moments m = moments_of_differences(a, b);
  return {m.mean, two_sided(confidence, m.n - 1) * std::sqrt(m.variance / m.n), m.n - 1};
}

Difference welch_difference(std::span<const double> a, std::span<const double> b, double confidence) {
  const std::string name = "Welch's difference";
  internal::need_confidence(name, confidence);
  internal::need_values(name, a, 2);
  internal::need_values(name, b, 2);
  const Moments x = moments_of(a), y = moments_of(b);
  const double u = x.variance / x.n, v = y.variance / y.n;
  if (u + v == 0) return {x.mean - y.mean, 0, x.n + y.n - 2};
  const double degrees = (u + v) * (u + v) / (u * u / (x.n - 1) + v * v / (y.n - 1));
  return {x.mean - y.mean, two_sided(confidence, degrees) * std::sqrt(u + v), degrees};
}

Anova welch_anova(const Samples& samples) {
  const std::string name = "Welch's analysis of variance";
  internal::need_samples(name, samples, 2, 2, false);
  const double k = static_cast<double>(samples.size());
  std::vector<Moments> all;
  double total = 0, mean = 0;
  for (const auto& sample : samples) {
    all.push_back(moments_of(sample));
    if (all.back().variance == 0)
      internal::refuse(name, "the values of sample " + std::to_string(all.size()) + " are all equal",
                       "leave out responses that do not vary");
    const double weight = all.back().n / all.back().variance;
    total += weight;
    mean += weight * all.back().mean;
  }
  mean /= total;
  double between = 0, lambda = 0;
  for (const Moments& m : all) {
    const double weight = m.n / m.variance;
    between += weight * (m.mean - mean) * (m.mean - mean);
    lambda += (1 - weight / total) * (1 - weight / total) / (m.n - 1);
  }
  Anova result;
  result.numerator_degrees = k - 1;
  result.denominator_degrees = (k * k - 1) / (3 * lambda);
  result.f = between / (k - 1) / (1 + 2 * (k - 2) * lambda / (k * k - 1));
  const boost::math::fisher_f_distribution<double> f(result.numerator_degrees, result.denominator_degrees);
  result.p_value = boost::math::cdf(boost::math::complement(f, result.f));
  return result;
}

std::vector<WithBest> compare_with_best(const Samples& samples, Goal goal, double confidence) {
  const std::string name = "comparison with the best";
  internal::need_confidence(name, confidence);
  internal::need_samples(name, samples, 2, 2, true);
  const std::size_t k = samples.size();
  const auto gaps = paired_gaps(samples, goal, confidence);
  std::vector<WithBest> result(k);
  std::size_t candidates = 0;
  for (std::size_t i = 0; i < k; ++i) {
    double upper = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < k; ++j)
      if (j != i) upper = std::min(upper, gaps[i][j].difference + gaps[i][j].allowance);
    result[i].mean = moments_of(samples[i]).mean;
    result[i].upper = std::max(0.0, upper);
    result[i].may_be_best = upper >= 0;  // 0: a tie without any spread
    if (result[i].may_be_best) ++candidates;
  }
  for (std::size_t i = 0; i < k; ++i) {
    double lower = 0;
    if (candidates > 1 || !result[i].may_be_best)
      for (std::size_t j = 0; j < k; ++j)
        if (j != i && result[j].may_be_best)
          lower = std::min(lower, gaps[i][j].difference - gaps[i][j].allowance);
    result[i].lower = lower;
    if (goal == Goal::kSmallest) {
      std::swap(result[i].lower, result[i].upper);
      result[i].lower = 0 - result[i].lower;
      result[i].upper = 0 - result[i].upper;
    }
  }
  return result;
}

std::vector<std::size_t> screen_independent(const Samples& samples, Goal goal, double confidence) {
  const std::string name = "screening";
  internal::need_confidence(name, confidence);
  internal::need_samples(name, samples, 2, 2, false);
  const std::size_t k = samples.size();
  const double sign = goal == Goal::kLargest ? 1 : -1;
  std::vector<Moments> all;
  std::vector<double> spread;  // t_i^2 s_i^2 / n_i
  for (const auto& sample : samples) {
    all.push_back(moments_of(sample));
    const Moments& m = all.back();
    const double t =
        statistics::student_t_quantile(std::pow(confidence, 1 / static_cast<double>(k - 1)), m.n - 1);
    spread.push_back(t * t * m.variance / m.n);
  }
  std::vector<std::vector<Gap>> gaps(k, std::vector<Gap>(k));
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      gaps[i][j] = {sign * (all[i].mean - all[j].mean), std::sqrt(spread[i] + spread[j])};
  return kept(gaps);
}

std::vector<std::size_t> screen_paired(const Samples& samples, Goal goal, double confidence) {
  const std::string name = "screening";
  internal::need_confidence(name, confidence);
  internal::need_samples(name, samples, 2, 2, true);
  return kept(paired_gaps(samples, goal, confidence));
}

}  // namespace escapement::experiment
