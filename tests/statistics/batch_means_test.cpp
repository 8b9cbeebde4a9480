// SPDX-License-Identifier: MIT
#include "escapement/statistics/batch_means.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Values of the printed tables (Abramowitz and Stegun, table 26.10), to more digits.
TEST(Quantiles, MatchTheTables) {
  EXPECT_NEAR(student_t_quantile(0.975, 9), 2.2621571627982049, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.975, 19), 2.0930240544082634, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.975, 1), 12.706204736174704, 1e-10);
  EXPECT_NEAR(student_t_quantile(0.95, 2), 2.9199855803537247, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.5, 7), 0, 1e-15);
  EXPECT_NEAR(normal_quantile(0.975), 1.9599639845400543, 1e-13);
  EXPECT_NEAR(normal_quantile(0.95), 1.6448536269514724, 1e-13);
}

TEST(Quantiles, RefuseWhatIsNoProbabilityOrNoDegrees) {
  EXPECT_THAT([] { student_t_quantile(1, 9); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("probability of a t quantile is 1"), HasSubstr("above 0 and below 1"))));
  EXPECT_THAT([] { normal_quantile(std::nan("")); },
              ThrowsMessage<InputError>(HasSubstr("probability of a normal quantile is nan")));
  EXPECT_THAT([] { student_t_quantile(0.9, 0); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("degrees of freedom of a t quantile are 0"),
                                              HasSubstr("at least two values"))));
}

// 1, 2, 3, 4: mean 2.5, s^2 = 5/3, t(3, 0.975) = 3.182446305284263, so 3.1824463 sqrt(5/12).
TEST(HalfWidthOf, IsStudentsInterval) {
  const std::vector<double> values{1, 2, 3, 4};
  EXPECT_NEAR(*half_width_of(values).value, 3.182446305284263 * std::sqrt(5.0 / 12.0), 1e-12);
  EXPECT_NEAR(*half_width_of(values, 0.5).value, 0.7648923284 * std::sqrt(5.0 / 12.0), 1e-9);
}

TEST(HalfWidthOf, NeedsTwoValuesAndIsZeroForEqualOnes) {
  EXPECT_EQ(half_width_of(std::vector<double>{7}).value, std::nullopt);
  EXPECT_EQ(half_width_of(std::vector<double>{7}).reason, "insufficient");
  EXPECT_EQ(half_width_of(std::vector<double>(13, 0.1)).value, 0.0);
}

TEST(HalfWidthOf, RefusesALevelThatIsNone) {
  EXPECT_THAT(
      [] {
        half_width_of(std::vector<double>{1, 2}, 95);
      },
      ThrowsMessage<InputError>(
          AllOf(HasSubstr("confidence level is 95"), HasSubstr("write 0.95 for 95 %"))));
}

// 1..5: deviations -2, -1, 0, 1, 2, squares 10, products 2 + 0 + 0 + 2 = 4, ends (4 + 4)/2 = 4:
// C = sqrt(24/3) (4 + 4)/10.
TEST(LagOneStatistic, MatchesTheHandCalculation) {
  EXPECT_NEAR(lag_one_statistic(std::vector<double>{1, 2, 3, 4, 5}), std::sqrt(8.0) * 0.8, 1e-14);
  EXPECT_NEAR(lag_one_statistic(std::vector<double>{1, -1, 1, -1}), std::sqrt(7.5) * (1 - 3) / 4, 1e-14);
}

// The identity C = sqrt((k^2-1)/(k-2)) (1 - V/2) with von Neumann's ratio V of squared differences to
// squares.
TEST(LagOneStatistic, IsVonNeumannsRatio) {
  std::mt19937_64 generator(20240501);
  std::vector<double> values(23);
  for (double& value : values) value = static_cast<double>(generator() % 1000);
  double mean = 0;
  for (const double value : values) mean += value / 23;
  double squares = 0;
  double differences = 0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    squares += (values[j] - mean) * (values[j] - mean);
    if (j > 0) differences += (values[j] - values[j - 1]) * (values[j] - values[j - 1]);
  }
  const double expected = std::sqrt((23.0 * 23 - 1) / 21) * (1 - differences / squares / 2);
  EXPECT_NEAR(lag_one_statistic(values), expected, 1e-12);
}

TEST(LagOneStatistic, IsNanWithoutThreeValuesOrSpread) {
  EXPECT_TRUE(std::isnan(lag_one_statistic(std::vector<double>{1, 2})));
  EXPECT_TRUE(std::isnan(lag_one_statistic(std::vector<double>{2, 2, 2})));
}

TEST(BatchMeans, HalvesFortyIntoTwenty) {
  BatchMeans batches;
  for (int i = 0; i < 39; ++i) batches.add(i);
  EXPECT_EQ(batches.count(), 39U);
  EXPECT_EQ(batches.scale(), 1U);
  batches.add(39);
  ASSERT_EQ(batches.count(), 20U);
  EXPECT_EQ(batches.scale(), 2U);
  for (std::size_t j = 0; j < 20; ++j) EXPECT_EQ(batches.means()[j], 2.0 * static_cast<double>(j) + 0.5);
  batches.add(100);
  EXPECT_EQ(batches.count(), 20U) << "an incomplete batch is left out";
  batches.add(200);
  ASSERT_EQ(batches.count(), 21U);
  EXPECT_EQ(batches.means()[20], 150);
}

TEST(BatchMeans, KeepsTwentyToThirtyNine) {
  BatchMeans batches;
  for (int i = 1; i <= 100000; ++i) {
    batches.add(i);
    ASSERT_LT(batches.count(), 40U);
    if (i < 20) continue;
    ASSERT_GE(batches.count(), 20U);
    ASSERT_EQ(batches.count(), static_cast<std::size_t>(i) / batches.scale());
  }
}

TEST(BatchMeans, AgreesWhetherBatchesComeInPartsOrWhole) {
  BatchMeans parts;
  BatchMeans whole;
  for (int i = 0; i < 40; ++i) {
    parts.add(i);
    EXPECT_EQ(whole.add_complete(i), i == 39);
  }
  parts.add(3);
  parts.add(5);
  EXPECT_FALSE(whole.add_complete(4));
  EXPECT_THAT(std::vector<double>(parts.means().begin(), parts.means().end()),
              testing::ElementsAreArray(whole.means().begin(), whole.means().end()));
}

TEST(BatchMeans, SaysWhyThereIsNoHalfWidth) {
  BatchMeans batches;
  for (int i = 0; i < 19; ++i) batches.add(i);
  EXPECT_EQ(batches.half_width().reason, "insufficient");
  batches.add(19);  // a straight line could not be more correlated
  EXPECT_EQ(batches.half_width().value, std::nullopt);
  EXPECT_EQ(batches.half_width().reason, "correlated");
  batches.clear();
  EXPECT_EQ(batches.count(), 0U);
}

// 10 times 1 and -1 in turn: mean 0, S^2 = 20/19, half-width = t(19, 0.975) / sqrt(19).
TEST(BatchMeans, GivesTheHalfWidth) {
  BatchMeans batches;
  for (int i = 0; i < 20; ++i) batches.add(i % 2 == 0 ? 1 : -1);
  EXPECT_NEAR(*batches.half_width().value, 2.0930240544082634 / std::sqrt(19.0), 1e-12);
  EXPECT_EQ(batches.half_width().reason, "");
  EXPECT_THAT([&] { batches.half_width(0); }, ThrowsMessage<InputError>(HasSubstr("confidence level is 0")));
}

TEST(BatchMeans, IsExactForConstants) {
  BatchMeans batches;
  for (int i = 0; i < 1000; ++i) batches.add(0.1);
  EXPECT_EQ(batches.half_width().value, 0.0);
}

}  // namespace
}  // namespace escapement::statistics
