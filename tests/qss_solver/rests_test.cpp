// SPDX-License-Identifier: MIT
// Where states at rest stand, for results: libraries/qss_solver/src/rests.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using testing_support::look_at_each;
using testing_support::start;
using testing_support::Text;

// u = sin t by u' = v, v' = -u; x' = r (u - x), so that y = r (u - x) is cos t but for 1/r. A quantum of u or
// x is r times as much in y, 1000 here.
Text derivative_block() {
  Text text;
  start(text, "u", 0);
  start(text, "v", 1);
  start(text, "x", 0);
  text.unknown("y");
  text.equation("d.u = v");
  text.equation("d.v = -u");
  text.equation("d.x = y");
  text.equation("y = 1e6*(u - x)");
  return text;
}

TEST(Rests, DerivativesThroughBlocksAreRight) {
  for (const std::string method : {"liqss1", "liqss2", "liqss3"}) {
    Solver solver(derivative_block().system, qss::method_of(method, 1e-3));
    solver.start(0);
    look_at_each(solver, 0.05, 200, [&](double t) {
      // Near u = 0 quanta of the first order are so small that steps are as short as 1/r.
      if (method == "liqss1" && std::abs(std::sin(t)) < 0.05) return;
      EXPECT_NEAR(solver.value("y", t), std::cos(t), 0.02) << method << " at " << t;
      EXPECT_NEAR(solver.value("x", t), solver.value("u", t) - 1e-6 * std::cos(t), 1e-7) << method;
    });
  }
}

// The second derivative by two blocks, one behind the other, through a state that is not linear:
// w' = 1e5 sin(y - w), z = w' = -sin t.
TEST(Rests, OneBehindTheOther) {
  Text text = derivative_block();
  start(text, "w", 1);
  text.unknown("z");
  text.equation("d.w = z");
  text.equation("z = 1e5*sin(y - w)");
  Solver solver(std::move(text.system), qss::method_of("liqss2", 1e-3), RelativeTo::kTravel);
  solver.start(0);
  int missed = 0;  // where w has just been chosen it is on its way, and there x is shown
  look_at_each(solver, 0.05, 100, [&](double t) {
    EXPECT_NEAR(solver.value("y", t), std::cos(t), 0.02) << t;
    if (!(std::abs(solver.value("z", t) + std::sin(t)) < 0.05)) ++missed;
  });
  EXPECT_LE(missed, 8);
}

// A stiff pull that works upwards only: x follows sin t up to 1 and stays there, within tau. What is at rest
// a quantum below the border would be drawn down again by a q beyond it. So x is put where it rests.
TEST(Rests, APullToOneSide) {
  for (const std::string method : {"liqss1", "liqss2", "liqss3"})
    for (const char* rate : {"1e3", "1e5"})
      for (const std::string right : {"if s > x then rate*(s - x) else 0", "rate*max(0, s - x)"}) {
        SCOPED_TRACE(method + " " + rate + " " + right);
        Text text;
        start(text, "x", 0);
        start(text, "w", 0);
        text.unknown("s");
        text.equation("s = sin(time)");
        std::string equation = "d.x = " + right;
        equation.replace(equation.find("rate"), 4, rate);
        text.equation(equation);
        text.equation("d.w = x");
        Solver solver(std::move(text.system), qss::method_of(method, 1e-3), RelativeTo::kTravel);
        solver.start(0);
        solver.advance(8);
        EXPECT_NEAR(solver.value("x", 8), 1, 0.005);
        EXPECT_NEAR(solver.value("w", 8), 1 + 8 - 2 * std::atan(1), 0.03);
      }
}

// The same with a slow leak: up along sin t to where that falls by a tenth of itself, down by exp(-t/10) to
// where sin t comes up again, and so on. The integral by the closed form of the pieces.
TEST(Rests, APullToOneSideWithALeak) {
  const double pi = 4 * std::atan(1), top = pi - std::atan(10), end = 8;
  double low = 2 * pi, high = 2 * pi + pi / 2;  // where they meet
  const auto leaks = [&](double t) { return std::sin(top) * std::exp(-0.1 * (t - top)); };
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (std::sin(middle) < leaks(middle) ? low : high) = middle;
  }
  const double meet = low, again = top + 2 * pi;
  const double w = 1 - std::cos(top) + 10 * (leaks(top) - leaks(meet)) + std::cos(meet) - std::cos(again) +
                   10 * std::sin(top) * (1 - std::exp(-0.1 * (end - again)));
  for (const std::string method : {"liqss1", "liqss2", "liqss3"}) {
    Text text;
    start(text, "x", 0);
    start(text, "w", 0);
    text.equation("d.x = 1e5*max(0, sin(time) - x) - 0.1*x");
    text.equation("d.w = x");
    Solver solver(std::move(text.system), qss::method_of(method, 1e-3), RelativeTo::kTravel);
    solver.start(0);
    solver.advance(end);
    EXPECT_NEAR(solver.value("w", end), w, 0.01 * w) << method;
  }
}

// A switch from -1 to 1 within less than the time constant of the lag behind it: derivatives of tanh at the
// corner tell nothing of where x is, which never leaves [-1, 1].
TEST(Rests, NoneAtCornersThatAreTooQuick) {
  Text text;
  start(text, "p", 0);
  start(text, "v", 3);
  start(text, "x", 0);
  text.equation("d.p = v");
  text.equation("d.v = -9*p");
  text.equation("d.x = (tanh(200*p) - x)/0.01");
  Solver solver(std::move(text.system), qss::method_of("liqss2", 1e-3), RelativeTo::kTravel);
  solver.start(0);
  look_at_each(solver, 0.0137, 2190, [&](double t) { EXPECT_LE(std::abs(solver.value("x", t)), 1.1) << t; });
}

// A slow state at rest beside a fast one: x' = (sin 50t - x) / 1e-4, d = x' is 50 cos(50 (t - 1e-4)) but for
// (50 * 1e-4)^2 / 2 of it.
TEST(Rests, SlowOnesLeaveFastOnesRight) {
  Text text;
  start(text, "s", 1);
  start(text, "x", 0);
  text.unknown("d");
  text.equation("d.s = 1 - s");
  text.equation("d.x = d");
  text.equation("d = (sin(50*time) - x)/1e-4");
  Solver solver(std::move(text.system), qss::method_of("liqss3", 1e-5), RelativeTo::kTravel);
  solver.start(0);
  look_at_each(solver, 0.287, 100, [&](double t) {
    EXPECT_NEAR(solver.value("d", t), 50 * std::cos(50 * (t - 1e-4)), 0.5) << t;
  });
}

// Results do not change what follows: the same run, with and without looking at it.
TEST(Rests, LookingDoesNotChangeTheRun) {
  Solver seen(derivative_block().system, qss::method_of("liqss2", 1e-3));
  Solver unseen(derivative_block().system, qss::method_of("liqss2", 1e-3));
  seen.start(0);
  unseen.start(0);
  look_at_each(seen, 0.05, 100, [&](double t) { seen.value("y", t); });
  unseen.advance(5);
  EXPECT_EQ(seen.counts().steps, unseen.counts().steps);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(seen.state(i, 5), unseen.state(i, 5));
}

// The sum of what goes to and fro between two is kept, though both are at rest: x_i' = 1e5 (x_j - x_i) from 1
// and 3 have the mean 2, to which the sweeps do not pull them any other way.
TEST(Rests, WhatIsKeptStaysKept) {
  Text text;
  start(text, "a", 1);
  start(text, "b", 3);
  text.equation("d.a = 1e5*(b - a)");
  text.equation("d.b = 1e5*(a - b)");
  Solver solver(std::move(text.system), qss::method_of("liqss2", 1e-3));
  solver.start(0);
  solver.advance(1);
  EXPECT_NEAR(solver.value("a", 1) + solver.value("b", 1), solver.state(0, 1) + solver.state(1, 1), 1e-9);
  EXPECT_NEAR(solver.value("a", 1), 2, 4e-3);
  EXPECT_NEAR(solver.value("b", 1), 2, 4e-3);
}

}  // namespace
}  // namespace escapement::qss_solver
