// SPDX-License-Identifier: MIT
#include "escapement/siman/availability.h"

#include <gtest/gtest.h>

#include "escapement/siman/failure.h"
#include "escapement/siman/schedule.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr CapacityRule kAllRules[] = {CapacityRule::kWait, CapacityRule::kIgnore, CapacityRule::kPreempt};

Schedule::Options capacities(std::vector<Schedule::Item> items) {
  return {Schedule::Kind::kCapacity, std::move(items), 1};
}

Resource::Options by_schedule(CapacityRule rule) {
  Resource::Options options;
  options.schedule = "Shift";
  options.schedule_rule = rule;
  return options;
}

Resource::Options with_failure(CapacityRule rule, double capacity = 1) {
  Resource::Options options;
  options.capacity = capacity;
  options.failures = {{"Break", rule}};
  return options;
}

Failure::Options by_time(ExpressionText up, ExpressionText down) {
  Failure::Options options;
  options.up_time = std::move(up);
  options.down_time = std::move(down);
  return options;
}

// r-simmer/simmer issue 64. At 10 the job's delay ends as the capacity falls: under no rule is it lost.
TEST(Availability, CapacityOpensAndCloses) {
  for (const CapacityRule rule : kAllRules) {
    Shop shop;
    shop.add<Schedule>("Shift", capacities({{0.0, 5.0}, {1.0, 5.0}, {0.0, 5.0}, {1.0}}));
    shop.add<Resource>("Server", by_schedule(rule));
    auto& jobs = shop.jobs("A", 0, 0.0, 3, {{"Server"}}, 5.0);
    shop.run();
    EXPECT_THAT(jobs.end.times, ElementsAre(10, 20, 25));
  }
}

// Rossetti: a day of 480 minutes, a break from 240 to 270 that is ignored, busy all day.
TEST(Availability, UtilizationsOfAnIgnoredBreak) {
  Shop shop;
  shop.add<Schedule>("Shift", capacities({{1.0, 240.0}, {0.0, 30.0}, {1.0, 210.0}}));
  shop.add<Resource>("Server", by_schedule(CapacityRule::kIgnore));
  shop.job("A", 0, {{"Server"}}, 480);
  shop.run(480);
  EXPECT_DOUBLE_EQ(shop.average("Server.InstantaneousUtilization"), 1);
  EXPECT_DOUBLE_EQ(shop.average("Server.NumberScheduled"), 0.9375);
  EXPECT_DOUBLE_EQ(shop.output("Server.ScheduledUtilization"), 1 / 0.9375);
}

// Jobs of 6 from 0, a break of 4 planned from 10 to 14 and a shift of 10 after it.
//   Wait: the second job ends at 12, the break is 12-16, the shift 16-26: third job 16-22.
//   Ignore: the second job ends at 12, the break ends at 14: third job 14-20.
//   Preempt: the second job stops at 10 with 2 to do, goes on at 14, ends at 16; third job 16-22.
TEST(Availability, BreaksWithBusyUnits) {
  const std::vector<double> expected[] = {{6, 12, 22}, {6, 12, 20}, {6, 16, 22}};
  for (const CapacityRule rule : kAllRules) {
    Shop shop;
    shop.add<Schedule>("Shift", capacities({{1.0, 10.0}, {0.0, 4.0}, {1.0, 10.0}, {0.0}}));
    shop.add<Resource>("Server", by_schedule(rule));
    auto& jobs = shop.jobs("A", 0, 0.0, 3, {{"Server"}}, 6.0);
    shop.record_after(jobs.end);
    shop.environment.length = 100;
    shop.run(100);
    EXPECT_THAT(jobs.end.times, ::testing::ElementsAreArray(expected[static_cast<int>(rule)]));
    // The shift of 10 is over at 26 under Wait, at 24 else.
    const double open = shop.persistent("Server.NumberScheduled").integral(100);
    EXPECT_DOUBLE_EQ(open, rule == CapacityRule::kWait ? 12 + 10 : 20);
    EXPECT_DOUBLE_EQ(shop.tally("Job.VATime"), 6);  // interruptions are waits, not work
  }
}

TEST(Availability, DecreaseTakesIdleUnitsAtOnceAndBusyOnesAsTheyAreReleased) {
  Shop shop;
  shop.add<Schedule>("Shift", capacities({{4.0, 5.0}, {1.0, 10.0}, {4.0}}));
  shop.add<Resource>("Server", by_schedule(CapacityRule::kWait));
  shop.job("A", 0, {{"Server"}}, 7);
  shop.job("B", 0, {{"Server"}}, 9);
  shop.job("C", 0, {{"Server"}}, 30);
  auto& late = shop.job("D", 6, {{"Server"}}, 1);
  shop.run(40);
  // 4 to 5, 3 to 7, 2 to 9, 1 to 19, then 4: the 10 count from 9.
  EXPECT_DOUBLE_EQ(shop.persistent("Server.NumberScheduled").integral(40),
                   4 * 5 + 3 * 2 + 2 * 2 + 10 + 4 * 21);
  EXPECT_THAT(late.begin.times, ElementsAre(19));
}

TEST(Availability, IgnoredUnitsGoWhenTheyAreReleased) {
  Shop shop;
  shop.add<Schedule>("Shift", capacities({{2.0, 5.0}, {1.0, 10.0}, {2.0}}));
  shop.add<Resource>("Server", by_schedule(CapacityRule::kIgnore));
  shop.job("A", 0, {{"Server"}}, 8);
  shop.job("B", 0, {{"Server"}}, 10);
  auto& late = shop.job("C", 1, {{"Server"}}, 1);
  shop.environment.length = 20;
  shop.run(20);
  EXPECT_THAT(late.begin.times, ElementsAre(10));  // at 8 one of two leaves, and one is scheduled
  EXPECT_DOUBLE_EQ(shop.persistent("Server.NumberBusy").integral(20), 8 + 10 + 1);
  EXPECT_DOUBLE_EQ(shop.persistent("Server.NumberScheduled").integral(20), 2 * 5 + 10 + 2 * 5);
}

TEST(Availability, ScheduleEndsWithTheLastEntityWhenNoLengthIsGiven) {
  Shop shop;
  shop.add<Schedule>("Shift", capacities({{1.0, 10.0}, {0.0, 5.0}}));
  shop.add<Resource>("Server", by_schedule(CapacityRule::kPreempt));
  auto& job = shop.job("A", 1, {{"Server"}}, 21);  // works 1-10, 15-25, 30-32
  shop.run();
  EXPECT_THAT(job.end.times, ElementsAre(32));
  EXPECT_EQ(shop.simulator->now(), 32);
}

// Up 10, down 5. Jobs of 4 from 0, four of them.
//   Wait:    0-4, 4-8, 8-12 as the failure waits for it, down 12-17, 17-21. Up again from 17.
//   Ignore:  0-4, 4-8, 8-12, down 10-15, 15-19.
//   Preempt: 0-4, 4-8, 8-10 and 15-17, 17-21.
TEST(Availability, FailuresByTime) {
  const std::vector<double> expected[] = {{4, 8, 12, 21}, {4, 8, 12, 19}, {4, 8, 17, 21}};
  for (const CapacityRule rule : kAllRules) {
    Shop shop;
    shop.add<Failure>("Break", by_time(10.0, 5.0));
    shop.add<Resource>("Server", with_failure(rule));
    auto& jobs = shop.jobs("A", 0, 0.0, 4, {{"Server"}}, 4.0);
    shop.add<DStat>("Down", "STATE(Server) == FAILED");
    shop.run(22);
    EXPECT_THAT(jobs.end.times, ::testing::ElementsAreArray(expected[static_cast<int>(rule)]));
    EXPECT_DOUBLE_EQ(shop.persistent("Down").integral(22), 5);
  }
}

TEST(Availability, FailureOfTheWholeResourceStopsEveryUnit) {
  Shop shop;
  shop.add<Failure>("Break", by_time(10.0, 5.0));
  shop.add<Resource>("Server", with_failure(CapacityRule::kPreempt, 2));
  auto& a = shop.job("A", 8, {{"Server"}}, 4);
  auto& b = shop.job("B", 9, {{"Server"}}, 1);
  auto& c = shop.job("C", 12, {{"Server"}}, 1);
  shop.run(20);
  EXPECT_THAT(a.end.times, ElementsAre(17));  // two of four done at 10
  EXPECT_THAT(b.end.times, ElementsAre(10));  // its delay ends as the failure comes
  EXPECT_THAT(c.end.times, ElementsAre(16));
}

// The third release breaks it; the count is the same after the repair.
TEST(Availability, FailuresByCount) {
  Shop shop;
  Failure::Options options;
  options.kind = Failure::Kind::kCount;
  options.count = 3.0;
  options.down_time = 10.0;
  shop.add<Failure>("Break", options);
  shop.add<Resource>("Server", with_failure(CapacityRule::kIgnore));
  auto& jobs = shop.jobs("A", 0, 0.0, 7, {{"Server"}}, 1.0);
  shop.run(100);
  EXPECT_THAT(jobs.end.times, ElementsAre(1, 2, 3, 14, 15, 16, 27));
}

// The up time of 5 passes only while busy: jobs at 0, 10, 20 of 3 each use it up at 12.
TEST(Availability, UpTimeThatPassesInOneStateOnly) {
  Shop shop;
  Failure::Options options = by_time(5.0, 4.0);
  options.uptime_in = Resource::State::kBusy;
  shop.add<Failure>("Break", options);
  shop.add<Resource>("Server", with_failure(CapacityRule::kPreempt));
  auto& jobs = shop.jobs("A", 0, 10.0, 3, {{"Server"}}, 3.0);
  shop.run(100);
  EXPECT_THAT(jobs.end.times, ElementsAre(3, 17, 23));
}

// Two failures at 10: repaired one after another, 10-15 and 15-22. Up again 15 + 10, so the next is at 25.
TEST(Availability, FailuresQueueUp) {
  Shop shop;
  shop.add<Failure>("Break", by_time(10.0, 5.0));
  shop.add<Failure>("Wear", by_time(10.0, 7.0));
  Resource::Options options;
  options.failures = {{"Break", CapacityRule::kIgnore}, {"Wear", CapacityRule::kIgnore}};
  shop.add<Resource>("Server", options);
  auto& job = shop.job("A", 11, {{"Server"}}, 1);
  shop.add<DStat>("Down", "STATE(Server) == FAILED");
  shop.run(25);
  EXPECT_THAT(job.begin.times, ElementsAre(22));
  EXPECT_DOUBLE_EQ(shop.persistent("Down").integral(25), 12);
}

// A break of 6-9 preempts the job for which a failure at 5 waits: nobody is busy, so the repair is 6-8.
// The job has 4 to do from 9.
TEST(Availability, PreemptionEndsTheWaitOfAFailure) {
  Shop shop;
  shop.add<Schedule>("Shift", capacities({{1.0, 6.0}, {0.0, 3.0}, {1.0}}));
  shop.add<Failure>("Break", by_time(5.0, 2.0));
  Resource::Options options = by_schedule(CapacityRule::kPreempt);
  options.failures = {{"Break", CapacityRule::kWait}};
  shop.add<Resource>("Server", options);
  auto& job = shop.job("A", 0, {{"Server"}}, 10);
  shop.add<DStat>("Down", "STATE(Server) == FAILED");
  shop.environment.length = 12.5;
  shop.run(12.5);
  EXPECT_DOUBLE_EQ(shop.persistent("Down").integral(12.5), 2);
  EXPECT_THAT(job.end.times, ElementsAre());
  shop.run(14);  // up time is over at 8 + 5 = 13, and waits for it
  EXPECT_THAT(job.end.times, ElementsAre(13));
}

TEST(Availability, FaultsOfBuilding) {
  Shop shop;
  shop.add<Schedule>("Rate", Schedule::Options{Schedule::Kind::kArrival, {{1.0}}});
  shop.add<Schedule>("Halves", capacities({{0.5}}));
  shop.add<Failure>("NoRepair", by_time(1.0, {}));
  shop.add<Failure>("Never", by_time({}, 1.0));
  shop.add<Failure>("Flicker", by_time(0.0, 0.0));
  Resource::Options a, b;
  a.schedule = "Rate";
  b.schedule = "Shift";
  b.failures = {{"Brake", CapacityRule::kWait}};
  shop.add<Resource>("A", a);
  shop.add<Resource>("B", b);
  const std::string faults = shop.faults();
  EXPECT_THAT(faults, HasSubstr("resource 'A' needs a schedule of type Capacity; 'Rate' is of type Arrival"));
  EXPECT_THAT(faults, HasSubstr("schedule 'Halves' gives a capacity of 0.5 | give a whole number"));
  EXPECT_THAT(faults, HasSubstr("failure 'NoRepair' lacks 'downTime'"));
  EXPECT_THAT(faults, HasSubstr("failure 'Never' lacks 'upTime'"));
  EXPECT_THAT(faults, HasSubstr("failure 'Flicker' comes and goes without time passing"));
  EXPECT_THAT(faults, HasSubstr("unknown schedule 'Shift' in 'B'"));
  EXPECT_THAT(faults, HasSubstr("unknown failure 'Brake' in 'B'"));
}

TEST(Availability, FaultsOfTheRun) {
  const auto failure_of = [](Failure::Options options, double v) {
    Shop shop;
    shop.add<Variable>("v", v);
    shop.add<Failure>("Break", std::move(options));
    shop.add<Resource>("Server", with_failure(CapacityRule::kIgnore));
    shop.job("A", 0, {{"Server"}}, 4);
    const auto failure = shop.failure(100);
    return failure ? failure->message() : "none";
  };
  EXPECT_THAT(failure_of(by_time("v", 1.0), -1), HasSubstr("the up time 'v' is -1; it must be 0 or more"));
  EXPECT_THAT(failure_of(by_time(1.0, "v"), -1), HasSubstr("the down time 'v' is -1; it must be 0 or more"));
  EXPECT_THAT(failure_of(by_time("v", "v"), 0), HasSubstr("zero-time loop: more than 100000 changes"));
  Failure::Options count;
  count.kind = Failure::Kind::kCount;
  count.count = "v";
  count.down_time = 1.0;
  EXPECT_THAT(failure_of(count, 1.5),
              HasSubstr("the count 'v' is 1.5; it must be a whole number of 1 or more"));

  Shop shop;
  shop.add<Variable>("v", 0.5);
  shop.add<Schedule>("Shift", capacities({{"v"}}));
  shop.add<Resource>("Server", by_schedule(CapacityRule::kWait));
  const auto failure = shop.failure(1);
  ASSERT_TRUE(failure);
  EXPECT_THAT(
      failure->message(),
      HasSubstr("the schedule 'Shift' gives a capacity of 0.5; it must be a whole number of 0 or more"));
}

}  // namespace
}  // namespace escapement::siman
