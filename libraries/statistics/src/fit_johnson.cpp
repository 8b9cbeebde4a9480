// SPDX-License-Identifier: MIT
#include <nlopt.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <memory>
#include <numbers>

#include "fit_law.h"

namespace escapement::statistics::internal {
namespace {

double unbounded_g(double x, double lambda, double xi) {
  return std::asinh((x - xi) / lambda);
}

double bounded_g(double x, double lambda, double xi) {
  const double y = (x - xi) / lambda;
  return std::log(y / (1 - y));
}

// ln g'((x - xi) / lambda) / lambda
double log_slope(bool bounded, double x, double lambda, double xi) {
  const double y = (x - xi) / lambda;
  return (bounded ? -std::log(y * (1 - y)) : -std::log1p(y * y) / 2) - std::log(lambda);
}

Johnson given(const std::vector<double>& values, bool bounded, double lambda, double xi) {
  Johnson fit{bounded, 0, 1, lambda, xi, 0};
  const auto g = [&](double x) { return bounded ? bounded_g(x, lambda, xi) : unbounded_g(x, lambda, xi); };
  const double n = static_cast<double>(values.size());
  double mean = 0, squares = 0, slopes = 0;
  for (const double x : values) {
    mean += g(x) / n;
    slopes += log_slope(bounded, x, lambda, xi);
  }
  for (const double x : values) squares += (g(x) - mean) * (g(x) - mean);
  const double s = std::sqrt(squares / n);
  fit.delta = 1 / s;
  fit.gamma = -mean / s;
  fit.log_likelihood = slopes - n * (std::log(s) + (std::log(2 * std::numbers::pi) + 1) / 2);
  return fit;
}

}  // namespace

Law Johnson::law() const {
  const boost::math::normal normal;
  const Johnson fit = *this;
  const auto z = [fit](double x) {
    return fit.gamma +
           fit.delta * (fit.bounded ? bounded_g(x, fit.lambda, fit.xi) : unbounded_g(x, fit.lambda, fit.xi));
  };
  const auto outside = [fit](double x) { return fit.bounded && (x <= fit.xi || x >= fit.xi + fit.lambda); };
  return {[=](double x) {
            if (outside(x)) return 0.0;
            return boost::math::pdf(normal, z(x)) * fit.delta *
                   std::exp(log_slope(fit.bounded, x, fit.lambda, fit.xi));
          },
          [=](double x) {
            if (outside(x)) return x <= fit.xi ? 0.0 : 1.0;
            return boost::math::cdf(normal, z(x));
          },
          [=](double x) {
            if (outside(x)) return x <= fit.xi ? 1.0 : 0.0;
            return boost::math::cdf(boost::math::complement(normal, z(x)));
          },
          [=](double p) {
            const double y = (boost::math::quantile(normal, p) - fit.gamma) / fit.delta;
            return fit.xi + fit.lambda * (fit.bounded ? 1 / (1 + std::exp(-y)) : std::sinh(y));
          }};
}

Johnson fit_bounded(const std::vector<double>& sorted, double low, double high) {
  return given(sorted, true, high - low, low);
}

Johnson fit_unbounded(const std::vector<double>& sorted, double mean, double deviation) {
  // Over (xi - mean) / deviation and ln(lambda / deviation). With lambda far above the deviation it is a
  // normal distribution, whose likelihood is flat, so it stays in bounds.
  struct Place {
    const std::vector<double>& values;
    double mean, deviation;
    Johnson at(const double* p) const {
      return given(values, false, deviation * std::exp(p[1]), mean + deviation * p[0]);
    }
  } place{sorted, mean, deviation};
  const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> search(nlopt_create(NLOPT_LN_NELDERMEAD, 2),
                                                                      &nlopt_destroy);
  constexpr double kLow[] = {-20, -5}, kHigh[] = {20, 3};
  nlopt_set_lower_bounds(search.get(), kLow);
  nlopt_set_upper_bounds(search.get(), kHigh);
  nlopt_set_xtol_rel(search.get(), 1e-9);
  nlopt_set_maxeval(search.get(), 2000);
  nlopt_set_max_objective(
      search.get(),
      [](unsigned, const double* p, double*, void* data) {
        const double likelihood = static_cast<Place*>(data)->at(p).log_likelihood;
        return std::isfinite(likelihood) ? likelihood : -1e300;
      },
      &place);
  double p[] = {0, 0}, likelihood = 0;
  nlopt_optimize(search.get(), p, &likelihood);  // p is the best place seen, however it ended
  return place.at(p);
}

}  // namespace escapement::statistics::internal
