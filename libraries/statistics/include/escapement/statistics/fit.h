// SPDX-License-Identifier: MIT
// Distributions fitted to observations by maximum likelihood, and how well they fit.
//
//   NORM  mean; standard deviation with divisor n
//   EXPO  mean, for values >= 0
//   LOGN  of ln x as NORM, for values > 0; given as mean and standard deviation of x itself
//   GAMM  scale, shape, values > 0: ln k - digamma(k) = ln(mean) - mean(ln x), scale = mean / k
//   ERLA  the whole shape k >= 1 beside GAMM's that is likelier; mean of a stage = mean / k
//   WEIB  scale, shape a, values > 0: 1/a = sum x^a ln x / sum x^a - mean(ln x), scale = (mean of x^a)^(1/a)
//   JOHN  gamma, delta, lambda, xi; the likelier of the bounded one, on the ends of BETA, and the unbounded
//   one, whose
//         delta is written below 0 (Johnson, Biometrika 36, 1949): lambda and xi by a search, gamma and delta
//         given them by the normal equations
//   POIS  mean, where all values are whole numbers of at least 0. Its likelihood is one of probabilities,
//   that of the
//         others one of densities: for counts, a unit apart, they are of one scale
//   UNIF, TRIA, BETA  between ends a little outside the data, a tenth of the mean distance of neighbours
//   (UNIF: the
//         least and greatest value); TRIA's mode is the observation that is likeliest, BETA's two shapes are
//         those of the values scaled to (0, 1)
//
// (Law, Simulation Modeling and Analysis, chapter 6.) A distribution whose range the data leave is left out.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace escapement::statistics {

struct Fit {
  std::string name;  // "WEIB"
  std::vector<double>
      parameters;          // in the order of the expression; BETA: lower end, range, then Beta and Alpha
  std::string expression;  // "WEIB(2.1, 0.8)", "1.5 + 7 * BETA(2, 3)": to paste into a study
  double log_likelihood = 0;
  double aic = 0;                 // 2 p - 2 log_likelihood, p the number of parameters
  double kolmogorov_smirnov = 0;  // greatest distance of the distribution functions
  double anderson_darling = 0;    // A^2; 0 when not to be told, as of counts
  double chi_square = 0;    // over intervals of equal probability, about sqrt(n), at least 5 expected in each
  double chi_square_p = 1;  // with intervals - 1 - p degrees; 1 when there are none
  std::function<double(double)> density;   // at x; of POIS the probability of the whole number nearest x
  std::function<double(double)> quantile;  // of a probability inside (0, 1)
};

// By AIC, the best first; equal ones by name. InputError with fewer than 10 values, when they are all equal,
// or when one is not finite.
std::vector<Fit> fit_distributions(std::span<const double> values);

// The best first: least AIC, distance or A^2 (fits that have none last), greatest p of chi-square; then by
// AIC, then name.
enum class RankBy { kAic, kKolmogorovSmirnov, kAndersonDarling, kChiSquare };
void rank(std::vector<Fit>& fits, RankBy by);

// The data as they are: "CONT(0, 1.5, 0.25, 3, ...)" through equally likely parts, at most 20. InputError as
// above.
std::string empirical_expression(std::span<const double> values);

// Of ascending values, between neighbours by the straight line: least at 0, greatest at 1. At least one
// value.
double quantile_of(std::span<const double> sorted, double share);

}  // namespace escapement::statistics
