// SPDX-License-Identifier: MIT
#include "escapement/experiment/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "escapement/core/error.h"

namespace escapement::experiment {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Differences -1, -2, -3, -2: mean -2, s^2 = 2/3, t(3, 0.975) = 3.182446, half-width t sqrt(2/3) / 2.
TEST(PairedDifference, ByHand) {
  const std::vector<double> a = {1, 2, 3, 5}, b = {2, 4, 6, 7};
  const Difference d = paired_difference(a, b);
  EXPECT_DOUBLE_EQ(d.mean, -2);
  EXPECT_NEAR(d.half_width, 3.182446305 * std::sqrt(2.0 / 3) / 2, 1e-8);
  EXPECT_EQ(d.degrees, 3);
  EXPECT_TRUE(d.significant());
  EXPECT_EQ(paired_difference(a, a).half_width, 0);
  EXPECT_FALSE(paired_difference(a, a).significant());
}

// s_a^2 = 35/12 with 4 values, s_b^2 = 64/12 with 3: A = 35/48, B = 16/9, degrees (A+B)^2/(A^2/3 + B^2/2).
TEST(WelchDifference, ByHand) {
  const std::vector<double> a = {1, 2, 3, 5}, b = {2, 4, 20.0 / 3};
  const double mean_b = (2 + 4 + 20.0 / 3) / 3;
  double sb = 0;
  for (const double x : b) sb += (x - mean_b) * (x - mean_b);
  const double u = 35.0 / 12 / 4, v = sb / 2 / 3;
  const Difference d = welch_difference(a, b);
  EXPECT_NEAR(d.mean, 2.75 - mean_b, 1e-12);
  EXPECT_NEAR(d.degrees, (u + v) * (u + v) / (u * u / 3 + v * v / 2), 1e-12);
  EXPECT_GT(d.half_width, 2.7764 * std::sqrt(u + v));  // t(4) < t(degrees) < t(3), for 3 < degrees < 4
  EXPECT_LT(d.half_width, 3.1825 * std::sqrt(u + v));
  const std::vector<double> same = {3, 3};
  EXPECT_EQ(welch_difference(same, same).half_width, 0);
}

// With two samples F is the square of Welch's t, and its degrees are those of t.
TEST(WelchAnova, OfTwoSamplesIsWelchsTest) {
  const Samples samples = {{1, 2, 3, 5}, {4, 9, 5}};
  const Difference d = welch_difference(samples[0], samples[1]);
  const double variance = 35.0 / 12 / 4 + 7.0 / 3;
  const Anova anova = welch_anova(samples);
  EXPECT_NEAR(anova.f, d.mean * d.mean / variance, 1e-12);
  EXPECT_EQ(anova.numerator_degrees, 1);
  EXPECT_NEAR(anova.denominator_degrees, d.degrees, 1e-12);
}

// Three samples with equal variances 1 and n = 3, means 0, 1, 2: w = 3, W = 9, m = 1, L = 3 (2/3)^2 / 2 =
// 2/3. F = (3 + 3)/2 / (1 + 2 (2/3)/8) = 3 / (7/6) = 18/7, degrees 2 and 8/(3 * 2/3) = 4. The upper tail of F
// with 2 and n degrees is (1 + 2F/n)^(-n/2) = (1 + 9/7)^(-2) = 49/256.
TEST(WelchAnova, OfThreeByHand) {
  const Anova anova = welch_anova({{-1, 0, 1}, {0, 1, 2}, {1, 2, 3}});
  EXPECT_NEAR(anova.f, 18.0 / 7, 1e-12);
  EXPECT_EQ(anova.numerator_degrees, 2);
  EXPECT_NEAR(anova.denominator_degrees, 4, 1e-12);
  EXPECT_NEAR(anova.p_value, 49.0 / 256, 1e-12);
}

// Two systems, largest is best. Differences 2nd - 1st: 1, 2, 3, 2: mean 2, w = t(3, 0.95) sqrt(2/3)/2 =
// 0.9608.
TEST(CompareWithBest, OfTwoByHand) {
  const Samples samples = {{1, 2, 3, 5}, {2, 4, 6, 7}};
  const double w = 2.353363435 * std::sqrt(2.0 / 3) / 2;
  const auto largest = compare_with_best(samples, Goal::kLargest);
  EXPECT_FALSE(largest[0].may_be_best);
  EXPECT_NEAR(largest[0].lower, -2 - w, 1e-8);
  EXPECT_EQ(largest[0].upper, 0);
  EXPECT_TRUE(largest[1].may_be_best);
  EXPECT_EQ(largest[1].lower, 0);
  EXPECT_NEAR(largest[1].upper, 2 + w, 1e-8);
  const auto smallest = compare_with_best(samples, Goal::kSmallest);
  EXPECT_TRUE(smallest[0].may_be_best);
  EXPECT_NEAR(smallest[0].lower, -2 - w, 1e-8);
  EXPECT_EQ(smallest[0].upper, 0);
  EXPECT_NEAR(smallest[1].upper, 2 + w, 1e-8);
}

TEST(CompareWithBest, KeepsBothOfATie) {
  const Samples samples = {{1, 2, 3}, {1, 2, 3}, {5, 6, 7}};
  const auto best = compare_with_best(samples, Goal::kSmallest);
  EXPECT_TRUE(best[0].may_be_best);
  EXPECT_TRUE(best[1].may_be_best);
  EXPECT_FALSE(best[2].may_be_best);
  EXPECT_EQ(best[2].upper, 4);  // all differences are 4, without spread
}

// A common part of deviation 10 hides differences of 1 in independent samples; pairs see through it.
TEST(Screening, PairsSeeThroughWhatIsCommon) {
  std::mt19937_64 generator(7);
  std::normal_distribution<double> common(0, 10), own(0, 0.2);
  Samples samples(3);
  for (int r = 0; r < 20; ++r) {
    const double shared = common(generator);
    for (std::size_t i = 0; i < 3; ++i)
      samples[i].push_back(shared + static_cast<double>(i) + own(generator));
  }
  EXPECT_THAT(screen_paired(samples, Goal::kSmallest), ElementsAre(0));
  EXPECT_THAT(screen_paired(samples, Goal::kLargest), ElementsAre(2));
  EXPECT_THAT(screen_independent(samples, Goal::kSmallest), ElementsAre(0, 1, 2));
}

// W = sqrt(t^2 s^2/n + t^2 s^2/n) with t(2, 0.95) = 2.919986, s^2 = 1, n = 3: 2.384. Means 0, 2.3 and 2.5,
// but k = 2 at a time.
TEST(Screening, IndependentByHand) {
  EXPECT_THAT(screen_independent({{-1, 0, 1}, {1.3, 2.3, 3.3}}, Goal::kSmallest), ElementsAre(0, 1));
  EXPECT_THAT(screen_independent({{-1, 0, 1}, {1.5, 2.5, 3.5}}, Goal::kSmallest), ElementsAre(0));
  EXPECT_THAT(screen_independent({{-1, 0, 1}, {1.5, 2.5, 3.5}}, Goal::kLargest), ElementsAre(1));
}

// Means 0, 0.2, 0.4 and 0.6, largest best: distances to the best of the others are -0.6, -0.4, -0.2 and 0.2.
// Of 1000 experiments all four intervals hold in 95 % at least, less three standard errors of 0.0069.
TEST(CompareWithBest, HoldsItsConfidence) {
  std::mt19937_64 generator(20250101);
  std::normal_distribution<double> normal(0, 1);
  constexpr double kDistance[] = {-0.6, -0.4, -0.2, 0.2};
  int covered = 0, kept_best = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Samples samples(4);
    for (int r = 0; r < 10; ++r) {
      const double shared = normal(generator);
      for (std::size_t i = 0; i < 4; ++i)
        samples[i].push_back(0.2 * static_cast<double>(i) + shared + normal(generator));
    }
    const auto best = compare_with_best(samples, Goal::kLargest);
    bool all = true;
    for (std::size_t i = 0; i < 4; ++i)
      all = all && best[i].lower <= kDistance[i] && best[i].upper >= kDistance[i];
    covered += all ? 1 : 0;
    const auto subset = screen_paired(samples, Goal::kLargest);
    kept_best += !subset.empty() && subset.back() == 3 ? 1 : 0;
  }
  EXPECT_GE(covered, 929);
  EXPECT_GE(kept_best, 929);
}

TEST(Comparison, RefusesWhatItCannotUse) {
  const std::vector<double> two = {1, 2}, three = {1, 2, 3}, one = {1};
  EXPECT_THAT([&] { paired_difference(two, three); },
              ThrowsMessage<InputError>(HasSubstr("2 and 3 values cannot be paired")));
  EXPECT_THAT(
      [&] {
        compare_with_best({two, three}, Goal::kLargest);
      },
      ThrowsMessage<InputError>(HasSubstr("2 and 3 values cannot be paired")));
  EXPECT_THAT([&] { welch_difference(one, three); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("has 1 values; at least 2"), HasSubstr("run more"))));
  EXPECT_THAT([&] { paired_difference(two, two, 95); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("confidence is 95"), HasSubstr("0.95"))));
  EXPECT_THAT([&] { screen_paired({two}, Goal::kLargest); },
              ThrowsMessage<InputError>(HasSubstr("1 systems; at least 2")));
  EXPECT_THAT(
      [&] {
        welch_anova({two, {4, 4}});
      },
      ThrowsMessage<InputError>(HasSubstr("sample 2 are all equal")));
  const std::vector<double> bad = {1, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THAT([&] { paired_difference(bad, two); }, ThrowsMessage<InputError>(HasSubstr("nan")));
}

}  // namespace
}  // namespace escapement::experiment
