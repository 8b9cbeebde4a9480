// SPDX-License-Identifier: MIT
#include "escapement/siman/conveyor.h"

#include "escapement/siman/access.h"
#include "escapement/siman/convey.h"
#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

// A conveyor from A over B to C. What comes at a station by a source gets on there; what comes by the
// conveyor is unloaded.
struct Hall : Yard {
  explicit Hall(Conveyor::Options options, double to_b = 10, double to_c = 10, bool loop = false) {
    Segments::Options path{"A", {{"B", to_b}, {"C", to_c}}};
    if (loop) path.segments.push_back({"A", 5});
    add<Segments>("Path", path);
    options.segments = "Path";
    conveyor = &add<Conveyor>("Belt", options);
    for (const char* name : {"boarded", "cells", "load", "target", "unload"}) add<Attribute>(name);
  }
  static Conveyor::Options rigid(double most = 1) {
    Conveyor::Options options;
    options.max_cells = most;
    return options;
  }
  static Conveyor::Options accumulating(double most = 1, double length = 0) {
    Conveyor::Options options = rigid(most);
    options.accumulating = true;
    options.accumulation_length = length;
    return options;
  }
  struct Load {
    const char* from;
    const char* to;
    double first = 0, gap = 1, number = 1;
    double cells = 1, load = 0, unload = 0;
  };
  void source(const Load& l) {
    const std::string name = "Load" + std::to_string(++sources);
    auto& create = arrivals((name + "Comes").c_str(), l.first, l.gap, l.number);
    auto& set =
        assign((name + "Is").c_str(), {"cells = " + to_text(l.cells), "load = " + to_text(l.load),
                                       "unload = " + to_text(l.unload), std::string("target = ") + l.to});
    link(create.out, set.in);
    link(set.out, place(l.from).entrance->in);
    place(l.to);
  }
  struct Place {
    StationBlock* entrance;
    Log *on, *come, *off;
  };
  Place& place(const std::string& s) {
    const auto found = places.find(s);
    if (found != places.end()) return found->second;
    top.add<QueueElement>("Line" + s);
    auto& entrance = top.add<StationBlock>("At" + s, StationBlock::Options{{Reference(s)}});
    Branch::Options choice;
    choice.rules = {{Branch::Rule::kIf, "boarded == 1"}, {Branch::Rule::kElse}};
    choice.max_branches = 1;
    auto& branch = top.add<Branch>("Choose" + s, choice);
    link(entrance.out, branch.in);
    auto& queue = top.add<Queue>("Enter" + s, Queue::Options{Reference("Line" + s)});
    auto& access = top.add<Access>("Access" + s, Access::Options{"Belt", "cells"});
    auto& on = top.add<Log>("On" + s);
    auto& load = top.add<Delay>("Load" + s, Delay::Options{"load"});
    auto& board = assign(("Board" + s).c_str(), {"boarded = 1"});
    auto& convey = top.add<Convey>("Convey" + s, Convey::Options{"Belt", {{}, "target"}});
    link(branch.exit(1), queue.in);
    chain(queue, access, on, load, board);
    link(board.out, convey.in);
    auto& come = top.add<Log>("Come" + s);
    auto& unload = top.add<Delay>("Unload" + s, Delay::Options{"unload"});
    auto& exit = top.add<ExitConveyor>("Exit" + s, "Belt");
    auto& off = top.add<Log>("Off" + s);
    auto& done = top.add<Dispose>("Done" + s);
    link(branch.exit(0), come.in);
    chain(come, unload, exit, off, done);
    return places[s] = {&entrance, &on, &come, &off};
  }
  // Stops the conveyor at a time and starts it later.
  void pause(double at, double length, ExpressionText velocity = {}) {
    auto& create = arrivals("Pause", at, 1.0, 1);
    auto& stop = add<StopConveyor>("Stop", "Belt");
    auto& delay = add<Delay>("Pausing", Delay::Options{length});
    auto& start = add<StartConveyor>("Start", StartConveyor::Options{"Belt", velocity});
    auto& done = add<Dispose>("Paused");
    chain(create, stop, delay, start, done);
  }
  // The value of an expression at a time.
  Log& value(const char* name, double at, const std::string& text) {
    add<Variable>((std::string(name) + "Value").c_str(), Variable::Options{});
    auto& create = arrivals((std::string(name) + "Comes").c_str(), at, 1.0, 1);
    auto& set = assign((std::string(name) + "Sets").c_str(), {std::string(name) + "Value = " + text});
    auto& log = add<Log>(name);
    chain(create, set, log);
    return log;
  }
  double read(const char* name) const {
    return *dynamic_cast<Variable&>(*top.find_path(std::string(name) + "Value")).data();
  }
  Conveyor* conveyor;
  std::map<std::string, Place> places;
  int sources = 0;
};

// Of the way of 10 it has come 4 at velocity 1; the other 6 take 2.
TEST(RigidConveyor, ItsVelocityIsAssigned) {
  Hall hall(Hall::rigid());
  hall.source({"A", "B", 0, 1, 1});
  auto& create = hall.arrivals("Faster", 4.0, 1.0, 1);
  auto& set = hall.assign("Set", {"VC(Belt) = 3"});
  auto& done = hall.add<Dispose>("FasterDone");
  hall.chain(create, set, done);
  hall.run();
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(6));
  Hall wrong(Hall::rigid());
  wrong.source({"A", "B", 0, 1, 1});
  auto& to_nothing = wrong.assign("Set", {"VC(Bolt) = 3"});
  auto& end = wrong.add<Dispose>("End");
  wrong.chain(wrong.arrivals("Faster", 4.0, 1.0, 1), to_nothing, end);
  EXPECT_THAT(wrong.faults(), HasSubstr("unknown conveyor 'Bolt' in 'Set' | did you mean 'Belt'?"));
}

TEST(RigidConveyor, CellsAreGivenWhenTheirEdgeIsThere) {
  // The second comes at 0.5 and waits until the first has moved by its cell, at 1.
  Hall hall(Hall::rigid());
  hall.source({"A", "B", 0, 0.5, 2});
  hall.run();
  EXPECT_THAT(hall.places["A"].on->times, ElementsAre(0, 1));
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(10, 11));
  EXPECT_EQ(hall.tally("Part.TranTime"), 10);
  EXPECT_EQ(hall.tally("LineA.WaitingTime"), 0.25);
}

TEST(RigidConveyor, StandsWhileAnEntityIsLoadedOrUnloaded) {
  // Loading takes 2, unloading 3. The first conveys at 2; the second gets its cell when the first has moved
  // by 1, at 3, and the belt stands until 5. The first has 9 to go: there at 14, off at 17. The second is 1
  // behind, at 9: there at 18, off at 21.
  Hall hall(Hall::rigid());
  hall.source({"A", "B", 0, 0.5, 2, 1, 2, 3});
  hall.run();
  EXPECT_THAT(hall.places["A"].on->times, ElementsAre(0, 3));
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(14, 18));
  EXPECT_THAT(hall.places["B"].off->times, ElementsAre(17, 21));
  // Blocked 0 to 2, 3 to 5, 14 to 17, 18 to 21: 10; moving 2 to 3, 5 to 14, 17 to 18: 11.
  EXPECT_DOUBLE_EQ(hall.average("Belt.Status") * 21, 2 * 10 + 11);
  // Of a length of 20 and one cell: one cell 0 to 3 and 17 to 21, two cells 3 to 17.
  EXPECT_DOUBLE_EQ(hall.average("Belt.Utilization") * 21, (7 + 2 * 14) / 21.0);
}

TEST(RigidConveyor, SeveralCells) {
  // The first needs 3 cells: the second waits until they have passed, at 3.
  Hall hall(Hall::rigid(3));
  hall.source({"A", "B", 0, 1, 1, 3});
  hall.source({"A", "B", 0.5, 1, 1, 1});
  hall.run();
  EXPECT_THAT(hall.places["A"].on->times, ElementsAre(0, 3));
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(10, 13));
}

TEST(RigidConveyor, GettingOnAMovingBelt) {
  // One is on its way from A to C. At 9 it is just behind the cell that ends at B: there is room for one that
  // came at 8.5. Loading takes 1. That one is at C 10 later, at 20; the other had 11 to go at 9: at 21.
  {
    Hall hall(Hall::rigid());
    hall.source({"A", "C"});
    hall.source({"B", "C", 8.5, 1, 1, 1, 1});
    hall.run();
    EXPECT_THAT(hall.places["B"].on->times, ElementsAre(9));
    EXPECT_THAT(hall.places["C"].come->times, ElementsAre(20, 21));
  }
  // At 9.5 it is too late: the cell behind the other comes free at 11. Standing to 12, it is there at 22; the
  // other had 9 to go at 11: at 21.
  {
    Hall hall(Hall::rigid());
    hall.source({"A", "C"});
    hall.source({"B", "C", 9.5, 1, 1, 1, 1});
    hall.run();
    EXPECT_THAT(hall.places["B"].on->times, ElementsAre(11));
    EXPECT_THAT(hall.places["C"].come->times, ElementsAre(21, 22));
  }
}

TEST(RigidConveyor, StopsAndStarts) {
  // Stopped from 3.5 to 10, then twice as fast: 6.5 to go take 3.25. One that comes at 4 gets on when an edge
  // of the cells is at A again: at 10.25.
  Hall hall(Hall::rigid());
  hall.source({"A", "B"});
  hall.source({"A", "B", 4});
  hall.pause(3.5, 6.5, 2.0);
  hall.run();
  EXPECT_THAT(hall.places["A"].on->times, ElementsAre(0, 10.25));
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(13.25, 15.25));
}

TEST(RigidConveyor, Loop) {
  // 10 from A to B, 10 to C, 5 back to A: from C to B it is 15; from B to B once around, 25.
  Hall hall(Hall::rigid(), 10, 10, true);
  hall.source({"C", "B"});
  hall.source({"B", "B", 100});
  hall.run();
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(15, 125));
  EXPECT_EQ(hall.conveyor->length(), 25);
}

TEST(AccumulatingConveyor, EntitiesCloseUp) {
  // Cells of 1, entities of 4, standing 2 apart. They get on at 0, 4, 8. The first is at B, 20 away, at 20
  // and off at
  // 30. The second is at 16 then; it stops at 18, at 22; the third stops at 16, at 24. When the first is off
  // the second goes on: there at 32, off at 42. The third is 4 behind it at 32, but it stands: it closes up
  // to 18, and goes on at 42: there at 44.
  Hall hall(Hall::accumulating(4, 2), 20, 30);
  hall.source({"A", "B", 0, 0.0, 3, 4, 0, 10});
  hall.value("Accumulated", 25, "NEA(Belt) * 100 + CLA(Belt) * 10 + NEC(Belt)");
  hall.value("Lengths", 21, "LEC(Belt) + 100 * LC(Belt) + 10000 * MLC(Belt)");
  hall.value("Status", 25, "ICS(Belt) + VC(Belt)");
  hall.run();
  EXPECT_THAT(hall.places["A"].on->times, ElementsAre(0, 4, 8));
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(20, 32, 44));
  EXPECT_EQ(hall.read("Accumulated"), 240);  // two, 4 long, nobody moves
  EXPECT_EQ(hall.read("Lengths"), 8 + 1200 + 540000);
  EXPECT_EQ(hall.read("Status"), 2);  // moving, at velocity 1
  // Accumulated: the second 22 to 30, the third 24 to 32 and, closed up at 34, to 42.
  EXPECT_DOUBLE_EQ(hall.average("Belt.NumberAccumulated") * 54, 8 + 8 + 8);
}

TEST(AccumulatingConveyor, EntitiesStartInSequence) {
  // As before, but the second and the third go on to C, 30 behind B. The second starts at 30 from 18: 32 to
  // go, at
  // 62. The third starts when it is 4 behind, at 32, from 16: 34 to go, at 66.
  {
    Hall hall(Hall::accumulating(4, 2), 20, 30);
    hall.source({"A", "B", 0, 1, 1, 4, 0, 10});
    hall.source({"A", "C", 0.5, 0.0, 2, 4});
    hall.run();
    EXPECT_THAT(hall.places["C"].come->times, ElementsAre(62, 66));
  }
  // Standing as far apart as their cells they start together: at 16 and 12 when it is 30, 34 and 38 to go.
  {
    Hall hall(Hall::accumulating(4), 20, 30);
    hall.source({"A", "B", 0, 1, 1, 4, 0, 10});
    hall.source({"A", "C", 0.5, 0.0, 2, 4});
    hall.run();
    EXPECT_THAT(hall.places["C"].come->times, ElementsAre(64, 68));
  }
}

TEST(AccumulatingConveyor, MovesWhileAnEntityIsLoaded) {
  // One from A passes B at 10. One at B gets on at 2, is loaded until 20: the other stops behind it, at 9.
  // They go on at 20: at C at 30 and 31. One that comes to B at 15 gets on when both have passed: the rear of
  // the second is there at 22.
  Hall hall(Hall::accumulating());
  hall.source({"A", "C"});
  hall.source({"B", "C", 2, 1, 1, 1, 18});
  hall.source({"B", "C", 15});
  hall.run();
  EXPECT_THAT(hall.places["B"].on->times, ElementsAre(2, 22));
  EXPECT_THAT(hall.places["C"].come->times, ElementsAre(30, 31, 32));
}

TEST(AccumulatingConveyor, StopsAndStarts) {
  // Stopped from 3.5 to 10, then twice as fast. One that comes at 4 gets on when the conveyor moves: there is
  // room.
  Hall hall(Hall::accumulating());
  hall.source({"A", "B"});
  hall.source({"A", "B", 4});
  hall.pause(3.5, 6.5, 2.0);
  hall.run();
  EXPECT_THAT(hall.places["A"].on->times, ElementsAre(0, 10));
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(13.25, 15));
}

TEST(AccumulatingConveyor, Loop) {
  // A to B 10, to C 10, to A 5. The first goes from C to B, 15, and is unloaded for 10 there; the second gets
  // on at C at 1 and goes to C once around, 25: it stops at 1 behind B from 15 to 25, and has 11 to go: at C
  // at 36.
  Hall hall(Hall::accumulating(), 10, 10, true);
  hall.source({"C", "B", 0, 1, 1, 1, 0, 10});
  hall.source({"C", "C", 0.5});
  hall.run();
  EXPECT_THAT(hall.places["C"].on->times, ElementsAre(0, 1));
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(15));
  EXPECT_THAT(hall.places["C"].come->times, ElementsAre(36));
}

TEST(Conveyor, BeginsInactive) {
  Conveyor::Options options = Hall::rigid();
  options.active = false;
  Hall hall(options);
  hall.source({"A", "B"});
  auto& create = hall.arrivals("On", 5, 1.0, 1);
  auto& start = hall.add<StartConveyor>("Start", StartConveyor::Options{"Belt"});
  auto& done = hall.add<Dispose>("Done");
  hall.chain(create, start, done);
  hall.run();
  EXPECT_THAT(hall.places["B"].come->times, ElementsAre(15));
  EXPECT_DOUBLE_EQ(hall.average("Belt.Status") * 15, 5 * 3 + 10);
}

TEST(Conveyor, FaultsAreTold) {
  {
    Hall hall(Hall::rigid(), 10, 10.5);
    EXPECT_THAT(hall.faults(),
                HasSubstr("the segment to 'C' of conveyor 'Belt' has the length 10.5, which is no "
                          "whole number of cells of 1 | change \"cellSize\" or the length"));
  }
  {
    Hall hall(Hall::rigid(26), 10, 10, true);
    EXPECT_THAT(hall.faults(),
                HasSubstr("\"maxCells\" of conveyor 'Belt' is 26, but the loop 'Path' has only 25 cells"));
  }
  {
    Hall hall(Hall::rigid(2));
    hall.source({"A", "B", 0, 1, 1, 3});
    EXPECT_THAT(hall.failure()->what(),
                HasSubstr("asks for 3 cells of conveyor 'Belt' ('cells'); it must be a whole "
                          "number from 1 to its \"maxCells\", 2"));
  }
  {
    Hall hall(Hall::rigid());
    hall.source({"B", "A"});
    EXPECT_THAT(hall.failure()->what(),
                HasSubstr("station 'A' lies behind an entity of type 'Part' on conveyor "
                          "'Belt', which is no loop"));
  }
  {
    Hall hall(Hall::rigid());
    hall.pause(1, 1, "0 - 1");
    EXPECT_THAT(hall.failure()->what(),
                HasSubstr("the velocity of conveyor 'Belt' would be -1; it must be above 0"));
  }
  {
    Yard yard;
    yard.add<Segments>("Path", Segments::Options{"A", {{"B", 1}, {"B", 2}}});
    yard.add<Segments>("None", Segments::Options{"A", {}});
    const std::string faults = yard.faults();
    EXPECT_THAT(
        faults,
        HasSubstr("station 'B' is twice on the path of segments 'Path' | a path meets a station once"));
    EXPECT_THAT(faults, HasSubstr("segments 'None' are empty | give one segment at least"));
  }
}

// An entity that meets conveyor blocks where it should not.
struct Lost : Hall {
  Lost() : Hall(Hall::rigid()) {
    add<QueueElement>("Line");
    add<StationElement>("Elsewhere");
  }
};

TEST(Conveyor, EntitiesMustHaveTheirCells) {
  {
    Lost lost;
    auto& create = lost.arrivals("Come", 1, 1.0, 1);
    auto& exit = lost.add<ExitConveyor>("Leave", "Belt");
    auto& done = lost.add<Dispose>("Done");
    lost.chain(create, exit, done);
    EXPECT_THAT(lost.failure()->what(), HasSubstr("has no cells of conveyor 'Belt' to give back"));
  }
  {
    Lost lost;
    lost.at("B");
    auto& create = lost.arrivals("Come", 1, 1.0, 1);
    auto& convey = lost.add<Convey>("Go", Convey::Options{"Belt", lost.to("B")});
    lost.link(create.out, convey.in);
    EXPECT_THAT(lost.failure()->what(), HasSubstr("has no cells of conveyor 'Belt'; let it pass an Access"));
  }
  const auto on_the_way = [](Lost& lost, const char* station, bool twice, const char* to) {
    auto& create = lost.arrivals("Come", 1, 1.0, 1);
    auto& queue = lost.add<Queue>("Enter", Queue::Options{"Line"});
    auto& access = lost.add<Access>("Get", Access::Options{"Belt"});
    auto& convey = lost.add<Convey>("Go", Convey::Options{"Belt", lost.to(to)});
    auto& stop = lost.add<StationBlock>("Stop", StationBlock::Options{{to}});
    auto& done = lost.add<Dispose>("Done");
    lost.chain(stop, done);
    if (station != nullptr) {
      auto& start = lost.add<StationBlock>("Start", StationBlock::Options{{station}});
      lost.chain(create, start, queue, access);
    } else {
      lost.chain(create, queue, access);
    }
    if (twice) {
      auto& again = lost.add<Queue>("EnterAgain", Queue::Options{"Line"});
      auto& more = lost.add<Access>("GetAgain", Access::Options{"Belt"});
      lost.chain(access, again, more);
      lost.link(more.out, convey.in);
    } else {
      lost.link(access.out, convey.in);
    }
    return std::string(lost.failure()->what());
  };
  Lost a, b, c, d;
  EXPECT_THAT(on_the_way(a, nullptr, false, "B"),
              HasSubstr("is at no station, which conveyor 'Belt' does not pass"));
  EXPECT_THAT(
      on_the_way(b, "Elsewhere", false, "B"),
      HasSubstr("is at station 'Elsewhere', which conveyor 'Belt' does not pass; it passes 'A', 'B' or 'C'"));
  EXPECT_THAT(on_the_way(c, "A", true, "B"), HasSubstr("has cells of conveyor 'Belt' already"));
  EXPECT_THAT(on_the_way(d, "A", false, "Elsewhere"),
              HasSubstr("conveyor 'Belt' does not pass station 'Elsewhere'; it passes"));
}

TEST(Conveyor, AccessNeedsAQueue) {
  Lost lost;
  auto& create = lost.arrivals("Come", 1, 1.0, 1);
  auto& access = lost.add<Access>("Get", Access::Options{"Belt"});
  auto& done = lost.add<Dispose>("Done");
  lost.chain(create, access, done);
  EXPECT_THAT(lost.faults(), HasSubstr("'Come' leads to 'Get' directly; entities must be able to wait"));
}

}  // namespace
}  // namespace escapement::siman
