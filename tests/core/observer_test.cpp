// SPDX-License-Identifier: MIT
#include "escapement/core/observer.h"

#include <gtest/gtest.h>

#include "core/small_network.h"

namespace escapement {
namespace {

using testing_support::Log;
using testing_support::Node;
using testing_support::SmallNetwork;

struct Scribe : Observer {
  Log lines;
  void on_output(const Instant& i, const PortBase& port, const MessageView& message) override {
    EXPECT_EQ(message.as<double>(), nullptr);
    EXPECT_NE(message.as<int>(), nullptr);
    lines.push_back(to_text(i.time) + "/" + std::to_string(i.micro_step) + " " + port.path() + " " +
                    message.text());
  }
  void on_transition(const Instant& i, const Dynamics& model, Transition kind, Time elapsed,
                     Time due) override {
    lines.push_back(to_text(i.time) + "/" + std::to_string(i.micro_step) + " " + model.path() + " " +
                    transition_name(kind) + " e=" + to_text(elapsed) + " due=" + to_text(due));
  }
};

// Outputs (M3, M4) before transitions (M5, M6), both in path order, with elapsed and due times.
TEST(Observer, SeesOutputsThenTransitionsInPathOrder) {
  Log log;
  Node a("A", log), b("B", log), c("C", log);
  a.sigma = 1.0;
  c.sigma = 1.0;
  a.on_output = [&] { a.out.put(1); };
  c.on_output = [&] { c.out.put(2); };
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  c.on_confluent = [&] { c.sigma = 0.0; };
  c.on_internal = [&] { c.sigma = 2.5; };
  Scribe scribe, second;
  Simulator sim(SmallNetwork().add(c).add(b).add(a).connect(a.out, c.in).connect(c.out, b.in).build());
  sim.add_observer(scribe);
  sim.add_observer(second);
  sim.run(1);
  EXPECT_EQ(scribe.lines,
            (Log{"0/0 A initial e=0 due=1", "0/0 B initial e=0 due=inf", "0/0 C initial e=0 due=1",
                 "1/0 A.out 1", "1/0 C.out 2", "1/0 A internal e=1 due=inf", "1/0 B external e=1 due=inf",
                 "1/0 C confluent e=1 due=1", "1/1 C.out 2", "1/1 B external e=0 due=inf",
                 "1/1 C internal e=0 due=3.5"}));
  EXPECT_EQ(second.lines, scribe.lines);
}

TEST(Observer, AnInitialDueTimeOfZeroIsTold) {
  Log log;
  Node a("A", log);
  a.sigma = 0.0;
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  Scribe scribe;
  Simulator sim(SmallNetwork().add(a).build());
  sim.add_observer(scribe);
  sim.run(0);
  EXPECT_EQ(scribe.lines, (Log{"0/0 A initial e=0 due=0", "0/0 A internal e=0 due=inf"}));
}

TEST(Observer, DoesNotChangeTheRun) {
  const auto run = [](bool observed) {
    Log log;
    Node a("A", log), b("B", log);
    a.sigma = 1.0;
    a.on_output = [&] { a.out.put(1); };
    Scribe scribe;
    Simulator sim(SmallNetwork().add(a).add(b).connect(a.out, b.in).build());
    if (observed) sim.add_observer(scribe);
    sim.run(20);
    return log;
  };
  EXPECT_EQ(run(false), run(true));
}

TEST(TransitionName, EachKindHasOne) {
  EXPECT_STREQ(transition_name(Transition::kInitial), "initial");
  EXPECT_STREQ(transition_name(Transition::kInternal), "internal");
  EXPECT_STREQ(transition_name(Transition::kExternal), "external");
  EXPECT_STREQ(transition_name(Transition::kConfluent), "confluent");
}

}  // namespace
}  // namespace escapement
