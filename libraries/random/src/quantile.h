// SPDX-License-Identifier: MIT
// Quantiles that need more than a formula: gamma, beta, Poisson, binomial, negative binomial.
//
// The discrete ones return the smallest k with F(k) >= u. When the mean is small they add up probabilities
// from 0. Otherwise they guess k by a normal quantile with a correction for skewness (E. A. Cornish, R. A.
// Fisher, 1937), compute F there by the incomplete gamma or beta function, and step to the answer by the
// ratio of neighbouring probabilities.
#pragma once

#include <span>

namespace escapement::random::internal {

double gamma_quantile(double u, double shape);  // scale 1
double beta_quantile(double u, double a, double b);
double poisson_quantile(double u, double mean);
double binomial_quantile(double u, double trials, double probability);
double negative_binomial_quantile(double u, double successes, double probability);

// The distribution functions that they invert, and 0 below the support.
double gamma_cdf(double x, double shape);
double beta_cdf(double x, double a, double b);
double poisson_cdf(double k, double mean);
double binomial_cdf(double k, double trials, double probability);
double negative_binomial_cdf(double k, double successes, double probability);

}  // namespace escapement::random::internal
