// SPDX-License-Identifier: MIT
#include "escapement/statistics/frequency.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Queue length over 20 time units: 0 on [0, 4), 2 on [4, 10), 9 on [10, 15), 1 on [15, 20).
TEST(Frequency, TellsTimesVisitsAndPercentages) {
  Frequency queue({value_category("empty", 0), range_category("short", 0, 3)});
  queue.set(4, 2);
  queue.set(10, 9);
  queue.set(15, 1);
  const std::vector<FrequencyRow> rows = queue.rows(20);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "empty");
  EXPECT_EQ(rows[0].visits, 1U);
  EXPECT_EQ(rows[0].average_time, 4);
  EXPECT_EQ(rows[0].standard_percent, 20);
  EXPECT_NEAR(*rows[0].restricted_percent, 100 * 4.0 / 15, 1e-12);
  EXPECT_EQ(rows[1].visits, 2U);
  EXPECT_EQ(rows[1].average_time, 5.5);
  EXPECT_EQ(rows[1].standard_percent, 55);
  EXPECT_NEAR(*rows[1].restricted_percent, 100 * 11.0 / 15, 1e-12);
  EXPECT_EQ(rows[2].name, "Out of Range");
  EXPECT_EQ(rows[2].visits, 1U);
  EXPECT_EQ(rows[2].time, 5);
  EXPECT_EQ(rows[2].standard_percent, 25);
  EXPECT_EQ(rows[2].restricted_percent, std::nullopt);
}

TEST(Frequency, ExcludesTheLowerEndAndIncludesTheUpper) {
  Frequency queue({range_category("low", 0, 1), range_category("high", 1, 2)}, 0, 0);
  queue.set(1, 1);
  queue.set(3, 2);
  queue.set(6, 2.5);
  const auto rows = queue.rows(10);
  EXPECT_EQ(rows[0].time, 2);
  EXPECT_EQ(rows[1].time, 3);
  EXPECT_EQ(rows[2].time, 5);
  EXPECT_EQ(rows[2].visits, 2U);
}

TEST(Frequency, CountsStaysOfPositiveLengthOnly) {
  Frequency queue({value_category("a", 0), value_category("b", 1), range_category("c", 1, 9)});
  queue.set(2, 1);
  queue.set(2, 0);  // through b and back within the instant: one stay in a
  queue.set(5, 1);
  queue.set(5, 2);  // through b
  queue.set(6, 3);  // within c
  const auto rows = queue.rows(10);
  EXPECT_EQ(rows[0].visits, 1U);
  EXPECT_EQ(rows[0].average_time, 5);
  EXPECT_EQ(rows[1].visits, 0U);
  EXPECT_EQ(rows[1].average_time, std::nullopt);
  EXPECT_EQ(rows[1].standard_percent, 0);
  EXPECT_EQ(rows[2].visits, 1U);
  EXPECT_EQ(queue.value(), 3);
}

TEST(Frequency, LeavesOutOfTheRestrictedPercentagesWhatIsToBeLeftOut) {
  Frequency machine(
      {value_category("idle", 0), value_category("busy", 1), value_category("closed", 2, false)}, 0, 2);
  machine.set(6, 1);
  machine.set(9, 0);
  const auto rows = machine.rows(10);
  EXPECT_EQ(rows[0].restricted_percent, 25);
  EXPECT_EQ(rows[1].restricted_percent, 75);
  EXPECT_EQ(rows[2].restricted_percent, std::nullopt);
  EXPECT_EQ(rows[2].standard_percent, 60);
}

TEST(Frequency, FollowsStates) {
  Frequency drill = Frequency::of_states({"idle", "busy", "failed"}, 0, 1);
  drill.set(7, 2);
  const auto rows = drill.rows(10);
  EXPECT_EQ(rows[1].name, "busy");
  EXPECT_EQ(rows[1].standard_percent, 70);
  EXPECT_EQ(rows[2].restricted_percent, 30);
}

TEST(Frequency, BeginsAgainOnClear) {
  Frequency drill = Frequency::of_states({"idle", "busy"});
  drill.set(3, 1);
  drill.clear(5);
  const auto rows = drill.rows(9);
  EXPECT_EQ(rows[0].visits, 0U);
  EXPECT_EQ(rows[1].visits, 1U) << "the visit under way counts again";
  EXPECT_EQ(rows[1].time, 4);
  EXPECT_EQ(drill.rows(5)[1].standard_percent, std::nullopt) << "no time has passed";
}

TEST(Frequency, RefusesCategoriesThatCannotBe) {
  const auto make = [](std::vector<Category> categories) { Frequency made(std::move(categories)); };
  EXPECT_THAT([&] { make({}); }, ThrowsMessage<BuildError>(HasSubstr("no categories")));
  EXPECT_THAT(
      [&] {
        make({value_category("a", 1), value_category("a", 2)});
      },
      ThrowsMessage<BuildError>(HasSubstr("'a' is given twice")));
  EXPECT_THAT([&] { make({value_category("Out of Range", 1)}); },
              ThrowsMessage<BuildError>(HasSubstr("'Out of Range' is always there")));
  EXPECT_THAT([&] { make({value_category("a", std::nan(""))}); },
              ThrowsMessage<BuildError>(HasSubstr("'a' has the value nan")));
  EXPECT_THAT(
      [&] { make({range_category("a", 3, 3)}); },
      ThrowsMessage<BuildError>(AllOf(HasSubstr("'a' is the range (3, 3]"), HasSubstr("below the upper"))));
}

TEST(Frequency, RefusesTimesThatRunBack) {
  Frequency drill = Frequency::of_states({"idle", "busy"});
  drill.set(3, 1);
  const auto message = AllOf(HasSubstr("time 2 is not allowed"), HasSubstr("set at 3"));
  EXPECT_THAT([&] { drill.set(2, 0); }, ThrowsMessage<InternalError>(message));
  EXPECT_THAT([&] { drill.rows(2); }, ThrowsMessage<InternalError>(message));
  EXPECT_THAT([&] { drill.clear(2); }, ThrowsMessage<InternalError>(message));
  EXPECT_THAT([] { Frequency::of_states({"a"}, std::numeric_limits<double>::infinity()); },
              ThrowsMessage<InternalError>(HasSubstr("time inf")));
  EXPECT_EQ(drill.value(), 1);
}

TEST(Frequency, TellsWhetherAMovePassesABorder) {
  const Frequency levels({range_category("Low", 0, 10), range_category("Band", 20, 30)});
  EXPECT_FALSE(levels.passes_border(1, 9));
  EXPECT_TRUE(levels.passes_border(9, 11));
  EXPECT_TRUE(levels.passes_border(15, 35));  // out of range at both ends, but the band lies between
  EXPECT_TRUE(levels.passes_border(35, 15));
  EXPECT_FALSE(levels.passes_border(31, 35));
}

}  // namespace
}  // namespace escapement::statistics
