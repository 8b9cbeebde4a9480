// SPDX-License-Identifier: MIT
// Vehicles on a guide path by hand: G1 to G8 of guide_network.h.
#include "escapement/siman/guide_network.h"

#include <cmath>

#include "escapement/siman/transporter.h"
#include "siman/rails.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(GuidedTransporter, AZoneTakesItsLengthByTheVelocity) {
  // Velocity 2: link of 12, 6; intersection of 1, 0.5; link of 8 at half the velocity, 8.
  Rails rails;
  rails.top.add<Intersection>("B", Intersection::Options{1, 1});
  rails.link("AB", "A", "B", 4, 3);
  rails.link("BC", "B", "C", 2, 4, LinkKind::kUnidirectional, 0.5);
  rails.unit("A");
  rails.cart.velocity = 2;
  rails.finish();
  const Log& there = rails.drive("One", 0, 1, {{"C", 0, 5.5}});
  rails.run();
  EXPECT_THAT(there.times, ElementsAre(14.5));
  EXPECT_EQ(rails.simulator->now(), 20);
  // Start: it is in one zone at a time. On AB for 6 of 20, in B for 0.5, on BC for 8, else in A (never again
  // once it has set out) and C.
  EXPECT_DOUBLE_EQ(rails.average("AB.NumberOccupied"), 6 / 20.0);
  EXPECT_DOUBLE_EQ(rails.output("AB.Utilization"), 6 / 20.0 / 4);
  EXPECT_DOUBLE_EQ(rails.average("BC.NumberOccupied"), 8 / 20.0);
  EXPECT_DOUBLE_EQ(rails.average("B.Utilization"), 0.5 / 20);
  EXPECT_DOUBLE_EQ(rails.average("C.Utilization"), 5.5 / 20);
  EXPECT_DOUBLE_EQ(rails.average("Paths.Utilization"), 1 / 9.0);  // 3 intersections and 6 zones
  EXPECT_EQ(rails.average("Paths.NumberBlocked"), 0);
  EXPECT_EQ(rails.average("Cart.NumberBusy"), 1);
  EXPECT_EQ(rails.tally("Part.TranTime"), 14.5);
}

TEST(GuidedTransporter, StatisticsBeginWithTheFirstPlaces) {
  // One stands in A and one in zone 2 of AB, of 4, until 5; then the one in AB goes to B, there at 25.
  Rails rails;
  rails.link("AB", "A", "B", 4, 10);
  rails.unit("A");
  rails.unit("AB", 2);
  rails.finish();
  const Log& there = rails.drive("One", 5, 2, {{"B"}});
  rails.run(40);
  EXPECT_THAT(there.times, ElementsAre(25));
  const auto extremes = [&](const char* name) {
    const statistics::TimePersistent& statistic = rails.persistent(name);
    return std::pair(statistic.minimum(), statistic.maximum());
  };
  EXPECT_EQ(extremes("A.Utilization"), std::pair(1.0, 1.0));
  EXPECT_EQ(extremes("B.Utilization"), std::pair(0.0, 1.0));
  EXPECT_EQ(extremes("AB.NumberOccupied"), std::pair(0.0, 1.0));
  EXPECT_EQ(extremes("Paths.Utilization"), std::pair(2 / 6.0, 2 / 6.0));
  EXPECT_DOUBLE_EQ(rails.average("AB.NumberOccupied"), 25 / 40.0);
  Rails still;
  still.link("AB", "A", "B", 4, 10);
  still.unit("AB", 2);
  still.finish();
  still.run(40);
  EXPECT_EQ(still.persistent("AB.NumberOccupied").minimum(), 1);
}

TEST(GuidedTransporter, ControlsOfZones) {
  // Four zones of 10 from A to B, then one to C. One vehicle is in zone 2 and goes to C: at the ends of 3 and
  // 4 at 10 and 20, in B at 20, at C at 30. The other is in zone 1, goes to zone 4 and sets out at 0 too.
  //   Start     zone 2 is given up at 0, 3 at 10, 4 at 20: it is never held up, there at 30.
  //   End       2 at 10, 3 at 20, 4 at 20, for B has no length: it stands until 10, there at 40.
  //   4 units   2 at 4, 3 at 14, 4 at 20: it stands until 4, gets 3 as it comes to it at 14, there at 34.
  struct Case {
    ZoneControl control;
    double distance, there, stood;
  };
  for (const Case& c : {Case{ZoneControl::kStart, 0, 30, 0}, Case{ZoneControl::kEnd, 0, 40, 10},
                        Case{ZoneControl::kDistance, 4, 34, 4}, Case{ZoneControl::kDistance, 10, 40, 10},
                        Case{ZoneControl::kDistance, 0, 30, 0}}) {
    Rails rails;
    rails.link("AB", "A", "B", 4, 10);
    rails.link("BC", "B", "C", 1, 10);
    rails.unit("AB", 2);
    rails.unit("AB", 1);
    rails.cart.guide.control = c.control;
    rails.cart.guide.distance = c.distance;
    rails.finish();
    const Log& first = rails.drive("First", 0, 1, {{"C"}});
    const Log& second = rails.drive("Second", 0, 2, {{"AB", 4}});
    rails.run();
    EXPECT_THAT(first.times, ElementsAre(30));
    EXPECT_THAT(second.times, ElementsAre(c.there));
    EXPECT_DOUBLE_EQ(rails.average("Paths.NumberBlocked") * rails.simulator->now(), c.stood);
  }
}

TEST(GuidedTransporter, OneWaitsBeforeASpurAndOthersPass) {
  // M has ways from A (10), B (12) and C (12), to X and Y (10), and a spur to E (10). The first comes from A:
  // in M at 10, at E at 20, stays to 30, out of the spur at 40, at Y at 50. The second, from B at 5, is
  // before M at 17 and waits until the spur is empty, at 40: at E at 50. The third, from C at 12, passes M at
  // 24: X at 34.
  Rails rails;
  rails.link("AM", "A", "M", 1, 10);
  rails.link("BM", "B", "M", 1, 12);
  rails.link("CM", "C", "M", 1, 12);
  rails.link("MX", "M", "X", 1, 10);
  rails.link("MY", "M", "Y", 1, 10);
  rails.link("ME", "M", "E", 2, 5, LinkKind::kSpur);
  for (const char* place : {"A", "B", "C"}) rails.unit(place);
  rails.finish();
  const Log& first = rails.drive("First", 0, 1, {{"E", 0, 10}, {"Y"}});
  const Log& second = rails.drive("Second", 5, 2, {{"E"}});
  const Log& third = rails.drive("Third", 12, 3, {{"X"}});
  rails.run();
  EXPECT_THAT(first.times, ElementsAre(20, 50));
  EXPECT_THAT(second.times, ElementsAre(50));
  EXPECT_THAT(third.times, ElementsAre(34));
  EXPECT_DOUBLE_EQ(rails.average("Paths.NumberBlocked") * 50, 40 - 17);
}

TEST(GuidedTransporter, OneAtATimeInAnIntersection) {
  // M is 4 across. From A, 10 away, and from B, 11 away: the first is in M from 10 to 14; the second stands
  // from 11 to 14, in M to 18, where the zone behind is the first one's until it starts into X at 24.
  Rails rails;
  rails.top.add<Intersection>("M", Intersection::Options{4, 1});
  rails.link("AM", "A", "M", 1, 10);
  rails.link("BM", "B", "M", 1, 11);
  rails.link("MX", "M", "X", 1, 10);
  rails.unit("A");
  rails.unit("B");
  rails.finish();
  const Log& first = rails.drive("First", 0, 1, {{"X"}});
  const Log& second = rails.drive("Second", 0, 2, {{"MX", 1}});
  rails.run();
  EXPECT_THAT(first.times, ElementsAre(24));
  EXPECT_THAT(second.times, ElementsAre(34));
  EXPECT_DOUBLE_EQ(rails.average("Paths.NumberBlocked") * 34, 3 + 6);
}

TEST(GuidedTransporter, OneWayAtATimeOnABidirectionalLink) {
  // The first goes from A into zone 1 (5 long), there at 5, and back to A at 10. The second wants to come
  // from B at 3: zone 2 is free, but the link has the other direction until 10. Then it goes to zone 1,
  // at 20.
  Rails rails;
  rails.link("AB", "A", "B", 2, 5, LinkKind::kBidirectional);
  rails.unit("A");
  rails.unit("B");
  rails.finish();
  const Log& first = rails.drive("First", 0, 1, {{"AB", 1, 5}, {"A"}});
  const Log& second = rails.drive("Second", 3, 2, {{"AB", 1}});
  rails.run();
  EXPECT_THAT(first.times, ElementsAre(5, 10));
  EXPECT_THAT(second.times, ElementsAre(20));
}

TEST(GuidedTransporter, AccelerationAndBraking) {
  // From rest to rest over L with velocity v: L / v + v / (2 a) + v / (2 d), however the way is cut; where v
  // is never reached, sqrt(2 L (1 / a + 1 / d)). Round a corner at half the velocity, 100 on each side: 0 to
  // 10 to 5 takes 5 + 65.625 / 10 + 1.25, 5 to 10 to 0 takes 2.5 + 68.75 / 10 + 2.5.
  struct Case {
    std::size_t zones;
    double zone_length, direction, time;
  };
  const double a = 2, d = 4, v = 10;
  for (const Case& c : {Case{1, 200, 0, 20 + v / (2 * a) + v / (2 * d)}, Case{40, 5, 0, 20 + 2.5 + 1.25},
                        Case{7, 1, 0, std::sqrt(2 * 14 * (1 / a + 1 / d))}, Case{1, 100, 90, 24.6875},
                        Case{20, 5, 90, 24.6875}}) {
    Rails rails;
    NetworkLink::Options first{"A", "B", c.zones, c.zone_length}, second{"B", "C", c.zones, c.zone_length};
    if (c.zones == 1 && c.direction == 0) second.zone_length = 1e-9, first.zone_length = 200 - 1e-9;
    if (c.zones == 40) second.zones = 1, second.zone_length = 1e-9;
    first.direction = 0;
    second.direction = c.direction;
    rails.link("AB", first);
    rails.link("BC", second);
    rails.unit("A");
    rails.cart.velocity = v;
    rails.cart.guide.acceleration = a;
    rails.cart.guide.deceleration = d;
    rails.cart.guide.turning_factor = 0.5;
    rails.finish();
    const Log& there = rails.drive("One", 0, 1, {{"C"}});
    rails.run();
    EXPECT_THAT(there.times, ElementsAre(DoubleNear(c.time, 1e-8))) << c.zones << " x " << c.zone_length;
  }
}

TEST(GuidedTransporter, StopsWhereItsZonesEnd) {
  // Ten zones of 5. One stands in zone 10; another comes from A, velocity 10, a = 5, d = 5: its zones end
  // after 45, so it is there at 45 / 10 + 1 + 1. Without deceleration it stops at once: 45 / 10 + 1.
  for (const double d : {5.0, kInfinity}) {
    Rails rails;
    rails.link("AB", "A", "B", 10, 5);
    rails.unit("AB", 10);
    rails.unit("A");
    rails.cart.velocity = 10;
    rails.cart.guide.acceleration = 5;
    rails.cart.guide.deceleration = d;
    rails.finish();
    rails.drive("Two", 0, 2, {{"AB", 10}});
    rails.run();
    EXPECT_NEAR(rails.simulator->now(), d < kInfinity ? 6.5 : 5.5, 1e-12);
    EXPECT_EQ(rails.persistent("Paths.NumberBlocked").value(), 1);
  }
}

TEST(GuidedTransporter, LongVehicles) {
  // Two zones long, on four zones of 5 and back. At first in zones 1 and 2; at B, after 10, in zone 4 and B.
  // Turning back, its other end leads, at the beginning of zone 4: it is 15 to A instead of 20.
  Rails rails;
  rails.link("AB", "A", "B", 4, 5, LinkKind::kBidirectional);
  rails.unit("AB", 2);
  rails.cart.guide.zones = 2;
  rails.finish();
  const Log& there = rails.drive("One", 0, 1, {{"B"}, {"A"}});
  rails.run();
  EXPECT_THAT(there.times, ElementsAre(10, 25));
  EXPECT_EQ(rails.persistent("AB.NumberOccupied").value(), 1);  // zone 1, and A
  // Two zones while on the link as a whole; three where it enters one and leaves none: never, by Start.
  EXPECT_EQ(rails.persistent("AB.NumberOccupied").maximum(), 2);
}

TEST(GuidedTransporter, ALengthIsWonInADeadEnd) {
  // The cart is 6 long. It stands at the end of a spur of 10 and needs 4 to M, then 12 to X. Into the spur it
  // needs all 10.
  Rails rails;
  rails.link("ME", "M", "E", 1, 10, LinkKind::kSpur);
  rails.link("MX", "M", "X", 2, 6, LinkKind::kBidirectional);
  rails.unit("E");
  rails.cart.guide.length = 6;
  rails.finish();
  const Log& there = rails.drive("One", 0, 1, {{"MX", 2}, {"E"}});
  rails.run();
  // In zone 2 of MX it is in no dead end: 12 to M and 10 to E.
  EXPECT_THAT(there.times, ElementsAre(16, 32));
}

TEST(GuidedTransporter, ACircleOfWaitsIsTold) {
  // Each has its end of the link and wants to go to the other's.
  Rails rails;
  rails.link("AB", "A", "B", 2, 5, LinkKind::kBidirectional);
  rails.unit("A");
  rails.unit("B");
  rails.finish();
  rails.drive("First", 0, 1, {{"B"}});
  rails.drive("Second", 3, 2, {{"A"}});
  const auto failure = rails.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->clock(), 10);
  EXPECT_THAT(
      failure->what(),
      HasSubstr("vehicles wait for each other in a circle, and none can move; unit 1 of 'Cart' has zone "
                "2 of link 'AB' and waits for 'B', where unit 2 of 'Cart' is; unit 2 of 'Cart' has 'B' "
                "and waits for link 'AB' in the other direction, where unit 1 of 'Cart' is; make links "
                "Unidirectional"));
}

TEST(GuidedTransporter, AFullRingIsACircleToo) {
  // Three intersections and three zones in a ring, a vehicle in each. The last one that sets out closes it.
  Rails rails;
  rails.link("AB", "A", "B", 1, 5);
  rails.link("BC", "B", "C", 1, 5);
  rails.link("CA", "C", "A", 1, 5);
  for (const char* place : {"A", "B", "C"}) rails.unit(place);
  for (const char* link : {"AB", "BC", "CA"}) rails.unit(link, 1);
  rails.finish();
  const char* const goals[] = {"C", "A", "B", "C", "A", "B"};
  for (int i = 0; i < 6; ++i) rails.drive("Part" + std::to_string(i), i, i + 1, {{goals[i]}});
  const auto failure = rails.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->clock(), 5);
  EXPECT_THAT(failure->what(),
              HasSubstr("unit 6 of 'Cart' has zone 1 of link 'CA' and waits for 'A', where unit "
                        "1 of 'Cart' is; unit 1 of 'Cart' has 'A' and waits for zone 1 of"));
}

TEST(GuidedTransporter, FaultsAreTold) {
  {
    Rails rails;
    rails.link("AB", "A", "B", 1, 5, LinkKind::kSpur);
    rails.link("BC", "B", "C", 1, 5);
    rails.unit("A");
    rails.unit("AB", 2);
    rails.unit("Nowhere");
    rails.unit("A", 1);
    rails.cart.guide.length = 6;
    rails.links.emplace_back("AB");
    rails.add<GuideNetwork>("Empty", GuideNetwork::Options{});
    rails.add<Intersection>("Far");
    rails.add<NetworkLink>("Round", NetworkLink::Options{"Far", "Far"});
    rails.add<GuideNetwork>("Loops", GuideNetwork::Options{{"Round"}});
    rails.finish();
    const std::string faults = rails.faults();
    EXPECT_THAT(faults, HasSubstr("network 'Empty' has no links | add one"));
    EXPECT_THAT(faults, HasSubstr("link 'AB' is twice in network 'Paths' | remove one"));
    EXPECT_THAT(faults,
                HasSubstr("link 'Round' begins and ends at intersection 'Far' | put an intersection"));
  }
  {
    Rails rails;
    rails.link("AB", "A", "B", 1, 5, LinkKind::kSpur);
    rails.link("BC", "B", "C", 1, 5);
    rails.unit("A");
    rails.unit("AB", 2);
    rails.unit("A", 1);
    rails.unit("Far");
    rails.add<Intersection>("Far");
    rails.cart.guide.length = 6;
    rails.finish();
    rails.transporter = nullptr;
    const std::string faults = rails.faults();
    EXPECT_THAT(faults, HasSubstr("link 'AB' is a Spur, but its end 'B' has other links too | make it"));
    EXPECT_THAT(faults,
                HasSubstr("unit 2 of transporter 'Cart' is to be at 'AB' at first, which is no place of "
                          "network 'Paths' | give the \"zone\" of a link"));
    EXPECT_THAT(faults, HasSubstr("'A' is no link, so it has no zones | remove \"zone\""));
    EXPECT_THAT(faults,
                HasSubstr("unit 4 of transporter 'Cart' is to be at 'Far' at first, which is no place"));
    EXPECT_THAT(faults,
                HasSubstr("\"sizeInLength\" of transporter 'Cart' is 6, but the zones of link 'AB' are 5 "
                          "long | give \"sizeInZones\" instead"));
  }
  {
    Rails rails;
    rails.link("AB", "A", "B", 1, 5);
    rails.unit("A");
    rails.finish();
    rails.cart.positions.clear();
    rails.add<Transporter>("Other", [&] {
      Transporter::Options other = rails.cart;
      other.units = 2;
      other.positions = {"B"};
      return other;
    }());
    EXPECT_THAT(
        rails.faults(),
        HasSubstr("transporter 'Other' has 2 units and 1 initial positions | give each unit a place"));
  }
  {
    Rails rails;
    rails.link("AB", "A", "B", 1, 5);
    rails.unit("A");
    rails.unit("A");
    rails.finish();
    EXPECT_THAT(
        rails.failure()->what(),
        HasSubstr("unit 2 of 'Cart' is to stand in 'A' at first, where unit 1 of 'Cart' stands; give"));
  }
  {
    Rails rails;
    rails.link("AB", "A", "B", 1, 5);
    rails.unit("B");
    rails.finish();
    rails.drive("One", 2, 1, {{"A"}});
    EXPECT_THAT(
        rails.failure()->what(),
        HasSubstr("unit 1 of 'Cart' is to go from 'B' to 'A', but network 'Paths' has no way there; add"));
  }
  {
    Rails rails;
    rails.link("AB", "A", "B", 1, 5);
    rails.unit("A");
    rails.finish();
    rails.drive("One", 2, 1, {{"AB", 2}});
    EXPECT_THAT(rails.failure()->what(),
                HasSubstr("link 'AB' has no zone 2 ('2'); zones are numbered from 1 to 1"));
  }
}

}  // namespace
}  // namespace escapement::siman
