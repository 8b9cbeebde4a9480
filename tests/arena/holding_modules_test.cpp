// SPDX-License-Identifier: MIT
// Batch, Separate, Hold, Signal, Match, Remove, Pickup, Dropoff, Search, Store, Unstore, AdjustVariable and
// ReadWrite as modules: that they are made of their blocks, and their names and statistics. What the blocks
// do is tested with the blocks.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "escapement/arena/batch.h"
#include "escapement/arena/hold.h"
#include "escapement/arena/match.h"
#include "escapement/arena/queue_modules.h"
#include "escapement/arena/read_write.h"
#include "escapement/arena/separate.h"
#include "escapement/siman/storage.h"
#include "siman/support.h"

namespace escapement::arena {
namespace {

using namespace siman::testing_support;
using ::testing::ElementsAre;

// Parts at 0, 1, 2 ... come to what a test adds.
struct Parts : Model {
  explicit Parts(double most) {
    add<siman::EntityType>("Part");
    add<siman::Attribute>("a");
    create = &arrivals("Arrivals", 0.0, 1.0, most);
    mark = &add<siman::Assign>("Mark", siman::Assign::Options{{siman::Assignment::parse({"a = TNOW"})}});
    link(create->out, mark->in);
  }
  Log& log(const char* name, PortBase& from) {
    auto& l = add<Log>(name);
    link(from, l.in);
    return l;
  }
  siman::Create* create;
  siman::Assign* mark;
};

TEST(BatchAndSeparate, TogetherAndApartAgain) {
  Parts parts(4);
  Batch::Options b;
  b.group.size = 2.0;
  auto& batch = parts.add<Batch>("Batch", b);
  auto& delay = parts.add<siman::Delay>("Carry", siman::Delay::Options{5.0});
  Separate::Options s;
  s.split = true;
  auto& separate = parts.add<Separate>("Separate", s);
  parts.link(parts.mark->out, batch.in());
  parts.link(batch.out(), delay.in);
  parts.link(delay.out, separate.in());
  Log& log = parts.log("Log", separate.out());
  parts.run();
  EXPECT_THAT(log.times, ElementsAre(6, 6, 8, 8));
  EXPECT_DOUBLE_EQ(parts.tally("Batch.Queue.WaitingTime"), 0.5);
  EXPECT_EQ(parts.count("Separate.NumberIn"), 2);
  EXPECT_EQ(parts.count("Separate.NumberOut"), 4);
}

TEST(Separate, CopiesShareHalfOfTheTimes) {
  Parts parts(1);
  auto& delay = parts.add<siman::Delay>("Work", siman::Delay::Options{8.0});
  Separate::Options s;
  s.duplicates = 2.0;
  auto& separate = parts.add<Separate>("Separate", s);
  auto& done = parts.add<siman::Dispose>("Done");
  auto& copies = parts.add<siman::Dispose>("CopiesDone");
  parts.link(parts.mark->out, delay.in);
  parts.link(delay.out, separate.in());
  parts.link(separate.out(), done.in);
  parts.link(separate.out("duplicate"), copies.in);
  parts.run();
  const auto& va = *parts.statistics.find_tally("Part.VATime");
  EXPECT_DOUBLE_EQ(*va.maximum(), 4);  // 50 % stay, 25 % for each copy
  EXPECT_DOUBLE_EQ(*va.minimum(), 2);
  EXPECT_EQ(parts.count("Separate.NumberOut"), 3);
}

TEST(Hold, ForASignalForAConditionAndForGood) {
  Parts parts(3);
  parts.add<siman::Variable>("open", siman::Variable::Options{1, 1, {0}, false, false});
  Hold::Options signal;
  signal.kind = Hold::Kind::kSignal;
  signal.value = 7.0;
  Hold::Options scan;
  scan.kind = Hold::Kind::kCondition;
  scan.value = "open == 1";
  auto& wait = parts.add<Hold>("Wait", signal);
  auto& gate = parts.add<Hold>("Gate", scan);
  auto& hold = parts.add<Hold>("Hold", Hold::Options{});
  parts.link(parts.mark->out, wait.in());
  parts.link(wait.out(), gate.in());
  auto& passed = parts.log("Passed", gate.out());
  parts.link(passed.out, hold.in());
  // At 10 the signal, at 20 the gate opens, at 30 the second is removed.
  auto& at10 = parts.arrivals("At10", 10.0, {}, 1);
  auto& give = parts.add<Signal>("Give", siman::Signal::Options{7.0, {}, {}});
  auto& at20 = parts.arrivals("At20", 20.0, {}, 1);
  auto& open =
      parts.add<siman::Assign>("Open", siman::Assign::Options{{siman::Assignment::parse({"open = 1"})}});
  auto& at30 = parts.arrivals("At30", 30.0, {}, 1);
  auto& remove = parts.add<Remove>("Remove", siman::QueuePlace{"Hold.Queue", 2.0});
  auto& end = parts.add<siman::Dispose>("End");
  parts.link(at10.out, give.in());
  parts.link(give.out(), end.in);
  parts.link(at20.out, open.in);
  parts.link(open.out, end.in);
  parts.link(at30.out, remove.in());
  parts.link(remove.out(), end.in);
  Log& removed = parts.log("Removed", remove.out("removed"));
  parts.run();
  EXPECT_THAT(passed.times, ElementsAre(20, 20, 20));
  EXPECT_THAT(removed.times, ElementsAre(30));
  EXPECT_DOUBLE_EQ(parts.tally("Wait.Queue.WaitingTime"), 9);
  EXPECT_DOUBLE_EQ(parts.tally("Gate.Queue.WaitingTime"), 10);
  EXPECT_EQ(parts.persistent("Hold.Queue.NumberInQueue").value(), 2);
}

TEST(Match, ByItsEntries) {
  Parts parts(2);
  auto& match = parts.add<Match>("Match", siman::Match::Options{2, {}});
  auto& late = parts.arrivals("Late", 5.0, 3.0, 2);
  parts.link(parts.mark->out, match.out("in1"));
  parts.link(late.out, match.out("in2"));
  Log& first = parts.log("First", match.out("out1"));
  Log& second = parts.log("Second", match.out("out2"));
  parts.run();
  EXPECT_THAT(first.times, ElementsAre(5, 8));
  EXPECT_THAT(second.times, ElementsAre(5, 8));
  EXPECT_DOUBLE_EQ(parts.tally("Match.Queue1.WaitingTime"), 6);
}

TEST(QueueModules, PickupDropoffSearchAndStorages) {
  Parts parts(3);
  parts.add<siman::Storage>("Road");
  auto& hold = parts.add<Hold>("Stop", Hold::Options{});
  parts.link(parts.mark->out, hold.in());
  auto& bus = parts.arrivals("Bus", 10.0, {}, 1);
  siman::Search::Options look;
  look.queue = "Stop.Queue";
  look.expression = "MAX(a)";
  auto& search = parts.add<Search>("Search", look);
  auto& pickup = parts.add<Pickup>("Pickup", siman::Pickup::Options{"Stop.Queue", "J", 1.0});
  auto& store = parts.add<Store>("Store", "Road");
  auto& drive = parts.add<siman::Delay>("Drive", siman::Delay::Options{4.0});
  auto& unstore = parts.add<Unstore>("Unstore");
  auto& dropoff = parts.add<Dropoff>("Dropoff", siman::Dropoff::Options{2.0, 1.0, {}});
  parts.link(bus.out, search.in());
  parts.link(search.out("found"), pickup.in());
  parts.link(search.out("notFound"), pickup.in());
  parts.link(pickup.out(), store.in());
  parts.link(store.out(), drive.in);
  parts.link(drive.out, unstore.in());
  parts.link(unstore.out(), dropoff.in());
  Log& off = parts.log("Off", dropoff.out("members"));
  Log& on = parts.log("On", dropoff.out());
  parts.run();
  EXPECT_THAT(off.times, ElementsAre(14, 14));  // of three, taken since J is 3
  EXPECT_THAT(on.times, ElementsAre(14));
  EXPECT_DOUBLE_EQ(parts.average("Road.NumberInStorage"), 4 / 14.0);
}

TEST(AdjustVariableAndReadWrite, AsModules) {
  const std::string in = (std::filesystem::path(::testing::TempDir()) / "module_in.csv").string();
  const std::string out = (std::filesystem::path(::testing::TempDir()) / "module_out.csv").string();
  std::ofstream(in) << "level\n4\n6\n";
  {
    Parts parts(3);
    parts.add<siman::Variable>("level", siman::Variable::Options{1, 1, {0}, false, false});
    parts.add<siman::FileElement>("In", siman::FileElement::Options{in, {}, {}, {}});
    parts.add<siman::FileElement>("Out", siman::FileElement::Options{out, {}, {}, {}});
    siman::Read::Assignment a;
    a.from = "level";
    a.attribute = "a";
    auto& read = parts.add<ReadWrite>("Read", siman::Read::Options{"In", {a}});
    siman::Adjust::Options ramp;
    ramp.variable = "level";
    ramp.to = "a";
    ramp.rate = 8.0;
    auto& adjust = parts.add<AdjustVariable>("Adjust", ramp);
    auto& write =
        parts.add<ReadWrite>("Write", siman::Write::Options{"Out", {{"at", "TNOW"}, {"level", "level"}}, {}});
    auto& done = parts.add<siman::Dispose>("Done");
    parts.link(parts.mark->out, read.in());
    parts.link(read.out(), adjust.in());
    parts.link(adjust.out(), write.in());
    parts.link(write.out(), done.in);  // endOfFile may stay uncoupled: the third part ends there
    parts.run();
    EXPECT_EQ(parts.count("System.NumberOut"), 3);
  }
  std::string text;
  std::ifstream written(out);
  for (std::string line; std::getline(written, line);) text += line + ";";
  // From 0 to 4 at 8 a time unit: at 0.5; from 4 to 6, from 1 on: at 1.25.
  EXPECT_EQ(text, "at,level;0.5,4;1.25,6;");
}

}  // namespace
}  // namespace escapement::arena
