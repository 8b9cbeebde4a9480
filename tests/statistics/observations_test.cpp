// SPDX-License-Identifier: MIT
#include "escapement/statistics/observations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// A tally gives 40 values at times 1 to 40, two at a time: more than its buffer holds, in their order.
TEST(ObservationRecorder, KeepsEachObservationOfATallyWithItsTime) {
  Collector collector;
  Tally& tally = collector.tally("Wait");
  tally.observe(-1);  // before the recording
  ObservationRecorder recorder(collector, {"Wait"}, std::numeric_limits<double>::infinity());
  for (int t = 1; t <= 40; ++t) {
    recorder.before(t);
    tally.observe(t);
    tally.observe(t + 0.5);
    if (t == 17) {  // the end of the warm-up changes nothing here
      recorder.before_clear(t);
      collector.clear(t);
      recorder.after_clear();
    }
    recorder.after(t);
  }
  EXPECT_EQ(tally.observations(), 2U * 23);
  const std::vector<Observations> all = recorder.take(40);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all[0].values.size(), 80U);
  for (std::size_t i = 0; i < 80; ++i) {
    EXPECT_EQ(all[0].times[i], static_cast<double>(i / 2 + 1));
    EXPECT_EQ(all[0].values[i], static_cast<double>(i / 2 + 1) + (i % 2 == 1 ? 0.5 : 0));
  }
}

// Length 2000, so steps of 1. The value is 3 until 1.5, 5 until 3.25, then 1; statistics are cleared at 2.5.
// Means of the steps: 3, (3 + 5)/2 = 4, 5, 5/4 + 3/4 = 2, 1, 1 ...
TEST(ObservationRecorder, GivesExactMeansOfAValueOverEqualSteps) {
  Collector collector;
  TimePersistent& value = collector.time_persistent("Length", 3);
  ObservationRecorder recorder(collector, {"Length"}, 2000);
  recorder.before(1.5);
  value.set(1.5, 5);
  recorder.after(1.5);
  recorder.before_clear(2.5);
  collector.clear(2.5);
  recorder.after_clear();
  recorder.before(3.25);
  value.set(3.25, 1);
  recorder.after(3.25);
  const Observations all = recorder.take(2000).at(0);
  ASSERT_EQ(all.values.size(), 2000U);
  EXPECT_THAT(std::vector<double>(all.values.begin(), all.values.begin() + 5), ElementsAre(3, 4, 5, 2, 1));
  EXPECT_THAT(std::vector<double>(all.values.begin() + 5, all.values.end()), Each(1));
  EXPECT_THAT(std::vector<double>(all.times.begin(), all.times.begin() + 3), ElementsAre(0, 1, 2));
}

TEST(ObservationRecorder, IsArchivedBitByBit) {
  Observations before{"Wait", Kind::kTimePersistent, {0, 0.1}, {1.0 / 3, -0.0}}, after;
  std::stringstream bytes;
  {
    Archive archive(static_cast<std::ostream&>(bytes));
    archive(before);
  }
  Archive archive(static_cast<std::istream&>(bytes));
  archive(after);
  EXPECT_EQ(after.name, "Wait");
  EXPECT_EQ(after.kind, Kind::kTimePersistent);
  EXPECT_EQ(after.times, before.times);
  EXPECT_EQ(after.values, before.values);
}

TEST(ObservationRecorder, RefusesWhatIsNotObservedOneByOne) {
  Collector collector;
  collector.tally("Service.WaitingTime");
  collector.counter("Out");
  collector.time_persistent("Length");
  EXPECT_THAT([&] { ObservationRecorder(collector, {"Service.WaitTime"}, 10); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("no statistic 'Service.WaitTime'"),
                                              HasSubstr("did you mean 'Service.WaitingTime'?"))));
  EXPECT_THAT([&] { ObservationRecorder(collector, {"Out"}, 10); },
              ThrowsMessage<InputError>(HasSubstr("'Out' is of kind counter")));
  EXPECT_THAT([&] { ObservationRecorder(collector, {"Length"}, std::numeric_limits<double>::infinity()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("no length to divide"), HasSubstr("\"length\""))));
}

}  // namespace
}  // namespace escapement::statistics
