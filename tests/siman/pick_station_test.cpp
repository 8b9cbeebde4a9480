// SPDX-License-Identifier: MIT
#include "escapement/siman/pick_station.h"

#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(PickStation, TakesTheLeastSum) {
  // Each part is under way for 10. With nobody on the way A is chosen, then B, then A again (1 to 1, the
  // first in the list), then B; C costs 2 more by its expression, so the fifth goes there (2, 2, 2 + 0: the
  // tie goes to A) ... to A.
  Yard yard;
  yard.add<Attribute>("target");
  auto& create = yard.arrivals("Come", 0.0, 1, 6);
  PickStation::Options options;
  options.stations = {{"A", {}, {}, {}}, {"B", {}, {}, {}}, {"C", {}, {}, "2 + 0 * IDENT"}};
  options.save = "target";
  auto& pick = yard.add<PickStation>("Pick", options);
  auto& log = yard.add<Log>("Log");
  log.logged_attributes = 1;
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{{{}, "Entity.Station"}, 10});
  yard.chain(create, pick, log, route);
  for (const char* station : {"A", "B", "C"}) yard.at(station);
  yard.run();
  // Sums (A, B, C + 2): (0,0,2) A, (1,0,2) B, (1,1,2) A, (2,1,2) B, (2,2,2) A, (3,2,2) B.
  EXPECT_THAT(log.attributes, ElementsAre(1, 2, 1, 2, 1, 2));
}

TEST(PickStation, CountsQueuesAndBusyUnits) {
  // At A one part is served for 100 and one waits: 2. At B nothing: 0. The greatest is A, the least B.
  for (const bool maximum : {false, true}) {
    Yard yard;
    yard.add<QueueElement>("Line");
    yard.add<Resource>("Machine");
    auto& busy = yard.arrivals("Busy", 0.0, 0.0, 2);
    testing_support::Station place(yard, "Place", "Line", {{"Machine"}}, 100);
    yard.link(busy.out, place.enqueue.in);
    auto& create = yard.arrivals("Come", 1, 1, 1);
    PickStation::Options options;
    options.stations = {{"A", "Line", "Machine", {}}, {"B", {}, {}, {}}};
    options.maximum = maximum;
    auto& pick = yard.add<PickStation>("Pick", options);
    auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{{{}, "M"}, 0.0});
    yard.chain(create, pick, route);
    Log &a = yard.at("A"), &b = yard.at("B");
    yard.at("C");
    yard.run(10);
    EXPECT_EQ(a.times.size(), maximum ? 1u : 0u);
    EXPECT_EQ(b.times.size(), maximum ? 0u : 1u);
  }
}

TEST(PickStation, NeedsStations) {
  Yard yard;
  auto& create = yard.arrivals("Come", 1, 1, 1);
  auto& pick = yard.add<PickStation>("Pick", PickStation::Options{});
  auto& log = yard.add<Log>("Log");
  yard.chain(create, pick, log);
  EXPECT_THAT(yard.faults(), HasSubstr("'Pick' has no stations to choose from | name one"));
}

}  // namespace
}  // namespace escapement::siman
