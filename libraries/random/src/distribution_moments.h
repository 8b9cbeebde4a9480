// SPDX-License-Identifier: MIT
// Means, variances and distribution functions that take more than a line.
#pragma once

#include <span>

namespace escapement::random::internal {

using Parameters = std::span<const double>;

double cont_mean(Parameters p);
double cont_variance(Parameters p);
double cont_cdf(double x, Parameters p);

double disc_mean(Parameters p);
double disc_variance(Parameters p);
double disc_cdf(double x, Parameters p);

double tria_variance(Parameters p);
double tria_cdf(double x, Parameters p);

// Unbounded family: closed forms. Bounded: the trapezoidal rule over the normal density, which converges
// exponentially since the integrand is analytic; relative error below 1e-10.
double john_mean(Parameters p);
double john_variance(Parameters p);
double john_cdf(double x, Parameters p);

double logn_cdf(double x, Parameters p);
double weib_mean(Parameters p);
double weib_variance(Parameters p);

}  // namespace escapement::random::internal
