// SPDX-License-Identifier: MIT
#include "distribution_moments.h"

#include <algorithm>
#include <cmath>

#include "escapement/random/normal.h"

namespace escapement::random::internal {
namespace {

// Sum over the pieces of CONT or DISC of probability times moment(left value, right value).
template <class Moment>
double over_pairs(Parameters p, bool continuous, Moment moment) {
  double sum = 0.0;
  double before = 0.0;
  for (std::size_t i = 0; i < p.size(); i += 2) {
    const double right = p[i + 1];
    const double left = continuous && i > 0 ? p[i - 1] : right;
    sum += (p[i] - before) * moment(left, right);
    before = p[i];
  }
  return sum;
}

double pairs_mean(Parameters p, bool continuous) {
  return over_pairs(p, continuous, [](double a, double b) { return 0.5 * (a + b); });
}

double pairs_variance(Parameters p, bool continuous) {
  const double mean = pairs_mean(p, continuous);
  return over_pairs(p, continuous, [mean](double a, double b) {
    const double c = a - mean;
    const double d = b - mean;
    return (c * c + c * d + d * d) / 3.0;
  });
}

// E f(Z) for the bounded Johnson variate on (0, 1), Z standard normal.
template <class F>
double bounded_expectation(double gamma, double delta, F f) {
  constexpr double kReach = 9.0;  // the density beyond is below 1e-18
  const double step = std::clamp(delta / 4.0, 1e-4, 0.05);
  double sum = 0.0;
  double weights = 0.0;
  const int count = static_cast<int>(kReach / step);
  for (int i = -count; i <= count; ++i) {
    const double z = i * step;
    const double weight = std::exp(-0.5 * z * z);
    sum += weight * f(1.0 / (1.0 + std::exp(-(z - gamma) / delta)));
    weights += weight;
  }
  return sum / weights;
}

}  // namespace

double cont_mean(Parameters p) {
  return pairs_mean(p, true);
}
double cont_variance(Parameters p) {
  return pairs_variance(p, true);
}

double cont_cdf(double x, Parameters p) {
  if (x < p[1]) return 0.0;
  double f = p[0];
  for (std::size_t i = 2; i < p.size(); i += 2) {
    if (x < p[i + 1]) return f + (p[i] - f) * (x - p[i - 1]) / (p[i + 1] - p[i - 1]);
    f = p[i];
  }
  return 1.0;
}

double disc_mean(Parameters p) {
  return pairs_mean(p, false);
}
double disc_variance(Parameters p) {
  return pairs_variance(p, false);
}

double disc_cdf(double x, Parameters p) {
  return over_pairs(p, false, [x](double, double value) { return value <= x ? 1.0 : 0.0; });
}

double tria_variance(Parameters p) {
  const double left = p[1] - p[0];
  const double width = p[2] - p[0];
  return (left * left + width * width - left * width) / 18.0;
}

double tria_cdf(double x, Parameters p) {
  if (x <= p[0]) return 0.0;
  if (x >= p[2]) return 1.0;
  const double width = p[2] - p[0];
  return x <= p[1] ? (x - p[0]) * (x - p[0]) / (width * (p[1] - p[0]))
                   : 1.0 - (p[2] - x) * (p[2] - x) / (width * (p[2] - p[1]));
}

double john_mean(Parameters p) {
  const double delta = std::fabs(p[1]);
  const double mean = p[1] < 0.0 ? -std::exp(0.5 / (delta * delta)) * std::sinh(p[0] / delta)
                                 : bounded_expectation(p[0], delta, [](double y) { return y; });
  return p[3] + p[2] * mean;
}

double john_variance(Parameters p) {
  const double delta = std::fabs(p[1]);
  if (p[1] < 0.0) {
    const double w = std::exp(1.0 / (delta * delta));
    return p[2] * p[2] * 0.5 * std::expm1(1.0 / (delta * delta)) * (w * std::cosh(2.0 * p[0] / delta) + 1.0);
  }
  const double mean = bounded_expectation(p[0], delta, [](double y) { return y; });
  return p[2] * p[2] * bounded_expectation(p[0], delta, [mean](double y) { return (y - mean) * (y - mean); });
}

double john_cdf(double x, Parameters p) {
  const double y = (x - p[3]) / p[2];
  if (p[1] < 0.0) return normal_cdf(p[0] - p[1] * std::asinh(y));
  if (y <= 0.0) return 0.0;
  return y >= 1.0 ? 1.0 : normal_cdf(p[0] + p[1] * std::log(y / (1.0 - y)));
}

double logn_cdf(double x, Parameters p) {
  if (p[1] == 0.0) return x >= p[0] ? 1.0 : 0.0;
  if (x <= 0.0) return 0.0;
  const double ratio = p[1] / p[0];
  const double variance = std::log1p(ratio * ratio);
  return normal_cdf((std::log(x / p[0]) + 0.5 * variance) / std::sqrt(variance));
}

double weib_mean(Parameters p) {
  return p[0] * std::tgamma(1.0 + 1.0 / p[1]);
}

double weib_variance(Parameters p) {
  const double g = std::tgamma(1.0 + 1.0 / p[1]);
  return p[0] * p[0] * (std::tgamma(1.0 + 2.0 / p[1]) - g * g);
}

}  // namespace escapement::random::internal
