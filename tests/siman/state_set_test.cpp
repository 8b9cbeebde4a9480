// SPDX-License-Identifier: MIT
// States of resources, their frequencies, and changes of the capacity by blocks.
#include "escapement/siman/state_set.h"

#include <gtest/gtest.h>

#include "escapement/siman/alter.h"
#include "escapement/siman/failure.h"
#include "escapement/siman/frequency.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

double time_in(Shop& shop, const std::string& frequency, const std::string& category) {
  for (const auto& row : shop.statistics.find_frequency(frequency)->rows(shop.simulator->now()))
    if (row.name == category) return row.time;
  return -1;
}

Failure::Options breakdown(double up, double down) {
  Failure::Options options;
  options.up_time = up;
  options.down_time = down;
  return options;
}

// Busy 2-6, failed 8-11, idle else, until 12.
TEST(StateSet, FrequenciesOfTheAutomaticStates) {
  Shop shop;
  shop.add<Failure>("Break", breakdown(8, 3));
  Resource::Options options;
  options.failures = {{"Break", CapacityRule::kIgnore}};
  shop.add<Resource>("X", options);
  shop.add<Frequency>("States", Frequency::Options{"X"});
  shop.job("A", 2, {{"X"}}, 4);
  shop.environment.length = 12;
  shop.run(12);
  EXPECT_EQ(time_in(shop, "States", "Idle"), 5);
  EXPECT_EQ(time_in(shop, "States", "Busy"), 4);
  EXPECT_EQ(time_in(shop, "States", "Failed"), 3);
  EXPECT_EQ(time_in(shop, "States", "Inactive"), 0);
}

// An assignment sets Setup at 3, while busy 2-6; it ends with the automatic state, at 6. Failed 8-11 is
// Broken.
TEST(StateSet, NamesStatesAndLetsBlocksSetThem) {
  Shop shop;
  shop.add<Failure>("Break", breakdown(8, 3));
  shop.add<StateSet>("Names", std::vector<StateSet::State>{
                                  {"Working", Resource::State::kBusy}, {"Setup"}, {"Broken", {}, "Break"}});
  Resource::Options options;
  options.failures = {{"Break", CapacityRule::kIgnore}};
  options.state_set = "Names";
  shop.add<Resource>("X", options);
  shop.add<Frequency>("States", Frequency::Options{"X"});
  shop.add<DStat>("Number", "STATE(X)");
  shop.job("A", 2, {{"X"}}, 4);
  auto& alarm = shop.arrivals("Alarm", 3.0, {}, 1);
  auto& assign = shop.add<Assign>("Set", Assign::Options{{Assignment::parse("STATE(X) = Setup")}});
  auto& done = shop.add<Dispose>("Done");
  shop.link(alarm.out, assign.in);
  shop.link(assign.out, done.in);
  shop.environment.length = 12;
  shop.run(12);
  EXPECT_EQ(time_in(shop, "States", "Working"), 1);
  EXPECT_EQ(time_in(shop, "States", "Setup"), 3);
  EXPECT_EQ(time_in(shop, "States", "Broken"), 3);
  EXPECT_EQ(time_in(shop, "States", "Idle"), 5);
  EXPECT_DOUBLE_EQ(shop.persistent("Number").integral(12), 1 * 1 + 3 * 2 + 3 * 3 - 5);
}

TEST(StateSet, FrequencyOfAValue) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Frequency>("Crowd", Frequency::Options{{},
                                                  "NQ(Line)",
                                                  {statistics::value_category("Empty", 0),
                                                   statistics::range_category("Some", 0, 2)}});
  shop.jobs("A", 0, 0.0, 4, {{"X"}}, 1.0);  // 3 wait until 1, 2 until 2, 1 until 3, none until 4
  shop.run();
  EXPECT_EQ(time_in(shop, "Crowd", "Empty"), 1);
  EXPECT_EQ(time_in(shop, "Crowd", "Some"), 2);
  EXPECT_EQ(time_in(shop, "Crowd", "Out of Range"), 1);
}

// 2 units, both busy until 10. At 1 one goes: it does at 10, when the first job is released; at 5 two come.
TEST(Alter, ChangesTheCapacity) {
  Shop shop;
  shop.add<Resource>("X", 2.0);
  shop.job("A", 0, {{"X"}}, 3);
  shop.job("B", 0, {{"X"}}, 10);
  auto& c = shop.job("C", 2, {{"X"}}, 1);
  auto& less = shop.arrivals("Less", 1.0, {}, 1);
  auto& more = shop.arrivals("More", 5.0, {}, 1);
  auto& fewer = shop.add<Alter>("Fewer", Alter::Options{{{"X", -1.0}}});
  auto& raise = shop.add<Assign>("Raise", Assign::Options{{Assignment::parse("MR(X) = MR(X) + 2")}});
  auto& done = shop.add<Dispose>("Done");
  shop.link(less.out, fewer.in);
  shop.link(more.out, raise.in);
  shop.link(fewer.out, done.in);
  shop.link(raise.out, done.in);
  shop.run();
  EXPECT_THAT(c.begin.times, ElementsAre(5));
  EXPECT_DOUBLE_EQ(shop.persistent("X.NumberScheduled").integral(10), 2 * 3 + 1 * 2 + 3 * 5);
}

TEST(Alter, Faults) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  auto& create = shop.arrivals("Arrives", 1.0, {}, 1);
  auto& fewer = shop.add<Alter>("Fewer", Alter::Options{{{"X", -2.0}}});
  auto& done = shop.add<Dispose>("Done");
  shop.link(create.out, fewer.in);
  shop.link(fewer.out, done.in);
  const auto failure = shop.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Fewer");
  EXPECT_THAT(failure->message(),
              HasSubstr("the new capacity of resource 'X' is -1; it must be a whole number of 0 or more"));

  Shop states;
  states.add<Resource>("X", 1.0);
  auto& alarm = states.arrivals("Arrives", 1.0, {}, 1);
  auto& assign = states.add<Assign>("Set", Assign::Options{{Assignment::parse("STATE(X) = 1")}});
  auto& end = states.add<Dispose>("Done");
  states.link(alarm.out, assign.in);
  states.link(assign.out, end.in);
  const auto second = states.failure();
  ASSERT_TRUE(second);
  EXPECT_THAT(second->message(),
              HasSubstr("the new state of resource 'X' is 1; it has 0 states of a state set"));
}

TEST(StateSet, FaultsOfBuilding) {
  Shop shop;
  shop.add<StateSet>("Empty", std::vector<StateSet::State>{});
  shop.add<StateSet>("Twice", std::vector<StateSet::State>{{"A"}, {"A"}});
  shop.add<StateSet>("Lost", std::vector<StateSet::State>{{"A", {}, "Brake"}});
  Resource::Options options;
  options.state_set = "Lost";
  options.initial_state = "B";
  shop.add<Resource>("X", options);
  shop.add<Frequency>(
      "F",
      Frequency::Options{{}, "1", {statistics::value_category("A", 0), statistics::value_category("A", 1)}});
  const std::string faults = shop.faults();
  EXPECT_THAT(faults, HasSubstr("state set 'Empty' has no states"));
  EXPECT_THAT(faults, HasSubstr("state set 'Twice' has two states 'A'"));
  EXPECT_THAT(faults, HasSubstr("unknown failure 'Brake' in 'Lost'"));
  EXPECT_THAT(faults, HasSubstr("'B' is no state of 'Lost' | known: 'A'"));
  EXPECT_THAT(faults, HasSubstr("'A'"));
}

// Two jobs of 2 at 0 and 1, the first sets the machine up; then it is idle.
TEST(StateSet, ASeizeBringsTheStateThatItNames) {
  Shop shop;
  shop.add<StateSet>("States", std::vector<StateSet::State>{{"Setup"}, {"Working", Resource::State::kBusy}});
  Resource::Options options;
  options.state_set = "States";
  shop.add<Resource>("X", options);
  ResourceUnits setup{"X"};
  setup.state = "Setup";
  shop.job("A", 0, {setup}, 2);
  shop.job("B", 1, {{"X"}}, 3);
  shop.add<Frequency>("States_of_X", Frequency::Options{"X"});
  shop.run(6);
  const auto rows = shop.statistics.find_frequency("States_of_X")->rows(6);
  EXPECT_EQ(rows[0].name, "Setup");
  EXPECT_EQ(rows[0].time, 5);  // the machine is busy throughout, so the state that was set lasts
  EXPECT_EQ(rows[1].time, 0);
  Shop unknown;
  unknown.add<StateSet>("States", std::vector<StateSet::State>{{"Setup"}});
  unknown.add<Resource>("X", options);
  unknown.add<Resource>("Plain", 1.0);
  setup.state = "Set";
  ResourceUnits plain{"Plain"};
  plain.state = "Setup";
  unknown.job("A", 0, {setup, plain}, 2);
  const std::string faults = unknown.faults();
  EXPECT_THAT(faults, HasSubstr("resource 'X' has no state 'Set' for 'ASeize' | its states: 'Setup'"));
  EXPECT_THAT(faults, HasSubstr("resource 'Plain' has no state 'Setup' for 'ASeize' | give it a state set"));
}

TEST(StateSet, ASeizeByNumberOfOneWithoutThatState) {
  Shop shop;
  shop.add<StateSet>("States", std::vector<StateSet::State>{{"Setup"}});
  Resource::Options options;
  options.state_set = "States";
  shop.add<Resource>("Plain", 1.0);
  shop.add<Resource>("X", options);
  ResourceUnits units;
  units.by_number("1");
  units.state = "Setup";
  shop.job("A", 0, {units}, 2);
  EXPECT_THAT(shop.failure().value().what(),
              HasSubstr("resource 'Plain' has not the state that it is to have"));
  Shop none;
  none.add<Resource>("Plain", 1.0);
  none.job("A", 0, {units}, 2);
  EXPECT_THAT(none.faults(), HasSubstr("no resource has the state 'Setup' | give one a state set"));
}

}  // namespace
}  // namespace escapement::siman
