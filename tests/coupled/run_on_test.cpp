// SPDX-License-Identifier: MIT
// Dynamics::run_on: a lone model that takes several of its internal events in a row does what it would have
// done in micro-steps of their own. With an observer nothing runs on, so the same model run with one is the
// reference.
#include <gtest/gtest.h>

#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/atomic/generator.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"

namespace escapement {
namespace {

struct Entry {
  Time time;
  int input;  // 0: an internal event
  friend bool operator==(const Entry&, const Entry&) = default;
};

// Events of its own at 0.25, 0.5, 0.75 ...; notes each, and each message.
class Lister : public Atomic {
 public:
  using Atomic::Atomic;
  InPort<double> in{*this, "in"};
  std::vector<Entry> log;
  int taken_in_a_row = 0;

  void internal() override {
    take();
    run();
  }
  void external(Time /*elapsed*/) override {
    log.push_back({now(), static_cast<int>(in.bag().front())});
    run();
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due()); }

 private:
  Time due() const { return 0.25 * next_; }
  void take() {
    log.push_back({now(), 0});
    ++next_;
  }
  void run() {
    while (run_on(due())) {
      ++taken_in_a_row;
      take();
    }
  }
  int next_ = 1;
};

struct Outcome {
  std::vector<Entry> log;
  SimulatorCounts counts;
  Time clock = 0;
  int taken_in_a_row = 0;
};

Outcome outcome(bool observed, bool by_steps) {
  Coupled root("Root");
  auto& g = root.add<Generator>("G", GeneratorOptions{.ticks = Periodic("1", "1"), .limit = 5});
  auto& lister = root.add<Lister>("L");
  root.couple(g.out, lister.in);
  Simulator simulator(flatten(root));
  Observer observer;
  if (observed) simulator.add_observer(observer);
  simulator.inject(lister.in, 7.0, 2.6);  // between two events
  simulator.inject(lister.in, 8.0, 3.5);  // at an event: confluent, the input must be seen in that instant
  if (by_steps)
    while (simulator.next_event_time() <= 3) simulator.step();
  simulator.run(9);
  return {lister.log, simulator.counts(), simulator.now(), lister.taken_in_a_row};
}

TEST(RunOn, IsTheSameAsMicroSteps) {
  const Outcome reference = outcome(true, false);
  EXPECT_EQ(reference.taken_in_a_row, 0);
  EXPECT_EQ(reference.log.size(), 36u + 5u + 2u);
  for (const bool by_steps : {false, true}) {
    const Outcome o = outcome(false, by_steps);
    EXPECT_GT(o.taken_in_a_row, 15);
    EXPECT_EQ(o.log, reference.log);
    EXPECT_EQ(o.clock, 9);
    EXPECT_EQ(o.counts.internal_transitions, reference.counts.internal_transitions);
    EXPECT_EQ(o.counts.external_transitions, reference.counts.external_transitions);
    EXPECT_EQ(o.counts.micro_steps, reference.counts.micro_steps);
  }
}

TEST(RunOn, IsRefusedOutsideOfASimulator) {
  class Bare : public Atomic {
   public:
    using Atomic::Atomic;
    bool ask() { return run_on(1); }
  };
  EXPECT_FALSE(Bare("Bare").ask());
}

}  // namespace
}  // namespace escapement
