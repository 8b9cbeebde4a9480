// SPDX-License-Identifier: MIT
#include "escapement/siman/schedule.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

Schedule::Options of(std::vector<Schedule::Item> items, double scale = 1) {
  return {Schedule::Kind::kOther, std::move(items), scale};
}

TEST(Schedule, RepeatsAndKeepsItsInstantsExact) {
  Model model;
  auto& s = model.add<Schedule>("S", of({{1.0, 0.1}, {2.0, 0.2}}));
  model.build();
  EXPECT_TRUE(s.repeats());
  EXPECT_TRUE(s.is_constant());
  EXPECT_DOUBLE_EQ(s.period(), 0.3);
  EXPECT_EQ(s.begin(2), 0.3);  // three tenths, not 0.1 + 0.2
  EXPECT_EQ(s.begin(1), 0.1);
  EXPECT_EQ(s.begin(6), 0.9);
  EXPECT_EQ(s.begin(7), 1.0);
  EXPECT_EQ(s.value_at(0), 1);
  EXPECT_EQ(s.value_at(0.1), 2);  // at a change the new value
  EXPECT_EQ(s.value_at(0.95), 1);
  EXPECT_EQ(s.value_at(1.0), 2);
}

TEST(Schedule, HoldsTheLastValueThatHasNoDuration) {
  Model model;
  auto& s = model.add<Schedule>("S", of({{4.0, "2 min"}, {5.0, 0.0}, {7.0}}, 0.5));
  model.build();
  EXPECT_FALSE(s.repeats());
  EXPECT_EQ(s.begin(1), 120);
  EXPECT_EQ(s.begin(2), 120);
  EXPECT_EQ(s.begin(3), kInfinity);
  EXPECT_EQ(s.value_at(119), 2);  // 4 times the scale factor
  EXPECT_EQ(s.value_at(120), 3.5);
  EXPECT_EQ(s.value_at(1e9), 3.5);
  EXPECT_EQ(s.greatest_value(), 3.5);
}

TEST(Schedule, CursorCountsFromAShiftedBeginning) {
  Model model;
  auto& s = model.add<Schedule>("S", of({{1.0, 5.0}, {0.0, 2.0}}));
  model.build();
  ScheduleCursor cursor;
  EXPECT_EQ(cursor.end(s, 0), 5);
  cursor.item = 1;
  cursor.shifted = true;
  EXPECT_EQ(cursor.end(s, 6), 8);
  cursor = {3, false};
  EXPECT_EQ(cursor.end(s, 12), 14);
}

TEST(Schedule, IsReadInExpressions) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Schedule>("S", of({{1.0, 5.0}, {3.0, 5.0}}));
  auto& dstat = model.add<DStat>("Value", "SCHEDVALUE(S)");
  auto& create = model.arrivals("Arrivals", 0.0, 5.0, 3);
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, done.in);
  model.run(10);
  EXPECT_EQ(dstat.name(), "Value");
  EXPECT_DOUBLE_EQ(model.average("Value"), 2);
}

TEST(Schedule, OfOtherValuesMayBeNegative) {  // a temperature: -4 for 1, 6 for 3
  Model model;
  model.add<EntityType>("Job");
  model.add<Schedule>("S", Schedule::Options{Schedule::Kind::kOther, {{-4.0, 1.0}, {6.0, 3.0}}});
  model.add<DStat>("Value", "SCHEDVALUE(S)");
  auto& create = model.arrivals("Arrivals", 0.0, 8.0, 2);
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, done.in);
  model.run(8);
  EXPECT_DOUBLE_EQ(model.average("Value"), 3.5);
  EXPECT_EQ(model.persistent("Value").minimum(), -4);
}

TEST(Schedule, FaultsOfBuilding) {
  Model model;
  model.add<Schedule>("Empty", of({}));
  model.add<Schedule>("Gap", of({{1.0}, {2.0, 1.0}}));
  model.add<Schedule>("Nothing", of({{1.0, 0.0}}));
  model.add<Schedule>("Negative", Schedule::Options{Schedule::Kind::kCapacity, {{-1.0, -2.0}}});
  const std::string faults = model.faults();
  EXPECT_THAT(faults, HasSubstr("schedule 'Empty' has no values"));
  EXPECT_THAT(faults, HasSubstr("an item of schedule 'Gap' lacks its duration | only the last may lack it"));
  EXPECT_THAT(faults, HasSubstr("no item of schedule 'Nothing' lasts | give a duration above 0"));
  EXPECT_THAT(faults, HasSubstr("value of 'Negative' is -1 | it must be 0 or more"));
  EXPECT_THAT(faults, HasSubstr("duration of 'Negative' is -2 | it must be 0 or more"));
}

TEST(Schedule, FaultsOfTheRun) {
  Model model;
  model.add<Variable>("v", -1.0);
  auto& s = model.add<Schedule>("S", of({{"v", "v"}}));
  model.build();
  try {
    s.duration(0);
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_THAT(e.what(), HasSubstr("the duration 'v' is -1; it must be a time of 0 or more"));
  }
  model.add<EntityType>("Job");
}

TEST(Schedule, DrawnSchedulesHaveNoPresentValue) {
  Model model;
  model.add<Variable>("v", 1.0);
  model.add<Schedule>("S", of({{"v", 1.0}}));
  model.add<DStat>("Value", "SCHEDVALUE(S)");
  const auto failure = model.failure(1);
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->message(), HasSubstr("SCHEDVALUE needs a schedule of constants; 'S' is none"));
}

}  // namespace
}  // namespace escapement::siman
