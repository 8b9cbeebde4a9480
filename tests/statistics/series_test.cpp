// SPDX-License-Identifier: MIT
#include "escapement/statistics/series.h"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

namespace escapement::statistics {
namespace {

using testing::ElementsAre;

TEST(Series, IsEmptyWithoutTime) {
  SeriesRecorder recorder(3);
  recorder.hold(5, 0);
  EXPECT_EQ(recorder.data().start, 3);
  EXPECT_EQ(recorder.data().step, 0);
  EXPECT_TRUE(recorder.data().average.empty());
}

// 400 time units fit 400 steps of 1; 401 need steps of 2, the last of them half full.
TEST(Series, DoublesItsStepWhenStepsRunOut) {
  SeriesRecorder recorder(0);
  for (int t = 1; t <= 400; ++t) recorder.hold(t, t);
  EXPECT_EQ(recorder.data().step, 1);
  EXPECT_EQ(recorder.data().average.size(), 400U);
  EXPECT_EQ(recorder.data().average[10], 11);
  recorder.hold(401, 401);
  const Series wide = recorder.data();
  EXPECT_EQ(wide.step, 2);
  ASSERT_EQ(wide.average.size(), 201U);
  EXPECT_EQ(wide.average[10], 21.5);
  EXPECT_EQ(wide.minimum[10], 21);
  EXPECT_EQ(wide.maximum[10], 22);
  EXPECT_EQ(wide.average[200], 401);
}

TEST(Series, WeightsByTimeWithinAStep) {
  SeriesRecorder recorder(0);
  recorder.hold(0, 400);
  recorder.hold(4, 400.5);
  recorder.hold(0, 402);
  const Series series = recorder.data();
  EXPECT_EQ(series.step, 2);
  EXPECT_EQ(series.average.back(), 1);
  EXPECT_EQ(series.maximum.back(), 4);
  EXPECT_EQ(series.minimum.back(), 0);
}

TEST(Series, ShowsValuesThatHoldForNoTimeInTheStepThatBegins) {
  SeriesRecorder recorder(0);
  recorder.hold(1, 128);
  recorder.hold(9, 128);
  recorder.hold(-9, 128);
  recorder.hold(1, 256);
  const Series series = recorder.data();
  EXPECT_EQ(series.step, 1);
  EXPECT_EQ(series.maximum[127], 1);
  EXPECT_EQ(series.maximum[128], 9);
  EXPECT_EQ(series.minimum[128], -9);
  EXPECT_EQ(series.average[128], 1);
  recorder.hold(7, 256);
  EXPECT_EQ(recorder.data().maximum.back(), 7) << "at the very end, in the last step";
}

TEST(Series, KeepsTheAreaWhateverTheScale) {
  constexpr std::uint64_t kSeed = 5;
  std::mt19937_64 generator(kSeed);
  SeriesRecorder recorder(0);
  double t = 0;
  double area = 0;
  for (int i = 0; i < 5000; ++i) {
    const double held = std::ldexp(static_cast<double>(generator() % 100), i / 500 - 5);
    const double value = static_cast<double>(generator() % 7);
    area += value * held;
    recorder.hold(value, t += held);
    ASSERT_LE(recorder.data().average.size(), 400U);
  }
  const Series series = recorder.data();
  EXPECT_GE(series.average.size(), 200U) << "seed " << kSeed;
  double sum = 0;
  for (std::size_t i = 0; i < series.average.size(); ++i) {
    const double begin = static_cast<double>(i) * series.step;
    sum += series.average[i] * (std::min(t, begin + series.step) - begin);
  }
  EXPECT_NEAR(sum / area, 1, 1e-12) << "seed " << kSeed;
}

TEST(Series, FitsAnyFirstStretch) {
  for (const double stretch : {1e-300, 0.7, 1e300}) {
    SeriesRecorder recorder(0);
    recorder.hold(2, stretch);
    EXPECT_GT(recorder.data().average.size(), 199U) << stretch;
    EXPECT_LE(recorder.data().average.size(), 400U) << stretch;
    EXPECT_EQ(recorder.data().average.back(), 2) << stretch;
  }
}

}  // namespace
}  // namespace escapement::statistics
