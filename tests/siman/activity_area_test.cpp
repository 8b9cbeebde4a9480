// SPDX-License-Identifier: MIT
#include "escapement/siman/activity_area.h"

#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::HasSubstr;

// Plant has the areas Saws (station A) and Paint (station B); station C belongs to none. In hours: two parts
// come to A at 0, are sawn one after the other for 2 (value added), go to B in 1, dry for 3 (non-value added)
// there, go to C in 4 and stay 5. Holding costs 10 an hour, the saw 100 an hour busy and 7 a use.
struct Plant : Yard {
  Plant() : Yard(std::vector<const char*>{}) { environment.time_unit = "h"; }
  void build_all() {
    EntityType::Costs costs;
    costs.holding = 10;
    top.add<EntityType>("Board", costs);
    add<ActivityArea>("Plant");
    add<ActivityArea>("Saws", Reference("Plant"));
    add<ActivityArea>("Paint", Reference("Plant"));
    add<StationElement>("A", Reference(), Reference("Saws"));
    add<StationElement>("B", Reference(), Reference("Paint"));
    add<StationElement>("C");
    Resource::Options saw;
    saw.busy_cost = 100;
    saw.use_cost = 7;
    add<Resource>("Saw", saw);
    add<QueueElement>("Line");
    Create::Options two;
    two.entity = "Board";
    two.batch = 2.0;
    auto& create = add<Create>("Come", two);
    auto& a = add<StationBlock>("AtA", StationBlock::Options{{"A"}});
    auto& queue = add<Queue>("Enter", Queue::Options{"Line"});
    auto& seize = add<Seize>("Take", Seize::Options{{{"Saw"}}, 1.0, {}, Category::kValueAdded});
    auto& work = add<Delay>("Work", Delay::Options{2.0});
    auto& release = add<Release>("Give", std::vector<ResourceUnits>{{"Saw"}});
    auto& to_b = add<RouteBlock>("ToB", RouteBlock::Options{to("B"), 1.0});
    auto& b = add<StationBlock>("AtB", StationBlock::Options{{"B"}});
    auto& dry = add<Delay>("Dry", Delay::Options{3.0, Category::kNonValueAdded});
    auto& to_c = add<RouteBlock>("ToC", RouteBlock::Options{to("C"), 4.0});
    auto& c = add<StationBlock>("AtC", StationBlock::Options{{"C"}});
    auto& stay = add<Delay>("Stay", Delay::Options{5.0, Category::kOther});
    auto& done = add<Dispose>("Done");
    chain(create, a, queue, seize, work, release);
    link(release.out, to_b.in);
    chain(b, dry);
    link(dry.out, to_c.in);
    chain(c, stay, done);
  }
};

TEST(ActivityArea, HasTimesAndCostsOfWhoIsThere) {
  Plant plant;
  plant.build_all();
  plant.run();
  // Saws: 2 + 2 sawn, the second waits 2, both go 1 to B. Paint: 3 + 3, and 4 + 4 to C. Plant has both.
  const auto is = [&](const std::string& area, double va, double nva, double transfer, double wait) {
    EXPECT_EQ(plant.count(area + ".VATime"), va) << area;
    EXPECT_EQ(plant.count(area + ".NVATime"), nva) << area;
    EXPECT_EQ(plant.count(area + ".TranTime"), transfer) << area;
    EXPECT_EQ(plant.count(area + ".WaitTime"), wait) << area;
    EXPECT_EQ(plant.count(area + ".OtherTime"), 0) << area;
    EXPECT_EQ(plant.count(area + ".TotalTime"), va + nva + transfer + wait) << area;
  };
  is("Saws", 4, 0, 2, 2);
  is("Paint", 0, 6, 8, 0);
  is("Plant", 4, 6, 10, 2);
  EXPECT_EQ(plant.count("Saws.VACost"), 4 * 110 + 2 * 7);
  EXPECT_EQ(plant.count("Saws.WaitCost"), 20);
  EXPECT_EQ(plant.count("Saws.TotalCost"), 454 + 20 + 20);
  EXPECT_EQ(plant.count("Plant.TotalCost"), 494 + 140);
}

TEST(ActivityArea, FaultsAreTold) {
  Yard yard({"A"});
  yard.add<ActivityArea>("One", Reference("Two"));
  yard.add<ActivityArea>("Two", Reference("One"));
  yard.add<ActivityArea>("Three", Reference("Thre"));
  yard.add<StationElement>("B", Reference(), Reference("On"));
  const std::string faults = yard.faults();
  EXPECT_THAT(faults,
              HasSubstr("activity area 'One' is a part of itself | let \"parent\" lead to a larger area"));
  EXPECT_THAT(faults, HasSubstr("'Thre'"));
  EXPECT_THAT(faults, HasSubstr("'On'"));
}

}  // namespace
}  // namespace escapement::siman
