// SPDX-License-Identifier: MIT
// The steps S1, M1-M6 and T1-T3 of simulator.h.
#include "escapement/core/simulator.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <random>

#include "core/expect_throw.h"
#include "core/small_network.h"

namespace escapement {
namespace {

using testing_support::Log;
using testing_support::Node;
using testing_support::SmallNetwork;

TEST(Simulator, S1InitializesInPathOrderAndStepsAtTimeZero) {
  Log log;
  Node b("B", log), a("A", log);
  a.sigma = b.sigma = 0.0;
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  b.on_internal = [&] { b.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(b).add(a).build());
  EXPECT_EQ(sim.next_event_time(), 0);
  EXPECT_TRUE(sim.step());
  EXPECT_EQ(sim.instant(), (Instant{0, 0}));
  EXPECT_FALSE(sim.step());
  EXPECT_EQ(log, (Log{"0 A init", "0 B init", "0 A out", "0 B out", "0 A int", "0 B int"}));
}

// S1: the clock begins where it is told to, also before 0; relative advances count from there.
TEST(Simulator, S1BeginsWhereTheOptionsSay) {
  Log log;
  Node a("A", log);
  a.sigma = 0.5;
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(a).build(), {.start = -2});
  EXPECT_EQ(sim.now(), -2);
  sim.run(0);
  EXPECT_EQ(log, (Log{"-2 A init", "-1.5 A out", "-1.5 A int"}));
  EXPECT_EQ(sim.now(), 0);
}

// M3 before M5: two imminent models exchange their states (a serial kernel gives 2, 2 or 1, 1).
TEST(Simulator, M3AllOutputsComeBeforeAnyTransition) {
  Log log;
  Node a("A", log), b("B", log);
  int state_a = 1, state_b = 2;
  a.sigma = b.sigma = 1.0;
  a.on_output = [&] { a.out.put(state_a); };
  b.on_output = [&] { b.out.put(state_b); };
  a.on_confluent = [&] { state_a = a.in.bag().front(); };
  b.on_confluent = [&] { state_b = b.in.bag().front(); };
  Simulator sim(SmallNetwork().add(a).add(b).connect(a.out, b.in).connect(b.out, a.in).build());
  sim.run(1);
  EXPECT_EQ(state_a, 2);
  EXPECT_EQ(state_b, 1);
  EXPECT_EQ(log, (Log{"0 A init", "0 B init", "1 A out", "1 B out", "1 A con 2", "1 B con 1"}));
}

// M2: what becomes due during (t, k) waits for (t, k + 1).
TEST(Simulator, M2ZeroTimeStepsAreOrdered) {
  Log log;
  Node a("A", log), b("B", log);
  a.sigma = 1.0;
  a.on_output = [&] { a.out.put(7); };
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  b.on_external = [&] { b.sigma = 0.0; };
  b.on_internal = [&] { b.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(a).add(b).connect(a.out, b.in).build());
  sim.step();
  EXPECT_EQ(sim.instant(), (Instant{1, 0}));
  sim.step();
  EXPECT_EQ(sim.instant(), (Instant{1, 1}));
  EXPECT_EQ(log, (Log{"0 A init", "0 B init", "1 A out", "1 A int", "1 B ext e=1 7", "1 B out", "1 B int"}));
}

// M4: bags are ordered by sender's path, port, put, whatever the order of the calls to put.
struct TwoPorts : Dynamics {
  using Dynamics::Dynamics;
  OutPort<int> first{*this, "first"};
  OutPort<int> second{*this, "second"};
  int base = 0;
  void output() override {
    second.put(base + 3);
    first.put(base + 1);
    second.put(base + 4);
    first.put(base + 2);
  }
  void internal() override { done = true; }
  void external(Time) override {}
  void confluent() override {}
  TimeAdvance time_advance() const override { return done ? TimeAdvance::never() : TimeAdvance(1); }
  bool done = false;
};

TEST(Simulator, M4BagsAreInOrderOfPathPortPut) {
  Log log;
  TwoPorts b("B"), a("A");
  a.base = 10;
  b.base = 20;
  Node z("Z", log);
  Simulator sim(SmallNetwork()
                    .add(z)
                    .add(b)
                    .add(a)
                    .connect(b.first, z.in)
                    .connect(b.second, z.in)
                    .connect(a.second, z.in)
                    .connect(a.first, z.in)
                    .build());
  sim.run(1);
  EXPECT_EQ(log.back(), "1 Z ext e=1 11 12 13 14 21 22 23 24");
  EXPECT_EQ(sim.counts().messages, 8u);
  EXPECT_EQ(sim.counts().internal_transitions, 2u);
  EXPECT_EQ(sim.counts().external_transitions, 1u);
  EXPECT_EQ(sim.counts().micro_steps, 1u);
}

TEST(Simulator, M4ManyPutsOutOfOrderKeepTheirOrderPerPort) {
  struct Chatty : TwoPorts {
    using TwoPorts::TwoPorts;
    void output() override {
      for (int i = 0; i < 500; ++i) (i % 3 == 0 ? first : second).put(i);
    }
  } a("A");
  Log log;
  Node z("Z", log);
  std::vector<int> got, expected;
  z.on_external = [&] { got.assign(z.in.bag().begin(), z.in.bag().end()); };
  Simulator sim(SmallNetwork().add(a).add(z).connect(a.first, z.in).connect(a.second, z.in).build());
  sim.run(1);
  for (int i = 0; i < 500; i += 3) expected.push_back(i);
  for (int i = 0; i < 500; ++i)
    if (i % 3 != 0) expected.push_back(i);
  EXPECT_EQ(got, expected);
}

// M5: input while not imminent is external with e = t - tL; the kernel leaves sigma alone.
TEST(Simulator, M5ExternalIsToldTheElapsedTimeAndTheKernelChangesNothing) {
  Log log;
  Node source("A", log), clock("B", log);
  double sigma = 10;
  source.sigma = 3.0;
  source.on_output = [&] { source.out.put(1); };
  std::vector<double> elapsed;
  clock.sigma = sigma;
  clock.on_external = [&] {
    sigma -= 3;
    clock.sigma = sigma;
  };
  clock.on_internal = [&] { clock.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(source).add(clock).connect(source.out, clock.in).build());
  sim.run(11);
  const Log of_clock = [&] {
    Log out;
    for (const std::string& line : log)
      if (line.find(" B ") != std::string::npos) out.push_back(line);
    return out;
  }();
  EXPECT_EQ(of_clock,
            (Log{"0 B init", "3 B ext e=3 1", "6 B ext e=3 1", "9 B ext e=3 1", "10 B out", "10 B int"}));
}

TEST(Simulator, M5ConfluentOnlyWhenImminent) {
  Log log;
  Node source("A", log), mealy("B", log);
  source.sigma = 2.0;
  source.on_output = [&] { source.out.put(1); };
  source.on_internal = [&] { source.sigma = TimeAdvance::never(); };
  mealy.sigma = 5.0;
  Simulator sim(SmallNetwork().add(source).add(mealy).connect(source.out, mealy.in).build());
  sim.run(3);
  EXPECT_EQ(log.back(), "2 B ext e=2 1");
}

// M6: bags live for one transition.
TEST(Simulator, M6BagsAreEmptiedAfterTheStep) {
  Log log;
  Node source("A", log), sink("B", log);
  source.sigma = 1.0;
  source.on_output = [&] {
    source.out.put(1);
    source.out.put(2);
  };
  std::vector<std::size_t> sizes;
  sink.on_external = [&] { sizes.push_back(sink.in.bag().size()); };
  Simulator sim(SmallNetwork().add(source).add(sink).connect(source.out, sink.in).build());
  sim.run(3);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{2, 2, 2}));
  EXPECT_TRUE(sink.in.empty());
  EXPECT_TRUE(sink.in.bag().empty());
}

// T3: a relative advance that rounds to t is a zero-time step; an absolute one needs no rounding.
TEST(Simulator, T3AnAdvanceThatRoundsToTheClockIsAZeroTimeStep) {
  Log log;
  Node a("A", log);
  a.sigma = TimeAdvance::at(1e16);
  int left = 2;
  a.on_internal = [&] { a.sigma = left-- > 0 ? TimeAdvance(0.5) : TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(a).build());
  sim.run();
  EXPECT_EQ(sim.instant(), (Instant{1e16, 2}));
}

TEST(Simulator, T1MinusZeroIsZero) {
  Log log;
  Node a("A", log);
  a.sigma = -0.0;
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(a).build());
  sim.run(5);
  EXPECT_EQ(sim.counts().internal_transitions, 1u);
}

TEST(Simulator, T1NegativeAndNanAdvancesAreErrors) {
  const auto run_with = [](TimeAdvance advance) {
    Log log;
    Node a("A", log);
    a.sigma = 12.0;
    a.on_internal = [&] { a.sigma = advance; };
    Simulator sim(SmallNetwork().add(a).build());
    try {
      sim.run(20);
    } catch (const SimulationError& error) {
      EXPECT_EQ(error.model_path(), "A");
      EXPECT_EQ(error.clock(), 12);
      EXPECT_EQ(sim.now(), 12);
      throw;
    }
  };
  EXPECT_THROWS(
      run_with(-2.0), SimulationError,
      "at time 12 in A: time advance is -2; it must be 0 or more \\(infinity when nothing is due\\)");
  EXPECT_THROWS(run_with(std::nan("")), SimulationError, "at time 12 in A: time advance is nan; .*");
  EXPECT_THROWS(run_with(TimeAdvance::at(11.5)), SimulationError,
                "at time 12 in A: time advance is absolute due time 11.5; it must not lie before the clock");
  EXPECT_THROWS(run_with(TimeAdvance::at(std::nan(""))), SimulationError, ".*absolute due time nan.*");
  EXPECT_THROWS(run_with(-kInfinity), SimulationError, ".*time advance is -inf.*");
}

TEST(Simulator, TenThousandDueAtOnceAllActInOneMicroStep) {
  Log log;
  std::vector<std::unique_ptr<Node>> nodes;
  SmallNetwork net;
  for (int i = 0; i < 100; ++i) {
    nodes.push_back(std::make_unique<Node>("N" + std::to_string(1000 + i), log));
    nodes.back()->sigma = 1.0;
    net.add(*nodes.back());
  }
  Simulator sim(net.build());
  sim.run(1000);
  EXPECT_EQ(sim.counts().internal_transitions, 100000u);
  EXPECT_EQ(sim.counts().micro_steps, 1000u);  // 100 outputs a tick, 1000 ticks
}

// Ties have no accident in them: order A, B, C with and without a model E that does nothing, after any
// history of the event list.
TEST(Simulator, TiesAreInPathOrderWhateverTheHistory) {
  for (const bool with_e : {false, true}) {
    Log log;
    Node a("A", log), b("B", log), c("C", log), e("E", log);
    c.sigma = TimeAdvance::at(1);
    b.sigma = TimeAdvance::at(2);
    a.sigma = TimeAdvance::at(3);
    e.sigma = TimeAdvance::at(0.5);
    for (Node* n : {&a, &b, &c})
      n->on_internal = [n] { n->sigma = TimeAdvance::at(n->now() < 10 ? 10 : kInfinity); };
    e.on_internal = [&] { e.sigma = e.now() < 10 ? TimeAdvance::at(10) : TimeAdvance::never(); };
    SmallNetwork net;
    net.add(c).add(a).add(b);
    if (with_e) net.add(e);
    Simulator sim(net.build());
    sim.run(9);
    log.clear();
    sim.run(10);
    Log abc;
    for (const std::string& line : log)
      if (line.find("out") != std::string::npos && line[3] != 'E') abc.push_back(line);
    EXPECT_EQ(abc, (Log{"10 A out", "10 B out", "10 C out"}));
  }
}

// Against a list that is searched linearly: random due times with many ties, some cancelled.
TEST(Simulator, AgreesWithAListOnRandomSchedules) {
  constexpr unsigned kSeed = 20240611;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  constexpr int kModels = 50;
  Log log;
  std::vector<std::unique_ptr<Node>> nodes;
  SmallNetwork net;
  std::vector<double> due(kModels);
  const auto draw = [&] { return static_cast<double>(random() % 20 + 1); };
  for (int i = 0; i < kModels; ++i) {
    nodes.push_back(std::make_unique<Node>("N" + std::to_string(100 + i), log));
    due[static_cast<std::size_t>(i)] = draw();
    nodes.back()->sigma = TimeAdvance::at(due[static_cast<std::size_t>(i)]);
    Node* n = nodes.back().get();
    n->on_internal = [n, &due, i, &draw] {
      due[static_cast<std::size_t>(i)] = n->now() + draw();
      n->sigma = TimeAdvance::at(due[static_cast<std::size_t>(i)]);
    };
    net.add(*n);
  }
  Simulator sim(net.build());
  sim.next_event_time();
  for (int step = 0; step < 2000; ++step) {
    double least = kInfinity;
    for (const double d : due) least = std::min(least, d);
    Log expected;
    for (int i = 0; i < kModels; ++i)
      if (due[static_cast<std::size_t>(i)] == least)
        expected.push_back(to_text(least) + " N" + std::to_string(100 + i) + " int");
    log.clear();
    ASSERT_EQ(sim.next_event_time(), least);
    ASSERT_TRUE(sim.step());
    Log internals;
    for (const std::string& line : log)
      if (line.find("int") != std::string::npos) internals.push_back(line);
    ASSERT_EQ(internals, expected);
  }
}

TEST(Simulator, EventsAtExactlyTheStopTimeAllHappen) {
  Log log;
  Node a("A", log), b("B", log), c("C", log);
  for (Node* n : {&a, &b, &c}) {
    n->sigma = 10.0;
    n->on_internal = [n] { n->sigma = TimeAdvance::never(); };
  }
  Simulator sim(SmallNetwork().add(a).add(b).add(c).build());
  sim.run(std::nextafter(10.0, 0.0));
  EXPECT_EQ(sim.counts().internal_transitions, 0u);
  sim.run(10);
  EXPECT_EQ(sim.counts().internal_transitions, 3u);
}

TEST(Simulator, RunningTwiceToOneTimeChangesNothing) {
  const auto run = [](std::vector<double> stops) {
    Log log;
    Node a("A", log), b("B", log);
    a.sigma = 1.0;
    a.on_output = [&] { a.out.put(1); };
    b.on_external = [&] { b.sigma = 0.0; };
    b.on_internal = [&] { b.sigma = TimeAdvance::never(); };
    Simulator sim(SmallNetwork().add(a).add(b).connect(a.out, b.in).build());
    for (const double stop : stops) {
      sim.run(stop);
      EXPECT_EQ(sim.now(), stop);
    }
    return log;
  };
  EXPECT_EQ(run({2}), run({2, 2}));
  EXPECT_EQ(run({2}), run({1, 2}));
  EXPECT_EQ(run({2}), run({0, 0.5, 1.5, 2, 2}));
}

TEST(Simulator, RunWithoutEndStopsAtTheLastEvent) {
  Log log;
  Node a("A", log);
  a.sigma = 4.0;
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(a).build());
  sim.run();
  EXPECT_EQ(sim.now(), 4);
  EXPECT_EQ(sim.next_event_time(), kInfinity);
}

TEST(Simulator, AnEmptyNetworkOnlyMovesItsClock) {
  Simulator sim(SmallNetwork().build());
  EXPECT_FALSE(sim.step());
  sim.run();
  EXPECT_EQ(sim.now(), 0);
  sim.run(7);
  EXPECT_EQ(sim.now(), 7);
}

// The next event time takes injected input into account: 4, then 10.
TEST(Simulator, InjectedInputCountsAsTheNextEvent) {
  Log log;
  Node a("A", log);
  a.sigma = TimeAdvance::at(10);
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork().add(a).build());
  sim.inject(a.in, 5, 4);
  EXPECT_EQ(sim.next_event_time(), 4);
  EXPECT_TRUE(sim.step());
  EXPECT_EQ(log.back(), "4 A ext e=4 5");
  EXPECT_EQ(sim.next_event_time(), 10);
  EXPECT_TRUE(sim.step());
  EXPECT_EQ(log.back(), "10 A int");
}

// Injected inputs come as outputs of the root, which stands before all models; by port, then in order of
// call.
TEST(Simulator, InjectionsAtOneTimeShareABagInOrderOfPortAndCall) {
  struct Root : Component {
    using Component::Component;
    InPort<int> first{*this, "first"};
    InPort<int> second{*this, "second"};
  } root("Root");
  Log log;
  Node a("A", log), z("Z", log);
  a.sigma = 2.0;
  a.on_output = [&] { a.out.put(9); };
  a.on_internal = [&] { a.sigma = TimeAdvance::never(); };
  Simulator sim(SmallNetwork()
                    .add(a)
                    .add(z)
                    .root_input(root.first)
                    .root_input(root.second)
                    .connect(a.out, z.in)
                    .connect(root.first, z.in)
                    .connect(root.second, z.in)
                    .build());
  sim.inject(root.second, 3, 2);
  sim.inject(root.first, 1, 2);
  sim.inject(root.second, 4, 2);
  sim.inject(root.first, 2, 2);
  sim.run(2);
  EXPECT_EQ(log.back(), "2 Z ext e=2 1 2 3 4 9");
  sim.inject(root.first, 5, 2);  // at the clock itself: one more micro-step
  sim.run(2);
  EXPECT_EQ(log.back(), "2 Z ext e=0 5");
  EXPECT_EQ(sim.instant(), (Instant{2, 1}));
}

TEST(Simulator, InjectsMessagesThatCannotBeCopied) {
  struct Taker : Dynamics {
    using Dynamics::Dynamics;
    InPort<std::unique_ptr<int>> in{*this, "in"};
    int got = 0;
    void internal() override {}
    void confluent() override {}
    void external(Time) override { got = *in.bag().take(0); }
    TimeAdvance time_advance() const override { return TimeAdvance::never(); }
  } taker("T");
  Simulator sim(SmallNetwork().add(taker).build());
  sim.inject(taker.in, std::make_unique<int>(42), 1);
  sim.run();
  EXPECT_EQ(taker.got, 42);
}

}  // namespace
}  // namespace escapement
