// SPDX-License-Identifier: MIT
#include "escapement/siman/queue_element.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Ten jobs with these arrivals and services; the waits under each order were worked out by hand with
// Lindley's recursion and a table of the queue.
struct TenJobs {
  TenJobs(QueueElement::Options order, double servers = 1) {
    model.add<EntityType>("Job");
    model.add<Attribute>("service");
    model.add<Attribute>("started");
    model.add<Variable>("services", Variable::Options{10, 1, {3, 2, 4, 1, 2, 5, 1, 2, 3, 1}, false});
    model.add<Variable>("gaps", Variable::Options{10, 1, {2, 1, 2, 4, 1, 4, 0, 1, 5, 0}, false});
    model.add<Variable>("next", 0.0);
    model.add<Resource>("Server", servers);
    model.add<QueueElement>("Line", order);
    auto& create = model.arrivals("Arrivals", 0.0, "gaps(next + 1)", 10);
    auto& assign =
        model.add<Assign>("Number", Assign::Options{{Assignment::parse({"next = next + 1"}),
                                                     Assignment::parse({"service = services(next)"})}});
    Station station(model, "Serve", "Line", {{"Server"}}, "service");
    log = &station.begin;
    model.link(create.out, assign.in);
    model.link(assign.out, station.enqueue.in);
    model.run();
    const double arrivals[] = {0, 2, 3, 5, 9, 10, 14, 14, 15, 20};
    waits.assign(10, -1);
    for (std::size_t i = 0; i < log->records.size(); ++i) {
      const std::size_t job = log->records[i] - 1;
      waits[job] = log->times[i] - arrivals[job];
    }
  }
  Model model;
  Log* log;
  std::vector<double> waits;
};

TEST(QueueElement, FirstInFirstOutGivesLindleysWaits) {
  TenJobs jobs({});
  EXPECT_THAT(jobs.waits, ElementsAre(0, 1, 2, 4, 1, 2, 3, 4, 5, 3));
  EXPECT_EQ(jobs.model.simulator->now(), 24);
  EXPECT_EQ(jobs.model.observations("Line.WaitingTime"), 10u);  // the job that does not wait counts as 0
  EXPECT_DOUBLE_EQ(jobs.model.tally("Line.WaitingTime"), 2.5);
  EXPECT_DOUBLE_EQ(jobs.model.average("Line.NumberInQueue"), 25.0 / 24);
  EXPECT_DOUBLE_EQ(jobs.model.average("Job.WIP"), 49.0 / 24);
  EXPECT_DOUBLE_EQ(jobs.model.average("Server.InstantaneousUtilization"), 1);
  EXPECT_EQ(jobs.model.persistent("Server.NumberBusy").maximum(), 1);
}

TEST(QueueElement, LastInFirstOut) {
  TenJobs jobs({Ranking::kLastInFirstOut});
  EXPECT_THAT(jobs.waits, ElementsAre(0, 6, 0, 2, 13, 0, 7, 4, 0, 0));
  EXPECT_DOUBLE_EQ(jobs.model.tally("Line.WaitingTime"), 3.2);
}

TEST(QueueElement, ShortestServiceFirst) {
  TenJobs jobs({Ranking::kLowestFirst, "service"});
  EXPECT_THAT(jobs.waits, ElementsAre(0, 1, 3, 0, 1, 2, 3, 4, 6, 0));
  EXPECT_DOUBLE_EQ(jobs.model.tally("Line.WaitingTime"), 2.0);
}

TEST(QueueElement, HighestFirstIsLowestFirstOfTheNegative) {
  TenJobs jobs({Ranking::kHighestFirst, "-service"});
  EXPECT_THAT(jobs.waits, ElementsAre(0, 1, 3, 0, 1, 2, 3, 4, 6, 0));
}

TEST(QueueElement, EqualRanksKeepTheOrderOfArrival) {
  TenJobs jobs({Ranking::kHighestFirst, "7"});
  EXPECT_THAT(jobs.waits, ElementsAre(0, 1, 2, 4, 1, 2, 3, 4, 5, 3));
}

TEST(QueueElement, TwoServers) {
  TenJobs jobs({}, 2);
  EXPECT_THAT(jobs.waits, ElementsAre(0, 0, 0, 0, 0, 0, 0, 1, 0, 0));
  EXPECT_DOUBLE_EQ(jobs.model.tally("Line.WaitingTime"), 0.1);
  EXPECT_EQ(jobs.model.simulator->now(), 21);
}

TEST(QueueElement, RankedQueueNeedsSomethingToRankBy) {
  Model model;
  model.add<QueueElement>("Line", QueueElement::Options{Ranking::kLowestFirst, {}});
  EXPECT_THAT(model.faults(), HasSubstr("queue 'Line' is ranked but has nothing to rank by"));
}

TEST(QueueElement, RankThatIsNoNumberStopsTheRun) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Attribute>("a");
  model.add<Resource>("Server", 0.0);
  model.add<QueueElement>("Line", QueueElement::Options{Ranking::kLowestFirst, "SQRT(a - 1)"});
  auto& create = model.arrivals("Arrivals", 3.0, {}, 1);
  Station station(model, "Serve", "Line", {{"Server"}}, 1.0);
  model.link(create.out, station.enqueue.in);
  const auto failure = model.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "ServeQueue");
  EXPECT_THAT(failure->what(), HasSubstr("'SQRT(a - 1)' gives nan"));
}

}  // namespace
}  // namespace escapement::siman
