// SPDX-License-Identifier: MIT
#include "escapement/random/normal.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace escapement::random {
namespace {

// The values that the paper prints for its three regions (AS 241, 1988).
TEST(Normal, ValuesOfThePaper) {
  EXPECT_NEAR(inverse_normal_cdf(0.25), -0.6744897501960817, 1e-15);
  EXPECT_NEAR(inverse_normal_cdf(0.001), -3.090232306167814, 1e-14);
  EXPECT_NEAR(inverse_normal_cdf(1e-20), -9.262340089798408, 1e-13);
}

TEST(Normal, AgreesWithBoost) {
  const auto reference = [](long double p) {
    return -std::numbers::sqrt2_v<long double> * boost::math::erfc_inv(2 * p);
  };
  double worst = 0.0;
  for (int i = 1; i < 20000; ++i) {
    const double p = i / 20000.0;
    if (p == 0.5) continue;
    const double exact = static_cast<double>(reference(p));
    worst = std::max(worst, std::fabs(inverse_normal_cdf(p) / exact - 1.0));
  }
  for (double p = 0.5; p > 1e-300; p *= 0.7) {
    if (p == 0.5) continue;
    worst = std::max(worst, std::fabs(inverse_normal_cdf(p) / static_cast<double>(reference(p)) - 1.0));
  }
  RecordProperty("worst_relative_error", std::to_string(worst * 1e16) + "e-16");
  EXPECT_LT(worst, 2e-15);
}

TEST(Normal, IsOddAndInvertsTheDistributionFunction) {
  EXPECT_EQ(inverse_normal_cdf(0.5), 0.0);
  for (double p = 0.5; p > 1e-9; p *= 0.9)
    EXPECT_NEAR(normal_cdf(inverse_normal_cdf(p)), p, 5e-15 * p + 1e-16);
  for (double p = 0.0625; p < 0.5; p += 0.0625)
    EXPECT_EQ(inverse_normal_cdf(p), -inverse_normal_cdf(1.0 - p));
}

TEST(Normal, Ends) {
  EXPECT_EQ(inverse_normal_cdf(0.0), -INFINITY);
  EXPECT_EQ(inverse_normal_cdf(1.0), INFINITY);
  EXPECT_TRUE(std::isnan(inverse_normal_cdf(-0.1)));
  EXPECT_TRUE(std::isnan(inverse_normal_cdf(1.1)));
  EXPECT_TRUE(std::isnan(inverse_normal_cdf(NAN)));
  EXPECT_NEAR(normal_cdf(1.0), 0.841344746068543, 1e-15);
  EXPECT_NEAR(normal_cdf(-10.0), 7.619853024160527e-24, 1e-37);
}

}  // namespace
}  // namespace escapement::random
