// SPDX-License-Identifier: MIT
// Distributions fitted to observations by maximum likelihood, and how well they fit.
//
//   NORM  mean; standard deviation with divisor n
//   EXPO  mean, for values >= 0
//   LOGN  of ln x as NORM, for values > 0; given as mean and standard deviation of x itself
//   GAMM  scale, shape, values > 0: ln k - digamma(k) = ln(mean) - mean(ln x), scale = mean / k
//   ERLA  the whole shape k >= 1 beside GAMM's that is likelier; mean of a stage = mean / k
//   WEIB  scale, shape a, values > 0: 1/a = sum x^a ln x / sum x^a - mean(ln x), scale = (mean of x^a)^(1/a)
//   UNIF, TRIA, BETA  between ends a little outside the data, a tenth of the mean distance of neighbours
//   (UNIF: the
//         least and greatest value); TRIA's mode is the observation that is likeliest, BETA's two shapes are
//         those of the values scaled to (0, 1)
//
// (Law, Simulation Modeling and Analysis, chapter 6.) A distribution whose range the data leave is left out.
#pragma once

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
  double anderson_darling = 0;    // A^2; 0 when not to be told
  double chi_square = 0;    // over intervals of equal probability, about sqrt(n), at least 5 expected in each
  double chi_square_p = 1;  // with intervals - 1 - p degrees; 1 when there are none
};

// By AIC, the best first; equal ones by name. InputError with fewer than 10 values, when they are all equal,
// or when one is not finite.
std::vector<Fit> fit_distributions(std::span<const double> values);

}  // namespace escapement::statistics
