// SPDX-License-Identifier: MIT
#include "escapement/random/variates.h"

#include <algorithm>

#include "quantile.h"

namespace escapement::random {
namespace {

using internal::finite;
using internal::refuse_parameters;

bool integer_in(double x, double least, double greatest) {
  return x >= least && x <= greatest && x == std::floor(x);
}

// Index of the first pair whose cumulative probability is >= u, or the last pair.
std::size_t pair_of(double u, std::span<const double> pairs) {
  std::size_t low = 0;
  std::size_t count = pairs.size() / 2;
  while (count > 1) {
    const std::size_t half = count / 2;
    if (pairs[2 * (low + half - 1)] < u) {
      low += half;
      count -= half;
    } else {
      count = half;
    }
  }
  return low;
}

}  // namespace

double erla(Stream& s, double expo_mean, double k) {
  if (!(expo_mean >= 0.0 && finite(expo_mean) && integer_in(k, 1.0, 1e6))) [[unlikely]]
    refuse_parameters("ERLA", {expo_mean, k});
  double sum = 0.0;
  for (int i = static_cast<int>(k); i > 0; --i) sum += expo(s, expo_mean);
  return sum;
}

double logn(Stream& s, double log_mean, double log_std) {
  if (!(log_mean > 0.0 && log_std >= 0.0 && finite(log_mean) && finite(log_std))) [[unlikely]]
    refuse_parameters("LOGN", {log_mean, log_std});
  const double ratio = log_std / log_mean;
  const double variance = std::log1p(ratio * ratio);
  return log_mean * std::exp(std::sqrt(variance) * inverse_normal_cdf(s.uniform()) - 0.5 * variance);
}

double weib(Stream& s, double beta, double alpha) {
  if (!(beta > 0.0 && alpha > 0.0 && finite(beta) && finite(alpha))) [[unlikely]]
    refuse_parameters("WEIB", {beta, alpha});
  return beta * std::pow(-std::log(s.uniform()), 1.0 / alpha);
}

double gamm(Stream& s, double beta, double alpha) {
  if (!(beta > 0.0 && finite(beta) && alpha >= 1e-3 && alpha <= 1e9)) [[unlikely]]
    refuse_parameters("GAMM", {beta, alpha});
  return beta * internal::gamma_quantile(s.uniform(), alpha);
}

double beta(Stream& s, double beta_parameter, double alpha_parameter) {
  const auto fine = [](double shape) { return shape >= 1e-3 && shape <= 1e6; };
  if (!(fine(beta_parameter) && fine(alpha_parameter))) [[unlikely]]
    refuse_parameters("BETA", {beta_parameter, alpha_parameter});
  return internal::beta_quantile(s.uniform(), beta_parameter, alpha_parameter);
}

double john(Stream& s, double gamma, double delta, double lambda, double xi) {
  if (!(delta != 0.0 && lambda > 0.0 && finite(gamma) && finite(delta) && finite(lambda) && finite(xi)))
      [[unlikely]]
    refuse_parameters("JOHN", {gamma, delta, lambda, xi});
  const double y = (inverse_normal_cdf(s.uniform()) - gamma) / std::fabs(delta);
  return delta > 0.0 ? xi + lambda / (1.0 + std::exp(-y)) : xi + lambda * std::sinh(y);
}

double pois(Stream& s, double mean) {
  if (!(mean >= 0.0 && mean <= 1e9)) [[unlikely]]
    refuse_parameters("POIS", {mean});
  return internal::poisson_quantile(s.uniform(), mean);
}

double cont(Stream& s, std::span<const double> pairs) {
  const double u = s.uniform();
  if (pairs.size() < 2) return 0.0;
  const std::size_t i = pair_of(u, pairs);
  if (i == 0) return pairs[1];
  const double left = pairs[2 * i - 2];
  const double width = pairs[2 * i] - left;
  const double share = width > 0.0 ? std::min((u - left) / width, 1.0) : 1.0;
  return pairs[2 * i - 1] + share * (pairs[2 * i + 1] - pairs[2 * i - 1]);
}

double disc(Stream& s, std::span<const double> pairs) {
  const double u = s.uniform();
  return pairs.size() < 2 ? 0.0 : pairs[2 * pair_of(u, pairs) + 1];
}

double discrete_uniform(Stream& s, double min, double max) {
  constexpr double kLimit = 2251799813685248.0;  // 2^51
  if (!(integer_in(min, -kLimit, kLimit) && integer_in(max, -kLimit, kLimit) && min <= max)) [[unlikely]]
    refuse_parameters("DISCRETEUNIFORM", {min, max});
  return static_cast<double>(s.rand_int(static_cast<std::int64_t>(min), static_cast<std::int64_t>(max)));
}

double binomial(Stream& s, double trials, double probability) {
  if (!(integer_in(trials, 0.0, 1e9) && probability >= 0.0 && probability <= 1.0)) [[unlikely]]
    refuse_parameters("BINOMIAL", {trials, probability});
  return internal::binomial_quantile(s.uniform(), trials, probability);
}

double geometric(Stream& s, double probability) {
  if (!(probability >= 1e-9 && probability <= 1.0)) [[unlikely]]
    refuse_parameters("GEOMETRIC", {probability});
  const double u = s.uniform();
  return std::max(0.0, std::ceil(std::log1p(-u) / std::log1p(-probability)) - 1.0);
}

double negative_binomial(Stream& s, double successes, double probability) {
  if (!(integer_in(successes, 1.0, 1e6) && probability >= 1e-9 && probability <= 1.0)) [[unlikely]]
    refuse_parameters("NEGATIVEBINOMIAL", {successes, probability});
  return internal::negative_binomial_quantile(s.uniform(), successes, probability);
}

}  // namespace escapement::random
