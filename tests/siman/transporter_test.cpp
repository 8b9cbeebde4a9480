// SPDX-License-Identifier: MIT
#include "escapement/siman/transporter.h"

#include "escapement/siman/allocate.h"
#include "escapement/siman/transport.h"
#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

// Stations A, B, C: from A to B 10, B to C 20, A to C 50, C to A 40.
struct Floor : Yard {
  explicit Floor(Transporter::Options options = {}) {
    add<Distances>(
        "Ways", std::vector<Distances::Pair>{{"A", "B", 10}, {"B", "C", 20}, {"A", "C", 50}, {"C", "A", 40}});
    options.distances = "Ways";
    if (options.positions.empty()) options.positions = {"A"};
    add<Transporter>("Cart", options);
    add<QueueElement>("Line");
    add<Attribute>("unit");
  }
  // Comes at a station at a time, requests a cart there, is loaded for 1, goes to a station and frees it
  // there.
  struct Trip {
    Log *begin, *end;
  };
  Trip trip(const std::string& name, double at, const char* from, const char* to,
            Allocate::Options request = {"Cart"}) {
    for (const char* s : {"A", "B", "C"})
      if (top.find_path(std::string("At") + s) == nullptr) {
        auto& station = top.add<StationBlock>(std::string("At") + s, StationBlock::Options{{Reference(s)}});
        auto& come = top.add<Log>(std::string("Come") + s);
        auto& free = top.add<Free>(std::string("Free") + s, TransporterBlock::Options{"Cart"});
        auto& done = top.add<Dispose>(std::string("Done") + s);
        chain(station, come, free, done);
      }
    auto& create = arrivals((name + "Comes").c_str(), at, 1.0, 1);
    auto& set = assign((name + "Is").c_str(), {std::string("M = ") + from});
    request.request = true;
    request.save = "unit";
    auto& queue = top.add<Queue>(name + "Queue", Queue::Options{"Line"});
    auto& ask = top.add<Allocate>(name + "Request", request);
    auto& begin = top.add<Log>(name + "Begins");
    begin.logged_attributes = 1;
    auto& load = top.add<Delay>(name + "Load", Delay::Options{1.0});
    TransporterBlock::Options go{"Cart"};
    go.destination = this->to(to);
    auto& transport = top.add<Transport>(name + "Transport", go);
    // The entity is at its station without passing a Station block of it.
    struct Here : Block {
      using Block::Block;
      Entry in{*this, "in"};
      Exit out{*this, "out"};
      Block* enter(Entity& e) override {
        e.itinerary.current = e.itinerary.station;
        return out.leave(e);
      }
    };
    auto& here = top.add<Here>(name + "Here");
    chain(create, set, here, queue, ask, begin, load);
    link(load.out, transport.in);
    return {&begin, dynamic_cast<Log*>(top.find_path(std::string("Come") + to))};
  }
  void control(const char* name, double at, bool activate, ExpressionText unit = {}) {
    auto& create = arrivals((std::string(name) + "Comes").c_str(), at, 1.0, 1);
    TransporterBlock::Options options{"Cart", unit};
    auto& done = add<Dispose>((std::string(name) + "Done").c_str());
    if (activate) {
      auto& block = add<Activate>(name, options);
      chain(create, block, done);
    } else {
      auto& block = add<Halt>(name, options);
      chain(create, block, done);
    }
  }
};

Transporter::Options carts(std::size_t units, double velocity, std::vector<Reference> positions = {},
                           bool active = true) {
  return {units, velocity, {}, std::move(positions), active};
}

TEST(Transporter, ComesAndCarries) {
  // Velocity 2. The cart is at A; one at B asks at 0: it comes in 5. Loading to 6; to C, 20 away, at 16, free
  // there. One at A asks at 1 and waits to 16; the cart comes from C over 40 in 20, at 36; loaded at 37; to B
  // in 5: at 42.
  Floor floor(carts(1, 2));
  const auto first = floor.trip("First", 0, "B", "C"), second = floor.trip("Second", 1, "A", "B");
  floor.run();
  EXPECT_THAT(first.begin->times, ElementsAre(5));
  EXPECT_THAT(first.end->times, ElementsAre(16));
  EXPECT_THAT(second.begin->times, ElementsAre(36));
  EXPECT_THAT(second.end->times, ElementsAre(42));
  EXPECT_EQ(floor.tally("Line.WaitingTime"), 7.5);  // 0 and 15
  EXPECT_EQ(floor.tally("Part.TranTime"), 20);      // 5 + 10, and 20 + 5
  EXPECT_EQ(floor.tally("Part.WaitTime"), 7.5);
  EXPECT_EQ(floor.average("Cart.NumberBusy"), 1);
  EXPECT_EQ(floor.output("Cart.ScheduledUtilization"), 1);
}

TEST(Transporter, FreedUnitsGoToTheMostUrgentThenTheNearest) {
  // The only cart is busy from A to C until 51 (loading 1, way 50). Waiting then: at A since 2 (40 from C),
  // at B since 3 (20 from C), and at A since 4 with priority 0.
  Floor floor(carts(1, 1));
  floor.trip("First", 0, "A", "C");
  const auto far = floor.trip("Far", 2, "A", "B");
  const auto near = floor.trip("Near", 3, "B", "C");
  Allocate::Options urgent{"Cart"};
  urgent.priority = 0.0;
  const auto first = floor.trip("Urgent", 4, "A", "B", urgent);
  floor.run();
  // Urgent: 51 + 40 = 91, loaded 92, at B at 102. Near, at B, is at hand: 102, loaded 103, at C 123. Far:
  // 163.
  EXPECT_THAT(first.begin->times, ElementsAre(91));
  EXPECT_THAT(near.begin->times, ElementsAre(102));
  EXPECT_THAT(far.begin->times, ElementsAre(163));
}

TEST(Transporter, RulesChooseAmongFreeUnits) {
  // Units at A, B, C; an entity at C: 50 from A, 20 from B, 0 from C.
  struct Case {
    SelectionRule rule;
    double unit, at;
  };
  for (const Case& c :
       {Case{SelectionRule::kPreferredOrder, 1, 50}, Case{SelectionRule::kSmallestNumber, 3, 0},
        Case{SelectionRule::kLargestNumber, 1, 50}, Case{SelectionRule::kSpecificMember, 2, 20},
        Case{SelectionRule::kCyclical, 1, 50}}) {
    Floor floor(carts(3, 1, {"A", "B", "C"}));
    Allocate::Options request{"Cart"};
    request.selection = {c.rule, "2"};
    if (c.rule != SelectionRule::kSpecificMember) request.selection.member = {};
    const auto trip = floor.trip("Trip", 0, "C", "A", request);
    floor.run();
    EXPECT_THAT(trip.begin->times, ElementsAre(c.at));
    EXPECT_THAT(trip.begin->attributes, ElementsAre(c.unit));
  }
  EXPECT_THAT(Selection::rule_names(SelectionOf::kTransporters),
              ElementsAre("Cyclical", "Random", "PreferredOrder", "SpecificMember", "LargestDistance",
                          "SmallestDistance"));
}

TEST(Transporter, SomeWaitForOneUnitWhileOthersAreServed) {
  // Both want a unit of two at A. The first takes unit 1 to B until 11, the second wants unit 1 too and
  // waits; the third passes it with unit 2.
  Floor floor(carts(2, 1));
  Allocate::Options first{"Cart"};
  first.selection = {SelectionRule::kSpecificMember, "1"};
  floor.trip("First", 0, "A", "B", first);
  const auto second = floor.trip("Second", 1, "A", "C", first);
  const auto third = floor.trip("Third", 2, "A", "C");
  floor.run();
  EXPECT_THAT(third.begin->times, ElementsAre(2));
  EXPECT_THAT(second.begin->times, ElementsAre(21));  // free at B at 11, 10 to A
}

TEST(Transporter, HaltsAndStarts) {
  // Halted at 3 while it is busy until 11, then inactive until 30: the second is served at 30 from B, 10
  // away.
  Floor floor(carts(1, 1));
  floor.trip("First", 0, "A", "B");
  const auto second = floor.trip("Second", 5, "A", "B");
  floor.control("Off", 3, false);
  floor.control("On", 30, true, 1.0);
  floor.run();
  EXPECT_THAT(second.begin->times, ElementsAre(40));
  // Busy and active 0 to 11 and 30 to 51.
  EXPECT_DOUBLE_EQ(floor.average("Cart.NumberBusy") * 51, 32);
  EXPECT_DOUBLE_EQ(floor.average("Cart.NumberScheduled") * 51, 32);
}

TEST(Transporter, InactiveAtFirst) {
  Floor floor(carts(2, 1, {}, false));
  const auto trip = floor.trip("Trip", 0, "A", "B");
  floor.control("On", 7, true, 2.0);
  floor.run();
  EXPECT_THAT(trip.begin->times, ElementsAre(7));
  EXPECT_THAT(trip.begin->attributes, ElementsAre(2));
}

TEST(Transporter, AllocateAndMove) {
  // The unit stays at A when it is allocated; moved to B with velocity 5 it is there 2 later.
  Floor floor(carts(1, 1));
  auto& create = floor.arrivals("Come", 1, 1.0, 1);
  auto& at = floor.add<StationBlock>("AtB", StationBlock::Options{{"B"}});
  auto& queue = floor.add<Queue>("Enter", Queue::Options{"Line"});
  auto& allocate = floor.add<Allocate>("Get", Allocate::Options{"Cart"});
  auto& got = floor.add<Log>("Got");
  TransporterBlock::Options options{"Cart"};
  options.velocity = 5.0;
  options.destination = floor.to("B");
  auto& move = floor.add<Move>("Fetch", options);
  auto& there = floor.add<Log>("There");
  auto& free = floor.add<Free>("Give", TransporterBlock::Options{"Cart", 1.0});
  auto& done = floor.add<Dispose>("Done");
  floor.chain(create, at, queue, allocate, got, move, there, free, done);
  floor.run();
  EXPECT_THAT(got.times, ElementsAre(1));
  EXPECT_THAT(there.times, ElementsAre(3));
  EXPECT_DOUBLE_EQ(floor.average("Cart.NumberBusy") * 3, 2);
  EXPECT_EQ(floor.tally("Part.TranTime"), 2);
}

TEST(Transporter, FaultsAreTold) {
  {
    Transporter::Options options = carts(3, 1, {"A", "B"});
    options.position_zones = {0, 2};
    Floor floor(options);
    floor.add<Distances>("Twice", std::vector<Distances::Pair>{{"A", "B", 1}, {"A", "B", 2}});
    const std::string faults = floor.faults();
    EXPECT_THAT(faults,
                HasSubstr("transporter 'Cart' has 3 units and 2 initial positions | give one station for"));
    EXPECT_THAT(faults, HasSubstr("'B' is no link, so it has no zones | remove \"zone\""));
    EXPECT_THAT(faults, HasSubstr("the distance from 'A' to 'B' is given twice in 'Twice' | remove one"));
  }
  const auto after_allocation = [](Floor& floor, auto& block, bool allocated) {
    auto& create = floor.arrivals("Come", 1, 1.0, 1);
    auto& at = floor.add<StationBlock>("AtB", StationBlock::Options{{"B"}});
    auto& log = floor.add<Log>("Log");
    if (allocated) {
      auto& queue = floor.add<Queue>("Enter", Queue::Options{"Line"});
      auto& allocate = floor.add<Allocate>("Get", Allocate::Options{"Cart"});
      floor.chain(create, at, queue, allocate, log);
    } else {
      floor.chain(create, at, log);
    }
    floor.link(log.out, block.in);
    return std::string(floor.failure()->what());
  };
  TransporterBlock::Options to_b{"Cart"}, to_d{"Cart"};
  to_b.destination = {"B", {}, false};
  to_d.destination = {"D", {}, false};
  {
    Floor floor;
    auto& transport = floor.add<Transport>("Go", to_b);
    EXPECT_THAT(
        after_allocation(floor, transport, false),
        HasSubstr("an entity of type 'Part' has not allocated a unit of transporter 'Cart'; let it pass"));
  }
  {
    Floor floor;
    auto& transport = floor.add<Transport>("Go", to_b);
    EXPECT_THAT(
        after_allocation(floor, transport, true),
        HasSubstr(
            "unit 1 of transporter 'Cart' is at station 'A', but the entity of type 'Part' is at 'B'; let "
            "it Request the unit"));
  }
  {
    Floor floor;
    floor.add<StationElement>("D");
    auto& move = floor.add<Move>("Fetch", to_d);
    auto& done = floor.add<Dispose>("Done");
    floor.link(move.out, done.in);
    EXPECT_THAT(after_allocation(floor, move, true),
                HasSubstr("is to go from 'A' to 'D', but 'Ways' gives no distance between them; add it"));
  }
  {
    Floor floor;
    to_b.velocity = "0 * TNOW";
    auto& move = floor.add<Move>("Fetch", to_b);
    auto& done = floor.add<Dispose>("Done");
    floor.link(move.out, done.in);
    EXPECT_THAT(after_allocation(floor, move, true),
                HasSubstr("the velocity of transporter 'Cart' would be 0; it must be above 0"));
  }
  {
    Floor floor;
    auto& free = floor.add<Free>("Give", TransporterBlock::Options{"Cart", "2"});
    auto& done = floor.add<Dispose>("Done");
    floor.link(free.out, done.in);
    EXPECT_THAT(after_allocation(floor, free, true),
                HasSubstr("asks for unit 2 of transporter 'Cart'; it must be a whole number from 1 to 1"));
  }
  {
    Floor floor;
    auto& create = floor.arrivals("Come", 1, 1.0, 1);
    auto& queue = floor.add<Queue>("Enter", Queue::Options{"Line"});
    Allocate::Options request{"Cart"};
    request.request = true;
    auto& allocate = floor.add<Allocate>("Get", request);
    auto& done = floor.add<Dispose>("Done");
    floor.chain(create, queue, allocate, done);
    EXPECT_THAT(floor.failure()->what(), HasSubstr("requests transporter 'Cart' but is at no station"));
  }
  Floor floor;
  auto& create = floor.arrivals("Come", 1, 1.0, 1);
  auto& allocate = floor.add<Allocate>("Get", Allocate::Options{"Cart"});
  auto& done = floor.add<Dispose>("Done");
  floor.chain(create, allocate, done);
  EXPECT_THAT(floor.faults(), HasSubstr("'Come' leads to 'Get' directly; entities must be able to wait"));
}

TEST(Transporter, UnitsMayBeInactiveAtFirstOneByOne) {
  // Units at A, which is off, and at C; an entity at A is served by that at C, 40 away, velocity 1: at 40. It
  // is loaded to 41 and 10 under way to B. At 100 the unit at A is activated.
  Transporter::Options options = carts(2, 1, {"A", "C"});
  options.position_active = {false, true};
  Floor floor(options);
  Allocate::Options request{"Cart"};
  const auto trip = floor.trip("Trip", 0, "A", "B", request);
  floor.control("On", 100, true, 1.0);
  floor.run();
  EXPECT_THAT(trip.begin->times, ElementsAre(40));
  EXPECT_THAT(trip.begin->attributes, ElementsAre(2));
  EXPECT_EQ(floor.persistent("Cart.NumberScheduled").minimum(), 1);
  EXPECT_EQ(floor.persistent("Cart.NumberScheduled").value(), 2);
  EXPECT_DOUBLE_EQ(floor.average("Cart.NumberBusy"), 51 / 100.0);
  options.position_active = {false};  // one place for all
  options.positions = {"A"};
  Floor off(options);
  off.trip("Trip", 0, "A", "B", request);
  off.control("On", 7, true);
  off.run();
  EXPECT_DOUBLE_EQ(off.average("Cart.NumberScheduled"), 2 * 11 / 18.0);  // from 7 to 7 + 1 + 10
}

}  // namespace
}  // namespace escapement::siman
