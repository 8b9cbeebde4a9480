// SPDX-License-Identifier: MIT
// Choices between queues and servers: SELECT, PICKQ, QPICK, and the patience of those that wait.
#include "escapement/siman/select.h"

#include <gtest/gtest.h>

#include "escapement/siman/pickq.h"
#include "escapement/siman/qpick.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A server behind some block: Seize, a log, Delay, Release.
struct Server {
  Server(Shop& shop, const std::string& name, const char* resource, ExpressionText duration)
      : seize(shop.top.add<Seize>(name + "Seize", Seize::Options{{{resource}}})),
        begin(shop.top.add<Log>(name + "Begin")),
        delay(shop.top.add<Delay>(name + "Delay", Delay::Options{std::move(duration)})),
        release(shop.top.add<Release>(name + "Release", std::vector<ResourceUnits>{{resource}})),
        end(shop.top.add<Log>(name + "End")) {
    shop.link(seize.out, begin.in);
    shop.link(begin.out, delay.in);
    shop.link(delay.out, release.in);
    shop.link(release.out, end.in);
  }
  Seize& seize;
  Log& begin;
  Delay& delay;
  Release& release;
  Log& end;
};

struct Choice : Shop {
  explicit Choice(SelectionRule rule, ExpressionText member = {}) {
    add<Resource>("X", 1.0);
    add<Resource>("Y", 1.0);
    auto& create = arrivals("Arrives", 0.0, 1.0, 5);
    auto& queue = add<Queue>("Enqueue", Queue::Options{"Line"});
    auto& select = add<Select>("Choose", Select::Options{{"left", "right"}, {rule, std::move(member)}});
    x = std::make_unique<Server>(*this, "X1", "X", 3.0);
    y = std::make_unique<Server>(*this, "Y1", "Y", 4.0);
    link(create.out, queue.in);
    link(queue.out, select.in);
    link(select.exit(0), x->seize.in);
    link(select.exit(1), y->seize.in);
  }
  std::unique_ptr<Server> x, y;
};

// Arrivals 0 to 4. X 0-3, Y 1-5, X 3-6 (came at 2), Y 5-9 (came at 3), X 6-9 (came at 4).
TEST(Select, WaitsForTheFirstServerThatIsFree) {
  Choice shop(SelectionRule::kPreferredOrder);
  shop.run();
  EXPECT_THAT(shop.x->begin.times, ElementsAre(0, 3, 6));
  EXPECT_THAT(shop.y->begin.times, ElementsAre(1, 5));
  EXPECT_THAT(shop.x->begin.records, ElementsAre(1, 3, 5));
  EXPECT_DOUBLE_EQ(shop.tally("Line.WaitingTime"), (0 + 0 + 1 + 2 + 2) / 5.0);
  EXPECT_EQ(shop.average("X.NumberBusy") * 9, 9);
  EXPECT_EQ(shop.average("Y.NumberBusy") * 9, 8);
}

TEST(Select, ByExpressionWhenBothAreFree) {
  Choice shop(SelectionRule::kSpecificMember, 2.0);
  shop.run();
  // The rule counts when the one that it names can serve; else the entity takes what it can get (L2): the
  // second takes X at 1. At 4 Y is free before X: 3 to Y, 4 to X; X is free again at 7.
  EXPECT_THAT(shop.y->begin.records, ElementsAre(1, 3));
  EXPECT_THAT(shop.x->begin.records, ElementsAre(2, 4, 5));
}

TEST(Select, ChoosesBySmallestNumberBusy) {
  Shop shop;
  shop.add<Resource>("X", 3.0);
  shop.add<Resource>("Y", 3.0);
  auto& create = shop.arrivals("Arrives", 0.0, 1.0, 4);
  auto& queue = shop.add<Queue>("Enqueue", Queue::Options{"Line"});
  auto& select = shop.add<Select>("Choose", Select::Options{{"a", "b"}, {SelectionRule::kSmallestNumber}});
  Server x(shop, "X1", "X", 10.0), y(shop, "Y1", "Y", 10.0);
  shop.link(create.out, queue.in);
  shop.link(queue.out, select.in);
  shop.link(select.exit(0), x.seize.in);
  shop.link(select.exit(1), y.seize.in);
  shop.run();
  EXPECT_THAT(x.begin.records, ElementsAre(1, 3));
  EXPECT_THAT(y.begin.records, ElementsAre(2, 4));
}

// Two lanes with a server of 10 each; arrivals every 1 join the shorter lane, ties the first.
TEST(PickQ, JoinsTheShorterQueueAndBalksWhenAllAreFull) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Resource>("Y", 1.0);
  auto& create = shop.arrivals("Arrives", 0.0, 1.0, 7);
  auto& pick = shop.add<PickQ>("Pick", PickQ::Options{{"a", "b"}});
  auto& lane_a = shop.add<Queue>("LaneA", Queue::Options{"Line", 2.0});
  auto& lane_b = shop.add<Queue>("LaneB", Queue::Options{"Other", 1.0});
  Server x(shop, "X1", "X", 10.0), y(shop, "Y1", "Y", 10.0);
  auto& lost = shop.add<Log>("Lost");
  shop.link(create.out, pick.in);
  shop.link(pick.exit(0), lane_a.in);
  shop.link(pick.exit(1), lane_b.in);
  shop.link(lane_a.out, x.seize.in);
  shop.link(lane_b.out, y.seize.in);
  shop.link(pick.balk, lost.in);
  shop.run();
  // 1 to X; 2 joins lane A behind it (both empty), 3 goes to Y; 4 joins B, 5 joins A: full; 6 and 7 are lost.
  EXPECT_THAT(x.begin.records, ElementsAre(1, 2, 5));
  EXPECT_THAT(y.begin.records, ElementsAre(3, 4));
  EXPECT_THAT(lost.records, ElementsAre(6, 7));
}

struct Lanes : Shop {
  explicit Lanes(Selection selection) {
    add<Resource>("X", 1.0);
    auto& first = arrivals("First", 0.0, 1.0, 4);
    auto& second = arrivals("Second", 0.5, 1.0, 3);
    auto& lane_a = add<Queue>("LaneA", Queue::Options{"Line"});
    auto& lane_b = add<Queue>("LaneB", Queue::Options{"Other"});
    auto& pick = add<QPick>("Pick", QPick::Options{{"Line", "Other"}, std::move(selection)});
    server = std::make_unique<Server>(*this, "X1", "X", 10.0);
    link(first.out, lane_a.in);
    link(second.out, lane_b.in);
    link(lane_a.out, pick.in);
    link(lane_b.out, pick.in);
    link(pick.out, server->seize.in);
  }
  std::vector<std::uint64_t> order() {
    run();
    return server->begin.records;
  }
  std::unique_ptr<Server> server;
};

// Lane A gets 1, 3, 5, 7 and lane B 2, 4, 6; the server takes 1 at 0, then one every 10.
TEST(QPick, ChoosesTheQueueByRule) {
  EXPECT_THAT(Lanes({SelectionRule::kPreferredOrder}).order(), ElementsAre(1, 3, 5, 7, 2, 4, 6));
  EXPECT_THAT(Lanes({SelectionRule::kCyclical}).order(), ElementsAre(1, 3, 2, 5, 4, 7, 6));
  // 3 and 3 wait at 10: the first; 2 and 3: B; 2 and 2: the first ...
  EXPECT_THAT(Lanes({SelectionRule::kLargestNumber}).order(), ElementsAre(1, 3, 2, 5, 4, 7, 6));
  EXPECT_THAT(Lanes({SelectionRule::kSpecificMember, "1 + (NQ(Other) > 1)"}).order(),
              ElementsAre(1, 2, 4, 3, 5, 7));  // then A is picked, where nobody waits any more
  std::vector<std::uint64_t> random = Lanes({SelectionRule::kRandom}).order();
  std::sort(random.begin(), random.end());
  EXPECT_THAT(random, ElementsAre(1, 2, 3, 4, 5, 6, 7));
}

// r-simmer/simmer issue 227: capacity 1, both serve 10, patience 5, arrivals at 0 and 3; who reneges queues
// again, without patience.
TEST(Queue, RenegesAndSeizesAgain) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  auto& create = shop.arrivals("Arrives", 0.0, 3.0, 2);
  Queue::Options impatient{"Line"};
  impatient.patience = 5.0;
  auto& queue = shop.add<Queue>("First", impatient);
  auto& again = shop.add<Queue>("Again", Queue::Options{"Other"});
  auto& gave_up = shop.add<Log>("GaveUp");
  Server a(shop, "A", "X", 10.0), b(shop, "B", "X", 10.0);
  shop.link(create.out, queue.in);
  shop.link(queue.out, a.seize.in);
  shop.link(queue.reneged, gave_up.in);
  shop.link(gave_up.out, again.in);
  shop.link(again.out, b.seize.in);
  shop.run();
  EXPECT_THAT(a.end.times, ElementsAre(10));
  EXPECT_THAT(gave_up.times, ElementsAre(8));
  EXPECT_THAT(b.begin.times, ElementsAre(10));
  EXPECT_THAT(b.end.times, ElementsAre(20));
  EXPECT_EQ(shop.count("First.NumberReneged"), 1);
  EXPECT_DOUBLE_EQ(shop.tally("Line.WaitingTime"), 2.5);  // 0 and 5
}

// One that wants both units blocks one that wants one; when it gives up, the other is served.
TEST(Queue, WhoRenegesMakesWayForThoseBehind) {
  Shop shop;
  shop.add<Resource>("X", 2.0);
  shop.job("A", 0, {{"X"}}, 10);
  auto& create = shop.arrivals("Arrives", 1.0, {}, 1);
  Queue::Options impatient{"Line"};
  impatient.patience = "2 + 2";
  auto& queue = shop.add<Queue>("Impatient", impatient);
  auto& seize = shop.add<Seize>("Both", Seize::Options{{{"X", 2.0}}});
  auto& log = shop.add<Log>("Served");
  shop.link(create.out, queue.in);
  shop.link(queue.out, seize.in);
  shop.link(seize.out, log.in);
  auto& behind = shop.job("C", 2, {{"X"}}, 1);
  shop.run();
  EXPECT_THAT(behind.begin.times, ElementsAre(5));
  EXPECT_THAT(log.times, ElementsAre());
  EXPECT_EQ(shop.count("System.NumberOut"), 3);  // `reneged` is not coupled: the entity ends
}

TEST(Queue, WhoIsServedInTimeDoesNotRenege) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  auto& create = shop.arrivals("Arrives", 0.0, 1.0, 3);
  Queue::Options impatient{"Line"};
  impatient.patience = 5.0;
  auto& queue = shop.add<Queue>("Enqueue", impatient);
  Server server(shop, "S", "X", 4.0);
  shop.link(create.out, queue.in);
  shop.link(queue.out, server.seize.in);
  shop.run();
  EXPECT_THAT(server.end.times, ElementsAre(4, 8));  // the third gives up at 7
  EXPECT_EQ(shop.count("Enqueue.NumberReneged"), 1);
}

TEST(Queue, PatienceIsATime) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.add<Variable>("v", -1.0);
  auto& create = shop.arrivals("Arrives", 0.0, 1.0, 3);
  Queue::Options impatient{"Line"};
  impatient.patience = "v";
  auto& queue = shop.add<Queue>("Enqueue", impatient);
  Server server(shop, "S", "X", 4.0);
  shop.link(create.out, queue.in);
  shop.link(queue.out, server.seize.in);
  const auto failure = shop.failure();
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->message(), HasSubstr("the patience 'v' is -1; it must be a time of 0 or more"));
}

TEST(Select, MustLeadToSeizes) {
  const auto fault = [](auto build) {
    Shop shop;
    shop.add<Resource>("X", 1.0);
    auto& create = shop.arrivals("Arrives", 0.0, {}, 1);
    auto& log = shop.add<Log>("Log");
    build(shop, create, log);
    return shop.faults();
  };
  EXPECT_THAT(fault([](Shop& shop, Create& create, Log& log) {
                auto& queue = shop.add<Queue>("Enqueue", Queue::Options{"Line"});
                auto& select = shop.add<Select>("Choose", Select::Options{{"a"}});
                shop.link(create.out, queue.in);
                shop.link(queue.out, select.in);
                shop.link(select.exit(0), log.in);
              }),
              HasSubstr("the exit 'a' of 'Choose' must lead to a siman.Seize"));
  EXPECT_THAT(fault([](Shop& shop, Create& create, Log& log) {
                auto& pick = shop.add<PickQ>("Pick", PickQ::Options{{"a"}});
                shop.link(create.out, pick.in);
                shop.link(pick.exit(0), log.in);
              }),
              HasSubstr("the exit 'a' of 'Pick' must lead to a siman.Queue"));
  EXPECT_THAT(fault([](Shop& shop, Create& create, Log& log) {
                auto& queue = shop.add<Queue>("Enqueue", Queue::Options{"Line"});
                auto& pick = shop.add<QPick>("Pick", QPick::Options{{"Line"}});
                shop.link(create.out, queue.in);
                shop.link(queue.out, pick.in);
                shop.link(pick.out, log.in);
              }),
              HasSubstr("'Pick' must lead to a siman.Seize"));
  EXPECT_THAT(fault([](Shop& shop, Create& create, Log& log) {
                auto& queue = shop.add<Queue>("Enqueue", Queue::Options{"Line"});
                auto& pick = shop.add<QPick>("Pick", QPick::Options{{"Other"}});
                auto& seize = shop.add<Seize>("Take", Seize::Options{{{"X"}}});
                shop.link(create.out, queue.in);
                shop.link(queue.out, pick.in);
                shop.link(pick.out, seize.in);
                shop.link(seize.out, log.in);
              }),
              HasSubstr("'Pick' is led to by a Queue block of 'Line', which is not among its queues"));
  EXPECT_THROW(Select("S", {}), BuildError);
  EXPECT_THROW(PickQ("P", {}), BuildError);
}

}  // namespace
}  // namespace escapement::siman
