// SPDX-License-Identifier: MIT
#include "escapement/siman/statistic_elements.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// One server that works 4; arrivals at 0, 3, 6 ...
struct Bank : Model {
  explicit Bank(double customers = kForever, double limit = kForever) {
    add<EntityType>("Customer");
    add<Resource>("Clerk", 1.0);
    add<QueueElement>("Line");
    add<Counter>("Served", limit);
    auto& create = arrivals("Arrivals", 0.0, 3.0, customers);
    station = std::make_unique<Station>(*this, "Serve", "Line", std::vector<ResourceUnits>{{"Clerk"}}, 4.0);
    auto& count = add<Count>("CountThem", Count::Options{"Served"});
    after = &add<Log>("After");
    link(create.out, station->enqueue.in);
    link(station->end.out, count.in);
    link(count.out, after->in);
  }
  std::unique_ptr<Station> station;
  Log* after;
};

TEST(Counter, AtItsLimitTheReplicationEndsAfterTheEntityHasMoved) {
  Bank bank(kForever, 3);
  bank.run();
  EXPECT_EQ(bank.count("Served"), 3);
  EXPECT_EQ(bank.simulator->now(), 12);
  EXPECT_THAT(bank.after->times, ElementsAre(4, 8, 12));
  EXPECT_TRUE(bank.hosting->world().stopped());
}

TEST(Counter, MayGoOnWhenTheWarmupEnds) {
  // Services end at 4, 8, 12, 16; the warm-up at 10. What counts since then has 2 of the 4, what goes on all;
  // its limit of 3 counts them all, too: the third comes at 12.
  const auto counted = [](Counter::Clear clear, double limit) {
    Bank bank(4);
    auto& create = bank.arrivals("Again", 0.0, 4.0, 4);
    auto& delay = bank.add<Delay>("Wait", Delay::Options{4.0});
    bank.add<Counter>("All", limit, Reference(), clear);
    auto& count = bank.add<Count>("CountAll", Count::Options{"All"});
    auto& done = bank.add<Dispose>("Done");
    bank.link(create.out, delay.in);
    bank.link(delay.out, count.in);
    bank.link(count.out, done.in);
    bank.run(10);
    bank.statistics.clear(10);
    bank.run(16);
    return bank.count("All");
  };
  EXPECT_EQ(counted(Counter::Clear::kStatistics, kForever), 2);
  EXPECT_EQ(counted(Counter::Clear::kSystem, kForever), 4);
  EXPECT_EQ(counted(Counter::Clear::kNone, 3), 3);  // the replication ended with the third
  Bank several;
  several.environment.replications = 2;
  several.add<Counter>("All", kForever, Reference(), Counter::Clear::kNone);
  EXPECT_THAT(several.faults(),
              HasSubstr("counter 'All' is to go on from one replication to the next, but "
                        "replications are independent and may run side by side | set \"clear\" "
                        "to \"System\", or run one replication"));
}

TEST(Terminator, EndsTheReplicationWhenItsConditionHolds) {
  Bank bank;
  bank.add<Terminator>("Stop", "NQ(Line) >= 2");
  bank.run();
  // Services begin at 0, 4, 8; at 12 the arrival comes before the end of the third: 9 and 12 wait.
  EXPECT_EQ(bank.simulator->now(), 12);
}

TEST(DStat, FollowsAnExpressionOfTheState) {
  Bank bank(2);
  bank.add<DStat>("Present", "NQ(Line) + NR(Clerk)");
  bank.run(10);
  // 1 on [0,3), 2 on [3,4), 1 on [4,8), then 0.
  EXPECT_DOUBLE_EQ(bank.average("Present"), (3 + 2 + 4) / 10.0);
  EXPECT_EQ(bank.persistent("Present").maximum(), 2);
  EXPECT_EQ(bank.persistent("Present").value(), 0);
}

TEST(Output, IsEvaluatedAtTheEndOfTheRun) {
  Bank bank(2);
  bank.add<Output>("End", "TNOW");
  bank.add<Output>("Busy", "DAVG(Clerk.NumberBusy) * TNOW");
  bank.add<Output>("Twice", "2 * OVALUE(Busy)");
  bank.add<Output>("Nothing", "0 / (NR(Clerk))");
  bank.run(20);  // the last event is at 8
  EXPECT_EQ(bank.output("End"), 20);
  EXPECT_DOUBLE_EQ(bank.output("Busy"), 8);
  EXPECT_DOUBLE_EQ(bank.output("Twice"), 16);
  for (const auto& s : bank.statistics.summarize(20))
    if (s.name == "Nothing") {
      EXPECT_FALSE(s.average.has_value());
    }
}

TEST(StatisticElements, FaultsOfBuilding) {
  Bank bank;
  bank.add<Attribute>("a");
  bank.add<DStat>("D", "a");
  bank.add<DStat>("D2", "EXPO(3)");
  bank.add<DStat>("D3", ExpressionText{});
  bank.add<Output>("O", "NQ(Lin)");
  bank.add<Terminator>("T", ExpressionText{});
  const std::string faults = bank.faults();
  EXPECT_THAT(faults,
              HasSubstr("attribute 'a' needs an entity, and none is at hand here in value 'a', column 1"));
  EXPECT_THAT(faults, HasSubstr("random variates are not allowed here"));
  EXPECT_THAT(faults, HasSubstr("'D3' lacks the expression 'value'"));
  EXPECT_THAT(faults, HasSubstr("'Lin' is no queue in value 'NQ(Lin)', column 4 | did you mean 'Line'?"));
  EXPECT_THAT(faults, HasSubstr("'T' lacks the expression 'terminate'"));
}

TEST(DStat, AFailureNamesIt) {
  Bank bank(2);
  bank.add<DStat>("Ratio", "SQRT(1 - NQ(Line) - NR(Clerk))");
  const auto failure = bank.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Ratio");
  EXPECT_EQ(failure->clock(), 3);
}

TEST(DStat, AFailureAtTheStartNamesItToo) {
  Bank bank(2);
  bank.add<DStat>("Ratio", "SQRT(NR(Clerk) - 1)");
  const auto failure = bank.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Ratio");
  EXPECT_EQ(failure->clock(), 0);
}

// inet-framework/inet issue 549: the count of those that wait goes on through the end of the warm-up.
TEST(StatisticElements, WarmUpKeepsWhoWaits) {
  Model model;
  model.add<EntityType>("Job");
  model.add<Resource>("Server", 1.0);
  model.add<QueueElement>("Line");
  auto& blocker = model.arrivals("Blocker", 0.0, {}, 1);
  auto& jobs = model.arrivals("Jobs", 1.0, 1.0, 3);
  Station closed(model, "Closed", "Line", {{"Server"}}, 10.0, 0.0);
  Station serve(model, "Serve", "Line", {{"Server"}}, 1.0);
  model.link(blocker.out, closed.enqueue.in);
  model.link(jobs.out, serve.enqueue.in);
  model.run(5);
  model.statistics.clear(5);
  model.run(13);
  EXPECT_EQ(model.persistent("Line.NumberInQueue").minimum(), 0);
  EXPECT_DOUBLE_EQ(model.average("Line.NumberInQueue"), 2.25);
  EXPECT_THAT(serve.end.times, ElementsAre(11, 12, 13));
  EXPECT_DOUBLE_EQ(model.tally("Line.WaitingTime"), (9 + 9 + 9) / 3.0);  // waits count whole
}

}  // namespace
}  // namespace escapement::siman
