// SPDX-License-Identifier: MIT
// Events of the quantised state solver: instants, what handlers see, what reads what they change.
#include <gmock/gmock.h>

#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;
using testing::HasSubstr;
using testing::ThrowsMessage;

// A ball from 1 m, g = 9.81, coefficient e: the first impact at t1 = sqrt(2/9.81) = 0.4515236410, then each
// flight e times the one before: impacts at t1, t1 + 2 e t1, t1 + 2 e t1 + 2 e^2 t1 ...
Text ball(const std::string& coefficient) {
  Text text;
  text.equation("d.h = v");
  text.equation("d.v = -9.81");
  start(text, "h", 1);
  start(text, "v", 0);
  text.discrete("hits", 0);
  text.reinit("v", {{{"h <= 0 and v < 0"}, "-" + coefficient + "*v"}});
  text.when("hits", {{{"h <= 0 and v < 0"}, "pre.hits + 1"}});
  return text;
}

TEST(SolverEvents, ABallBouncesAtTheInstantsOfItsParabolas) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(ball("0.7").system, method(kind, 1e-3, 1e-6));
    solver.start(0);
    double before = 0;
    std::vector<double> hits;
    while (hits.size() < 12) {
      solver.instant();
      const double now = solver.value("hits", solver.now());
      EXPECT_GE(solver.value("h", solver.now()), -1e-9);
      if (now != before) hits.push_back(solver.now());
      before = now;
    }
    const double t1 = std::sqrt(2 / 9.81);
    double t = t1, flight = 2 * t1;
    for (const double hit : hits) {
      EXPECT_NEAR(hit, t, 1e-9);
      flight *= 0.7;
      t += flight;
    }
    // t1 (1 + e)/(1 - e) = 2.558633966 is where impacts accumulate.
    EXPECT_THAT([&] { solver.advance(5); }, ThrowsMessage<Error>(HasSubstr("before time 2.5586")));
  }
}

// y = 1 + t - 4.9 t^2 comes to -1 at 0.7490149994; there v := 0 and the support holds.
TEST(SolverEvents, AnInelasticLandingStaysWhereItIs) {
  Text text;
  text.discrete("support", 0);
  text.equation("d.y = v");
  text.equation("d.v = -9.8*(1 - support)");
  start(text, "y", 1);
  start(text, "v", 1);
  text.when("support", {{{"y <= -1"}, "1"}});
  text.reinit("v", {{{"y <= -1"}, "0"}});
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-6));
  solver.start(0);
  while (solver.value("support", solver.now()) == 0) solver.instant();
  EXPECT_NEAR(solver.now(), (1 + std::sqrt(1 + 4 * 4.9 * 2)) / 9.8, 1e-9);
  solver.advance(10);
  EXPECT_NEAR(solver.state(0, 10), -1, 1e-12);
}

// An event that is due at the start: x' = if t > 0 then sin(10 t) else 0; x(1) = (1 - cos 10)/10.
TEST(SolverEvents, AConditionOfTimeAtTheStart) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = if time > 0 then sin(10*time) else 0");
    text.equation("d.c = 0");
    start(text, "x", 0);
    start(text, "c", 1000);
    Solver solver(text.system, method(kind, 1e-4, 1e-4));
    solver.start(0);
    solver.advance(1);
    EXPECT_NEAR(solver.state(0, 1), 0.1839071529, 2e-3);
    EXPECT_EQ(solver.state(1, 1), 1000);
  }
}

// Two conditions at one instant, each with its own handler: both act, u(5) = exp(-4).
TEST(SolverEvents, ConditionsOfOneInstantAllAct) {
  Text text;
  text.equation("d.u1 = -u1");
  text.equation("d.u2 = -u2");
  text.equation("d.z = 1");
  for (const char* name : {"u1", "u2", "z"}) start(text, name, 0);
  text.reinit("u1", {{{"z >= 1"}, "u1 + 1"}});
  text.reinit("u2", {{{"time >= 1"}, "u2 + 1"}});
  Solver solver(text.system, method(Kind::kQss3, 1e-5, 1e-7));
  solver.start(0);
  solver.advance(5);
  EXPECT_NEAR(solver.state(0, 5), std::exp(-4), 1e-5);
  EXPECT_NEAR(solver.state(1, 5), std::exp(-4), 1e-5);
}

// x' = 1 until x = 1, then -1: nothing of the old slope is left.
TEST(SolverEvents, ADerivativeIsNewAfterItsEvent) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.discrete("s", 1);
    text.equation("d.x = s");
    start(text, "x", 0);
    text.when("s", {{{"x >= 1"}, "-1"}});
    Solver solver(text.system, method(kind, 1e-3, 1e-6));
    solver.start(0);
    solver.advance(2);
    EXPECT_NEAR(solver.state(0, 2), 0, 1e-9);
  }
}

// A pulse of 0.1 s in 30 s, however long the steps are: x(30) = 10000 * 0.1.
TEST(SolverEvents, ANarrowPulseIsNotMissed) {
  Text text;
  text.equation("d.x = if time > 20 and time < 20.1 then 10000 else 0");
  start(text, "x", 0);
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-3));
  solver.start(0);
  solver.advance(30);
  EXPECT_NEAR(solver.state(0, 30), 1000, 1e-6);
}

// A crossing function that is no polynomial: x = t, sin(x) rises through 0.5 at pi/6 and falls at 5 pi/6.
TEST(SolverEvents, ACrossingOfAFunctionThatIsNoPolynomialIsLocated) {
  for (const std::string function : {"sin(x)", "sin(time + 0*x)"}) {
    SCOPED_TRACE(function);
    Text text;
    text.discrete("n", 0);
    text.equation("d.x = 1");
    start(text, "x", 0);
    text.when("n", {{{function + " > 0.5"}, "pre.n + 1"}});
    Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-2));
    solver.start(0);
    std::vector<double> found;
    double before = 0;
    while (solver.now() < 20) {
      solver.instant();
      const double now = solver.value("n", solver.now());
      if (now != before) found.push_back(solver.now());
      before = now;
    }
    ASSERT_GE(found.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(found[k], std::acos(-1.0) * (1.0 / 6 + 2 * static_cast<double>(k)), 1e-9);
  }
}

// floor(x) counts up and down with x = 4 sin t: +1 at asin(k/4), back at pi - asin(k/4).
TEST(SolverEvents, AFloorFollowsItsArgumentUpAndDown) {
  Text text;
  text.equation("d.x = y");
  text.equation("d.y = -x");
  text.equation("d.w = floor(x)");
  start(text, "x", 0);
  start(text, "y", 4);
  start(text, "w", 0);
  Solver solver(text.system, method(Kind::kQss3, 1e-7, 1e-7));
  solver.start(0);
  solver.advance(3);
  // Between asin(1/4) and pi - asin(1/4) it is 1 at least, and so on; 4 is touched at an instant only.
  double sum = 0;
  for (const double k : {1.0, 2.0, 3.0}) {
    const double rise = std::asin(k / 4), fall = std::acos(-1.0) - rise;
    sum += std::min(fall, 3.0) - rise;
  }
  EXPECT_NEAR(solver.value("w", 3), sum, 1e-4);
}

// A sampled value: y(k) = x(k) at each whole second, x = t^2/2 + ... of x' = time.
TEST(SolverEvents, SamplersActAtTheirTicks) {
  Text text;
  text.discrete("tick", 0);
  text.discrete("y", 0);
  text.equation("d.x = time");
  text.equation("d.z = y");
  start(text, "x", 0);
  start(text, "z", 0);
  text.equals("tick", "floor(time)");
  text.pre("tick");
  text.when("y", {{{"tick > pre.tick"}, "x"}});
  text.system.samplers.push_back(*text.system.find("tick"));
  Solver solver(text.system, method(Kind::kQss2, 1e-4, 1e-4));
  solver.start(0);
  solver.advance(4);
  // y is 0, 1/2, 2, 9/2 in the four seconds.
  EXPECT_NEAR(solver.value("z", 4), 7, 1e-6);
}

// An ideal diode in a loop: off when its current would be negative. i = max(0, sin t) charges q' = i, with
// the condition and the block that gives s needing each other.
TEST(SolverEvents, ConditionsThatNeedBlocksAreIterated) {
  Text text;
  text.equation("v + i = u");
  text.equation("v = if s > 0 then 0.001*s else s");
  text.equation("i = if s > 0 then s else 0");
  text.equation("d.u = w");
  text.equation("d.w = -u");
  text.equation("d.q = i");
  start(text, "u", 0);
  start(text, "w", 1);
  start(text, "q", 0);
  Solver solver(text.system, method(Kind::kQss3, 1e-5, 1e-7));
  solver.start(0);
  solver.advance(6.5);
  // The integral of sin over its positive half is 2, and of 0.0..0.2168 after 2 pi 1 - cos(6.5); over 1.001.
  EXPECT_NEAR(solver.value("q", 6.5), (2 + 1 - std::cos(6.5)) / 1.001, 1e-3);
}

TEST(SolverEvents, EventsThatDoNotSettleAreNamed) {
  Text text;
  text.discrete("b", 0);
  text.equation("d.x = 1");
  start(text, "x", 0);
  text.equals("b", "if x > 1 then not pre.b else pre.b");
  text.pre("b");
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-3));
  solver.start(0);
  EXPECT_THAT([&] { solver.advance(2); }, ThrowsMessage<Error>(HasSubstr("events do not settle at time 1")));
}

TEST(SolverEvents, ValuesThatNeedEachOtherAndNeverAgreeAreNamed) {
  Text text;
  text.discrete("a", 0);
  text.discrete("b", 0);
  text.equation("d.x = 1");
  start(text, "x", 0);
  text.equals("a", "if x > 1 then not b else b");
  text.equals("b", "a");
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-3));
  solver.start(0);
  EXPECT_THAT([&] { solver.advance(2); },
              ThrowsMessage<Error>(HasSubstr("at time 1 these need each other and never agree")));
}

TEST(SolverEvents, AnInputActsAtOnce) {
  Text text;
  text.input("u");
  text.discrete("high", 0);
  text.equation("d.x = u");
  start(text, "x", 0);
  text.when("high", {{{"u > 2"}, "1"}});
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-3));
  solver.start(0);
  const auto u = *solver.system().find("u");
  solver.advance(1);
  const std::pair<equations::VariableIndex, double> first{u, 1.0}, second{u, 3.0};
  solver.set_inputs(1, {&first, 1});
  solver.advance(2);
  EXPECT_NEAR(solver.state(0, 2), 1, 1e-12);
  EXPECT_EQ(solver.value("high", 2), 0);
  solver.set_inputs(2, {&second, 1});
  EXPECT_EQ(solver.value("high", 2), 1);
  solver.advance(3);
  EXPECT_NEAR(solver.state(0, 3), 4, 1e-12);
}

TEST(SolverEvents, AnAssertionThatFailsEndsTheRunWithItsMessage) {
  Text text;
  text.discrete("n", 0);
  text.equation("d.x = 1");
  start(text, "x", 0);
  text.when("n", {{{"x > 1"}, "7"}});
  text.system.assertions.push_back({text.formula("n < 5"), "too many", {}, false, {}});
  Solver solver(text.system, method(Kind::kQss2, 1e-3, 1e-3));
  solver.start(0);
  EXPECT_THAT([&] { solver.advance(2); },
              ThrowsMessage<Error>(HasSubstr("an assertion of the model does not hold at time 1: too many")));
}

// Levels of 3 sin(t): up through 1 and 2 at asin(1/3) and asin(2/3), and down again; at 4.5 floor is -3.
TEST(SolverEvents, FloorsOfCurvesInTimeGoUpAndDown) {
  for (const Kind kind : {Kind::kQss1, Kind::kQss3, Kind::kLiqss2}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.discrete("level", 0);
    text.equals("level", "floor(3*sin(time) + 0.5)");
    text.equation("d.x = level");
    start(text, "x", 0);
    Solver solver(text.system, method(kind, 1e-3, 1e-6));
    solver.start(0);
    for (const double t : {0.1, 0.3, 0.8, 1.5, 2.5, 2.9, 3.1, 3.7, 4.5, 6.0}) {
      solver.advance(t);
      EXPECT_EQ(solver.value("level", t), std::floor(3 * std::sin(t) + 0.5)) << t;
    }
    // To 1.5: 1 from asin(1/6) on, 2 from asin(1/2), 3 from asin(5/6).
    Solver again(text.system, method(kind, 1e-3, 1e-6));
    again.start(0);
    again.advance(1.5);
    EXPECT_NEAR(again.value("x", 1.5), 4.5 - std::asin(1.0 / 6) - std::asin(0.5) - std::asin(5.0 / 6), 1e-8);
  }
}

// Relations of one curve in time, each crossing both ways many times at instants that only rounding tells
// apart: sin(2 pi 50 t) is above zero in the first half of each period, below in the second.
TEST(SolverEvents, RelationsOfOneCurveInTimeChangeTogether) {
  for (const Kind kind : {Kind::kQss2, Kind::kLiqss2}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    for (const char* name : {"above", "below", "rises"}) text.discrete(name, 0);
    text.equals("above", "325*sin(314.15926535897931*time) > 0");
    text.equals("below", "230*sin(314.15926535897931*time) < 0");
    text.when("rises", {{{"sin(314.15926535897931*time) > 0"}, "pre.rises + 1"}});
    text.equation("d.x = above - below");
    start(text, "x", 0);
    Solver solver(text.system, method(kind, 1e-3, 1e-6));
    solver.start(0);
    for (int half = 0; half < 60; ++half) {
      const double t = 0.01 * half + 0.004;
      solver.advance(t);
      ASSERT_EQ(solver.value("above", t), half % 2 == 0 ? 1 : 0) << t;
      ASSERT_EQ(solver.value("below", t), half % 2 == 0 ? 0 : 1) << t;
      ASSERT_NEAR(solver.value("x", t), half % 2 == 0 ? 0.004 : 0.006, 1e-9) << t;
    }
    EXPECT_NEAR(solver.value("rises", 0.594), 30, 1);
  }
}

// Where i is 0, |1/i| is in a branch that does not count: no corner, and no fault.
TEST(SolverEvents, CornersOfBranchesThatDoNotCountAreNone) {
  Text text;
  text.equation("d.i = 1");
  text.equation("d.y = if noEvent(abs(i) > 0.5) then abs(1/i) else 2");
  start(text, "i", 0);
  start(text, "y", 0);
  for (const Kind kind : {Kind::kQss3, Kind::kLiqss2}) {
    Solver solver(text.system, method(kind, 1e-4, 1e-7));
    solver.start(0);
    solver.advance(1);
    EXPECT_NEAR(solver.value("y", 1), 1 + std::log(2), 1e-3);  // 2 to 0.5, then 1/t
  }
}

// x' = -1 above 0 and 1 below: from t = 1 on x slides along 0, half of the time on either side, and y' = -1
// and 3 there is 1 on average: y(1) = -1, y(3) = 1. Both sides of a corner count, while a relation that is an
// event stops the run.
Text sliding(const std::string& branch) {
  Text text;
  text.equation("d.x = if " + branch + " then 0 - 1 else 1");
  text.equation("d.y = if " + branch + " then 0 - 1 else 3");
  start(text, "x", 1);
  start(text, "y", 0);
  return text;
}
TEST(SolverEvents, AMotionSlidesAlongACorner) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(sliding("noEvent(x > 0)").system, method(kind, 1e-2, 1e-4));
    solver.start(0);
    solver.advance(3);
    EXPECT_NEAR(solver.value("x", 3), 0, 2e-2);
    EXPECT_NEAR(solver.value("y", 3), 1, 5e-2);
    EXPECT_LT(solver.counts().events, 100000U);
  }
}
TEST(SolverEvents, ARelationThatChattersStopsTheRun) {
  Solver solver(sliding("x > 0").system, method(Kind::kLiqss2, 1e-2, 1e-4));
  solver.start(0);
  EXPECT_THAT([&] { solver.advance(3); }, ThrowsMessage<Error>(HasSubstr("'x > 0' changes without end")));
}

// An amplifier of gain 1000, limited to 15 V, with half of its output fed back to its positive input and a
// ramp c at its negative one. At +15 V it is in its limit as long as 1000 (7.5 - c) > 15, so until c = 7.485:
// there this branch of the solution ends, and the other limit is the only solution left. c = -2 + 10 t is
// there at 0.9485.
TEST(SolverEvents, WhereABranchOfASolutionEndsAnotherIsTaken) {
  for (const Kind kind : {Kind::kQss2, Kind::kLiqss2, Kind::kQss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.c = 10");
    text.equation("v = 0.5*out - c");
    text.equation(
        "out = if noEvent(1000*v > 15) then 15 else if noEvent(1000*v < -15) then 0 - 15 else 1000*v");
    text.equation("d.y = out");
    start(text, "c", -2);
    start(text, "y", 0);
    text.system.variables[text.unknown("v")].start = 9.5;
    text.system.variables[text.unknown("out")].start = 15;
    Solver solver(text.system, method(kind, 1e-3, 1e-6));
    solver.start(0);
    solver.advance(0.94);
    EXPECT_NEAR(solver.value("out", 0.94), 15, 1e-9);
    solver.advance(0.95);
    EXPECT_NEAR(solver.value("out", 0.95), -15, 1e-9);
    EXPECT_NEAR(solver.value("y", 0.95), 15 * (0.9485 - 0.0015), 2e-2);
  }
}

// x = t and y = 2 - t come to k and 2 - k at one time, but for roundings, by different choices: one event, in
// which only the first branch counts. (QSS1 and CQSS add up more roundings on their way than are taken for
// one time.)
TEST(SolverEvents, WhatCrossesTogetherIsOneEvent) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss1, Kind::kLiqss2, Kind::kLiqss3})
    for (const char* k : {"1", "0.7", "0.3333333", "1.1"}) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + " at " + k);
      Text text;
      text.equation("d.x = 1");
      text.equation("d.y = -1");
      const std::string first = std::string("x > ") + k, second = std::string("y < 2 - ") + k;
      text.discrete("n", 0);
      text.when("n", {{{first}, "pre.n + 1"}, {{second}, "pre.n + 100"}});
      text.discrete("m", 0);
      text.when("m", {{{first, second}, "pre.m + 1"}});
      start(text, "x", 0);
      start(text, "y", 2);
      Solver solver(std::move(text.system), method(kind, 1e-3, 1e-3));
      solver.start(0);
      solver.advance(1.9);
      EXPECT_EQ(solver.value("n", 1.9), 1);
      EXPECT_EQ(solver.value("m", 1.9), 1);
    }
}

}  // namespace
}  // namespace escapement::qss_solver
