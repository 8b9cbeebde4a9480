// SPDX-License-Identifier: MIT
#include "escapement/siman/route.h"

#include <chrono>

#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Route, BringsEntitiesToTheBlockOfTheStation) {
  // Parts come at 1, 3, 5 and take 4 to B: there at 5, 7, 9.
  Yard yard;
  auto& create = yard.arrivals("Come", 1, 2, 3);
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("B"), 4});
  yard.link(create.out, route.in);
  Log& b = yard.at("B");
  auto& done = yard.add<Dispose>("Done");
  yard.link(b.out, done.in);
  yard.run();
  EXPECT_THAT(b.times, ElementsAre(5, 7, 9));
  EXPECT_EQ(yard.tally("Part.TranTime"), 4);
  EXPECT_EQ(yard.tally("Part.TotalTime"), 4);
  // On the way: 1 from 1, 2 from 3 to 7 (one comes at 5 as the other leaves), 1 from 7 to 9: 2 + 8 + 2
  // over 9.
  EXPECT_DOUBLE_EQ(yard.average("B.NumberEnRoute"), 12.0 / 9);
  // At 5 the arrival is before the end of the first route, so for no time there are three.
  EXPECT_EQ(yard.persistent("B.NumberEnRoute").maximum(), 3);
}

TEST(Route, WithoutTimeTheEntityKeepsMoving) {
  // Both come at 1. The first passes its route before the second moves at all, and was never on its way.
  Yard yard;
  std::vector<std::string> order;
  Create::Options two;
  two.first = 1;
  two.batch = 2;
  two.max_batches = 1;
  auto& create = yard.add<Create>("Come", two);
  auto& before = yard.add<Log>("Before");
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("B"), 0.0});
  yard.chain(create, before, route);
  Log& b = yard.at("B");
  before.together = b.together = &order;
  yard.run();
  EXPECT_THAT(order, ElementsAre("Before1", "ComeB1", "Before2", "ComeB2"));
  EXPECT_EQ(yard.persistent("B.NumberEnRoute").maximum(), 0);
}

TEST(Route, LeadsToTheStationOfAnExpression) {
  // Stations are numbered in the order of their names: A 1, B 2, C 3. A station's name is its number.
  Yard yard;
  yard.add<Attribute>("target");
  auto& create = yard.arrivals("Come", 0.0, 1, 2);
  auto& set = yard.assign("Set", {"target = IDENT + A"});
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{{{}, "target"}, 1});
  yard.chain(create, set, route);
  Log &b = yard.at("B"), &c = yard.at("C");
  yard.at("A");
  yard.run();
  EXPECT_THAT(b.records, ElementsAre(1));
  EXPECT_THAT(c.records, ElementsAre(2));
}

TEST(Route, EntitiesKnowWhereTheyAre) {
  // Before the transfer at A; on the way to B the present station is none.
  Yard yard;
  yard.add<Attribute>("where");
  yard.add<Attribute>("present");
  yard.add<Attribute>("under_way", 7.0);
  auto& create = yard.arrivals("Come", 0.0, 1, 1);
  auto& a = yard.add<StationBlock>("AtA", StationBlock::Options{{"A"}});
  auto& set = yard.assign("Set", {"where = Entity.Station", "present = Entity.CurrentStation"});
  auto& log = yard.add<Log>("Log");
  log.logged_attributes = 3;
  // The duration is drawn when the destination is known: 10 times its number.
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("C"), "10 * Entity.Station"});
  yard.chain(create, a, set, log, route);
  Log& c = yard.at("C");
  yard.run();
  EXPECT_THAT(log.attributes, ElementsAre(1, 7, 1));  // present, under_way, where
  EXPECT_THAT(c.times, ElementsAre(30));
}

TEST(Route, FaultsAreTold) {
  {
    Yard yard;
    auto& create = yard.arrivals("Come", 0.0, 1, 1);
    auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("B"), 1});
    yard.link(create.out, route.in);
    EXPECT_EQ(
        yard.faults(),
        "'Go' sends entities to station 'B', but no block stands for it; add a siman.Station block with "
        "\"station\": \"B\" | \n");
  }
  {
    Yard yard;
    auto& create = yard.arrivals("Come", 0.0, 1, 1);
    auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{{{}, "3"}, 1});
    yard.link(create.out, route.in);
    EXPECT_THAT(yard.failure()->what(),
                HasSubstr("sends an entity to station 'C', but no block stands for it"));
  }
  for (const char* number : {"4", "0", "1.5"}) {
    Yard yard;
    auto& create = yard.arrivals("Come", 0.0, 1, 1);
    auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{{{}, number}, 1});
    yard.link(create.out, route.in);
    EXPECT_THAT(yard.failure()->what(),
                HasSubstr(std::string("the destination '") + number + "' is " + number +
                          "; it must be the number of a station, from 1 to 3"));
  }
  Yard yard;
  auto& create = yard.arrivals("Come", 0.0, 1, 1);
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("B"), "0 - TNOW - 1"});
  yard.link(create.out, route.in);
  yard.at("B");
  EXPECT_THAT(yard.failure()->what(), HasSubstr("the duration '0 - TNOW - 1' is -1"));
}

TEST(Route, TenThousandStationsInARing) {
  // Each leads to the next in one time unit. Nothing searches among the stations when an entity leaves.
  Model model;
  model.add<EntityType>("Part");
  constexpr int kStations = 10000;
  const auto name = [](int i) { return "S" + std::to_string(100000 + i % kStations); };
  for (int i = 0; i < kStations; ++i) model.add<StationElement>(name(i).c_str());
  for (int i = 0; i < kStations; ++i) {
    auto& block = model.top.add<StationBlock>("At" + name(i), StationBlock::Options{{Reference(name(i))}});
    auto& route = model.top.add<RouteBlock>("From" + name(i),
                                            RouteBlock::Options{{Reference(name(i + 1)), {}, false}, 1});
    model.link(block.out, route.in);
  }
  auto& create = model.arrivals("Come", 0.0, 1, 100);
  auto& first = model.top.add<RouteBlock>("Start", RouteBlock::Options{{Reference(name(0)), {}, false}, 0.0});
  model.link(create.out, first.in);
  const auto begin = std::chrono::steady_clock::now();
  model.run(10000);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  // 100 entities, each at its 10 000th, 9 999th ... station: at 10 000 they have taken a million steps.
  double on_the_way = 0;
  for (int i = 0; i < kStations; ++i) on_the_way += model.persistent(name(i) + ".NumberEnRoute").value();
  EXPECT_EQ(on_the_way, 100);
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_LT(took.count(), 20);  // it takes about one; a search per step would take minutes
}

}  // namespace
}  // namespace escapement::siman
