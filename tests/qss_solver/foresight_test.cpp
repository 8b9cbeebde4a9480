// SPDX-License-Identifier: MIT
// Derivatives that are 0, with all their own derivatives, a moment before they are large.
#include <gmock/gmock.h>

#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

constexpr Kind kHigher[] = {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3};

// v = t, and x' is the logistic function of 60 (v - 19), so that x = ln(1 + exp(60 (t - 19))) / 60: nothing
// until 19, then t - 19. At 15 it is exp(-240), which no digit of x' tells.
void expect_switched_on(const Text& text, const std::string& state, double factor) {
  for (const Kind kind : kHigher) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(text.system, method(kind, 0, 1e-4));
    solver.start(0);
    for (const double t : {18.9, 19.0, 19.1, 20.0}) {
      solver.advance(t);
      EXPECT_NEAR(solver.value(state, t), factor * std::log1p(std::exp(60 * (t - 19))) / 60, 4e-4) << t;
    }
    EXPECT_LT(solver.counts().steps, 4000U);
  }
}

TEST(Foresight, AFormulaOfStatesTurnsWhereItTurns) {
  Text text;
  text.equation("d.v = 1");
  text.equation("d.x = 1/(1 + exp(-60*(v - 19)))");
  start(text, "v", 0);
  start(text, "x", 0);
  expect_switched_on(text, "x", 1);
}

TEST(Foresight, WhatIsSharedTurnsWhereItTurns) {
  Text text;
  text.equation("s = 1/(1 + exp(-60*(v - 19)))");
  text.equation("d.v = 1");
  text.equation("d.x = s");
  text.equation("d.y = -2*s");
  start(text, "v", 0);
  start(text, "x", 0);
  start(text, "y", 0);
  expect_switched_on(text, "x", 1);
  expect_switched_on(text, "y", -2);
}

// Through a nonlinear block: z + z^3 = 2 s has z = 1 at s = 1.
TEST(Foresight, ABlockTurnsWhereItTurns) {
  Text text;
  text.equation("z + z*z*z = 2/(1 + exp(-60*(v - 19)))");
  text.equation("d.v = 1");
  text.equation("d.x = z");
  start(text, "v", 10);
  start(text, "x", 0);
  for (const Kind kind : kHigher) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(text.system, method(kind, 0, 1e-4));
    solver.start(10);
    solver.advance(19.5);
    const double at_half = solver.value("x", 19.5);
    EXPECT_GT(at_half, 0.45);
    solver.advance(20.5);
    EXPECT_NEAR(solver.value("x", 20.5) - at_half, 1, 4e-4);  // z = 1 from there on
  }
}

// A diode and its resistor, solved for together, charge a capacitor from a sine: 20 sin 20 t = v + 100 i + c,
// i = 1e-12 (exp(v/0.025) - 1), c' = (i - c/1000)/1e-4. In reverse i is nothing to all its digits. Beside it
// the same by Runge and Kutta with bisection, of the loop, in steps of 10 us.
double rectified(double end) {
  const auto slope = [](double t, double c) {
    double low = -100, high = 1;
    for (int k = 0; k < 60; ++k) {
      const double v = 0.5 * (low + high);
      (v + 100e-12 * std::expm1(v / 0.025) + c < 20 * std::sin(20 * t) ? low : high) = v;
    }
    return (1e-12 * std::expm1(low / 0.025) - c / 1000) / 1e-4;
  };
  const double h = 1e-5;
  double c = 0;
  for (int k = 0; k < static_cast<int>(std::lround(end / h)); ++k) {
    const double t = k * h, a = slope(t, c), b = slope(t + h / 2, c + h / 2 * a),
                 d = slope(t + h / 2, c + h / 2 * b), e = slope(t + h, c + h * d);
    c += h / 6 * (a + 2 * b + 2 * d + e);
  }
  return c;
}

TEST(Foresight, ADiodeInALoopConductsInTime) {
  for (const Kind kind : kHigher)
    for (const double tolerance : {1e-3, 1e-5}) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + " " + std::to_string(tolerance));
      Text text;
      text.equation("i = 1e-12*(exp(v/0.025) - 1)");
      text.equation("20*sin(20*time) = v + 100*i + c");
      text.equation("d.c = (i - c/1000)/1e-4");
      start(text, "c", 0);
      Solver solver(std::move(text.system), method(kind, tolerance, 1e-3 * tolerance));
      solver.start(0);
      for (const double t : {0.33, 0.645}) {  // in the second and the third upswing
        solver.advance(t);
        EXPECT_NEAR(solver.value("c", t), rectified(t), 20 * tolerance);
      }
    }
}

// By time alone.
TEST(Foresight, AFunctionOfTimeTurnsWhereItTurns) {
  Text text;
  text.equation("d.x = 1/(1 + exp(-60*(time - 19)))");
  start(text, "x", 0);
  expect_switched_on(text, "x", 1);
}

// x' = 1 while x < 0, up to exp(1000 x), a friction by 2/(1 + exp(-v/v0)) - 1: the exponential overflows on
// the way, and what is divided by it is 0. So x = -1 + t until it comes to rest near 0; z = 1 moves the right
// side.
TEST(Foresight, AnExponentialThatOverflowsEndsNothing) {
  for (const Kind kind : kHigher) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = z*(1 - 2/(1 + exp(-x/0.001)))");
    text.equation("d.z = 1 - z");
    start(text, "x", -1);
    start(text, "z", 1);
    Solver solver(std::move(text.system), method(kind, 1e-4, 1e-6));
    solver.start(0);
    solver.advance(0.5);
    EXPECT_NEAR(solver.value("x", 0.5), -0.5, 1e-3);
    solver.advance(1.5);
    EXPECT_NEAR(solver.value("x", 1.5), 0, 1e-3);
  }
}

// x falls to the end of its root, 0.5, and beyond it, where there is no derivative. What is looked at ahead
// lies there before x does; the run ends with its message all the same, and does not creep up to it.
TEST(Foresight, DoesNotCreepUpToWhereNothingIsDefined) {
  for (const Kind kind : {Kind::kQss3, Kind::kLiqss2}) {
    Text text;
    text.equation("d.x = -1 - 0.001*sqrt(x - 0.5)");
    start(text, "x", 1);
    Solver solver(std::move(text.system), method(kind, 1e-4, 1e-7));
    solver.start(0);
    EXPECT_THROW(solver.advance(1), Error);
    EXPECT_LT(solver.counts().evaluations, 10000U) << qss::name_of(kind);
  }
}

// a + 2 b = x and 3 a - b = y give a = (x + 2 y)/7 and b = (3 x - y)/7: sums of states, through a linear
// block. So (x, y)' = -(5/2 + K)/7 (x, y) with K = ((1/2, -1), (1, -1/2)), K^2 = -3/4. A choice has the block
// evaluated from q and from x, and two derivatives; nothing is looked at ahead.
TEST(Foresight, SumsOfStatesAreNotLookedAt) {
  for (const Kind kind : kHigher) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("a + 2*b = x");
    text.equation("3*a - b = y");
    text.equation("d.x = -b");
    text.equation("d.y = -a");
    text.discrete("n", 0);
    text.when("n", {{{"a < 0"}, "pre.n + 1"}});
    start(text, "x", 1);
    start(text, "y", 0);
    Solver solver(std::move(text.system), method(kind, 0, 1e-5));
    solver.start(0);
    solver.advance(5);
    const double w = std::sqrt(0.75), s = std::sin(w * 5 / 7) / w, left = std::exp(-2.5 * 5 / 7);
    EXPECT_NEAR(solver.value("x", 5), left * (std::cos(w * 5 / 7) - s / 2), 5e-5);
    EXPECT_NEAR(solver.value("y", 5), -left * s, 5e-5);
    EXPECT_LE(solver.counts().evaluations, 4 * solver.counts().steps + 20);
  }
}

}  // namespace
}  // namespace escapement::qss_solver
