// SPDX-License-Identifier: MIT
#include "escapement/experiment/course.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "escapement/statistics/batch_means.h"

namespace escapement::experiment {
namespace {

using statistics::Kind;
using statistics::Observations;

std::vector<const Observations*> pointers(const std::vector<Observations>& runs) {
  std::vector<const Observations*> all;
  for (const Observations& run : runs) all.push_back(&run);
  return all;
}

// X_t = phi X_{t-1} + E_t about the mean 10, observed each 2 time units: mean 10, variance 1 / (1 - phi^2),
// variance parameter 1 / (1 - phi)^2.
Observations autoregressive(double phi, std::size_t n, double start, std::mt19937_64& generator,
                            Kind kind = Kind::kTally) {
  std::normal_distribution<double> normal;
  Observations run{"X", kind, {}, {}};
  double last = start - 10;
  for (std::size_t i = 0; i < n; ++i) {
    last = phi * last + normal(generator);
    run.times.push_back(2 * static_cast<double>(i));
    run.values.push_back(10 + last);
  }
  return run;
}

// Two replications of 100 and 120 observations; the average of both is 10 for 20 observations and then 0.
TEST(Course, AveragesReplicationsUpToTheShortest) {
  std::vector<Observations> runs(3);
  for (std::size_t j = 0; j < 120; ++j) {
    const double level = j < 20 ? 10 : 0, sign = j % 2 == 0 ? 1 : -1;
    if (j < 100) runs[0].values.push_back(level + sign), runs[0].times.push_back(static_cast<double>(j));
    runs[1].values.push_back(level - sign), runs[1].times.push_back(static_cast<double>(j) + 2);
  }
  const Course course = course_of("X", pointers(runs), 0);  // the third has observed nothing
  EXPECT_EQ(course.replications, 2);
  EXPECT_EQ(course.observations, 100U);
  EXPECT_EQ(course.left_out, 20U);
  EXPECT_EQ(course.warmup, 21);  // the mean time of observation 20, from 0
  EXPECT_EQ(course.welch.window, 5U);
  ASSERT_EQ(course.welch.average.size(), 100U);
  ASSERT_EQ(course.welch.smoothed.size(), 95U);
  EXPECT_EQ(course.welch.average[19], 10);
  EXPECT_EQ(course.welch.times[19], 20);
  // About point 19: 5 of 10 before it, itself, and 5 of 0 after it; about the first, itself alone.
  EXPECT_NEAR(course.welch.smoothed[19], 60.0 / 11, 1e-14);
  EXPECT_EQ(course.welch.smoothed[0], 10);
}

TEST(Course, PlotsAtMostFourHundredPoints) {
  Observations run{"X", Kind::kTally, {}, {}};
  for (int j = 0; j < 1203; ++j) run.values.push_back(j), run.times.push_back(j);
  const Course course = course_of("X", {&run}, 0);
  ASSERT_EQ(course.welch.average.size(), 300U);  // groups of 4, the last three left out
  EXPECT_EQ(course.welch.average[1], 5.5);
  EXPECT_EQ(course.warmup, std::nullopt);  // it still rises at the end
}

// Begun at 110, a hundred above its mean, the process comes within 0.2 of it after 60 observations (0.9^60 =
// 0.0018): the proposal leaves out at least the first 20 and not many hundred.
TEST(Course, FindsTheWarmUpOfAnAutoregressiveProcess) {
  std::mt19937_64 generator(101);
  std::vector<Observations> runs;
  for (int r = 0; r < 5; ++r) runs.push_back(autoregressive(0.9, 2000, 110, generator));
  const Course course = course_of("X", pointers(runs), 0);
  ASSERT_TRUE(course.warmup.has_value());
  EXPECT_GE(*course.warmup, 2 * 30);
  EXPECT_LE(*course.warmup, 2 * 150);
  EXPECT_EQ(*course.warmup, 2 * static_cast<double>(course.left_out));
}

// Both intervals of 300 runs of 4000 cover the mean 10 as often as they promise: binomial standard error
// 0.0126. That of batch means is not told in about 5 % of the runs, the level of its test. Their widths are
// those of the variance parameter 1 / (1 - 0.5)^2 = 4: with b = 20 to 39 degrees of freedom between 2.02
// and 2.09 times sqrt(4 / 4000) = 0.0316.
TEST(Course, IntervalsCoverTheMeanOfAnAutoregressiveProcess) {
  std::mt19937_64 generator(102);
  std::normal_distribution<double> normal;
  int told = 0, batches = 0, series = 0;
  double batch_width = 0, series_width = 0;
  for (int run = 0; run < 300; ++run) {
    const Kind kind = run % 2 == 0 ? Kind::kTally : Kind::kTimePersistent;
    const Observations x =
        autoregressive(0.5, 4000, 10 + normal(generator) / std::sqrt(0.75), generator, kind);
    const Course course = course_of("X", {&x}, 0);
    const double off = std::abs(course.mean.value() - 10);
    if (course.batch_means.value) {
      ++told;
      batches += off <= *course.batch_means.value ? 1 : 0;
      batch_width += *course.batch_means.value;
    } else {
      EXPECT_EQ(course.batch_means.reason, statistics::kCorrelated);
    }
    series += off <= course.standardised_series.value.value() ? 1 : 0;
    series_width += *course.standardised_series.value;
  }
  EXPECT_GE(told, 300 * 0.88);
  EXPECT_NEAR(batches / double(told), 0.95, 0.04);
  EXPECT_NEAR(series / 300.0, 0.95, 0.04);
  EXPECT_NEAR(batch_width / told, 2.05 * 0.0316, 0.004);
  EXPECT_NEAR(series_width / 300, 2.07 * 0.0316, 0.004);
}

// The study's warm-up of 20 time units leaves the observations at 20 and later.
TEST(Course, IntervalsBeginAtTheWarmUpOfTheStudy) {
  Observations run{"X", Kind::kTally, {}, {}};
  for (int j = 0; j < 1000; ++j) run.values.push_back(j < 10 ? 1e6 : 3), run.times.push_back(2 * j);
  const Course course = course_of("X", {&run}, 20);
  EXPECT_EQ(course.counted, 990U);
  EXPECT_EQ(course.mean, 3);
  EXPECT_EQ(course.batch_means.value, 0);
  EXPECT_EQ(course.standardised_series.value, 0);
  const Course nothing = course_of("X", {&run}, 1e9);
  EXPECT_EQ(nothing.mean, std::nullopt);
  EXPECT_EQ(nothing.batch_means.reason, statistics::kInsufficient);
  EXPECT_EQ(course_of("X", {}, 0).standardised_series.reason, statistics::kInsufficient);
}

}  // namespace
}  // namespace escapement::experiment
