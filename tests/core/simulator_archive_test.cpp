// SPDX-License-Identifier: MIT
// What a simulator refuses to save or load, and mailboxes; that runs go on the same is tested with random
// models.
#include <gtest/gtest.h>

#include <sstream>

#include "core/expect_throw.h"
#include "core/small_network.h"
#include "escapement/core/archive.h"
#include "escapement/core/mailbox.h"

namespace escapement {
namespace {

using testing_support::SmallNetwork;

// Counts its ticks, sends each, and keeps what comes in a mailbox.
struct Ticker : Dynamics {
  explicit Ticker(std::string name, Time step = 1) : Dynamics(std::move(name)), period(step) {}
  Mailbox box{*this, "box"};
  OutPort<Message> out{*this, "out"};
  Time period;
  int ticks = 0;
  void initialize() override { ticks = 0; }
  void output() override { out.put(Message(ticks, 0.5 * ticks)); }
  void internal() override {
    if (++ticks == 7) throw Error("seven is too many");
  }
  void external(Time) override {}
  void confluent() override { internal(); }
  TimeAdvance time_advance() const override { return TimeAdvance::at(period * (ticks + 1)); }
  void archive(Archive& archive) override { archive(ticks); }
};

struct Pair {
  explicit Pair(const char* second = "B", Time period = 1) : a("A"), b(second, period) {
    simulator.emplace(SmallNetwork().add(a).add(b).connect(a.out, b.box).build());
  }
  std::string save() {
    std::ostringstream out;
    Archive archive(out);
    simulator->archive(archive);
    archive.check_refusals();
    return std::move(out).str();
  }
  void load(const std::string& bytes) {
    std::istringstream in(bytes);
    Archive archive(in);
    simulator->archive(archive);
  }
  Ticker a, b;
  std::optional<Simulator> simulator;
};

TEST(SimulatorArchive, ClockCountsStateAndMailAreKept) {
  Pair first, second;
  first.simulator->run(3.5);
  second.load(first.save());
  EXPECT_EQ(second.simulator->now(), 3.5);
  EXPECT_EQ(second.simulator->instant(), first.simulator->instant());
  EXPECT_EQ(second.simulator->counts().micro_steps, 3u);
  EXPECT_EQ(second.simulator->next_event_time(), 4);
  EXPECT_EQ(second.a.ticks, 3);
  ASSERT_EQ(second.b.box.count(), 3u);  // at 1, 2 and 3
  EXPECT_EQ(second.b.box.take()->content<double>(), 0);
  EXPECT_EQ(second.b.box.take()->content<double>(), 0.5);
  second.simulator->run(5);
  EXPECT_EQ(second.a.ticks, 5);
  EXPECT_EQ(second.b.box.count(), 3u);
}

TEST(SimulatorArchive, ARunThatWasNotBegunStaysSo) {
  Pair first, second;
  second.load(first.save());
  second.simulator->run(2);
  EXPECT_EQ(second.a.ticks, 2);
  EXPECT_THROWS(second.load(first.save()), Error, "the state of a run that was not begun cannot be loaded.*");
}

TEST(SimulatorArchive, GoesBackInARunThatIsAhead) {
  Pair pair;
  pair.simulator->run(2);
  const std::string early = pair.save();
  pair.simulator->run(5);
  pair.load(early);
  EXPECT_EQ(pair.simulator->now(), 2);
  pair.simulator->run(4);
  EXPECT_EQ(pair.b.ticks, 4);
  EXPECT_EQ(pair.b.box.count(), 4u);
}

TEST(SimulatorArchive, AnotherModelIsRefused) {
  Pair first, other("C");
  first.simulator->run(1);
  EXPECT_THROWS(other.load(first.save()), ArchiveError,
                "the state was saved from another model: 2 atomic models against 2 here.*");
}

TEST(SimulatorArchive, InjectedInputsAndFailuresAreRefused) {
  Pair pair;
  pair.simulator->inject(pair.a.box, Message(1), 2);
  EXPECT_THROWS(pair.save(), Error, "a simulator with inputs that are injected.*");
  pair.simulator->run(2);
  EXPECT_NO_THROW(pair.save());
  EXPECT_THROW(pair.simulator->run(7), SimulationError);
  EXPECT_THROWS(pair.save(), Error, "a simulation that failed cannot be saved or loaded.*");
}

// Observers of a run that goes on see its transitions only, not another start.
TEST(SimulatorArchive, ALoadIsNoStartForObservers) {
  struct Counting : Observer {
    int seen = 0;
    void on_transition(const Instant&, const Dynamics&, Transition, Time, Time) override { ++seen; }
  } counting;
  Pair first, second;
  first.simulator->run(1);
  second.simulator->add_observer(counting);
  second.load(first.save());
  EXPECT_EQ(counting.seen, 0);
  second.simulator->run(2);
  EXPECT_EQ(counting.seen, 2);
}

}  // namespace
}  // namespace escapement
