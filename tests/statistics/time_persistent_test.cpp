// SPDX-License-Identifier: MIT
#include "escapement/statistics/time_persistent.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Jobs at 1, 2 and 3 wait until a server opens at 10, which takes one per time unit; warm-up 5, end 13.
// On [5, 13] three wait until 10, then two, then one: (3*5 + 2*1 + 1*1)/8 = 2.25.
TEST(TimePersistent, GoesOnWithTheCurrentValueAfterWarmUp) {
  TimePersistent waiting;
  waiting.set(1, 1);
  waiting.set(2, 2);
  waiting.set(3, 3);
  waiting.clear(5);
  EXPECT_EQ(waiting.minimum(), 3);
  waiting.set(10, 2);
  waiting.set(11, 1);
  waiting.set(12, 0);
  EXPECT_EQ(waiting.average(13), 2.25);
  EXPECT_EQ(waiting.minimum(), 0);
  EXPECT_EQ(waiting.maximum(), 3);
  EXPECT_EQ(waiting.value(), 0);
  EXPECT_EQ(waiting.integral(13), 18);
  EXPECT_EQ(waiting.start(), 5);
  EXPECT_EQ(waiting.changes(), 3U);
}

// 0 on [0, 2), 4 on [2, 3), 1 on [3, 6): average 7/6, mean square 19/6.
TEST(TimePersistent, WeightsByTime) {
  TimePersistent level;
  level.set(2, 4);
  level.set(3, 1);
  EXPECT_NEAR(level.average(6), 7.0 / 6, 1e-15);
  EXPECT_NEAR(level.standard_deviation(6), std::sqrt(19.0 / 6 - 49.0 / 36), 1e-15);
  EXPECT_EQ(level.minimum(), 0);
  EXPECT_EQ(level.maximum(), 4);
}

TEST(TimePersistent, IsItsValueWhenNoTimeHasPassed) {
  TimePersistent level(3, 7);
  EXPECT_EQ(level.average(3), 7);
  EXPECT_EQ(level.standard_deviation(3), 0);
  EXPECT_EQ(level.integral(3), 0);
  EXPECT_EQ(level.half_width(3).reason, "insufficient");
}

TEST(TimePersistent, CountsValuesThatHoldForNoTimeAsExtremesOnly) {
  TimePersistent level(0, 1);
  level.set(2, 100);
  level.set(2, 1);
  EXPECT_EQ(level.average(4), 1);
  EXPECT_EQ(level.maximum(), 100);
}

TEST(TimePersistent, ChangesNothingWhenTheValueStays) {
  TimePersistent quiet(0, 0.1);
  TimePersistent busy(0, 0.1);
  for (int i = 1; i < 1000; ++i) {
    busy.set(i * 0.3, i < 500 ? 0.1 : 0.7);
    if (i == 500) quiet.set(i * 0.3, 0.7);
  }
  EXPECT_EQ(quiet.average(300), busy.average(300));
  EXPECT_EQ(quiet.standard_deviation(300), busy.standard_deviation(300));
  EXPECT_EQ(busy.changes(), 1U);
}

// v = 1, 2 ... set at times 0, 1 ...: integral n(n+1)/2 at time n; every state of the buffer is read once.
TEST(TimePersistent, MatchesTheClosedFormAtEveryChange) {
  TimePersistent level(0, 1);
  for (int n = 1; n <= 500; ++n) {
    ASSERT_EQ(level.integral(n), n * (n + 1) / 2);
    ASSERT_EQ(level.average(n), (n + 1) / 2.0);
    ASSERT_NEAR(level.standard_deviation(n), std::sqrt((n * n - 1) / 12.0), 1e-12 * n);
    ASSERT_EQ(level.average(n + 0.5), (n * (n + 1) / 2 + (n)*0.5) / (n + 0.5));
    level.set(n, n + 1);
  }
}

// Extremes at each place of sixteen changes that are folded at once. Times and values are multiples of 1/4,
// so that sums are exact: v = 8 but for one value of -5 or 40, each held for 1/4, 32 values after 7 at the
// start.
TEST(TimePersistent, FindsExtremesAtEveryPlaceOfABlock) {
  for (int place = 0; place < 32; ++place)
    for (const double extreme : {-5.0, 40.0}) {
      TimePersistent level(0, 7);
      for (int i = 0; i < 32; ++i) level.set((i + 1) * 0.25, i == place ? extreme : i % 2 == 0 ? 8.0 : 8.25);
      EXPECT_EQ(level.minimum(), std::min(7.0, extreme));
      EXPECT_EQ(level.maximum(), extreme > 7 ? 40 : 8.25) << place;
      const double others = 16 * 8.0 + 16 * 8.25 - (place % 2 == 0 ? 8.0 : 8.25);
      EXPECT_EQ(level.integral(8.25), 0.25 * (7 + others + extreme)) << place;
    }
}

TEST(TimePersistent, IsExactForConstants) {
  TimePersistent level(0.3, 0.1);
  EXPECT_EQ(level.average(1e7 / 3), 0.1);
  EXPECT_EQ(level.standard_deviation(1e7 / 3), 0);
  EXPECT_EQ(level.half_width(1e7 / 3).value, 0.0);
  EXPECT_EQ(level.half_width(5.2).reason, "insufficient") << "less than 5 time units";
}

// Changes every 1/64: 320 of them at time 5, where twenty batches of 0.25 are complete.
TEST(TimePersistent, NeedsFiveTimeUnitsAndManyChanges) {
  TimePersistent fast;
  for (int i = 1; i < 320; ++i) fast.set(i / 64.0, i % 2);
  EXPECT_EQ(fast.half_width(5).reason, "insufficient") << "319 changes";
  fast.set(5, 0);
  EXPECT_EQ(fast.changes(), 320U);
  EXPECT_EQ(fast.half_width(5).value, 0.0) << "each batch is half 0 and half 1";
  TimePersistent faster;
  for (int i = 1; i <= 400; ++i) faster.set(i / 100.0, i % 2);
  EXPECT_EQ(faster.half_width(4.99).reason, "insufficient") << "19 batches";
}

// 1 on even quarters of time, -1 on odd ones: batches of 0.25 are 1 and -1 in turn, those of 0.5 all 0.
TEST(TimePersistent, DoublesItsBatches) {
  TimePersistent level(0, 1);
  for (int i = 1; i < 40; ++i) {
    for (int j = 0; j < 20; ++j) {  // changes that take no time, to have enough of them
      level.set(i / 4.0, 5);
      level.set(i / 4.0, i % 2 == 0 ? 1 : -1);
    }
  }
  EXPECT_NEAR(*level.half_width(9.75).value,
              student_t_quantile(0.975, 38) * std::sqrt((39 - 1.0 / 39) / 38 / 39), 1e-12);
  EXPECT_EQ(level.half_width(10).value, 0.0);
}

TEST(TimePersistent, PassesManyBatchesAtOnce) {
  TimePersistent level(0, 2);
  for (int i = 1; i <= 400; ++i) level.set(i * 0.01, i % 2);
  level.set(1e300, 3);
  EXPECT_TRUE(std::isfinite(level.average(2e300)));
  EXPECT_NEAR(level.average(2e300), 1.5, 1e-12);
}

TEST(TimePersistent, RefusesTimesThatRunBack) {
  TimePersistent level(1);
  level.set(5, 2);
  const auto message =
      AllOf(HasSubstr("time 4 is not allowed"), HasSubstr("set at 5"), HasSubstr("never decrease"));
  EXPECT_THAT([&] { level.set(4, 3); }, ThrowsMessage<InternalError>(message));
  EXPECT_THAT([&] { level.average(4); }, ThrowsMessage<InternalError>(message));
  EXPECT_THAT([&] { level.clear(4); }, ThrowsMessage<InternalError>(message));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT([&] { level.set(infinity, 3); }, ThrowsMessage<InternalError>(HasSubstr("time inf")));
  EXPECT_THAT([&] { level.set(std::nan(""), 3); }, ThrowsMessage<InternalError>(HasSubstr("time nan")));
  EXPECT_THAT([&] { TimePersistent wrong(infinity); }, ThrowsMessage<InternalError>(HasSubstr("time inf")));
  EXPECT_EQ(level.value(), 2) << "nothing has changed";
  EXPECT_EQ(level.average(9), 1);
}

// A telegraph signal that flips at rate 1 has mean 1/2; its integral over T has variance near T/4 * (1/1) for
// long T (autocovariance exp(-2u)/4, so 2 * integral = 1/4 per unit of time).
TEST(TimePersistent, GivesTheHalfWidthThatTheoryPredicts) {
  constexpr std::uint64_t kSeed = 99;
  std::mt19937_64 generator(kSeed);
  std::exponential_distribution<double> gap(1);
  TimePersistent signal;
  double t = 0;
  int value = 0;
  for (t = gap(generator); t < 100000; t += gap(generator)) signal.set(t, value = 1 - value);
  const HalfWidth half_width = signal.half_width(100000);
  ASSERT_TRUE(half_width.value.has_value()) << half_width.reason << ", seed " << kSeed;
  EXPECT_NEAR(*half_width.value / (2.05 * std::sqrt(0.25 / 100000)), 1, 0.4) << "seed " << kSeed;
  EXPECT_NEAR(signal.average(100000), 0.5, 3 * std::sqrt(0.25 / 100000)) << "seed " << kSeed;
}

TEST(TimePersistent, RecordsASeriesWhenAsked) {
  TimePersistent level(0, 1);
  EXPECT_FALSE(level.series(2).has_value());
  level.record_series(true);
  level.set(100, 3);
  const Series series = *level.series(400);
  EXPECT_EQ(series.start, 0);
  EXPECT_EQ(series.step, 1);
  ASSERT_EQ(series.average.size(), 400U);
  EXPECT_EQ(series.average[99], 1);
  EXPECT_EQ(series.average[100], 3);
  // The end of the warm-up begins the average anew, but the course goes on: in 400 steps of 2 at most, the
  // value 1 until 100, 3 until 210, then 5.
  level.clear(200);
  level.set(210, 5);
  const Series whole = *level.series(401);
  EXPECT_EQ(whole.start, 0);
  EXPECT_EQ(whole.step, 2);
  ASSERT_EQ(whole.average.size(), 201U);
  EXPECT_EQ(whole.average[49], 1);
  EXPECT_EQ(whole.average[50], 3);
  EXPECT_EQ(whole.average[104], 3);
  EXPECT_EQ(whole.average[105], 5);
  EXPECT_DOUBLE_EQ(level.average(401), (10.0 * 3 + 191.0 * 5) / 201.0);
  level.record_series(false);
  EXPECT_FALSE(level.series(500).has_value());
}

// A level that rises from 0 to 40 in 4: mean 20, variance 40^2 / 12; then stands for 6, so that the mean of
// 10 is (4 x 20 + 6 x 40) / 10.
TEST(TimePersistent, MovesBetweenCallsOfSet) {
  TimePersistent level(0, 0);
  EXPECT_EQ(level.next_batch(), 0.25);
  level.move(4, {20, 1600 / 12.0, 0, 40, 40});
  EXPECT_DOUBLE_EQ(level.average(4), 20);
  EXPECT_DOUBLE_EQ(level.standard_deviation(4), std::sqrt(1600 / 12.0));
  EXPECT_EQ(level.value(), 40);
  EXPECT_EQ(level.changes(), 1U);
  level.set(4, 40);
  EXPECT_DOUBLE_EQ(level.average(10), 32);
  EXPECT_EQ(level.maximum(), 40);
  EXPECT_THAT([&] { level.move(3, {}); }, ThrowsMessage<InternalError>(HasSubstr("time 3 is not allowed")));
}

// Whoever follows a mover is brought up to date before it is read or cleared.
TEST(TimePersistent, FollowsAMover) {
  struct Rising final : Mover {
    explicit Rising(TimePersistent& s) : statistic(s) {}
    void bring_to(double t) override {
      if (t <= at) return;
      const double span = t - at;
      statistic.move(t, {at + span / 2, span * span / 12, at, t, t});
      at = t;
    }
    TimePersistent& statistic;
    double at = 0;
  };
  TimePersistent level(0, 0);
  Rising clock(level);
  level.follow(&clock);
  EXPECT_DOUBLE_EQ(level.average(6), 3);
  level.clear(8);
  EXPECT_DOUBLE_EQ(level.average(10), 9);
  EXPECT_EQ(level.minimum(), 8);
}

}  // namespace
}  // namespace escapement::statistics
