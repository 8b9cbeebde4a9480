// SPDX-License-Identifier: MIT
// Hybrid systems of equations with known answers, by every method. Errors of QSS1, LIQSS1 and CQSS are of the
// size of the quantum, whatever the instant; those of higher order are exact where trajectories are
// polynomials of their degree.
#include "escapement/qss/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"
#include "qss/expect_throw.h"
#include "qss/support.h"

namespace escapement::qss {
namespace {

using ::testing::HasSubstr;

Method with(Kind kind, double absolute) {
  return {kind, 0, absolute};
}
bool first_order(Kind kind) {
  return kind == Kind::kQss1 || kind == Kind::kLiqss1 || kind == Kind::kCqss;
}

// h' = v, v' = -9.81 from h = 1; at h <= 0 with v < 0: v := -0.7 v. Bounces at t1, t1 + 2 t1 0.7, ... with t1
// = sqrt(2 / 9.81); they accumulate at t1 (1 + 0.7) / (1 - 0.7) = 2.558633966.
Equations ball() {
  return Equations()
      .states({{"h", 1}, {"v", 0}})
      .discrete("n", 0)
      .der("h", "v")
      .der("v", "-9.81")
      .when("h <= 0 and v < 0", {{"v", "-0.7*v"}, {"n", "n + 1"}}, {{"bounce", "h"}});
}

TEST(Network, BallBouncesWhereTheClosedFormDoes) {
  const double t1 = std::sqrt(2 / 9.81);
  for (const Kind kind : all_kinds()) {
    Trial run(ball(), with(kind, 1e-3));
    auto& recorder = run.root.add<Recorder>("Bounces");
    run.root.couple(run.network->output("bounce"), recorder.in);
    run.to(2.4);
    const double tolerance = first_order(kind) ? 5e-3 : 1e-9;
    double t = t1, flight = 2 * t1;
    ASSERT_GE(recorder.count(), 6u) << name_of(kind);
    for (std::size_t k = 0; k < 6; ++k, t += flight *= 0.7) {
      EXPECT_NEAR(recorder.entries()[k].time, t, tolerance) << name_of(kind);
      EXPECT_LE(recorder.entries()[k].value, 0) << name_of(kind);  // the condition holds in its handler
      EXPECT_GT(recorder.entries()[k].value, -1e-12) << name_of(kind);
    }
  }
}

TEST(Network, ZenoBehaviourStopsWithConditionAndAccumulationTime) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    Trial run(ball(), with(kind, 1e-3));
    try {
      run.to(4);
      ADD_FAILURE() << "nothing was thrown by " << name_of(kind);
    } catch (const SimulationError& error) {
      EXPECT_NEAR(error.clock(), 2.558633966, 1e-6);
      EXPECT_THAT(error.model_path(), ::testing::AnyOf("N.h <= 0", "N.v < 0"));
      EXPECT_THAT(error.message(), HasSubstr("changes without end: ever faster, and before time 2.55863396"));
      EXPECT_GT(run("h"), -1e-6);
    }
  }
}

// y = -1 from the instant at which 1 + t - 4.9 t^2 = -1 on.
TEST(Network, InelasticLandingRests) {
  for (const Kind kind : all_kinds()) {
    Trial run(Equations()
                  .states({{"y", 1}, {"v", 1}})
                  .discrete("down", 0)
                  .discrete("at", 0)
                  .der("y", "v")
                  .der("v", "if down > 0 then 0 else -9.8")
                  .when("y <= -1", {{"v", "0"}, {"down", "1"}, {"y", "-1"}, {"at", "time"}}),
              with(kind, 1e-3));
    run.to(3);
    EXPECT_NEAR(run("at"), (1 + std::sqrt(1 + 4 * 4.9 * 2)) / 9.8, first_order(kind) ? 1e-3 : 1e-10)
        << name_of(kind);
    EXPECT_EQ(run("y"), -1) << name_of(kind);
    EXPECT_EQ(run("v"), 0) << name_of(kind);
  }
}

// x' = if t > 0 then sin(10 t) else 0: (1 - cos 10) / 10. The condition holds from the start on.
TEST(Network, EventAtTheStart) {
  for (const Kind kind : all_kinds()) {
    Trial run(Equations()
                  .states({{"x", 0}, {"c", 1000}})
                  .der("x", "if time > 0 then sin(10*time) else 0")
                  .der("c", "0"),
              with(kind, 1e-4));
    run.to(1);
    EXPECT_NEAR(run("x"), 0.1839071529, 1e-4) << name_of(kind);
    EXPECT_EQ(run("c"), 1000);
  }
}

TEST(Network, SimultaneousEventsAllFire) {
  for (const Kind kind : all_kinds()) {
    Trial run(Equations()
                  .states({{"u1", 0}, {"u2", 0}})
                  .der("u1", "-u1")
                  .der("u2", "-u2")
                  .when("time >= 1", {{"u1", "u1 + 1"}})
                  .when("time > 1", {{"u2", "u2 + 1"}}),
              with(kind, 1e-4));
    run.to(5);
    EXPECT_NEAR(run("u1"), std::exp(-4), 2e-4) << name_of(kind);
    EXPECT_NEAR(run("u2"), std::exp(-4), 2e-4) << name_of(kind);
  }
}

// x' = 1 until x = 1, then -1: x(2) = 0, exact for every method since all pieces are lines.
TEST(Network, DerivativesAreNewAfterAnEvent) {
  for (const Kind kind : all_kinds()) {
    Trial run(Equations().states({{"x", 0}}).discrete("d", 1).der("x", "d").when("x >= 1", {{"d", "-1"}}),
              with(kind, 1e-3));
    run.to(2);
    EXPECT_NEAR(run("x"), 0, 1e-9) << name_of(kind);
  }
}

TEST(Network, NarrowPulsesAreNotMissed) {
  for (const Kind kind : all_kinds()) {
    Trial run(Equations().states({{"x", 0}}).der("x", "if 20 < time and time < 20.1 then 10000 else 0"),
              with(kind, 1));
    run.to(30);
    EXPECT_NEAR(run("x"), 1000, 1e-8) << name_of(kind);
  }
}

TEST(Network, SignsThatChangeAtWholeTimes) {
  for (const Kind kind : all_kinds()) {
    Trial run(Equations().states({{"x", 0}}).der("x", "(-1)^floor(time)"), with(kind, 1e-3));
    run.to(2.5);
    EXPECT_NEAR(run("x"), 0.5, 1e-11) << name_of(kind);
  }
}

// a = 10 t - 1 and d = b - floor(b) with b = 2 + mod(a - 2, 4): d stays in [0, 1), and b falls by 4 where a -
// 2 is a multiple of 4, at t = 0.3 and 0.7.
TEST(Network, ModAndFloorAgree) {
  Trial run(Equations()
                .states({{"a", -1}})
                .algebraic("b", "2 + mod(a - 2, 4)")
                .algebraic("d", "b - floor(b)")
                .der("a", "10"),
            with(Kind::kQss2, 1e-3));
  for (int i = 1; i <= 100; ++i) {
    const double t = i * 0.0097;
    run.to(t);
    EXPECT_GE(run("d"), 0) << t;
    EXPECT_LT(run("d"), 1) << t;
    EXPECT_NEAR(run("b"), 2 + 10 * t - 3 + (t < 0.3 ? 4 : t < 0.7 ? 0 : -4), 1e-9) << t;
  }
}

// Two events at one instant set one variable: the last of the list wins; both read the values of before.
TEST(Network, EventsThatFireTogetherReadTheValuesOfBefore) {
  Trial run(Equations()
                .states({{"x", 1}, {"y", 2}})
                .discrete("last", 0)
                .der("x", "0")
                .der("y", "0")
                .when("time >= 1", {{"x", "y"}, {"last", "1"}})
                .when("time >= 1.0", {{"y", "x"}, {"last", "2"}}),
            with(Kind::kQss2, 1e-3));
  run.to(2);
  EXPECT_EQ(run("x"), 2);
  EXPECT_EQ(run("y"), 1);
  EXPECT_EQ(run("last"), 2);
}

// Two states, stiff and driven by their own events. The exact instants follow from the eigenvalues; the last
// is 3.5e-7 before the end, and y1(5) moves by 2.7e6 for each second that it is off.
TEST(Network, EventsReadStatesThatNothingElseReads) {
  // v = 2 t is in no condition: at x = t = 1, 2, 3 the events see 2, 4 and 6, also after v was set.
  for (const Kind kind : all_kinds()) {
    Trial run(Equations()
                  .states({{"x", 0}, {"v", 0}})
                  .discrete("seen", 0)
                  .discrete("n", 1)
                  .der("x", "1")
                  .der("v", "2")
                  .when("x >= n", {{"seen", "seen + v"}, {"v", "v + 1"}, {"n", "n + 1"}}),
              with(kind, 1e-2));
    run.to(3.5);
    EXPECT_NEAR(run("seen"), 2 + 5 + 8, 1e-9) << name_of(kind);
    EXPECT_NEAR(run("v"), 10, 1e-9) << name_of(kind);
  }
}

TEST(Network, WhatJumpsOntoTheThresholdIsAsAtEquality) {
  // Each pulse is one more than what has been seen; the event makes the difference 0, which is not above 0.
  // The whole number of what jumps to 2 is 2.
  for (const Kind kind : {Kind::kQss1, Kind::kQss3, Kind::kLiqss2}) {
    Trial run(Equations()
                  .states({{"x", 0}})
                  .input("pulse")
                  .discrete("seen", 0)
                  .discrete("n", 0)
                  .algebraic("whole", "floor(pulse)")
                  .der("x", "1")
                  .when("pulse > seen", {{"seen", "pulse"}, {"n", "n + 1"}}),
              with(kind, 1e-2));
    GeneratorOptions counting;
    counting.increment = 1;
    auto& generator = run.root.add<Generator>("G", counting);
    run.root.couple(generator.out, run.network->input("pulse"));
    run.to(5.5);
    EXPECT_EQ(run("n"), 5) << name_of(kind);
    EXPECT_EQ(run("whole"), 5) << name_of(kind);
  }
  // What comes to the threshold by itself and stops there has crossed it, and does so once.
  Trial stops(Equations()
                  .states({{"level", 0}})
                  .discrete("open", 1)
                  .discrete("n", 0)
                  .der("level", "0.3*open")
                  .when("level > 0.9", {{"open", "0"}, {"n", "n + 1"}}),
              with(Kind::kQss2, 1e-3));
  stops.to(10);
  EXPECT_EQ(stops("n"), 1);
  EXPECT_NEAR(stops("level"), 0.9, 1e-12);
}

TEST(Network, StiffTwoStateModelSwitchesOnTime) {
  for (const auto& [kind, quantum, tolerance] :
       {std::tuple{Kind::kLiqss2, 1e-5, 5e-5}, std::tuple{Kind::kLiqss3, 1e-10, 1e-9}}) {
    Trial run(Equations()
                  .states({{"y1", 4.2}, {"y2", 0.3}})
                  .discrete("s", 1)
                  .der("y1", "2.7e6*(y2 + (if s > 1.5 then -0.3 else 0.4) - y1)")
                  .der("y2", "3.5651205*((if s > 1.5 then 2.73 else 5.5) - y2)")
                  .when("y1 >= 5.8", {{"s", "2"}}, {{"switch", "2"}})
                  .when("y1 <= 2.5 and s > 1.5", {{"s", "1"}}, {{"switch", "1"}}),
              with(kind, quantum));
    auto& recorder = run.root.add<Recorder>("Switches");
    run.root.couple(run.network->output("switch"), recorder.in);
    run.to(4.9);
    EXPECT_EQ(recorder.count(), 4u) << name_of(kind);
    if (kind == Kind::kLiqss3) {
      run.to(5);
      EXPECT_NEAR(run("y1"), 5.36931212, 1e-3);
      EXPECT_NEAR(run("y2"), 5.39999676, 1e-7);
    }
    const double exact[] = {1.10830616777113, 2.12968535515471, 3.05415290699572, 4.07553209437930,
                            4.99999964622031};
    for (std::size_t k = 0; k < recorder.count(); ++k)
      EXPECT_NEAR(recorder.entries()[k].time, exact[k], tolerance) << name_of(kind);
  }
}

TEST(Network, InputsAreMessagesThatStay) {
  for (const Kind kind : all_kinds()) {
    Trial run(Equations().states({{"x", 0}}).input("u", 3).der("x", "u"), with(kind, 1e-3));
    auto& source = run.root.add<Generator>("Source", GeneratorOptions{Periodic("1", "1"), 5, -10, 2});
    run.root.couple(source.out, run.network->input("u"));
    run.to(2.5);
    EXPECT_NEAR(run("x"), 3 + 5 - 2.5, 1e-12) << name_of(kind);
  }
}

// Equations are in seconds: with a clock in minutes x' = 1/s comes to 60 in a minute, and time > 30 at half
// of one.
TEST(Network, EquationsAreInSeconds) {
  NetworkOptions options;
  options.seconds = 60;
  Trial run(Equations().states({{"x", 0}, {"y", 0}}).der("x", "1").der("y", "if time > 30 then 1 else 0"),
            with(Kind::kQss2, 1e-2), options);
  run.to(1);
  EXPECT_NEAR(run("x"), 60, 1e-9);
  EXPECT_NEAR(run("y"), 30, 1e-9);
}

TEST(Network, AlgebraicVariablesAndCounts) {
  Trial run(Equations()
                .states({{"x", 1}, {"y", 1}})
                .algebraic("s", "x + y")
                .algebraic("twice", "2*s")
                .der("x", "-s")
                .der("y", "s - twice"),
            with(Kind::kQss2, 1e-5));
  run.to(1);  // x = y: x' = -2 x
  EXPECT_NEAR(run("s"), 2 * std::exp(-2), 1e-4);
  EXPECT_NEAR(run("twice"), 4 * std::exp(-2), 2e-4);
  EXPECT_EQ(run.network->counts().steps, run.network->changes("x") + run.network->changes("y"));
  EXPECT_GT(run.network->counts().evaluations, 0u);
}

TEST(Network, ATraceIsTheSameHoweverOftenTheRunStops) {
  Trial once(ball(), with(Kind::kQss3, 1e-4)), often(ball(), with(Kind::kQss3, 1e-4));
  once.to(2);
  for (int i = 1; i <= 200; ++i) often.to(i / 100.0);
  EXPECT_EQ(once("h"), often("h"));
  EXPECT_EQ(once("v"), often("v"));
}

// Many networks that disturb each other by messages: the same to the last bit for any number of threads.
TEST(Network, ThreadsChangeNothing) {
  const auto run = [](unsigned threads) {
    Coupled root("Root");
    std::vector<Network*> networks;
    for (int i = 0; i < 12; ++i) {
      Equations equations;
      equations.states({{"x", 1 + 0.1 * i}, {"v", 0}})
          .input("push")
          .der("x", "v")
          .der("v", "-x + 0.1*push")
          .when("x <= 0", {}, {{"low", "v"}});
      equations.system.prepare();
      networks.push_back(&root.add<Network>("N" + std::to_string(i), std::move(equations.system),
                                            NetworkOptions{with(Kind::kQss2, 1e-3)}));
    }
    for (std::size_t i = 0; i < networks.size(); ++i)
      root.couple(networks[i]->output("low"), networks[(i + 1) % networks.size()]->input("push"));
    SimulatorOptions options;
    options.threads = threads;
    options.always_parallel = threads > 1;
    Simulator simulator(flatten(root), options);
    simulator.run(20);
    std::vector<double> values;
    for (const Network* n : networks) values.push_back(n->value("x", 20));
    return values;
  };
  EXPECT_EQ(run(1), run(4));
}

TEST(Network, BadNumbersAreTold) {
  Trial nan(Equations().states({{"x", 1}}).der("x", "sqrt(0.5 - time)"), with(Kind::kQss2, 1e-3));
  try {
    nan.to(1);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.model_path(), "N.x");
    EXPECT_THAT(error.message(),
                HasSubstr("look for a division by zero or a root or logarithm of a negative number"));
  }
  Trial reset(Equations().states({{"x", 1}}).der("x", "1").when("x >= 2", {{"x", "1/(x - x)"}}),
              with(Kind::kQss1, 0.5));
  EXPECT_THROW(reset.to(2), SimulationError);
  expect_throw<BuildError>(
      [] {
        Trial(Equations().states({{"x", 1}}).der("x", "1"), with(Kind::kQss1, 0));
      },
      "'N': the absolute quantum is 0; it must be above 0, for a state without a quantum "
      "would change without end");
  expect_throw<BuildError>(
      [] {
        Trial(Equations().states({{"x", std::nan("")}}).der("x", "1"), with(Kind::kQss1, 1));
      },
      "'N': the start value of 'x' is nan; it must be finite");
  Trial run(Equations().states({{"level", 1}}).der("level", "1"), with(Kind::kQss1, 1));
  expect_throw<BuildError>([&] { run.network->value("levl", 0); },
                           "'levl' is not a variable of 'N'; did you mean 'level'?");
  expect_throw<BuildError>([&] { run.network->input("level"); },
                           "'level' is not an input for messages of 'N'; did you mean 'level'?");
}

}  // namespace
}  // namespace escapement::qss
