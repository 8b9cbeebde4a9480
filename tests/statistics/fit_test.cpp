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
  EXPECT_EQ(fits.size(), 5U);  // NORM, UNIF, TRIA, BETA, JOHN
}

// NORM and EXPO by the standard errors of their closed forms; UNIF's ends are extremes, which fall short of
// the true ends by range / n on average and by 10 of that hardly ever (e^-10).
TEST(FitDistributions, RecoversParametersOfClosedForms) {
  const double root_n = std::sqrt(1000);
  std::normal_distribution<double> normal(20, 3);
  const Fit norm = named(fit_distributions(sample(std::ref(normal))), "NORM");
  EXPECT_NEAR(norm.parameters.at(0), 20, 4 * 3 / root_n);
  EXPECT_NEAR(norm.parameters.at(1), 3, 4 * 3 / std::sqrt(2) / root_n);
  std::exponential_distribution<double> exponential(0.25);
  const auto expos = fit_distributions(sample(std::ref(exponential)));
  EXPECT_NEAR(named(expos, "EXPO").parameters.at(0), 4, 4 * 4 / root_n);
  std::uniform_real_distribution<double> uniform(2, 7);
  const auto unifs = fit_distributions(sample(std::ref(uniform)));
  EXPECT_EQ(unifs.front().name, "UNIF");
  EXPECT_GE(unifs.front().parameters.at(0), 2);
  EXPECT_LE(unifs.front().parameters.at(0), 2 + 10 * 5.0 / 1000);
  EXPECT_LE(unifs.front().parameters.at(1), 7);
  EXPECT_GE(unifs.front().parameters.at(1), 7 - 10 * 5.0 / 1000);
}

// Counts: the mean, with variance mean / n. Of counts 0, 1, 2, 3 seen 4, 8, 6, 2 times: mean 1.3, likelihood
// sum ln(e^-1.3 1.3^k / k!) = -20 1.3 + 26 ln 1.3 - 6 ln 2 - 2 ln 6; e^-1.3 = 0.27253, so F = 0.2725, 0.6268,
// 0.8571, 0.9569 against 0.2, 0.6, 0.9, 1: the distance is 0.0725. Expected are 5.45 of 0, 7.09 of 1 and 7.46
// of more.
TEST(FitDistributions, CountsArePoisson) {
  std::vector<double> values;
  for (const auto& [value, times] : {std::pair(0, 4), {1, 8}, {2, 6}, {3, 2}})
    values.insert(values.end(), times, value);
  const Fit by_hand = named(fit_distributions(values), "POIS");
  EXPECT_EQ(by_hand.expression, "POIS(1.3)");
  EXPECT_NEAR(by_hand.log_likelihood, -26 + 26 * std::log(1.3) - 6 * std::log(2) - 2 * std::log(6), 1e-12);
  EXPECT_NEAR(by_hand.kolmogorov_smirnov, std::exp(-1.3) - 0.2, 1e-12);
  const double e0 = 20 * std::exp(-1.3), e1 = 1.3 * e0, e2 = 20 - e0 - e1;
  const double chi = (4 - e0) * (4 - e0) / e0 + (8 - e1) * (8 - e1) / e1 + (8 - e2) * (8 - e2) / e2;
  EXPECT_NEAR(by_hand.chi_square, chi, 1e-10);
  EXPECT_NEAR(by_hand.chi_square_p, std::erfc(std::sqrt(chi / 2)), 1e-10);  // one degree of freedom
  EXPECT_EQ(by_hand.quantile(0.5), 1);
  std::poisson_distribution<int> poisson(7.5);
  const auto fits = fit_distributions(sample([&](std::mt19937_64& g) { return poisson(g); }));
  EXPECT_EQ(fits.front().name, "POIS");
  EXPECT_NEAR(fits.front().parameters.at(0), 7.5, 4 * std::sqrt(7.5 / 1000));
  EXPECT_GT(fits.front().chi_square_p, 1e-3);
}

// Both of Johnson's: X = xi + lambda sinh((Z - gamma) / delta), and 1 / (1 + exp(-...)) for sinh. Standard
// errors are those of 30 further samples of the same size; the fit of the first is within four of them.
TEST(FitDistributions, RecoversJohnson) {
  std::mt19937_64 generator(77);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> unbounded;
  for (int s = 0; s < 31; ++s) {
    std::vector<double> values;
    for (int i = 0; i < 400; ++i) values.push_back(3 + 2 * std::sinh((normal(generator) - 0.5) / 1.5));
    unbounded.push_back(named(fit_distributions(values), "JOHN").parameters);
  }
  const double truth[] = {0.5, -1.5, 2, 3};
  for (std::size_t p = 0; p < 4; ++p) {
    double mean = 0, squares = 0;
    for (int s = 1; s < 31; ++s) mean += unbounded[s][p] / 30;
    for (int s = 1; s < 31; ++s) squares += (unbounded[s][p] - mean) * (unbounded[s][p] - mean);
    const double error = std::sqrt(squares / 29);
    EXPECT_LT(error, 1) << p;
    EXPECT_NEAR(unbounded[0][p], truth[p], 4 * error) << p;
  }
  // On (10, 14), with tails that reach the ends: delta's relative error is 1 / sqrt(2 n), as a deviation's.
  const Fit bounded = named(fit_distributions(sample([&](std::mt19937_64& g) {
                              return 10 + 4 / (1 + std::exp(-(normal(g) - 0.3) / 0.5));
                            })),
                            "JOHN");
  EXPECT_NEAR(bounded.parameters.at(3), 10, 0.05);
  EXPECT_NEAR(bounded.parameters.at(2), 4, 0.1);
  EXPECT_NEAR(bounded.parameters.at(1), 0.5, 0.05);
  EXPECT_NEAR(bounded.parameters.at(0), 0.3, 0.15);
  EXPECT_LT(bounded.kolmogorov_smirnov, 1.63 / std::sqrt(1000));  // 1 % point
}

// What plots are drawn from: each density has area 1 over the data and beyond (by the trapezoidal rule over
// quantiles 0.0005 and 0.9995: 0.999), and the density is the slope of the quantiles turned round.
TEST(FitDistributions, DensitiesAndQuantilesBelongTogether) {
  std::gamma_distribution<double> gamma(2.5, 2);
  for (const Fit& fit : fit_distributions(sample(std::ref(gamma), 300))) {
    const double low = fit.quantile(0.0005), high = fit.quantile(0.9995);
    double area = 0;
    constexpr int kSteps = 20000;
    for (int i = 0; i < kSteps; ++i)
      area += fit.density(low + (high - low) * (i + 0.5) / kSteps) / kSteps * (high - low);
    EXPECT_NEAR(area, 0.999, 1e-3) << fit.name;
    const double x = fit.quantile(0.4);
    EXPECT_NEAR((fit.quantile(0.4 + 1e-6) - x) * fit.density(x), 1e-6, 2e-9) << fit.name;
  }
}

// In the test of closed forms UNIF is the best by all; here the orders differ.
TEST(FitDistributions, RanksByWhatIsAsked) {
  std::vector<Fit> fits(3);
  const auto fill = [](Fit& fit, const char* name, double aic, double ks, double ad, double p) {
    fit.name = name;
    fit.aic = aic;
    fit.kolmogorov_smirnov = ks;
    fit.anderson_darling = ad;
    fit.chi_square_p = p;
  };
  fill(fits[0], "A", 10, 0.3, 0.5, 0.2);
  fill(fits[1], "B", 20, 0.1, 0, 0.2);  // no A-squared
  fill(fits[2], "C", 30, 0.2, 0.4, 0.9);
  const auto order = [&](RankBy by) {
    rank(fits, by);
    return fits[0].name + fits[1].name + fits[2].name;
  };
  EXPECT_EQ(order(RankBy::kAic), "ABC");
  EXPECT_EQ(order(RankBy::kKolmogorovSmirnov), "BCA");
  EXPECT_EQ(order(RankBy::kAndersonDarling), "CAB");
  EXPECT_EQ(order(RankBy::kChiSquare), "CAB");
}

// 16 values: four parts between 1, the quartiles 4.75, 8.5 and 12.25 on the line between neighbours, and 16.
TEST(EmpiricalExpression, GoesThroughEquallyLikelyParts) {
  std::vector<double> values;
  for (int i = 16; i >= 1; --i) values.push_back(i);
  EXPECT_EQ(empirical_expression(values), "CONT(0, 1, 0.25, 4.75, 0.5, 8.5, 0.75, 12.25, 1, 16)");
  // Half of them alike: the value has the probability up to the last of them.
  std::vector<double> alike(8, 1.0);
  for (int i = 2; i <= 9; ++i) alike.push_back(i);
  EXPECT_EQ(empirical_expression(alike), "CONT(0.25, 1, 0.5, 1.5, 0.75, 5.25, 1, 9)");
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
