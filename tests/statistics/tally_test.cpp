// SPDX-License-Identifier: MIT
#include "escapement/statistics/tally.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace escapement::statistics {
namespace {

TEST(Tally, IsEmptyAtFirst) {
  const Tally tally;
  EXPECT_EQ(tally.observations(), 0U);
  EXPECT_EQ(tally.average(), std::nullopt);
  EXPECT_EQ(tally.minimum(), std::nullopt);
  EXPECT_EQ(tally.maximum(), std::nullopt);
  EXPECT_EQ(tally.last(), std::nullopt);
  EXPECT_EQ(tally.standard_deviation(), std::nullopt);
  EXPECT_EQ(tally.sum(), 0);
  EXPECT_EQ(tally.half_width().value, std::nullopt);
  EXPECT_EQ(tally.half_width().reason, "insufficient");
}

// Waits of ten jobs at one server by Lindley's recursion; 2.777... would be the mean without the zero wait.
TEST(Tally, CountsZeros) {
  Tally tally;
  for (const double wait : {0, 1, 2, 4, 1, 2, 3, 4, 5, 3}) tally.observe(wait);
  EXPECT_EQ(tally.observations(), 10U);
  EXPECT_EQ(tally.average(), 2.5);
  EXPECT_EQ(tally.minimum(), 0);
  EXPECT_EQ(tally.maximum(), 5);
  EXPECT_EQ(tally.last(), 3);
  EXPECT_EQ(tally.sum(), 25);
  EXPECT_NEAR(*tally.standard_deviation(), std::sqrt((85 - 62.5) / 9), 1e-15);
}

// 1..n: mean (n+1)/2, variance n(n+1)/12; at every n, so that every state of the buffer is read once.
TEST(Tally, MatchesTheClosedFormAtEveryCount) {
  Tally tally;
  for (int n = 1; n <= 1000; ++n) {
    tally.observe(n);
    ASSERT_EQ(tally.observations(), static_cast<std::uint64_t>(n));
    ASSERT_EQ(*tally.average(), (n + 1) / 2.0);
    ASSERT_EQ(*tally.minimum(), 1);
    ASSERT_EQ(*tally.maximum(), n);
    ASSERT_EQ(*tally.last(), n);
    if (n > 1) {
      ASSERT_NEAR(*tally.standard_deviation(), std::sqrt(n * (n + 1.0) / 12), 1e-12 * n);
    }
  }
}

TEST(Tally, HandlesNegativeValues) {
  Tally tally;
  for (int i = 0; i < 40; ++i) tally.observe(-5.0 - i % 2);
  EXPECT_EQ(tally.average(), -5.5);
  EXPECT_EQ(tally.minimum(), -6);
  EXPECT_EQ(tally.maximum(), -5);
}

// A small spread on a large mean: the textbook sum of squares would have no digit left.
TEST(Tally, KeepsTheVarianceOfLargeValues) {
  Tally tally;
  for (int i = 0; i < 100000; ++i) tally.observe(1e9 + i % 2);
  EXPECT_EQ(*tally.average(), 1e9 + 0.5);
  EXPECT_NEAR(*tally.standard_deviation(), 0.5 * std::sqrt(100000.0 / 99999), 1e-9);
}

TEST(Tally, IsGoodToTwelveDigitsOverManyObservations) {
  Tally tally;
  constexpr int kRounds = 1'000'000;
  for (int i = 0; i < 7 * kRounds; ++i) tally.observe(0.1 * (i % 7));
  long double exact = 0;
  for (int i = 0; i < 7; ++i) exact += static_cast<long double>(0.1 * i) * kRounds;
  EXPECT_NEAR(tally.sum() / static_cast<double>(exact), 1, 1e-15);
}

TEST(Tally, IsExactForConstants) {
  Tally tally;
  for (int i = 0; i < 1234; ++i) tally.observe(0.1);
  EXPECT_EQ(tally.average(), 0.1);
  EXPECT_EQ(tally.standard_deviation(), 0.0);
  EXPECT_EQ(tally.half_width().value, 0.0);
}

TEST(Tally, BatchesAsTheRulesSay) {
  Tally tally;
  const auto observe = [&](int upto) {
    while (tally.observations() < static_cast<std::uint64_t>(upto)) {
      tally.observe(tally.observations() / 16 % 2 == 0 ? 1 : -1);
    }
  };
  observe(319);
  EXPECT_EQ(tally.half_width().reason, "insufficient");
  observe(320);
  EXPECT_EQ(tally.batches().count(), 20U);
  EXPECT_NEAR(*tally.half_width().value, 2.0930240544082634 / std::sqrt(19.0), 1e-12);
  observe(639);
  EXPECT_EQ(tally.batches().count(), 39U);
  EXPECT_EQ(tally.batches().scale(), 1U);
  observe(640);
  EXPECT_EQ(tally.batches().count(), 20U);
  EXPECT_EQ(tally.batches().scale(), 2U);
  EXPECT_EQ(tally.half_width().value, 0.0) << "batches of 32 hold sixteen of each";
}

TEST(Tally, ForgetsEverythingOnClear) {
  Tally tally;
  for (int i = 0; i < 1000; ++i) tally.observe(i);
  tally.clear();
  EXPECT_TRUE(tally.empty());
  EXPECT_EQ(tally.batches().count(), 0U);
  tally.observe(-3);
  EXPECT_EQ(tally.average(), -3);
  EXPECT_EQ(tally.maximum(), -3);
}

TEST(Tally, RecordsAHistogramWhenAsked) {
  Tally tally;
  tally.observe(1000);
  EXPECT_FALSE(tally.histogram().has_value());
  tally.record_histogram(true);
  for (int i = 0; i < 64; ++i) tally.observe(i);
  ASSERT_TRUE(tally.histogram().has_value());
  EXPECT_EQ(tally.histogram()->width, 1);
  EXPECT_EQ(tally.histogram()->origin, 0);
  EXPECT_THAT(tally.histogram()->counts, testing::ElementsAreArray(std::vector<std::uint64_t>(64, 1)))
      << "what came before is not in it";
  tally.clear();
  EXPECT_TRUE(tally.histogram()->counts.empty()) << "recording goes on, from nothing";
  tally.record_histogram(false);
  EXPECT_FALSE(tally.histogram().has_value());
}

// An AR(1) process with coefficient 0.99 is correlated over far more than a batch of 16.
TEST(Tally, FindsCorrelatedBatches) {
  std::mt19937_64 generator(7);
  std::normal_distribution<double> normal;
  Tally tally;
  double x = 0;
  for (int i = 0; i < 640; ++i) tally.observe(x = 0.99 * x + normal(generator));
  EXPECT_EQ(tally.half_width().value, std::nullopt);
  EXPECT_EQ(tally.half_width().reason, "correlated");
}

// Long enough, the same process gives independent batches, and the half-width that theory predicts: for n
// observations the mean has variance sigma^2 / (n (1 - phi)^2) with unit innovations.
TEST(Tally, WidensWithTheCorrelationOfTheData) {
  std::mt19937_64 generator(7);
  std::normal_distribution<double> normal;
  Tally tally;
  double x = 0;
  constexpr int kCount = 1'000'000;
  for (int i = 0; i < kCount; ++i) tally.observe(x = 0.8 * x + normal(generator));
  ASSERT_TRUE(tally.half_width().value.has_value());
  const double expected = 2.09 / 0.2 / std::sqrt(kCount);
  EXPECT_NEAR(*tally.half_width().value / expected, 1, 0.35);  // s of some 30 batches varies by 13 %
  EXPECT_NEAR(*tally.standard_deviation(), 1 / std::sqrt(1 - 0.64), 0.02);
}

// Independent normal data: 95 % of the intervals hold the mean (binomial deviation 0.22 % here), and the test
// calls one run in twenty correlated, as its level says.
TEST(Tally, CoversTheMeanAsOftenAsItSays) {
  constexpr int kRuns = 10000;
  constexpr std::uint64_t kSeed = 12345;
  std::mt19937_64 generator(kSeed);
  std::normal_distribution<double> normal(10, 3);
  int told = 0;
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    Tally tally;
    for (int i = 0; i < 400; ++i) tally.observe(normal(generator));
    const HalfWidth half_width = tally.half_width();
    if (!half_width.value) continue;
    ++told;
    if (std::abs(*tally.average() - 10) <= *half_width.value) ++covered;
  }
  const double coverage = static_cast<double>(covered) / told;
  const double refused = 1 - static_cast<double>(told) / kRuns;
  RecordProperty("coverage", std::to_string(coverage));
  RecordProperty("refused", std::to_string(refused));
  EXPECT_GT(coverage, 0.94) << "seed " << kSeed;
  EXPECT_LT(coverage, 0.96) << "seed " << kSeed;
  EXPECT_NEAR(refused, kCorrelationAlpha, 0.01) << "seed " << kSeed;
}

}  // namespace
}  // namespace escapement::statistics
