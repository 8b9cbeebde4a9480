// SPDX-License-Identifier: MIT
#include "escapement/statistics/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const Fit& named(const std::vector<Fit>& fits, const std::string& name) {
  const auto found = std::find_if(fits.begin(), fits.end(), [&](const Fit& f) { return f.name == name; });
  if (found == fits.end()) throw std::runtime_error("no fit " + name);
  return *found;
}

std::vector<double> sample(const std::function<double(std::mt19937_64&)>& draw, int n = 1000) {
  std::mt19937_64 generator(20250607);
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(draw(generator));
  return values;
}

// 1 to 10: mean 5.5, variance with n 8.25; log-likelihood of EXPO -n (ln mean + 1), of NORM
// -n/2 (ln(2 pi 8.25) + 1), of UNIF -10 ln 9.
TEST(FitDistributions, ClosedForms) {
  std::vector<double> values;
  for (int i = 1; i <= 10; ++i) values.push_back(i);
  const auto fits = fit_distributions(values);
  const Fit& expo = named(fits, "EXPO");
  EXPECT_NEAR(expo.parameters.at(0), 5.5, 1e-14);
  EXPECT_EQ(expo.expression, "EXPO(5.5)");
  EXPECT_NEAR(expo.log_likelihood, -10 * (std::log(5.5) + 1), 1e-12);
  EXPECT_NEAR(expo.aic, 2 + 20 * (std::log(5.5) + 1), 1e-12);
  // The distance is greatest just below 1, where the sample has nothing: 1 - exp(-1/5.5) = 0.1663, or where
  // the sample runs ahead at its end, 1 - F(10) = exp(-10/5.5) = 0.1623, or between: i/10 - F(i).
  double distance = 0;
  for (int i = 1; i <= 10; ++i) {
    const double f = 1 - std::exp(-i / 5.5);
    distance = std::max({distance, f - (i - 1) / 10.0, i / 10.0 - f});
  }
  EXPECT_NEAR(expo.kolmogorov_smirnov, distance, 1e-12);
  const Fit& norm = named(fits, "NORM");
  EXPECT_NEAR(norm.parameters.at(1), std::sqrt(8.25), 1e-14);
  EXPECT_NEAR(norm.log_likelihood, -5 * (std::log(2 * 3.14159265358979324 * 8.25) + 1), 1e-11);
  const Fit& unif = named(fits, "UNIF");
  EXPECT_EQ(unif.expression, "UNIF(1, 10)");
  EXPECT_NEAR(unif.log_likelihood, -10 * std::log(9), 1e-12);
  // Two intervals of probability 1/2 hold 5 each.
  EXPECT_NEAR(unif.chi_square, 0, 1e-12);
  for (std::size_t i = 1; i < fits.size(); ++i) EXPECT_LE(fits[i - 1].aic, fits[i].aic);
}

// Known parameters come back within four standard errors, from the Fisher information, n = 1000.
TEST(FitDistributions, RecoversParameters) {
  const double root_n = std::sqrt(1000);
  {
    std::gamma_distribution<double> gamma(3, 2);  // shape, scale
    const Fit fit = named(fit_distributions(sample(std::ref(gamma))), "GAMM");
    // Variance of the shape k / (n (k trigamma(k) - 1)), trigamma(3) = 0.394934.
    EXPECT_NEAR(fit.parameters.at(1), 3, 4 * std::sqrt(3 / (3 * 0.394934 - 1)) / root_n);
    EXPECT_NEAR(fit.parameters.at(0) * fit.parameters.at(1), 6, 4 * std::sqrt(12) / root_n);
    EXPECT_GT(fit.chi_square_p, 1e-4);
    EXPECT_LT(fit.anderson_darling, 3);
  }
  {
    std::weibull_distribution<double> weibull(1.7, 5);  // shape, scale
    const auto fits = fit_distributions(sample(std::ref(weibull)));
    const Fit& fit = named(fits, "WEIB");
    EXPECT_NEAR(fit.parameters.at(1), 1.7, 4 * 0.78 * 1.7 / root_n);     // 0.608 a^2 / n
    EXPECT_NEAR(fit.parameters.at(0), 5, 4 * 1.053 * 5 / 1.7 / root_n);  // 1.109 (b/a)^2 / n
    EXPECT_EQ(fits.front().name, "WEIB");
  }
  {
    std::lognormal_distribution<double> lognormal(0.5, 0.4);
    const auto fits = fit_distributions(sample(std::ref(lognormal)));
    EXPECT_EQ(fits.front().name, "LOGN");
    const double mean = std::exp(0.5 + 0.08), deviation = mean * std::sqrt(std::expm1(0.16));
    EXPECT_NEAR(fits.front().parameters.at(0), mean, 4 * deviation / root_n);
    EXPECT_NEAR(fits.front().parameters.at(1), deviation, 0.1);
  }
  {
    // 10 + 4 Z, Z = X/(X+Y) of gamma variables with shapes 0.9 and 1.2: beta, whose ends the sample reaches.
    std::gamma_distribution<double> left(0.9, 1), right(1.2, 1);
    const auto fits = fit_distributions(sample([&](std::mt19937_64& g) {
      const double x = left(g), y = right(g);
      return 10 + 4 * x / (x + y);
    }));
    const Fit& fit = named(fits, "BETA");
    EXPECT_NEAR(fit.parameters.at(0), 10, 0.05);
    EXPECT_NEAR(fit.parameters.at(0) + fit.parameters.at(1), 14, 0.1);
    EXPECT_NEAR(fit.parameters.at(2), 0.9, 0.1);
    EXPECT_NEAR(fit.parameters.at(3), 1.2, 0.15);
    EXPECT_THAT(fit.expression, HasSubstr(" * BETA("));
  }
  {
    // Triangular 0, 1, 4 by inversion; the mode's error goes with n^(-1/2) times the range.
    std::uniform_real_distribution<double> uniform;
    const auto fits = fit_distributions(sample([&](std::mt19937_64& g) {
      const double u = uniform(g);
      return u < 0.25 ? std::sqrt(4 * u) : 4 - std::sqrt(12 * (1 - u));
    }));
    EXPECT_NEAR(named(fits, "TRIA").parameters.at(1), 1, 0.3);
  }
  {
    std::gamma_distribution<double> erlang(4, 0.5);
    const Fit fit = named(fit_distributions(sample(std::ref(erlang))), "ERLA");
    EXPECT_EQ(fit.parameters.at(1), 4);
    EXPECT_NEAR(fit.parameters.at(0), 0.5, 4 * 1 / root_n / 4);
  }
}

TEST(FitDistributions, LeavesOutWhatCannotBe) {
  const auto fits = fit_distributions(sample([](std::mt19937_64& g) { return double(g() % 100) - 3; }, 200));
  EXPECT_EQ(fits.size(), 4U);  // NORM, UNIF, TRIA, BETA
}

TEST(FitDistributions, RefusesWhatItCannotUse) {
  EXPECT_THAT([] { fit_distributions(std::vector<double>(9, 1.0)); },
              ThrowsMessage<InputError>(HasSubstr("9 observations are too few")));
  EXPECT_THAT([] { fit_distributions(std::vector<double>(20, 1.5)); },
              ThrowsMessage<InputError>(HasSubstr("all observations are 1.5")));
  std::vector<double> bad(20, 1);
  bad[4] = INFINITY;
  EXPECT_THAT([&] { fit_distributions(bad); }, ThrowsMessage<InputError>(HasSubstr("inf, not a finite")));
}

}  // namespace
}  // namespace escapement::statistics
