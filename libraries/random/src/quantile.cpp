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

// double arithmetic throughout (long double costs several times as much), and values instead of exceptions
// where a result under- or overflows.
using Policy =
    policies::policy<policies::promote_double<false>, policies::overflow_error<policies::ignore_error>,
                     policies::underflow_error<policies::ignore_error>,
                     policies::denorm_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>>;

constexpr double kSmallMean = 40.0;  // below, adding up from 0 measured faster than guessing

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

// Large means: from the guess by Newton steps on (F, P), kept inside the bracket, until the answer is near.
template <class Cdf, class Mass, class Ratio>
double refine_quantile(double u, double guess, double last, Cdf cdf, Mass mass, Ratio ratio) {
  constexpr double kNear = 16.0;  // steps that cost less than another F
  double low = -1.0;              // F(low) < u
  double high = last;             // F(high) >= u
  double k = std::clamp(std::floor(guess), 0.0, last);
  for (;;) {
    const double below = cdf(k);
    const double here = mass(k);
    (below >= u ? high : low) = k;
    const double step = (u - below) / here;  // not finite where P underflows
    if (std::fabs(step) <= kNear || high - low <= kNear)
      return step_to_quantile(u, k, below, here, last, ratio);
    k = std::floor(k + step);
    if (!(k > low && k < high)) k = std::floor(low + 0.5 * (high - low));
  }
}

double cornish_fisher(double u, double mean, double deviation, double third) {
  const double z = inverse_normal_cdf(u);
  return mean + deviation * z + third * (z * z - 1.0) / 6.0;
}

}  // namespace

double gamma_quantile(double u, double shape) {
  return boost::math::gamma_p_inv(shape, u, Policy());
}

double beta_quantile(double u, double a, double b) {
  return boost::math::ibeta_inv(a, b, u, Policy());
}

double gamma_cdf(double x, double shape) {
  return x <= 0.0 ? 0.0 : boost::math::gamma_p(shape, x, Policy());
}

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
  return refine_quantile(
      u, cornish_fisher(u, mean, std::sqrt(mean), 1.0), kLast, [=](double k) { return poisson_cdf(k, mean); },
      [=](double k) { return boost::math::gamma_p_derivative(k + 1.0, mean, Policy()); }, ratio);
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
  return refine_quantile(
      u, cornish_fisher(u, mean, std::sqrt(mean * q), q - p), trials,
      [=](double k) { return binomial_cdf(k, trials, p); },
      [=](double k) {
        return boost::math::ibeta_derivative(k + 1.0, trials - k + 1.0, p, Policy()) / (trials + 1.0);
      },
      ratio);
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
  return refine_quantile(
      u, cornish_fisher(u, mean, std::sqrt(mean / p), (2.0 - p) / p), kLast,
      [=](double k) { return negative_binomial_cdf(k, successes, p); },
      [=](double k) {
        return p / (successes + k) * boost::math::ibeta_derivative(successes, k + 1.0, p, Policy());
      },
      ratio);
}

}  // namespace escapement::random::internal
