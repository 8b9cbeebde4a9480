// SPDX-License-Identifier: MIT
// Zones that entities capture, vehicles that are redirected, and places of units that are no stations, by
// hand.
#include "escapement/siman/capture.h"

#include "siman/rails.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

// A path A to B to C, of links with zones of 10, and a way from B to D of 10.
struct Street : Rails {
  explicit Street(std::size_t zones = 2) {
    link("AB", "A", "B", zones, 10);
    link("BC", "B", "C", 1, 10);
    link("BD", "B", "D", 1, 10);
  }
  // At `at` an entity captures zones, keeps them, and gives them back.
  Log& capture(const std::string& name, double at, const std::vector<NamedZones::Part>& zones, double keep,
               const std::vector<NamedZones::Part>& back = {}) {
    auto& create = arrivals((name + "Comes").c_str(), at, 1.0, 1);
    auto& queue = top.add<Queue>(name + "Queue", Queue::Options{"Line"});
    auto& take = top.add<Capture>(name + "Takes", Capture::Options{"Paths", zones});
    auto& log = top.add<Log>(name + "Has");
    auto& stay = top.add<Delay>(name + "Keeps", Delay::Options{keep});
    auto& give = top.add<Relinquish>(name + "Gives", Relinquish::Options{"Paths", back});
    auto& done = top.add<Dispose>(name + "Done");
    chain(create, queue, take, log, stay, give, done);
    return log;
  }
};

TEST(Capture, VehiclesWaitForCapturedZones) {
  // B is captured from 5 to 24: the vehicle from A stands at the end of AB from 20 to 24; C at 34.
  Street street;
  street.unit("A");
  street.finish();
  const Log& captured = street.capture("Works", 5, {{"B"}}, 19);
  const Log& there = street.drive("One", 0, 1, {{"C"}});
  street.run();
  EXPECT_THAT(captured.times, ElementsAre(5));
  EXPECT_THAT(there.times, ElementsAre(34));
}

TEST(Capture, WaitsUntilAllIsFree) {
  // The vehicle is in zone 1 of AB to 10, in zone 2 to 20 (Start): both zones and B are free when it is on
  // BC, at
  // 20. Another, at A, wants to go at 22, stands until 25, and is at B at 45.
  Street street;
  street.unit("AB", 1);
  street.unit("A");
  street.finish();
  const Log& captured = street.capture("Works", 1, {{{}, "AB", {}}, {"B"}}, 5);
  const Log& first = street.drive("First", 10, 1, {{"C"}});
  const Log& second = street.drive("Second", 22, 2, {{"B"}});
  street.run();
  EXPECT_THAT(first.times, ElementsAre(30));  // 10, zone 2 to 20, BC to 30
  EXPECT_THAT(captured.times, ElementsAre(20));
  EXPECT_THAT(second.times, ElementsAre(45));
  EXPECT_EQ(street.tally("Line.WaitingTime") * 3, 19);  // and the two that drive did not wait
}

TEST(Capture, TheOwnVehicleMayPass) {
  // One that has a unit captures the whole way ahead of it at 0, while another wants to come from B's side
  // street.
  Rails rails;
  rails.link("AM", "A", "M", 1, 10);
  rails.link("BM", "B", "M", 1, 4);
  rails.link("MC", "M", "C", 1, 10);
  rails.link("CX", "C", "X", 1, 10);
  rails.unit("A");
  rails.unit("B");
  rails.finish();
  auto& create = rails.arrivals("Comes", 0.0, 1.0, 1);
  auto& wait = rails.add<Queue>("Enter", Queue::Options{"Line"});
  Allocate::Options ask{"Cart"};
  ask.selection = {SelectionRule::kSpecificMember, 1.0};
  auto& allocate = rails.add<Allocate>("Gets", ask);
  auto& queue = rails.add<Queue>("EnterTakes", Queue::Options{"Line"});
  auto& take = rails.add<Capture>("Takes", Capture::Options{"Paths", {{"A"}, {"M"}, {{}, "MC", 1.0}}});
  TransporterBlock::Options go{"Cart"};
  go.place.intersection = "X";
  auto& move = rails.add<Move>("Goes", go);
  auto& log = rails.add<Log>("There");
  auto& give = rails.add<Relinquish>("Gives", Relinquish::Options{"Paths", {{"M"}, {{}, "MC", 1.0}}});
  auto& rest = rails.add<Relinquish>("GivesRest", Relinquish::Options{"Paths", {}});
  auto& done = rails.add<Dispose>("Done");
  rails.chain(create, wait, allocate, queue, take, move, log, give, rest, done);
  const Log& other = rails.drive("Two", 1, 2, {{"MC", 1}});
  rails.run();
  EXPECT_THAT(log.times, ElementsAre(30));
  EXPECT_THAT(other.times, ElementsAre(40));  // stands before M from 5 to 30
}

TEST(Redirect, ChangesTheWayAheadOfAVehicle) {
  // On its way to C it is sent to D at 12, in zone 2: it is at B at 20, at D at 30. Sent to C again at 50, it
  // is redirected to where it is, and to nowhere else by one that comes when it stands.
  Street street;
  street.unit("A");
  street.finish();
  const auto redirect = [&](const char* name, double at, const char* to) {
    auto& create = street.arrivals((std::string(name) + "Comes").c_str(), at, 1.0, 1);
    TransporterBlock::Options options{"Cart", 1.0};
    options.place.intersection = to;
    auto& block = street.add<Redirect>(name, options);
    auto& done = street.add<Dispose>((std::string(name) + "Done").c_str());
    street.chain(create, block, done);
  };
  redirect("First", 12, "D");
  redirect("Late", 40, "A");
  const Log& there = street.drive("One", 0, 1, {{"C", 0, 1}});
  street.run();
  EXPECT_THAT(there.times, ElementsAre(30));
  EXPECT_EQ(street.persistent("D.Utilization").value(), 1);
}

TEST(Redirect, FreesOneThatStands) {
  // B is captured for ever; the vehicle stands before it from 20. At 25 it is sent to zone 2, where it is.
  Street street;
  street.unit("A");
  street.finish();
  auto& create = street.arrivals("Comes", 25, 1.0, 1);
  TransporterBlock::Options options{"Cart", 1.0};
  options.place.link = "AB";
  options.place.zone = "1 + 1";
  auto& redirect = street.add<Redirect>("Redirect", options);
  auto& done = street.add<Dispose>("Done");
  street.chain(create, redirect, done);
  street.capture("Works", 5, {{"B"}}, 1000);
  const Log& there = street.drive("One", 0, 1, {{"C"}});
  street.run(100);
  EXPECT_THAT(there.times, ElementsAre(25));
}

// Stations at A, C and D; entities come to AtA, request a unit, are carried to a station and free it.
struct Carriers : Street {
  Carriers() {
    for (const char* station : {"StationA", "StationC", "StationD"})
      add<StationElement>(station, Reference(station + 7));
    unit("A");
  }
  Log& carry(Allocate::Options request, TransporterBlock::Options go) {
    auto& create = arrivals("Comes", 0.0, 1.0, 1);
    auto& at = add<StationBlock>("AtA", StationBlock::Options{{"StationA"}});
    auto& queue = add<Queue>("Enter", Queue::Options{"Line"});
    request.request = true;
    auto& ask = add<Allocate>("Ask", request);
    auto& load = add<Delay>("Load", Delay::Options{1.0});
    auto& transport = add<Transport>("Go", go);
    chain(create, at, queue, ask, load);
    link(load.out, transport.in);
    auto& come = add<StationBlock>("At", StationBlock::Options{{"StationC", "StationD"}});
    auto& log = add<Log>("Come");
    log.logged_attributes = 1;
    auto& free = add<Free>("Free", TransporterBlock::Options{"Cart"});
    auto& done = add<Dispose>("Done");
    auto& where = assign("Where", {"where = Entity.CurrentStation"});
    chain(come, where, log, free, done);
    return log;
  }
};

TEST(GuidedPlaces, TheUnitMayGoElsewhereThanTheEntity) {
  // The unit meets the entity at B (20), loads to 21, and goes to D (10) though the entity is for StationC:
  // it is at that station at 31.
  Carriers yard;
  yard.add<Attribute>("where");
  yard.finish();
  Allocate::Options request{"Cart"};
  request.place.intersection = "B";
  TransporterBlock::Options go{"Cart"};
  go.destination = {"StationC", {}, false};
  go.place.station = "StationD";
  const Log& come = yard.carry(request, go);
  yard.run();
  EXPECT_THAT(come.times, ElementsAre(31));
  EXPECT_THAT(come.attributes, ElementsAre(2));  // StationC
  EXPECT_EQ(yard.persistent("D.Utilization").value(), 1);
  EXPECT_DOUBLE_EQ(yard.average("StationC.NumberEnRoute") * 31, 10);
}

TEST(GuidedPlaces, ARedirectedUnitTakesTheEntityToTheNewStation) {
  // From 1 on it is carried to StationC; at 15 the unit is redirected to StationD: 20 + 10, and loaded at 0
  // to 1.
  Carriers yard;
  yard.add<Attribute>("where");
  yard.finish();
  TransporterBlock::Options go{"Cart"};
  go.destination = {"StationC", {}, false};
  const Log& come = yard.carry(Allocate::Options{"Cart"}, go);
  auto& create = yard.arrivals("Later", 15, 1.0, 1);
  TransporterBlock::Options options{"Cart", 1.0};
  options.destination = {"StationD", {}, false};
  auto& redirect = yard.add<Redirect>("Redirect", options);
  auto& gone = yard.add<Dispose>("Gone");
  yard.chain(create, redirect, gone);
  yard.run();
  EXPECT_THAT(come.times, ElementsAre(31));
  EXPECT_THAT(come.attributes, ElementsAre(3));  // StationD
  EXPECT_DOUBLE_EQ(yard.average("StationC.NumberEnRoute") * 31, 14);
  EXPECT_DOUBLE_EQ(yard.average("StationD.NumberEnRoute") * 31, 16);
}

TEST(GuidedPlaces, FunctionsTellOfThePath) {
  // At 15 unit 1 is in zone 2 of AB; unit 2, at D, is idle.
  Street street;
  street.unit("A");
  street.unit("D");
  street.finish();
  street.drive("One", 0, 1, {{"C"}});
  for (const char* name : {"nl", "mz", "lenz", "ltyp", "ndx", "lx", "vt", "it1", "it2", "nt"})
    street.add<Attribute>(name);
  auto& create = street.arrivals("Comes", 15, 1.0, 1);
  auto& set = street.assign(
      "Set", {"nl = NL(AB)", "mz = MZ(AB)", "lenz = LENZ(AB)", "ltyp = LTYP(AB)", "ndx = NDX(AB) == 2",
              "lx = LX(B)", "vt = VT(Cart)", "it1 = IT(Cart, 1)", "it2 = IT(Cart, 2)", "nt = NT(Cart)"});
  auto& log = street.add<Log>("Log");
  log.logged_attributes = 10;
  auto& done = street.add<Dispose>("Done");
  street.chain(create, set, log, done);
  street.run();
  // Attributes are numbered in the order of their names.
  EXPECT_THAT(log.attributes, ElementsAre(1, 0, 10, 1, 0, 2, 1, 1, 1, 1));
}

TEST(Capture, FaultsAreTold) {
  {
    Street street;
    street.unit("A");
    street.add<Intersection>("Far");
    street.finish();
    street.capture("Works", 0, {{"Far"}}, 1);
    EXPECT_THAT(street.faults(), HasSubstr("'Far' is no place of network 'Paths' | name one of its"));
  }
  {
    Street street;
    street.unit("A");
    street.finish();
    street.capture("Works", 0, {{{}, "AB", 3.0}}, 1);
    EXPECT_THAT(street.failure()->what(),
                HasSubstr("link 'AB' has no zone 3 ('3'); zones are numbered from 1 to 2"));
  }
  {
    Street street;
    street.unit("A");
    street.finish();
    street.capture("Works", 0, {{"B"}}, 1, {{"C"}});
    EXPECT_THAT(street.failure()->what(),
                HasSubstr("an entity of type 'Part' relinquishes 'C', which it has not "
                          "captured; let it pass a Capture"));
  }
  {
    Street street;
    street.unit("A");
    street.finish();
    street.add<StationElement>("Nowhere");
    auto& at = street.add<StationBlock>("AtNowhere", StationBlock::Options{{"Nowhere"}});
    TransporterBlock::Options go{"Cart"};
    go.destination = {"Nowhere", {}, false};
    auto& create = street.arrivals("Comes", 0.0, 1.0, 1);
    auto& queue = street.add<Queue>("Enter", Queue::Options{"Line"});
    auto& get = street.add<Allocate>("Gets", Allocate::Options{"Cart"});
    auto& move = street.add<Move>("Goes", go);
    auto& done = street.add<Dispose>("Done");
    street.chain(create, queue, get, move, done);
    street.link(at.out, street.add<Dispose>("Never").in);
    EXPECT_THAT(
        street.failure()->what(),
        HasSubstr("a unit of transporter 'Cart' is to go to station 'Nowhere', which is at no intersection "
                  "of network 'Paths'; give the station an \"intersection\""));
  }
  {
    // On free paths there are no such places.
    Yard yard({"A", "B"});
    yard.add<Distances>("Ways", std::vector<Distances::Pair>{{"A", "B", 10}});
    yard.add<Transporter>("Van", Transporter::Options{1, 1, "Ways", {"A"}});
    yard.add<Intersection>("I");
    TransporterBlock::Options go{"Van"}, station{"Van", 1.0};
    go.place.intersection = "I";
    station.destination = {"A", {}, false};
    auto& move = yard.add<Move>("Goes", go);
    auto& redirect = yard.add<Redirect>("Redirect", station);
    yard.link(move.out, redirect.in);
    yard.link(redirect.out, yard.add<Dispose>("Done").in);
    const std::string faults = yard.faults();
    EXPECT_THAT(faults,
                HasSubstr("'Goes' sends units of 'Van' to a place of a network, but that is no Guided "
                          "transporter | set its \"kind\" to \"Guided\", or name a station"));
    EXPECT_THAT(faults,
                HasSubstr("'Redirect' redirects units of 'Van', but that is no Guided transporter | only"));
  }
  {
    // The unit is at A, the entity at C.
    Carriers yard;
    yard.add<Attribute>("where");
    yard.finish();
    TransporterBlock::Options go{"Cart"};
    go.destination = {"StationD", {}, false};
    auto& create = yard.arrivals("Comes", 0.0, 1.0, 1);
    auto& at = yard.add<StationBlock>("AtC", StationBlock::Options{{"StationC"}});
    auto& queue = yard.add<Queue>("Enter", Queue::Options{"Line"});
    auto& get = yard.add<Allocate>("Gets", Allocate::Options{"Cart"});
    auto& transport = yard.add<Transport>("Go", go);
    auto& there = yard.add<StationBlock>("AtD", StationBlock::Options{{"StationD"}});
    yard.chain(create, at, queue, get);
    yard.link(get.out, transport.in);
    yard.link(there.out, yard.add<Dispose>("Done").in);
    EXPECT_THAT(yard.failure()->what(),
                HasSubstr("unit 1 of 'Cart' is at 'A', but the entity of type 'Part' is at "
                          "'StationC'; let it Request the unit"));
  }
}

}  // namespace
}  // namespace escapement::siman
