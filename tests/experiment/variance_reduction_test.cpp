// SPDX-License-Identifier: MIT
#include "escapement/experiment/variance_reduction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::experiment {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Y = 2 C + 1 exactly: whatever the sample of C, the mean is 2 m + 1 and nothing is left of the variance.
TEST(ControlVariate, TakesALineOutExactly) {
  const std::vector<double> c = {1, 4, 2, 8}, y = {3, 9, 5, 17};
  const ReducedMean mean = control_variate(y, c, 3);
  EXPECT_DOUBLE_EQ(mean.mean, 7);
  EXPECT_NEAR(mean.half_width, 0, 1e-6);
  EXPECT_NEAR(mean.saved(), 1, 1e-12);
}

// C = -1, 0, 1 of mean 0, Y = 0, 0, 3: slope 3/2, mean 1 - 3/2 (0 - 0) = 1, residuals 1/2, -1, 1/2 with
// squares 3/2, one degree of freedom, variance 3/2 / 3 = 1/2; plain 3/3 = 1. t(1, 0.975) = 12.70620.
TEST(ControlVariate, ByHand) {
  const std::vector<double> c = {-1, 0, 1}, y = {0, 0, 3};
  const ReducedMean mean = control_variate(y, c, 0);
  EXPECT_DOUBLE_EQ(mean.mean, 1);
  EXPECT_NEAR(mean.variance, 0.5, 1e-14);
  EXPECT_NEAR(mean.plain_variance, 1, 1e-14);
  EXPECT_NEAR(mean.saved(), 0.5, 1e-14);
  EXPECT_NEAR(mean.half_width, 12.706204736 * std::sqrt(0.5), 1e-7);
  // With the control's mean at 1: mean 1 + 3/2, and its uncertainty counts: 3/2 (1/3 + 1/2).
  EXPECT_DOUBLE_EQ(control_variate(y, c, 1).mean, 2.5);
  EXPECT_NEAR(control_variate(y, c, 1).variance, 1.25, 1e-14);
}

// Correlation rho saves rho^2: Y = 0.8 C + 0.6 E. 2000 pairs, standard error of rho^2 about 2 rho (1 - rho^2)
// / sqrt(2000) = 0.013.
TEST(ControlVariate, SavesTheSquareOfTheCorrelation) {
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  std::vector<double> y, c;
  for (int i = 0; i < 2000; ++i) {
    c.push_back(normal(generator));
    y.push_back(0.8 * c.back() + 0.6 * normal(generator));
  }
  EXPECT_NEAR(control_variate(y, c, 0).saved(), 0.64, 0.04);
}

// Pairs (1, 5), (2, 4), (4, 2.5): averages 3, 3, 3.25. Variance of the mean (0.25^2/6 * ... ) by hand:
// deviations -1/12, -1/12, 1/6, squares 1/24, s^2 = 1/48, over 3: 1/144. Plain: s_1^2 = 7/3, s_2^2 = 19/12,
// sum over 12.
TEST(AntitheticPairs, ByHand) {
  const std::vector<double> a = {1, 2, 4}, b = {5, 4, 2.5};
  const ReducedMean mean = antithetic_pairs(a, b);
  EXPECT_NEAR(mean.mean, 37.0 / 12, 1e-14);
  EXPECT_NEAR(mean.variance, 1.0 / 144, 1e-14);
  EXPECT_NEAR(mean.plain_variance, (7.0 / 3 + 19.0 / 12) / 12, 1e-14);
  EXPECT_NEAR(mean.half_width, 4.302652730 / 12, 1e-8);
  EXPECT_GT(mean.saved(), 0.97);
}

// U + (1 - U) leaves nothing; U with itself doubles the variance: saved is -1.
TEST(AntitheticPairs, KnowsTheExtremes) {
  const std::vector<double> u = {0.1, 0.7, 0.4, 0.95};
  std::vector<double> mirrored;
  for (const double x : u) mirrored.push_back(1 - x);
  EXPECT_NEAR(antithetic_pairs(u, mirrored).saved(), 1, 1e-12);
  EXPECT_NEAR(antithetic_pairs(u, u).saved(), -1, 1e-12);
  EXPECT_EQ(antithetic_pairs(std::vector<double>{2, 2}, std::vector<double>{2, 2}).saved(), 0);
}

TEST(VarianceReduction, RefusesWhatItCannotUse) {
  const std::vector<double> two = {1, 2}, three = {1, 2, 3};
  EXPECT_THAT([&] { control_variate(two, two, 0); }, ThrowsMessage<InputError>(HasSubstr("at least 3")));
  EXPECT_THAT([&] { antithetic_pairs(two, three); },
              ThrowsMessage<InputError>(HasSubstr("2 and 3 values cannot be paired")));
  EXPECT_THAT(
      [&] {
        control_variate(three, std::vector<double>{4, 4, 4}, 4);
      },
      ThrowsMessage<InputError>(HasSubstr("does not vary")));
  EXPECT_THAT([&] { antithetic_pairs(two, two, 0); },
              ThrowsMessage<InputError>(HasSubstr("confidence is 0")));
}

}  // namespace
}  // namespace escapement::experiment
