// SPDX-License-Identifier: MIT
// Sets of transporters, by hand.
#include "escapement/siman/transporter_choice.h"

#include "escapement/siman/allocate.h"
#include "escapement/siman/code_transfer.h"
#include "escapement/siman/deadlock.h"
#include "escapement/siman/intersection.h"
#include "escapement/siman/network_link.h"
#include "escapement/siman/set.h"
#include "escapement/siman/transport.h"
#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

// From A to B 10, B to C 20, A to C 50, C to A 40. A van of velocity 1 at B; two carts of velocity 2, at A
// and at C.
struct FleetYard : Yard {
  FleetYard() {
    add<Distances>(
        "Ways", std::vector<Distances::Pair>{{"A", "B", 10}, {"B", "C", 20}, {"A", "C", 50}, {"C", "A", 40}});
    add<Transporter>("Van", Transporter::Options{1, 1, "Ways", {"B"}});
    add<Transporter>("Cart", Transporter::Options{2, 2, "Ways", {"A", "C"}});
    add<Set>("Fleet", Set::Options{{}, {"Van", "Cart"}});
    add<QueueElement>("Line");
    add<Attribute>("which");
  }
  // `count` come to A at 0, ask for one of the fleet, go to B and free it there.
  struct Trips {
    Log *begin, *end;
  };
  Trips trips(SelectionRule rule, double count, ExpressionText member = {},
              TransporterBlock::Options go = {"Fleet"}) {
    Allocate::Options request{"Fleet", 1.0, {rule, std::move(member)}, "which"};
    request.request = true;
    auto& create = arrivals("Come", 0.0, 0.0, count);
    auto& here = add<StationBlock>("Here", StationBlock::Options{{Reference("A")}});
    auto& queue = add<Queue>("Wait", Queue::Options{"Line"});
    auto& ask = add<Allocate>("Ask", std::move(request));
    auto& begin = add<Log>("Begin");
    begin.logged_attributes = 1;
    go.destination = to("B");
    auto& transport = add<Transport>("Go", go);
    chain(create, here, queue, ask, begin);
    link(begin.out, transport.in);
    Log& end = at("B");
    go.destination = {};
    go.velocity = {};
    auto& free = add<Free>("Free", go);
    chain(end, free, add<Dispose>("Done"));
    return {&begin, &end};
  }
};

TEST(TransporterChoice, RulesChooseTheMember) {
  struct Case {
    SelectionRule rule;
    double which, begins, ends;
  };
  // The van comes in 10 and is at B 10 later; the cart at A is there, at B after 5; that at C comes in 40/2.
  for (const Case& c :
       {Case{SelectionRule::kPreferredOrder, 1, 10, 20}, Case{SelectionRule::kSmallestNumber, 2, 0, 5},
        Case{SelectionRule::kLargestNumber, 2, 20, 25}, Case{SelectionRule::kCyclical, 1, 10, 20},
        Case{SelectionRule::kSpecificMember, 2, 0, 5}}) {
    FleetYard yard;
    const auto trips = yard.trips(
        c.rule, 1, c.rule == SelectionRule::kSpecificMember ? ExpressionText("1 + 1") : ExpressionText());
    yard.run();
    EXPECT_THAT(trips.begin->times, ElementsAre(c.begins));
    EXPECT_THAT(trips.begin->attributes, ElementsAre(c.which));
    EXPECT_THAT(trips.end->times, ElementsAre(c.ends));
    EXPECT_EQ(yard.average(c.which == 1 ? "Cart.NumberBusy" : "Van.NumberBusy"), 0);
  }
}

TEST(TransporterChoice, EntitiesTakeTurnsAndWaitForAnyMember) {
  // Cyclical: van, cart at A, cart at C. The fourth waits until the cart at B is free, at 5: it is at A
  // at 10.
  FleetYard yard;
  const auto trips = yard.trips(SelectionRule::kCyclical, 4);
  yard.run();
  EXPECT_THAT(trips.begin->times, ElementsAre(0, 10, 10, 20));
  EXPECT_THAT(trips.begin->records, ElementsAre(2, 1, 4, 3));
  EXPECT_THAT(trips.begin->attributes, ElementsAre(2, 1, 2, 2));
  EXPECT_THAT(trips.end->times, ElementsAre(5, 15, 20, 25));
  EXPECT_EQ(yard.tally("Line.WaitingTime"), 5 / 4.0);
  EXPECT_EQ(yard.tally("Part.TranTime"), (5 + 20 + (5 + 5) + 25) / 4.0);
}

TEST(TransporterChoice, ASpecificMemberIsWaitedFor) {
  // Both want the van: the second gets it at 20, at B; it is at A at 30.
  FleetYard yard;
  const auto trips = yard.trips(SelectionRule::kSpecificMember, 2, 1.0);
  yard.run();
  EXPECT_THAT(trips.begin->times, ElementsAre(10, 30));
  EXPECT_THAT(trips.end->times, ElementsAre(20, 40));
}

TEST(TransporterChoice, MembersAndUnitsCanBeNamed) {
  TransporterBlock::Options second{"Fleet", 1.0};  // unit 1 ...
  second.member = "which";                         // ... of the member that it got
  second.velocity = 10.0;
  FleetYard yard;
  const auto trips = yard.trips(SelectionRule::kCyclical, 2, {}, second);
  yard.run();
  EXPECT_THAT(trips.begin->times, ElementsAre(0, 10));
  EXPECT_THAT(trips.end->times, ElementsAre(1, 11));

  TransporterBlock::Options none{"Fleet"};
  none.member = 3.0;
  FleetYard wrong;
  wrong.trips(SelectionRule::kPreferredOrder, 1, {}, none);
  EXPECT_EQ(wrong.failure()->message(),
            "asks for member 3 of set 'Fleet'; it must be a whole number from 1 to 2");
  none.member = 2.0;  // it has a unit of the first
  FleetYard other;
  other.trips(SelectionRule::kPreferredOrder, 1, {}, none);
  EXPECT_THAT(other.failure()->message(), HasSubstr("has not allocated a unit of transporter 'Cart'"));
}

TEST(TransporterChoice, WholeFleetsAreHaltedAndMembersActivated) {
  FleetYard yard;
  auto& create = yard.arrivals("Comes", 0.0, 1.0, 1);
  auto& halt = yard.add<Halt>("Halt", TransporterBlock::Options{"Fleet"});
  auto& wait = yard.add<Delay>("Later", Delay::Options{4.0});
  TransporterBlock::Options cart{"Fleet", 2.0};
  cart.member = 2.0;
  auto& activate = yard.add<Activate>("Activate", cart);
  auto& rest = yard.add<Delay>("Rest", Delay::Options{4.0});
  yard.chain(create, halt, wait, activate, rest, yard.add<Dispose>("Gone"));
  yard.run();
  EXPECT_EQ(yard.average("Van.NumberScheduled"), 0);
  EXPECT_EQ(yard.average("Cart.NumberScheduled"), 0.5);
}

TEST(TransporterChoice, WaitsForAFleetAreTold) {
  FleetYard yard;
  yard.trips(SelectionRule::kPreferredOrder, 1);
  auto& create = yard.arrivals("Stop", 0.0, 1.0, 1);
  auto& halt = yard.add<Halt>("Halt", TransporterBlock::Options{"Fleet"});
  yard.chain(create, halt, yard.add<Dispose>("Gone"));
  yard.run();
  // "Come" is before "Stop": it has asked before, and the van comes. One more asks for the halted fleet.
  EXPECT_FALSE(find_deadlock(yard.hosting->world()));
  FleetYard late;
  late.trips(SelectionRule::kPreferredOrder, 4);
  auto& first = late.arrivals("AtOnce", 0.0, 1.0, 1);
  auto& stop = late.add<Halt>("Halt", TransporterBlock::Options{"Fleet"});
  late.chain(first, stop, late.add<Dispose>("Gone"));
  late.run();
  const auto deadlock = find_deadlock(late.hosting->world());
  ASSERT_TRUE(deadlock);
  EXPECT_THAT(deadlock->message, HasSubstr("for a unit of a transporter of set 'Fleet' (0 of 0 busy)"));
}

TEST(TransporterChoice, Faults) {
  FleetYard yard;
  yard.add<Resource>("Clerk", 1.0);
  yard.add<Set>("Clerks", Set::Options{{}, {"Clerk"}});
  auto& create = yard.arrivals("Come", 0.0, 1.0, 1);
  auto& queue = yard.add<Queue>("Wait", Queue::Options{"Line"});
  auto& ask = yard.add<Allocate>("Ask", Allocate::Options{"Clerks"});
  TransporterBlock::Options one{"Van"};
  one.member = 1.0;
  auto& free = yard.add<Free>("Free", one);
  yard.chain(create, queue, ask, free, yard.add<Dispose>("Done"));
  auto& code = yard.add<Code>("Driver", [](Context&) -> Process { co_return; });
  Carrying carrying(code, "Fleet");
  yard.link(yard.arrivals("More", 0.0, 1.0, 1).out, code.in);
  yard.link(code.out, yard.add<Dispose>("Gone").in);
  const std::string faults = yard.faults();
  EXPECT_THAT(faults, HasSubstr("'Ask' needs a set of type Transporter; 'Clerks' holds 'Clerk'"));
  EXPECT_THAT(faults, HasSubstr("'Van' is no set, so \"member\" says nothing"));
  EXPECT_THAT(faults, HasSubstr("'Driver' asks for a unit of 'Fleet', which is a set"));
}

// A set of a guided cart and a van: the place of a network is none for the van.
TEST(TransporterChoice, PlacesAreOfOneNetwork) {
  FleetYard yard;
  for (const char* name : {"I1", "I2"}) yard.add<Intersection>(name, Intersection::Options{});
  yard.add<NetworkLink>("Track", NetworkLink::Options{"I1", "I2", 2, 5});
  yard.add<GuideNetwork>("Paths", GuideNetwork::Options{{"Track"}});
  Transporter::Options options;
  options.network = "Paths";
  options.positions = {"I1"};
  yard.add<Transporter>("Robot", options);
  yard.add<Set>("Mixed", Set::Options{{}, {"Robot", "Van"}});
  TransporterBlock::Options go{"Mixed"};
  go.place.intersection = "I2";
  auto& move = yard.add<Move>("Move", go);
  yard.chain(yard.arrivals("Come", 0.0, 1.0, 1), move, yard.add<Dispose>("Done"));
  EXPECT_THAT(yard.faults(), HasSubstr("'Move' sends units of set 'Mixed' to a place of network 'Paths', but "
                                       "'Van' does not run on it"));
}

}  // namespace
}  // namespace escapement::siman
