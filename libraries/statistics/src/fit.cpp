// SPDX-License-Identifier: MIT
#include "escapement/statistics/fit.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <boost/math/distributions/triangular.hpp>
#include <boost/math/distributions/uniform.hpp>
#include <boost/math/distributions/weibull.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <tuple>

#include "escapement/core/error.h"
#include "fit_law.h"

namespace escapement::statistics {
namespace {

namespace bm = boost::math;

// Six digits are more than the data can tell.
std::string rounded(double value) {
  std::array<char, 32> text{};
  const auto [end, status] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6);
  return {text.data(), end};
}

std::string call(const std::string& name, const std::vector<double>& arguments) {
  std::string text = name + "(";
  for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + rounded(arguments[i]);
  return text + ")";
}

// Sorted observations and what several fits need of them.
struct Data {
  std::vector<double> x;
  double n = 0, mean = 0, deviation = 0;
  double mean_log = 0, deviation_log = 0;  // when positive
  bool positive = false;
  double low = 0, high = 0;  // ends a little outside
};

Data prepared(std::span<const double> values) {
  Data data;
  data.x.assign(values.begin(), values.end());
  for (const double value : data.x)
    if (!std::isfinite(value))
      throw InputError(
          Diagnostic{{}, "fit: an observation is " + to_text(value) + ", not a finite number", ""});
  if (data.x.size() < 10)
    throw InputError(Diagnostic{
        {},
        "fit: " + std::to_string(data.x.size()) + " observations are too few; at least 10 are needed",
        "50 or more tell distributions apart"});
  std::sort(data.x.begin(), data.x.end());
  if (data.x.front() == data.x.back())
    throw InputError(Diagnostic{{},
                                "fit: all observations are " + to_text(data.x.front()),
                                "write the number itself into the study"});
  data.n = static_cast<double>(data.x.size());
  const auto moments = [&](auto of, double& mean, double& deviation) {
    for (const double value : data.x) mean += of(value) / data.n;
    for (const double value : data.x) deviation += (of(value) - mean) * (of(value) - mean) / data.n;
    deviation = std::sqrt(deviation);
  };
  moments([](double v) { return v; }, data.mean, data.deviation);
  data.positive = data.x.front() > 0;
  if (data.positive) moments([](double v) { return std::log(v); }, data.mean_log, data.deviation_log);
  const double margin = (data.x.back() - data.x.front()) / (10 * (data.n - 1));
  data.low = data.x.front() - margin;
  data.high = data.x.back() + margin;
  return data;
}

double chi_square_p(double chi_square, double degrees) {
  if (degrees < 1) return 1;
  return bm::cdf(bm::complement(bm::chi_squared_distribution<double>(degrees), chi_square));
}

// Fills what is told of every fit.
Fit judged(const Data& data, std::string name, std::vector<double> parameters, internal::Law law) {
  Fit fit;
  fit.name = std::move(name);
  fit.parameters = std::move(parameters);
  fit.expression = call(fit.name, fit.parameters);
  const double p = static_cast<double>(fit.parameters.size());
  const std::size_t size = data.x.size();
  double squared = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double f = law.below(data.x[i]);
    fit.log_likelihood += std::log(law.density(data.x[i]));
    const double place = static_cast<double>(i);
    fit.kolmogorov_smirnov = std::max({fit.kolmogorov_smirnov, f - place / data.n, (place + 1) / data.n - f});
    const double tail = law.above(data.x[size - 1 - i]);
    squared += (2 * place + 1) * (std::log(f) + std::log(tail));
  }
  fit.aic = 2 * p - 2 * fit.log_likelihood;
  if (std::isfinite(squared)) fit.anderson_darling = -data.n - squared / data.n;
  const auto cells = static_cast<std::size_t>(std::min(std::round(std::sqrt(data.n)), data.n / 5));
  std::vector<double> counts(cells);
  for (const double value : data.x) {
    const double cell = law.below(value) * static_cast<double>(cells);
    counts[std::min(cells - 1, static_cast<std::size_t>(cell))] += 1;
  }
  const double expected = data.n / static_cast<double>(cells);
  for (const double count : counts) fit.chi_square += (count - expected) * (count - expected) / expected;
  fit.chi_square_p = chi_square_p(fit.chi_square, static_cast<double>(cells) - 1 - p);
  fit.density = std::move(law.density);
  fit.quantile = std::move(law.quantile);
  return fit;
}

// Counts. The distance is that of two step functions; intervals of chi-square are runs of values, 5 or more
// expected in each.
Fit fit_poisson(const Data& data) {
  const bm::poisson_distribution<
      double, bm::policies::policy<bm::policies::discrete_quantile<bm::policies::integer_round_up>>>
      poisson(data.mean);
  Fit fit;
  fit.name = "POIS";
  fit.parameters = {data.mean};
  fit.expression = call(fit.name, fit.parameters);
  const auto density = [poisson](double x) { return x < 0 ? 0 : bm::pdf(poisson, std::round(x)); };
  for (const double value : data.x) fit.log_likelihood += std::log(density(value));
  fit.aic = 2 - 2 * fit.log_likelihood;
  double expected = 0, seen = 0, cells = 0;
  std::size_t next = 0;
  for (double k = 0; k <= data.x.back(); ++k) {
    const std::size_t first = next;
    while (next < data.x.size() && data.x[next] == k) ++next;
    const double f = bm::cdf(poisson, k);
    fit.kolmogorov_smirnov =
        std::max(fit.kolmogorov_smirnov, std::abs(f - static_cast<double>(next) / data.n));
    expected += data.n * density(k);
    seen += static_cast<double>(next - first);
    const double left = data.n * bm::cdf(bm::complement(poisson, k));
    if (expected < 5 || left < 5) continue;
    fit.chi_square += (seen - expected) * (seen - expected) / expected;
    expected = seen = 0;
    ++cells;
  }
  expected += data.n * bm::cdf(bm::complement(poisson, data.x.back()));
  fit.chi_square += (seen - expected) * (seen - expected) / expected;
  fit.chi_square_p = chi_square_p(fit.chi_square, cells - 1);  // cells + 1 intervals, one parameter
  fit.density = density;
  fit.quantile = [poisson](double p) { return bm::quantile(poisson, p); };
  return fit;
}

Fit fit_johnson(const Data& data) {
  const internal::Johnson bounded = internal::fit_bounded(data.x, data.low, data.high);
  const internal::Johnson unbounded = internal::fit_unbounded(data.x, data.mean, data.deviation);
  const internal::Johnson& best = bounded.log_likelihood > unbounded.log_likelihood ? bounded : unbounded;
  return judged(data, "JOHN", {best.gamma, best.bounded ? best.delta : -best.delta, best.lambda, best.xi},
                best.law());
}

double gamma_shape(const Data& data) {
  const double s = std::log(data.mean) - data.mean_log;  // > 0 unless all are equal (Jensen)
  double k = (3 - s + std::sqrt((s - 3) * (s - 3) + 24 * s)) / (12 * s);
  for (int step = 0; step < 50; ++step) {
    const double next = k - (std::log(k) - bm::digamma(k) - s) / (1 / k - bm::trigamma(k));
    if (!(next > 0)) return k;
    if (std::abs(next - k) <= 1e-12 * k) return next;
    k = next;
  }
  return k;
}

// Bisection: the left side of the equation grows with the shape.
double weibull_shape(const Data& data) {
  const auto excess = [&](double a) {
    double powers = 0, weighted = 0;
    for (const double value : data.x) {
      const double log_ratio = std::log(value / data.x.back());  // at most 0, so nothing overflows
      const double power = std::exp(a * log_ratio);
      powers += power;
      weighted += power * log_ratio;
    }
    return weighted / powers - (data.mean_log - std::log(data.x.back())) - 1 / a;
  };
  double low = 1e-3, high = 1;
  while (excess(high) < 0 && high < 1e6) high *= 2;
  for (int step = 0; step < 200 && high - low > 1e-13 * high; ++step) {
    const double middle = (low + high) / 2;
    (excess(middle) < 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

double triangular_mode(const Data& data) {
  double right = 0, left = 0, best = -std::numeric_limits<double>::infinity(), mode = data.mean;
  for (const double value : data.x) right += std::log(data.high - value);
  for (std::size_t i = 0; i < data.x.size(); ++i) {
    const double m = data.x[i], below = static_cast<double>(i + 1);
    left += std::log(m - data.low);
    right -= std::log(data.high - m);
    const double likelihood =
        left + right - below * std::log(m - data.low) - (data.n - below) * std::log(data.high - m);
    if (likelihood > best) {
      best = likelihood;
      mode = m;
    }
  }
  return mode;
}

// Newton's method on the two score equations, from the moments; steps are halved to stay positive.
std::pair<double, double> beta_shapes(const Data& data) {
  double mean = 0, square = 0, log_low = 0, log_high = 0;
  for (const double value : data.x) {
    const double z = (value - data.low) / (data.high - data.low);
    mean += z / data.n;
    square += z * z / data.n;
    log_low += std::log(z) / data.n;
    log_high += std::log1p(-z) / data.n;
  }
  const double common = std::max(0.1, mean * (1 - mean) / (square - mean * mean) - 1);
  double a = mean * common, b = (1 - mean) * common;
  for (int step = 0; step < 200; ++step) {
    const double sum = bm::digamma(a + b), t = bm::trigamma(a + b);
    const double f = bm::digamma(a) - sum - log_low, g = bm::digamma(b) - sum - log_high;
    const double fa = bm::trigamma(a) - t, gb = bm::trigamma(b) - t;
    const double determinant = fa * gb - t * t;
    double da = -(gb * f + t * g) / determinant, db = -(t * f + fa * g) / determinant;
    while (a + da <= 0 || b + db <= 0) {
      da /= 2;
      db /= 2;
    }
    a += da;
    b += db;
    if (std::abs(da) <= 1e-12 * a && std::abs(db) <= 1e-12 * b) break;
  }
  return {a, b};
}

void fit_positive(const Data& data, std::vector<Fit>& fits) {
  const double m = data.mean_log, s = data.deviation_log;
  const double log_mean = std::exp(m + s * s / 2);
  fits.push_back(judged(data, "LOGN", {log_mean, log_mean * std::sqrt(std::expm1(s * s))},
                        internal::law_of(bm::lognormal_distribution<double>(m, s))));
  const double shape = gamma_shape(data);
  fits.push_back(judged(data, "GAMM", {data.mean / shape, shape},
                        internal::law_of(bm::gamma_distribution<double>(shape, data.mean / shape))));
  const double below = std::max(1.0, std::floor(shape));
  const auto erlang = [&](double k) {
    return judged(data, "ERLA", {data.mean / k, k},
                  internal::law_of(bm::gamma_distribution<double>(k, data.mean / k)));
  };
  const Fit fewer = erlang(below), more = erlang(below + 1);
  fits.push_back(fewer.log_likelihood >= more.log_likelihood ? fewer : more);
  const double a = weibull_shape(data);
  double powers = 0;
  for (const double value : data.x) powers += std::pow(value / data.x.back(), a) / data.n;
  const double scale = data.x.back() * std::pow(powers, 1 / a);
  fits.push_back(
      judged(data, "WEIB", {scale, a}, internal::law_of(bm::weibull_distribution<double>(a, scale))));
}

}  // namespace

std::vector<Fit> fit_distributions(std::span<const double> values) {
  const Data data = prepared(values);
  std::vector<Fit> fits;
  fits.push_back(judged(data, "NORM", {data.mean, data.deviation},
                        internal::law_of(bm::normal_distribution<double>(data.mean, data.deviation))));
  fits.push_back(judged(data, "UNIF", {data.x.front(), data.x.back()},
                        internal::law_of(bm::uniform_distribution<double>(data.x.front(), data.x.back()))));
  const double mode = triangular_mode(data);
  fits.push_back(judged(data, "TRIA", {data.low, mode, data.high},
                        internal::law_of(bm::triangular_distribution<double>(data.low, mode, data.high))));
  const auto [a, b] = beta_shapes(data);
  const double range = data.high - data.low;
  Fit beta = judged(data, "BETA", {data.low, range, a, b},
                    internal::law_of(bm::beta_distribution<double>(a, b), data.low, range));
  beta.expression = rounded(data.low) + " + " + rounded(range) + " * " + call("BETA", {a, b});
  fits.push_back(std::move(beta));
  if (data.x.front() >= 0)
    fits.push_back(judged(data, "EXPO", {data.mean},
                          internal::law_of(bm::exponential_distribution<double>(1 / data.mean))));
  if (data.positive) fit_positive(data, fits);
  fits.push_back(fit_johnson(data));
  if (std::all_of(data.x.begin(), data.x.end(),
                  [](double x) { return x >= 0 && x <= 1e6 && x == std::floor(x); }))
    fits.push_back(fit_poisson(data));
  rank(fits, RankBy::kAic);
  return fits;
}

void rank(std::vector<Fit>& fits, RankBy by) {
  const auto key = [by](const Fit& fit) {
    switch (by) {
      case RankBy::kKolmogorovSmirnov:
        return fit.kolmogorov_smirnov;
      case RankBy::kAndersonDarling:
        return fit.anderson_darling > 0 ? fit.anderson_darling : std::numeric_limits<double>::infinity();
      case RankBy::kChiSquare:
        return -fit.chi_square_p;
      case RankBy::kAic:
        break;
    }
    return fit.aic;
  };
  std::sort(fits.begin(), fits.end(), [&](const Fit& x, const Fit& y) {
    return std::tuple(key(x), x.aic, x.name) < std::tuple(key(y), y.aic, y.name);
  });
}

std::string empirical_expression(std::span<const double> values) {
  const Data data = prepared(values);
  constexpr std::size_t kMostPairs = 20;
  const auto cells = std::min(kMostPairs, static_cast<std::size_t>(std::sqrt(data.n)));
  std::vector<double> pairs{0, data.x.front()};
  for (std::size_t i = 1; i <= cells; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(cells);
    const double value = quantile_of(data.x, share);
    if (value == pairs.back())  // several alike: the last one's probability
      pairs[pairs.size() - 2] = share;
    else
      pairs.insert(pairs.end(), {share, value});
  }
  return call("CONT", pairs);
}

double quantile_of(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace escapement::statistics
