// SPDX-License-Identifier: MIT
// A distribution as fitting needs it, whatever it is made of: density (or probability of a value),
// probability at or below x and above it, and the x of a probability.
#pragma once

#include <boost/math/distributions/complement.hpp>
#include <functional>
#include <vector>

namespace escapement::statistics::internal {

struct Law {
  std::function<double(double)> density, below, above, quantile;
};

// One of Boost's, for shift + scale Z.
template <typename Distribution>
Law law_of(const Distribution& of, double shift = 0, double scale = 1) {
  return {[=](double x) { return boost::math::pdf(of, (x - shift) / scale) / scale; },
          [=](double x) { return boost::math::cdf(of, (x - shift) / scale); },
          [=](double x) { return boost::math::cdf(boost::math::complement(of, (x - shift) / scale)); },
          [=](double p) { return shift + scale * boost::math::quantile(of, p); }};
}

// Johnson's distributions (Johnson, Biometrika 36, 1949): Z = gamma + delta g((x - xi) / lambda) is standard
// normal, with g(y) = ln(y / (1 - y)) on (0, 1) when bounded, arsinh(y) when not. Given lambda and xi the
// likeliest gamma and delta are those of a normal sample g(y_i): delta = 1 / s, gamma = -mean / s, s with
// divisor n. delta > 0 also where an expression writes it below 0 for the unbounded one.
struct Johnson {
  bool bounded = true;
  double gamma = 0, delta = 1, lambda = 1, xi = 0;
  double log_likelihood = 0;
  Law law() const;
};

// Sorted values strictly between low and high: the likeliest on (low, high).
Johnson fit_bounded(const std::vector<double>& sorted, double low, double high);
// The likeliest of all: lambda and xi by the simplex method of Nelder and Mead (NLopt's).
Johnson fit_unbounded(const std::vector<double>& sorted, double mean, double deviation);

}  // namespace escapement::statistics::internal
