// SPDX-License-Identifier: MIT
// Random variates: one function per distribution, names and order of parameters as Arena's users know them.
//
// Method. Every variate but ERLA takes exactly one uniform number U and turns it by inversion, so common
// random numbers stay in step when parameters differ and antithetic numbers give the opposite variate:
//   non-increasing in U   expo, erla, weib (by ln U, the form used in SIMAN), bernoulli
//   non-decreasing in U   all others: the quantile F^-1(U), for discrete ones the smallest x with F(x) >= U
// erla sums k draws of expo. Rejection methods would be faster for gamm and beta, but take a varying count of
// numbers and lose the synchronisation.
//
// Cost, measured at about 3 GHz: uniform number 5 ns, expo 13, tria 15, norm 20, weib, logn and john 35, pois
// 50 (mean 8) to 200 (mean 100), gamm 350, beta 2000.
//
// Parameters must be finite; extreme ones may bring a variate beyond the range of a double, which gives
// infinity, or below it, which gives 0. A function whose parameters are out of range throws ParameterError,
// with the text of the descriptor's check (distribution.h), before anything is drawn. Tables of cont and disc
// are not checked per draw: check a table once with its descriptor. Whatever the table, nothing outside of it
// is read.
//
// Sources: A. M. Law, "Simulation Modeling and Analysis" (densities, inversion); Boost.Math for the inverses
// of the incomplete gamma and beta functions; N. L. Johnson, Biometrika 36, 1949 (john).
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "escapement/random/normal.h"
#include "escapement/random/stream.h"

namespace escapement::random {

namespace internal {
[[noreturn]] void refuse_parameters(std::string_view distribution, std::initializer_list<double> parameters);
inline bool finite(double x) {
  return std::fabs(x) <= 1.7976931348623157e308;
}
}  // namespace internal

// Uniform on (0, 1): one number of the stream. RA and UNIF01.
inline double unif01(Stream& s) {
  return s.uniform();
}

// Uniform from min to max: min + (max - min) U. Needs min <= max.
inline double unif(Stream& s, double min, double max) {
  if (!(min <= max && internal::finite(max - min))) [[unlikely]]
    internal::refuse_parameters("UNIF", {min, max});
  return min + (max - min) * s.uniform();
}

// Exponential of the given mean (not rate): -mean ln U, exactly this. Needs mean >= 0; with 0 every variate
// is 0.
inline double expo(Stream& s, double mean) {
  if (!(mean >= 0.0 && internal::finite(mean))) [[unlikely]]
    internal::refuse_parameters("EXPO", {mean});
  return -mean * s.log_uniform();
}

// Erlang: the sum of k draws of expo(expo_mean), in turn; mean k expo_mean. Needs expo_mean >= 0 and an
// integer k from 1 to 1 000 000. Takes k numbers of the stream.
double erla(Stream& s, double expo_mean, double k);

// Triangular from min over mode (the most likely value) to max. Needs min <= mode <= max and min < max.
inline double tria(Stream& s, double min, double mode, double max) {
  if (!(min <= mode && mode <= max && min < max && internal::finite(max - min))) [[unlikely]]
    internal::refuse_parameters("TRIA", {min, mode, max});
  const double u = s.uniform();
  const double width = max - min;
  const double left = mode - min;
  return u * width < left ? min + std::sqrt(u * width * left)
                          : max - std::sqrt((1.0 - u) * width * (max - mode));
}

// Normal with mean and standard deviation (not variance), not cut off. Needs std_dev >= 0.
inline double norm(Stream& s, double mean, double std_dev) {
  if (!(std_dev >= 0.0 && internal::finite(std_dev) && internal::finite(mean))) [[unlikely]]
    internal::refuse_parameters("NORM", {mean, std_dev});
  return mean + std_dev * inverse_normal_cdf(s.uniform());
}

// Lognormal, by the mean and standard deviation of the lognormal variate itself: exp(mu + sigma Z) with
// sigma^2 = ln(1 + (std / mean)^2), mu = ln mean - sigma^2 / 2. Needs log_mean > 0, log_std >= 0.
double logn(Stream& s, double log_mean, double log_std);

// Weibull with scale beta and shape alpha: beta (-ln U)^(1/alpha), F(x) = 1 - exp(-(x/beta)^alpha). Both > 0.
double weib(Stream& s, double beta, double alpha);

// Gamma with scale beta > 0 and shape alpha from 0.001 to 1e9, mean alpha beta.
double gamm(Stream& s, double beta, double alpha);

// Beta on (0, 1) with density proportional to x^(beta-1) (1-x)^(alpha-1), mean beta / (beta + alpha). Both >
// 0. Mind the order: the exponent of x comes first, under the name Beta.
double beta(Stream& s, double beta_parameter, double alpha_parameter);

// Johnson, with Z = gamma + delta f((x - xi) / lambda) standard normal. delta > 0 is the bounded family on
// [xi, xi + lambda], f(y) = ln(y / (1 - y)); delta < 0 the unbounded one, f(y) = asinh(y) with |delta| for
// delta. Needs delta != 0, lambda > 0.
double john(Stream& s, double gamma, double delta, double lambda, double xi);

// Poisson of the given mean, 0 to 1e9; with 0 every variate is 0.
double pois(Stream& s, double mean);

// Continuous empirical: pairs (cumulative probability, value), the distribution function being straight
// between them, with the first probability as a mass at the first value.
double cont(Stream& s, std::span<const double> pairs);

// Discrete empirical: pairs (cumulative probability, value); the first value whose cumulative probability is
// >= U.
double disc(Stream& s, std::span<const double> pairs);

// 1 with the given probability (when U <= probability), else 0.
inline double bernoulli(Stream& s, double probability) {
  if (!(probability >= 0.0 && probability <= 1.0)) [[unlikely]]
    internal::refuse_parameters("BERNOULLI", {probability});
  return s.uniform() <= probability ? 1.0 : 0.0;
}

// An integer from min to max, each as likely: min + floor((max - min + 1) U). Integers within +-2^52, min <=
// max.
double discrete_uniform(Stream& s, double min, double max);

// Successes in `trials` (integer, 0 to 1e9) independent trials of the given probability of success.
double binomial(Stream& s, double trials, double probability);

// Failures before the first success: 0, 1, 2 ... Needs 1e-9 <= probability <= 1; the mean is (1 - p) / p.
double geometric(Stream& s, double probability);

// Failures before success number `successes` (integer, 1 to 1e6), 1e-9 <= probability <= 1.
double negative_binomial(Stream& s, double successes, double probability);

}  // namespace escapement::random
