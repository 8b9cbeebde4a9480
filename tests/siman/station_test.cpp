// SPDX-License-Identifier: MIT
#include "escapement/siman/station.h"

#include "escapement/siman/set.h"
#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(StationBlock, StandsForSeveralStations) {
  Yard yard;
  yard.add<Attribute>("which");
  yard.add<Set>("Rest", Set::Options{"Station", {"C", "B"}});
  auto& create = yard.arrivals("Come", 0.0, 1, 3);
  // The first goes to A (1), the second to B (2), the third to C (3); the list here is A, C, B.
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{{{}, "IDENT"}, 1});
  yard.link(create.out, route.in);
  auto& all = yard.add<StationBlock>("All", StationBlock::Options{{"A", "Rest"}, "which"});
  auto& log = yard.add<Log>("Log");
  log.logged_attributes = 1;
  yard.link(all.out, log.in);
  yard.run();
  EXPECT_THAT(log.attributes, ElementsAre(1, 3, 2));
}

TEST(StationBlock, IsFoundFromOtherModels) {
  // The station is declared outside; the block that stands for it is in a model of its own.
  Yard yard;
  auto& cell = yard.top.add<Coupled>("Cell");
  auto& block = cell.add<StationBlock>("Door", StationBlock::Options{{"B"}});
  auto& log = cell.add<Log>("Log");
  cell.couple(block.out, log.in);
  auto& create = yard.arrivals("Come", 0.0, 1, 2);
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("B"), 3});
  yard.link(create.out, route.in);
  yard.run();
  EXPECT_THAT(log.times, ElementsAre(3, 4));
}

TEST(StationBlock, HostedSeparatelyGivesTheSame) {
  Yard yard;
  auto& create = yard.arrivals("Come", 0.0, 1, 2);
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("B"), 3});
  yard.link(create.out, route.in);
  Log& b = yard.at("B");
  yard.run(kForever, HostingMode::kSeparate);
  EXPECT_THAT(b.times, ElementsAre(3, 4));
}

TEST(StationBlock, FaultsAreTold) {
  {
    Yard yard;
    yard.at("A");
    yard.add<StationBlock>("Other", StationBlock::Options{{"A"}});
    auto& log = yard.add<Log>("Log");
    yard.link(dynamic_cast<StationBlock*>(yard.top.find_path("Other"))->out, log.in);
    EXPECT_THAT(yard.faults(), HasSubstr("'AtA' and 'Other' both stand for station 'A' | let one block"));
  }
  {
    Yard yard;
    auto& create = yard.arrivals("Come", 0.0, 1, 1);
    auto& all = yard.add<StationBlock>("All", StationBlock::Options{{"A", "B"}});
    auto& log = yard.add<Log>("Log");
    yard.chain(create, all, log);
    EXPECT_THAT(
        yard.failure()->what(),
        HasSubstr("an entity of type 'Part' came with Entity.Station 0, which is none of the stations"));
  }
  Yard yard;
  auto& none = yard.add<StationBlock>("None", StationBlock::Options{{}});
  auto& log = yard.add<Log>("Log");
  yard.link(none.out, log.in);
  EXPECT_THAT(yard.faults(), HasSubstr("'None' names no station"));
}

}  // namespace
}  // namespace escapement::siman
