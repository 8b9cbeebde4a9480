// SPDX-License-Identifier: MIT
// Transfers of processes in code, by hand: K9 of code.h.
#include "escapement/siman/code_transfer.h"

#include "escapement/siman/conveyor.h"
#include "escapement/siman/segments.h"
#include "siman/rails.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

// Stations A, B, C: from A to B 10, B to C 20, A to C 50, C to A 40; a cart of velocity 2 at A. A belt of
// velocity 1 from A over B to C, 10 each.
struct WorksYard : Yard {
  WorksYard() {
    add<Distances>(
        "Ways", std::vector<Distances::Pair>{{"A", "B", 10}, {"B", "C", 20}, {"A", "C", 50}, {"C", "A", 40}});
    add<Transporter>("Cart", Transporter::Options{1, 2, "Ways", {"A"}});
    add<Segments>("Path", Segments::Options{"A", {{"B", 10}, {"C", 10}}});
    Conveyor::Options belt;
    belt.segments = "Path";
    belt.max_cells = 2;
    add<Conveyor>("Belt", belt);
  }
  Code& code(const std::string& name, double at, Context::Body body, double count = 1) {
    auto& create = arrivals((name + "Comes").c_str(), at, 0.0, count);
    auto& added = top.add<Code>(name, std::move(body));
    link(create.out, added.in);
    link(added.out, top.add<Dispose>(name + "Leaves").in);
    return added;
  }
  void note(const Context& c, const std::string& what) { lines.push_back(to_text(c.now()) + " " + what); }
  std::vector<std::string> lines;
};

// The places that all tests here use.
struct Places {
  explicit Places(Code& code) : a(code, "A"), b(code, "B"), c(code, "C") {}
  Place a, b, c;
};

TEST(CodeTransfer, RequestsTransportsAndFrees) {
  // One at B asks at 0: the cart comes in 10/2. Loading to 6; to C in 20/2, at 16, free there. One at A asks
  // at 1 and waits to 16; the cart comes from C in 40/2, at 36; loaded at 37; to B in 5: at 42.
  WorksYard yard;
  const auto trip = [&yard](const char* name, double at, bool from_b) {
    auto handles = std::make_shared<std::pair<std::unique_ptr<Places>, std::unique_ptr<Carrying>>>();
    Code& code = yard.code(name, at, [&yard, handles, from_b](Context& c) -> Process {
      const Places& places = *handles->first;
      Carrying& cart = *handles->second;
      c.at(from_b ? places.b : places.a);
      co_await c.request(cart);
      yard.note(c, "has it");
      co_await c.delay(1);
      co_await c.transport(cart, from_b ? places.c : places.b);
      yard.note(c, "is there, at " + to_text(c.entity().itinerary.current));
      c.free(cart);
    });
    handles->first = std::make_unique<Places>(code);
    handles->second = std::make_unique<Carrying>(code, "Cart");
  };
  trip("First", 0, true);
  trip("Second", 1, false);
  yard.run();
  EXPECT_THAT(yard.lines, ElementsAre("5 has it", "16 is there, at 3", "36 has it", "42 is there, at 2"));
  EXPECT_EQ(yard.tally("First.Queue.WaitingTime"), 0);
  EXPECT_EQ(yard.tally("Second.Queue.WaitingTime"), 15);
  EXPECT_EQ(yard.tally("Part.TranTime"), 20);  // 5 + 10, and 20 + 5
  EXPECT_EQ(yard.tally("Part.VATime"), 1);
  EXPECT_EQ(yard.average("Cart.NumberBusy"), 1);
  EXPECT_DOUBLE_EQ(yard.average("C.NumberEnRoute"), 10 / 42.0);
}

TEST(CodeTransfer, WaitsForUnitsCanBeLimited) {
  // One at B has the cart from 0 to 8 without moving it. Another gives up after 4, at 5, and asks the cart to
  // come; but it is at no station.
  WorksYard yard;
  Carrying *first_cart = nullptr, *cart = nullptr;
  Code& first = yard.code("First", 0, [&](Context& c) -> Process {
    co_await c.allocate(*first_cart);
    yard.note(c, "first has it");
    co_await c.delay(8);
    c.free(*first_cart);
  });
  Code& second = yard.code("Second", 1, [&](Context& c) -> Process {
    if (!co_await c.allocate(*cart).within(4)) yard.note(c, "second gives up");
    co_await c.request(*cart);
  });
  Carrying one(first, "Cart"), other(second, "Cart", {.queue = "First.Queue"});
  first_cart = &one, cart = &other;
  EXPECT_THAT(yard.failure()->what(), HasSubstr("at time 5 in Second: an entity of type 'Part' requests "
                                                "transporter 'Cart' but is at no station"));
  EXPECT_THAT(yard.lines, ElementsAre("0 first has it", "5 second gives up"));
}

TEST(CodeTransfer, UnitsMoveWithoutTheProcess) {
  // One at B has the cart from 0, leaves it at A to 3 and moves it to itself, at velocity 4: 3 + 10/4 = 5.5.
  // To C by 5.5 + 20/4 = 10.5. Another, at C since 1, has it then, for it is there.
  WorksYard yard;
  Places* places = nullptr;
  Places* others = nullptr;
  Carrying *fast = nullptr, *plain = nullptr;
  Code& first = yard.code("First", 0, [&](Context& c) -> Process {
    c.at(places->b);
    co_await c.allocate(*fast);
    co_await c.delay(3);
    co_await c.move(*fast, places->b);
    yard.note(c, "it is here");
    co_await c.move(*fast, places->b);
    co_await c.transport(*fast, places->c);
    yard.note(c, "first is there");
    c.free(*fast);
  });
  Code& second = yard.code("Second", 1, [&](Context& c) -> Process {
    c.at(others->c);
    co_await c.request(*plain);
    yard.note(c, "second has it");
    co_await c.transport(*plain, others->c);  // no way at all
    yard.note(c, "at " + to_text(c.entity().itinerary.current));
    c.free(*plain);
  });
  Places all(first), more(second);
  Carrying f(first, "Cart", {.velocity = 4}), p(second, "Cart");
  places = &all, others = &more, fast = &f, plain = &p;
  yard.run();
  EXPECT_THAT(yard.lines,
              ElementsAre("5.5 it is here", "10.5 first is there", "10.5 second has it", "10.5 at 3"));
  EXPECT_EQ(yard.tally("Second.Queue.WaitingTime"), 9.5);
}

TEST(CodeTransfer, RidesOnAConveyor) {
  // One gets on at A at 0 and stands there to 2, with the whole belt; then it moves, 20 to C, to 22; it
  // stands to 23 while it is unloaded. One comes to B at 5.5, when the belt has gone 3.5: a cell's edge is at
  // B half a length later, at 6. It conveys at once and is at C at 16, gives its cells back there and then:
  // nobody is stopped.
  WorksYard yard;
  Places* places = nullptr;
  Riding* belt = nullptr;
  Code& code = yard.code("Load", 0, [&](Context& c) -> Process {
    c.at(places->a);
    co_await c.access(*belt);
    yard.note(c, "first is on");
    co_await c.delay(2, Category::kOther);
    co_await c.convey(*belt, places->c);
    yard.note(c, "first is there");
    co_await c.delay(1, Category::kOther);
    c.exit(*belt);
  });
  Places all(code);
  Riding on(code, "Belt");
  places = &all, belt = &on;
  Places* seconds = nullptr;
  Riding* its = nullptr;
  Code& other = yard.code("Late", 5.5, [&](Context& c) -> Process {
    c.at(seconds->b);
    co_await c.access(*its);
    yard.note(c, "second is on");
    co_await c.convey(*its, seconds->c);
    yard.note(c, "second is there");
    c.exit(*its);
  });
  Places more(other);
  Riding late(other, "Belt");
  seconds = &more, its = &late;
  yard.run();
  EXPECT_THAT(yard.lines,
              ElementsAre("0 first is on", "6 second is on", "16 second is there", "22 first is there"));
  EXPECT_EQ(yard.tally("Late.Queue.WaitingTime"), 0.5);
  EXPECT_EQ(yard.tally("Part.TranTime"), 15);  // 20 and 10
  EXPECT_EQ(yard.simulator->now(), 23);
  // Cells of length 1 by 20 and the two cells before the beginning, where an entity of maxCells reaches: one
  // of the first for 23, one of the second for 10.
  EXPECT_DOUBLE_EQ(yard.average("Belt.Utilization"), (23 + 10) / 22.0 / 23);
}

TEST(CodeTransfer, RoutesEndInTheProcess) {
  // To B in 3, to C in none, to A in 4. A Station block stands for B: the process does not enter it. Then it
  // leaves, and a Route block brings it there, one after 7.
  WorksYard yard;
  Log& at_b = yard.at("B");
  yard.link(at_b.out, yard.add<Dispose>("Done").in);
  auto& create = yard.arrivals("Comes", 0.0, 1.0, 1);
  Places* places = nullptr;
  auto& code = yard.add<Code>("Walks", [&](Context& c) -> Process {
    const ProcessHandle self = c.self();
    c.start([self](Context& other) -> Process {
      co_await other.delay(1);
      EXPECT_FALSE(other.interrupt(self));  // on its way
    });
    co_await c.route(places->b, 3);
    yard.note(c, "at " + to_text(c.entity().itinerary.current));
    co_await c.route(places->c, 0);
    yard.note(c, "at " + to_text(c.entity().itinerary.current));
    co_await c.route(places->a, 4);
    yard.note(c, "at " + to_text(c.entity().itinerary.current));
  });
  Places all(code);
  places = &all;
  auto& route = yard.add<RouteBlock>("Go", RouteBlock::Options{yard.to("B"), 1.0});
  yard.link(create.out, code.in);
  yard.link(code.out, route.in);
  yard.run();
  EXPECT_THAT(yard.lines, ElementsAre("3 at 2", "3 at 3", "7 at 1"));
  EXPECT_THAT(at_b.times, ElementsAre(8));
  EXPECT_DOUBLE_EQ(yard.average("B.NumberEnRoute"), (3 + 1) / 8.0);
  EXPECT_DOUBLE_EQ(yard.average("A.NumberEnRoute"), 4 / 8.0);
}

TEST(CodeTransfer, GuidedUnitsCarryProcesses) {
  // A link of 5 zones of 2 from intersection P to Q, where stations A and B are; velocity 1. The unit at P is
  // asked for at A, goes 10 to B by 10 and, sent back without the process, 10 to P by 20.
  Rails rails;
  rails.link("Way", "P", "Q", 5, 2, LinkKind::kBidirectional);
  rails.unit("P");
  rails.finish();
  rails.add<StationElement>("A", Reference("P"));
  rails.add<StationElement>("B", Reference("Q"));
  std::vector<double> times;
  std::pair<Place*, Place*> places;
  Carrying* cart = nullptr;
  auto& create = rails.arrivals("Comes", 0.0, 1.0, 1);
  auto& code = rails.add<Code>("Load", [&](Context& c) -> Process {
    c.at(*places.first);
    co_await c.request(*cart);
    times.push_back(c.now());
    co_await c.transport(*cart, *places.second);
    times.push_back(c.now());
    co_await c.move(*cart, *places.first);
    times.push_back(c.now());
    c.free(*cart);
    times.push_back(c.entity().itinerary.current);
  });
  Place a(code, "A"), b(code, "B");
  Carrying uses(code, "Cart", {.rule = SelectionRule::kSmallestNumber});
  places = {&a, &b};
  cart = &uses;
  rails.link(create.out, code.in);
  rails.link(code.out, rails.add<Dispose>("Leaves").in);
  rails.run();
  EXPECT_THAT(times, ElementsAre(0, 10, 20, 2));
  EXPECT_EQ(rails.tally("Part.TranTime"), 20);
}

TEST(CodeTransfer, FaultsAreTold) {
  struct Handles {
    std::unique_ptr<Places> places;
    std::unique_ptr<Carrying> cart;
    std::unique_ptr<Riding> belt;
  };
  const auto failure = [](std::function<Process(Context&, Handles&)> body) {
    WorksYard yard;
    Handles handles;
    Code& code = yard.code("Part1", 3, [&](Context& c) -> Process { co_await body(c, handles); });
    handles.places = std::make_unique<Places>(code);
    handles.cart = std::make_unique<Carrying>(code, "Cart");
    handles.belt = std::make_unique<Riding>(code, "Belt");
    return std::string(yard.failure()->what());
  };
  EXPECT_THAT(failure([](Context& c, Handles& h) -> Process { co_await c.route(h.places->a, -1); }),
              HasSubstr("at time 3 in Part1: a route takes -1; it must be a finite time of 0 or more"));
  EXPECT_THAT(failure([](Context& c, Handles& h) -> Process { co_await c.route(h.places->a, 2).within(1); }),
              HasSubstr("within() limits a wait in a queue, and a delay or a way is none"));
  EXPECT_THAT(failure([](Context& c, Handles& h) -> Process { co_await c.transport(*h.cart, h.places->a); }),
              HasSubstr("at time 3 in Part1: an entity of type 'Part' has not allocated a unit"));
  EXPECT_THAT(failure([](Context& c, Handles& h) -> Process {
                c.free(*h.cart);
                co_return;
              }),
              HasSubstr("has not allocated a unit"));
  EXPECT_THAT(failure([](Context& c, Handles& h) -> Process { co_await c.convey(*h.belt, h.places->a); }),
              HasSubstr("has no cells of conveyor 'Belt'"));
  EXPECT_THAT(failure([](Context& c, Handles& h) -> Process { co_await c.access(*h.belt); }),
              HasSubstr("at time 3 in Part1"));
  const auto faults = [](auto make) {
    WorksYard yard;
    Code& code = yard.code("Part1", 0, [](Context& c) -> Process { co_await c.delay(1); });
    try {
      const auto handle = make(code);
      return yard.faults();
    } catch (const BuildError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(faults([](Code& code) { return std::make_unique<Place>(code, "D"); }), HasSubstr("'D'"));
  EXPECT_THAT(faults([](Code& code) { return std::make_unique<Carrying>(code, "Kart"); }),
              HasSubstr("'Kart'"));
  EXPECT_THAT(faults([](Code& code) { return std::make_unique<Riding>(code, "Bolt"); }), HasSubstr("'Bolt'"));
  EXPECT_THAT(
      faults([](Code& code) {
        return std::make_unique<Carrying>(code, "Cart",
                                          Carrying::Options{.rule = SelectionRule::kSpecificMember});
      }),
      HasSubstr("asks for a certain unit of transporter 'Cart', but rule SpecificMember is for blocks"));
  EXPECT_THAT(faults([](Code& code) {
                return std::make_unique<Carrying>(code, "Cart", Carrying::Options{.velocity = -2});
              }),
              HasSubstr("with velocity -2; it must be above 0"));
}

}  // namespace
}  // namespace escapement::siman
