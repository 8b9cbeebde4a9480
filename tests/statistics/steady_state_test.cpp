// SPDX-License-Identifier: MIT
#include "escapement/statistics/steady_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/statistics/batch_means.h"

namespace escapement::statistics {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// X_t = phi X_{t-1} + E_t with normal E of variance 1: mean 0, variance parameter 1/(1-phi)^2.
std::vector<double> autoregressive(double phi, std::size_t n, double start, std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  std::vector<double> x(n);
  double last = start;
  for (double& value : x) value = last = phi * last + normal(generator);
  return x;
}

// 50 values of 10 and then 450 of 0: without the 10 batches of the start nothing varies.
TEST(Mser5, CutsAStepExactly) {
  std::vector<double> values(500, 0.0);
  std::fill(values.begin(), values.begin() + 50, 10.0);
  const WarmUp warm_up = mser5(values);
  EXPECT_EQ(warm_up.values, 50U);
  EXPECT_EQ(warm_up.mean, 0);
}

// Batches 4, 0, 2, 0, 2, 0, 2, 0, 2, 0: d = 0: mean 1.2, squares 16 + 16 - 14.4 = 17.6, over 100 = 0.176; d =
// 1: mean 8/9, squares 16 - 64/9 = 8.889, over 81 = 0.1097; d = 2: mean 1, squares 8, over 64 = 0.125.
TEST(Mser5, ByHand) {
  std::vector<double> values;
  for (const double batch : {4, 0, 2, 0, 2, 0, 2, 0, 2, 0})
    for (const double offset : {-2, -1, 0, 1, 2}) values.push_back(batch + offset);
  const WarmUp warm_up = mser5(values);
  EXPECT_EQ(warm_up.values, 5U);
  EXPECT_NEAR(warm_up.mean, 8.0 / 9, 1e-14);
}

TEST(Mser5, SaysWhenItCannotTell) {
  EXPECT_EQ(mser5(std::vector<double>(49, 1.0)).values, std::nullopt);
  std::vector<double> ramp(200);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<double>(i);
  EXPECT_EQ(mser5(ramp).values, std::nullopt);  // still rising at the end
  EXPECT_EQ(mser5(std::vector<double>(200, 1.0)).values, 0U);
  ramp[7] = NAN;
  EXPECT_THAT([&] { mser5(ramp); }, ThrowsMessage<InputError>(HasSubstr("from number 6 on")));
}

// An autoregressive process that begins at 100, ten standard deviations out and decaying by 0.9 a step: after
// 60 steps 0.2 is left of it.
TEST(Mser5, CutsTheDecayOfAnAutoregressiveProcess) {
  std::mt19937_64 generator(11);
  const WarmUp warm_up = mser5(autoregressive(0.9, 4000, 100, generator));
  ASSERT_TRUE(warm_up.values.has_value());
  EXPECT_GE(*warm_up.values, 20U);
  EXPECT_LE(*warm_up.values, 150U);
}

// One batch 1, 2, 4: A = 1*1 + 0*2 - 1*4 = -3, V = 12 * 9 / 24 = 4.5, t(1, 0.975) = 12.7062, half-width
// t sqrt(4.5/3).
TEST(StandardisedSeries, ByHand) {
  const std::vector<double> x = {1, 2, 4};
  EXPECT_NEAR(standardised_series(x, 1).value.value(), 12.706204736 * std::sqrt(1.5), 1e-7);
  EXPECT_EQ(standardised_series(std::vector<double>(100, 3.5)).value, 0);
}

TEST(StandardisedSeries, RefusesWhatItCannotUse) {
  EXPECT_EQ(standardised_series(std::vector<double>(39, 1.0)).reason, kInsufficient);
  EXPECT_THAT([] { standardised_series(std::vector<double>(10, 1.0), 0); },
              ThrowsMessage<InputError>(HasSubstr("0 batches")));
  EXPECT_THROW(standardised_series(std::vector<double>(10, 1.0), 2, 1.5), InputError);
}

// The interval covers the known mean 0 of an autoregressive process in 95 %, of 500 runs: standard error
// 0.0097; the width is that of the known variance parameter 1/(1-0.5)^2 = 4, half-width 2.086 * 2 /
// sqrt(4000) on average, less the bias of sqrt, 1 - 1/(4*20).
TEST(StandardisedSeries, CoversTheMeanOfAnAutoregressiveProcess) {
  std::mt19937_64 generator(12);
  std::normal_distribution<double> normal;
  int covered = 0;
  double width = 0;
  for (int run = 0; run < 500; ++run) {
    const auto x = autoregressive(0.5, 4000, normal(generator) / std::sqrt(0.75), generator);
    double mean = 0;
    for (const double value : x) mean += value / 4000;
    const double half_width = standardised_series(x).value.value();
    covered += std::abs(mean) <= half_width ? 1 : 0;
    width += half_width / 500;
  }
  EXPECT_NEAR(covered / 500.0, 0.95, 0.03);
  EXPECT_NEAR(width, 2.086 * 2 / std::sqrt(4000) * (1 - 1.0 / 80), 0.002);
}

}  // namespace
}  // namespace escapement::statistics
