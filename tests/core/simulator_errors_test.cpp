// SPDX-License-Identifier: MIT
// What the simulator refuses, and what it tells when a model fails.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "core/expect_throw.h"
#include "core/small_network.h"
#include "escapement/core/simulator.h"

namespace escapement {
namespace {

using testing_support::Log;
using testing_support::Node;
using testing_support::SmallNetwork;

// Two models pass a token without time passing.
struct TokenRing {
  Log log;
  Node ping{"Ping", log}, pong{"Pong", log};
  int left;
  explicit TokenRing(int passes) : left(passes) {
    ping.sigma = 3.0;
    for (Node* n : {&ping, &pong}) {
      n->on_output = [n] { n->out.put(1); };
      n->on_internal = [n] { n->sigma = TimeAdvance::never(); };
      n->on_external = [this, n] { n->sigma = left-- > 0 ? TimeAdvance(0) : TimeAdvance::never(); };
    }
  }
  Network build() {
    return SmallNetwork().add(ping).add(pong).connect(ping.out, pong.in).connect(pong.out, ping.in).build();
  }
};

TEST(SimulatorErrors, AZeroTimeLoopStopsWithTimeLimitAndNames) {  // M1
  TokenRing ring(1 << 30);
  Simulator sim(ring.build());
  EXPECT_THROWS(
      sim.run(10), SimulationError,
      "at time 3 in P[io]ng: zero-time loop: more than 100000 micro-steps without time passing; active "
      "in it: P[io]ng, P[io]ng. Give one of them a time advance above 0, or raise micro_step_limit");
  EXPECT_EQ(sim.counts().micro_steps, 100000u);
  EXPECT_EQ(sim.now(), 3);
}

TEST(SimulatorErrors, AZeroTimeChainWithinTheLimitPasses) {
  TokenRing five_hundred(499);  // 1 step that starts, 499 passes
  Simulator sim(five_hundred.build());
  sim.run(10);
  EXPECT_EQ(sim.counts().micro_steps, 500u);

  TokenRing exactly(499);
  Simulator at_limit(exactly.build(), {.micro_step_limit = 500});
  at_limit.run(10);
  EXPECT_EQ(at_limit.counts().micro_steps, 500u);

  TokenRing above(500);
  Simulator over_limit(above.build(), {.micro_step_limit = 500});
  EXPECT_THROWS(over_limit.run(10), SimulationError, ".*more than 500 micro-steps.*");
  EXPECT_EQ(over_limit.counts().micro_steps, 500u);
}

TEST(SimulatorErrors, TheStartIsFinite) {
  EXPECT_THROWS(Simulator(SmallNetwork().build(), {.start = kInfinity}), BuildError,
                ".*cannot begin at inf; its start must be finite");
}

TEST(SimulatorErrors, NamesOfALongLoopAreCut) {
  Log log;
  std::vector<std::unique_ptr<Node>> nodes;
  SmallNetwork net;
  for (int i = 0; i < 20; ++i) {
    nodes.push_back(std::make_unique<Node>("N" + std::to_string(10 + i), log));
    nodes.back()->sigma = 0.0;
    net.add(*nodes.back());
  }
  Simulator sim(net.build(), {.micro_step_limit = 10});
  EXPECT_THROWS(sim.run(1), SimulationError,
                "at time 0 in N10: .* active in it: N10, N11, .*, N21\\. Give.*");
}

TEST(SimulatorErrors, AnExceptionOfAModelNamesModelAndClockAndEndsTheRun) {
  Log log;
  Node a("A", log), b("B", log);
  a.sigma = b.sigma = 1.0;
  int state = 0;
  a.on_internal = [&] { state = 5; };
  b.on_internal = [&] {
    if (b.now() == 2) throw std::runtime_error("out of ink");
  };
  Simulator sim(SmallNetwork().add(a).add(b).build());
  EXPECT_THROWS(sim.run(10), SimulationError, "at time 2 in B: out of ink");
  EXPECT_EQ(state, 5);
  EXPECT_EQ(sim.now(), 2);
  EXPECT_THROWS(sim.run(10), Error, "the simulation failed before and cannot go on; build it anew");
  EXPECT_THROWS(sim.step(), Error, "the simulation failed before.*");
}

TEST(SimulatorErrors, ExceptionsInEveryFunctionAreTold) {
  const auto run = [](auto&& arm) {
    Log log;
    Node a("A", log), b("B", log);
    a.sigma = 1.0;
    a.on_output = [&] { a.out.put(1); };
    arm(a, b);
    Simulator sim(SmallNetwork().add(a).add(b).connect(a.out, b.in).build());
    sim.run(1);
  };
  const auto fail = [] { throw std::out_of_range("bad place"); };
  EXPECT_THROWS(run([&](Node& a, Node&) { a.on_initialize = fail; }), SimulationError,
                "at time 0 in A: bad place");
  EXPECT_THROWS(run([&](Node& a, Node&) { a.on_output = fail; }), SimulationError,
                "at time 1 in A: bad place");
  EXPECT_THROWS(run([&](Node&, Node& b) { b.on_external = fail; }), SimulationError,
                "at time 1 in B: bad place");
  EXPECT_THROWS(run([&](Node&, Node& b) {
                  b.sigma = 1.0;
                  b.on_confluent = fail;
                }),
                SimulationError, "at time 1 in B: bad place");
  EXPECT_THROWS(run([&](Node& a, Node&) { a.on_internal = [] { throw 7; }; }), SimulationError,
                "at time 1 in A: the model threw something that is no std::exception");
}

TEST(SimulatorErrors, PutOutsideOfOutputIsRefused) {
  Log log;
  Node a("A", log);
  a.sigma = 1.0;
  a.on_internal = [&] { a.out.put(1); };
  EXPECT_THROWS(a.out.put(1), Error,
                "put on 'A.out' while it is part of no simulation; messages are put in output\\(\\)");
  Simulator sim(SmallNetwork().add(a).build());
  EXPECT_THROWS(
      a.out.put(1), Error,
      "put on an output port outside of output\\(\\); messages are sent by the output function only");
  EXPECT_THROWS(sim.run(1), SimulationError, "at time 1 in A: put on an output port outside of output.*");
}

TEST(SimulatorErrors, AModelRunsInOneSimulatorAtATime) {
  Log log;
  Node a("A", log);
  a.sigma = 1.0;
  const SmallNetwork net = SmallNetwork().add(a);
  {
    Simulator first(net.build());
    first.run(1);
    EXPECT_TRUE(a.in_simulator());
    EXPECT_THROWS(Simulator(net.build()), BuildError,
                  "'A' already runs in a simulator; destroy that one first");
    first.run(2);  // not disturbed
    EXPECT_EQ(first.counts().internal_transitions, 2u);
  }
  EXPECT_FALSE(a.in_simulator());
  EXPECT_EQ(a.now(), 0);
  Simulator second(net.build());
  second.run(5);
  EXPECT_EQ(second.counts().internal_transitions, 5u);
}

TEST(SimulatorErrors, BadArguments) {
  Log log;
  Node a("A", log), stranger("S", log);
  EXPECT_THROWS(Simulator(SmallNetwork().add(a).build(), {.micro_step_limit = 0}), BuildError,
                "micro_step_limit 0 must be at least 1");
  Simulator sim(SmallNetwork().add(a).build());
  sim.run(5);
  EXPECT_THROWS(sim.run(4), Error, "cannot run until 4: the clock is already at 5");
  EXPECT_THROWS(sim.run(std::nan("")), Error, "cannot run until nan: .*");
  EXPECT_THROWS(sim.inject(a.in, 1, 4), Error,
                "cannot inject at time 4 into 'A.in': the time must be finite and not before the clock, 5");
  EXPECT_THROWS(sim.inject(a.in, 1, kInfinity), Error, "cannot inject at time inf .*");
  EXPECT_THROWS(sim.inject(stranger.in, 1, 6), Error,
                "cannot inject into 'S.in': it is no input of this simulator's models or of its root");
}

}  // namespace
}  // namespace escapement
