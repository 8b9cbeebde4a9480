// SPDX-License-Identifier: MIT
#include "quantile.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "escapement/random/normal.h"

namespace escapement::random::internal {
namespace {

namespace policies = boost::math::policies;

// double arithmetic throughout (long double costs several times as much), and values instead of exceptions where a
// result under- or overflows.
using Policy = policies::policy<policies::promote_double<false>, policies::overflow_error<policies::ignore_error>,
                                policies::underflow_error<policies::ignore_error>,
                                policies::denorm_error<policies::ignore_error>,
                                policies::evaluation_error<policies::ignore_error>>;

constexpr double kSmallMean = 12.0;  // below, adding up from 0 measured faster than guessing

// The smallest k with F(k) >= u from F(k) = below and P(k) = mass; ratio(k) = P(k + 1) / P(k).
template <class Ratio>
double step_to_quantile(double u, double k, double below, double mass, double last, Ratio ratio) {
  if (below >= u) {
    while (k > 0.0 && below - mass >= u) {
      below -= mass;
      k -= 1.0;
      mass /= ratio(k);
    }
    return k;
  }
  while (below < u && k < last) {
    mass *= ratio(k);
    k += 1.0;
    const double next = below + mass;
    if (next == below && ratio(k) < 1.0) break;  // the rest is lost in rounding: u is 1 for our purposes
    below = next;
  }
  return k;
}

double guess(double u, double mean, double deviation, double third, double last) {
  const double z = inverse_normal_cdf(u);
  return std::clamp(std::floor(mean + deviation * z + third * (z * z - 1.0) / 6.0), 0.0, last);
}

}  // namespace

double gamma_quantile(double u, double shape) { return boost::math::gamma_p_inv(shape, u, Policy()); }

double beta_quantile(double u, double a, double b) { return boost::math::ibeta_inv(a, b, u, Policy()); }

double gamma_cdf(double x, double shape) { return x <= 0.0 ? 0.0 : boost::math::gamma_p(shape, x, Policy()); }

double beta_cdf(double x, double a, double b) {
  if (x <= 0.0) return 0.0;
  return x >= 1.0 ? 1.0 : boost::math::ibeta(a, b, x, Policy());
}

double poisson_cdf(double k, double mean) {
  if (k < 0.0) return 0.0;
  return mean == 0.0 ? 1.0 : boost::math::gamma_q(std::floor(k) + 1.0, mean, Policy());
}

double binomial_cdf(double k, double trials, double probability) {
  if (k < 0.0) return 0.0;
  k = std::floor(k);
  return k >= trials ? 1.0 : boost::math::ibetac(k + 1.0, trials - k, probability, Policy());
}

double negative_binomial_cdf(double k, double successes, double probability) {
  return k < 0.0 ? 0.0 : boost::math::ibeta(successes, std::floor(k) + 1.0, probability, Policy());
}

double poisson_quantile(double u, double mean) {
  if (mean == 0.0) return 0.0;
  constexpr double kLast = 9e15;
  const auto ratio = [mean](double k) { return mean / (k + 1.0); };
  if (mean <= kSmallMean) {
    const double none = std::exp(-mean);
    return step_to_quantile(u, 0.0, none, none, kLast, ratio);
  }
  // P(k) = mean^k exp(-mean) / k! is the derivative of the incomplete gamma function of shape k + 1.
  const double k = guess(u, mean, std::sqrt(mean), 1.0, kLast);
  const double mass = boost::math::gamma_p_derivative(k + 1.0, mean, Policy());
  return step_to_quantile(u, k, poisson_cdf(k, mean), mass, kLast, ratio);
}

double binomial_quantile(double u, double trials, double probability) {
  const double p = probability;
  if (trials == 0.0 || p == 0.0) return 0.0;
  if (p == 1.0) return trials;
  const double q = 1.0 - p;
  const auto ratio = [=](double k) { return (trials - k) * p / ((k + 1.0) * q); };
  const double mean = trials * p;
  if (mean <= kSmallMean && p <= 0.5) {
    const double none = std::exp(trials * std::log1p(-p));
    return step_to_quantile(u, 0.0, none, none, trials, ratio);
  }
  const double k = guess(u, mean, std::sqrt(mean * q), q - p, trials);
  const double mass = boost::math::ibeta_derivative(k + 1.0, trials - k + 1.0, p, Policy()) / (trials + 1.0);
  return step_to_quantile(u, k, binomial_cdf(k, trials, p), mass, trials, ratio);
}

double negative_binomial_quantile(double u, double successes, double probability) {
  const double p = probability;
  if (p == 1.0) return 0.0;
  constexpr double kLast = 9e15;
  const double q = 1.0 - p;
  const double mean = successes * q / p;
  const auto ratio = [=](double k) { return (successes + k) * q / (k + 1.0); };
  if (mean <= kSmallMean) {
    const double none = std::exp(successes * std::log(p));
    return step_to_quantile(u, 0.0, none, none, kLast, ratio);
  }
  const double k = guess(u, mean, std::sqrt(mean / p), (2.0 - p) / p, kLast);
  const double mass = p / (successes + k) * boost::math::ibeta_derivative(successes, k + 1.0, p, Policy());
  return step_to_quantile(u, k, negative_binomial_cdf(k, successes, p), mass, kLast, ratio);
}

}  // namespace escapement::random::internal
