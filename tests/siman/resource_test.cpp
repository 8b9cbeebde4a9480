// SPDX-License-Identifier: MIT
#include "escapement/siman/resource.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Entities that come at `at` and need `units` of resources for a time.
Station& customer(Model& model, std::vector<std::unique_ptr<Station>>& stations, const std::string& name,
                  double at, const char* queue, std::vector<ResourceUnits> resources, double duration,
                  double priority = 1) {
  auto& create = model.arrivals((name + "Arrives").c_str(), at, {}, 1);
  stations.push_back(std::make_unique<Station>(model, name, queue, std::move(resources), duration, priority));
  model.link(create.out, stations.back()->enqueue.in);
  return *stations.back();
}

struct Workshop : Model {
  Workshop() {
    add<EntityType>("Job");
    add<QueueElement>("Line");
    add<QueueElement>("Other");
  }
  Station& job(const std::string& name, double at, std::vector<ResourceUnits> resources, double duration,
               double priority = 1, const char* queue = "Line") {
    return customer(*this, stations, name, at, queue, std::move(resources), duration, priority);
  }
  std::vector<std::unique_ptr<Station>> stations;
};

// r-simmer/simmer issue 116: a small request must not overtake a large one that waits in front of it.
TEST(Resource, NobodyJumpsTheQueue) {
  Workshop shop;
  shop.add<Resource>("Server", 10.0);
  auto& a = shop.job("A", 0, {{"Server", 7.0}}, 10);
  auto& b = shop.job("B", 1, {{"Server", 7.0}}, 10);
  auto& c = shop.job("C", 2, {{"Server", 1.0}}, 10);
  shop.run();
  EXPECT_THAT(a.begin.times, ElementsAre(0));
  EXPECT_THAT(b.begin.times, ElementsAre(10));
  EXPECT_THAT(c.begin.times, ElementsAre(10));
  EXPECT_THAT(b.end.times, ElementsAre(20));
  EXPECT_THAT(c.end.times, ElementsAre(20));
  EXPECT_EQ(shop.count("Server.TotalNumberSeized"), 15);
  EXPECT_DOUBLE_EQ(shop.average("Server.NumberBusy"), (7 * 10 + 8 * 10) / 20.0);
  EXPECT_DOUBLE_EQ(shop.average("Server.InstantaneousUtilization"), 0.75);
  EXPECT_DOUBLE_EQ(shop.output("Server.ScheduledUtilization"), 0.75);
}

TEST(Resource, TakesAllOrNothingOfTwoResources) {
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  shop.job("A", 0, {{"X"}}, 4);
  shop.job("B", 0, {{"Y"}}, 9, 1, "Other");
  auto& both = shop.job("C", 1, {{"X"}, {"Y"}}, 2);
  shop.run();
  EXPECT_THAT(both.begin.times, ElementsAre(9));
  // X stood idle from 4 to 9: C held nothing while it waited for Y.
  EXPECT_DOUBLE_EQ(shop.persistent("X.NumberBusy").integral(11), 4 + 2);
}

TEST(Resource, OneThatIsShortOfAnotherResourceIsPassedOver) {  // A5
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  shop.job("A", 0, {{"X"}}, 4);
  shop.job("B", 0, {{"Y"}}, 9, 1, "Other");
  auto& both = shop.job("C", 1, {{"X"}, {"Y"}}, 2);
  auto& behind = shop.job("D", 2, {{"X"}}, 1);
  auto& later = shop.job("E", 6, {{"X"}}, 1);
  shop.run();
  EXPECT_THAT(behind.begin.times, ElementsAre(4));
  EXPECT_THAT(later.begin.times, ElementsAre(6));  // finds X free and C waiting only for Y
  EXPECT_THAT(both.begin.times, ElementsAre(9));
  EXPECT_THAT(shop.stations[4]->begin.times, ElementsAre(6));
  // E was served on the spot: it was never in line.
  EXPECT_EQ(shop.persistent("Line.NumberInQueue").maximum(), 2);
}

TEST(Resource, OneThatIsShortOfThisResourceBlocksThoseBehind) {  // A4
  Workshop shop;
  shop.add<Resource>("X", 2.0);
  shop.job("A", 0, {{"X"}}, 5);
  auto& two = shop.job("B", 1, {{"X", 2.0}}, 1);
  auto& one = shop.job("C", 2, {{"X"}}, 1);
  shop.run();
  EXPECT_THAT(two.begin.times, ElementsAre(5));
  EXPECT_THAT(one.begin.times, ElementsAre(6));
}

TEST(Resource, NobodyJumpsTheLineOfASecondResource) {  // A5
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 2.0);
  shop.job("A", 0, {{"X"}}, 4);
  shop.job("B", 0, {{"Y"}}, 9, 1, "Other");
  auto& two = shop.job("C", 1, {{"Y", 2.0}}, 1, 1, "Other");
  auto& both = shop.job("D", 2, {{"X"}, {"Y"}}, 1);
  shop.run();
  EXPECT_THAT(two.begin.times, ElementsAre(9));
  EXPECT_THAT(both.begin.times,
              ElementsAre(10));  // X is free from 4 and a unit of Y too, but C waits for two of Y
}

TEST(Resource, MoreUrgentArrivalGoesPastTheHeadOfTheLine) {  // A2: before A4
  Workshop shop;
  shop.add<Resource>("X", 2.0);
  shop.job("A", 0, {{"X"}}, 5);
  auto& two = shop.job("B", 1, {{"X", 2.0}}, 1, 2);
  auto& urgent = shop.job("C", 2, {{"X"}}, 1, 1);
  shop.run();
  EXPECT_THAT(urgent.begin.times, ElementsAre(2));
  EXPECT_THAT(two.begin.times, ElementsAre(5));
  EXPECT_EQ(shop.persistent("Line.NumberInQueue").maximum(), 1);
  EXPECT_EQ(shop.observations("Line.WaitingTime"), 3u);
}

TEST(Resource, PrioritiesCountAcrossQueues) {
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  shop.job("A", 0, {{"X"}}, 10);
  auto& low = shop.job("B", 1, {{"X"}}, 1, 3);
  auto& high = shop.job("C", 2, {{"X"}}, 1, 1, "Other");
  auto& middle = shop.job("D", 3, {{"X"}}, 1, 2);
  shop.run();
  EXPECT_THAT(high.begin.times, ElementsAre(10));
  EXPECT_THAT(middle.begin.times, ElementsAre(11));  // same queue as B, but another Seize: its own line
  EXPECT_THAT(low.begin.times, ElementsAre(12));
}

TEST(Resource, EqualPrioritiesAreServedByArrivalAcrossQueues) {
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  shop.job("A", 0, {{"X"}}, 10);
  auto& third = shop.job("B", 3, {{"X"}}, 1);
  auto& first = shop.job("C", 1, {{"X"}}, 1, 1, "Other");
  auto& second = shop.job("D", 2, {{"X"}}, 1);
  shop.run();
  EXPECT_THAT(first.begin.times, ElementsAre(10));
  EXPECT_THAT(second.begin.times, ElementsAre(11));
  EXPECT_THAT(third.begin.times, ElementsAre(12));
}

TEST(Resource, AUnitThatChangesHandsIsNotIdleInBetween) {
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  shop.job("A", 0, {{"X"}, {"Y"}}, 5);
  shop.job("B", 1, {{"X"}}, 5);
  shop.job("C", 1, {{"Y"}}, 5, 1, "Other");
  shop.build();
  shop.run(2);
  shop.statistics.clear(2);
  shop.run(9);
  EXPECT_EQ(shop.persistent("X.NumberBusy").minimum(), 1);
  EXPECT_EQ(shop.persistent("Y.NumberBusy").minimum(), 1);
  EXPECT_EQ(shop.persistent("Y.NumberBusy").changes(), 0u);
}

TEST(Resource, ReleasesCanServeOneThatNeedsBoth) {
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  shop.job("A", 0, {{"X"}, {"Y"}}, 5);
  auto& both = shop.job("B", 1, {{"X"}, {"Y"}}, 5);
  shop.run();
  EXPECT_THAT(both.begin.times, ElementsAre(5));
}

TEST(Resource, WaitingJobFindsItsUnitHeldSinceTheReleaseAndMovesAfterTheReleaser) {
  Workshop shop;
  shop.add<Resource>("X", 1.0);
  std::vector<std::string> order;
  auto& a = shop.job("A", 0, {{"X"}}, 5);
  auto& b = shop.job("B", 1, {{"X"}}, 5);
  a.end.together = b.begin.together = &order;
  shop.run();
  EXPECT_THAT(order, ElementsAre("AEnd1", "BBegin2"));
}

TEST(Resource, ReleasingWhatIsNotHeldStopsTheRun) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Resource>("X", 1.0);
  auto& create = model.arrivals("Arrivals", 2.0, {}, 1);
  auto& release = model.add<Release>("GiveBack", std::vector<ResourceUnits>{{"X"}});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, release.in);
  model.link(release.out, done.in);
  const auto failure = model.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "GiveBack");
  EXPECT_EQ(failure->clock(), 2);
  EXPECT_THAT(failure->message(),
              HasSubstr("an entity of type 'Job' releases 1 of resource 'X' but holds 0"));
  EXPECT_EQ(model.count("System.NumberIn"), 1);  // what was collected is there
}

TEST(Resource, UnitsThatAreNotWholeStopTheRun) {
  Workshop shop;
  shop.add<Resource>("X", 3.0);
  shop.add<Variable>("v", 0.5);
  shop.job("A", 1, {{"X", "v"}}, 5);
  const auto failure = shop.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "ASeize");
  EXPECT_THAT(failure->message(),
              HasSubstr("asks for 0.5 units of resource 'X' ('v'); it must be a whole number"));
}

TEST(Resource, ReleaseOfUnitsThatAreNotWholeStopsTheRun) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Variable>("v", -1.0);
  model.add<Resource>("X", 1.0);
  auto& create = model.arrivals("Arrivals", 2.0, {}, 1);
  auto& release = model.add<Release>("GiveBack", std::vector<ResourceUnits>{{"X", "v"}});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, release.in);
  model.link(release.out, done.in);
  const auto failure = model.failure();
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->message(),
              HasSubstr("releases -1 units of resource 'X' ('v'); it must be a whole number"));
}

TEST(Resource, FaultsOfBuilding) {
  Workshop shop;
  shop.add<Resource>("X", 2.0);
  shop.job("A", 1, {{"X", 3.0}}, 5);
  shop.job("B", 1, {{"X", 1.5}}, 5);
  shop.job("C", 1, {{"X"}, {"X"}}, 5);
  shop.job("D", 1, {{"Y"}}, 5);
  shop.job("E", 1, {}, 5);
  shop.job("F", 1, {{"X", 0.0}}, 5);
  const std::string faults = shop.faults();
  EXPECT_THAT(faults,
              HasSubstr("'ASeize' asks for 3 units of resource 'X', which has 2 | it would wait for ever"));
  EXPECT_THAT(faults, HasSubstr("units of resource 'X' in 'BSeize' are 1.5 | give a whole number"));
  EXPECT_THAT(faults, HasSubstr("'CSeize' names resource 'X' twice | name it once and raise its units"));
  EXPECT_THAT(faults, HasSubstr("unknown resource 'Y' in 'DSeize' | did you mean 'X'?"));
  EXPECT_THAT(faults, HasSubstr("'ESeize' names no resource to seize"));
  EXPECT_THAT(faults, HasSubstr("'ERelease' names no resource to release"));
  EXPECT_THAT(faults, HasSubstr("units of 'FSeize' is 0 | it must be 1 or more"));
}

TEST(Resource, CapacityIsAWholeNumber) {
  EXPECT_THROW(Resource("X", 1.5), BuildError);
  EXPECT_THROW(Resource("X", -1), BuildError);
  try {
    Resource("X", -1);
  } catch (const BuildError& e) {
    EXPECT_STREQ(e.what(), "capacity of resource 'X' is -1; it must be a whole number of 0 or more");
  }
}

}  // namespace
}  // namespace escapement::siman
