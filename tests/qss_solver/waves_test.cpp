// SPDX-License-Identifier: MIT
// Waves with long flat pieces and steep flanks, many times in a row: however long they have been going on, no
// flank, no pulse and no crossing is stepped over, and what they give is as it is by quadrature.
#include <gmock/gmock.h>

#include <functional>
#include <numbers>

#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

constexpr Kind kHigher[] = {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3};
constexpr double kEnd = 30, kPeriod = 2 * std::numbers::pi / 3;

double square(double steep, double t) {
  return std::tanh(steep * std::sin(3 * t));
}

// Of tanh(steep sin(3 t)) from 0 to t, by Simpson's rule; whole periods give nothing.
double integral(double steep, double t) {
  const double rest = std::fmod(t, kPeriod);
  constexpr int kPieces = 100000;
  const double h = rest / kPieces;
  double sum = 0;
  for (int k = 0; k < kPieces; ++k)
    sum += h / 6 * (square(steep, k * h) + 4 * square(steep, (k + 0.5) * h) + square(steep, (k + 1) * h));
  return sum;
}

// The rising flank number k, counted from 0, of tanh(20 sin(3 t)) passes one half then.
double rise(int k) {
  return k * kPeriod + std::asin(std::atanh(0.5) / 20) / 3;
}

TEST(Waves, AnIntegralOfASteepOne) {
  for (const double steep : {20, 200})
    for (const Kind kind : kHigher)
      for (const double quantum : {1e-3, 1e-4}) {
        SCOPED_TRACE(std::string(qss::name_of(kind)) + " " + std::to_string(steep) + " " +
                     std::to_string(quantum));
        Text text;
        text.equation("d.e = tanh(" + std::to_string(steep) + "*sin(3*time))");
        start(text, "e", 0);
        Solver solver(std::move(text.system), method(kind, 0, quantum));
        solver.start(0);
        solver.advance(kEnd);
        EXPECT_NEAR(solver.value("e", kEnd), integral(steep, kEnd), 5 * quantum);
      }
}

// The mean of exp(-1000 sin(t)^2) over a period is exp(-500) I0(500) = 0.0178457: 14 pulses from the middle
// of the first, and half of one. They are there for a twentieth of the time.
TEST(Waves, PulsesWithNothingBetween) {
  for (const Kind kind : kHigher)
    for (const double quantum : {1e-3, 1e-5}) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + " " + std::to_string(quantum));
      Text text;
      text.equation("d.e = exp(-1000*sin(1.5*time)^2)");
      start(text, "e", 0);
      Solver solver(std::move(text.system), method(kind, 0, quantum));
      solver.start(0);
      solver.advance(kEnd);
      EXPECT_NEAR(solver.value("e", kEnd), 14.5 * 0.0178457 * kPeriod, 14 * quantum);
    }
}

// Behind a lag of 0.2 ms. What the lag keeps back is itself 2e-4 x.
TEST(Waves, AFastStateThatFollows) {
  for (const double steep : {20, 200})
    for (const Kind kind : {Kind::kLiqss1, Kind::kLiqss2, Kind::kLiqss3}) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + " " + std::to_string(steep));
      Text text;
      text.equation("d.x = (tanh(" + std::to_string(steep) + "*sin(3*time)) - x)/2e-4");
      text.equation("d.e = x");
      text.discrete("n", 0);
      text.when("n", {{{"x > 0.5"}, "pre.n + 1"}});
      start(text, "x", 0);
      start(text, "e", 0);
      const double quantum = kind == Kind::kLiqss1 ? 1e-2 : 1e-3;
      Solver solver(std::move(text.system), method(kind, quantum, quantum));
      solver.start(0);
      solver.advance(kEnd);
      EXPECT_EQ(solver.value("n", kEnd), 15);
      EXPECT_NEAR(solver.value("e", kEnd), integral(steep, kEnd) - 2e-4, quantum);
    }
}

// x = t by itself, so that nothing but the condition is ever looked at.
TEST(Waves, ACrossingOfAFunctionOfAState) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = 1");
    text.discrete("n", 0);
    text.discrete("last", 0);
    text.when("n", {{{"tanh(20*sin(3*x)) > 0.5"}, "pre.n + 1"}});
    text.when("last", {{{"tanh(20*sin(3*x)) > 0.5"}, "time"}});
    start(text, "x", 0);
    Solver solver(std::move(text.system), method(kind, 0, 1e-2));
    solver.start(0);
    for (int k = 0; k < 15; ++k) {
      const double t = rise(k) + 0.01;
      solver.advance(t);
      EXPECT_EQ(solver.value("n", t), k + 1);
      EXPECT_NEAR(solver.value("last", t), rise(k), 1e-9);
    }
  }
}

// What `n` has counted by the end; x = t.
double counted(Text text, Kind kind) {
  text.equation("d.x = 1");
  start(text, "x", 0);
  Solver solver(std::move(text.system), method(kind, 0, 1e-2));
  solver.start(0);
  solver.advance(kEnd);
  return solver.value("n", kEnd);
}

// Behind something shared, between a state and the condition.
TEST(Waves, ACrossingOfWhatIsShared) {
  for (const Kind kind : kHigher) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("s = tanh(20*sin(3*x))");
    text.discrete("n", 0);
    text.when("n", {{{"s > 0.5"}, "pre.n + 1"}});
    EXPECT_EQ(counted(std::move(text), kind), 15);
  }
}

// One pulse, a tenth of a second wide, after seven seconds in which nothing is to be seen but its tail.
TEST(Waves, ACrossingOfASinglePulse) {
  for (const Kind kind : kHigher)
    for (const double quantum : {1e-2, 1e-5}) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + " " + std::to_string(quantum));
      Text text;
      text.equation("d.s = 1");
      text.equation("y = 1/(1 + ((s - 7.3)/0.05)^2)");
      text.equation("d.x = y");
      text.discrete("n", 0);
      text.when("n", {{{"y > 0.5"}, "pre.n + 1"}});
      start(text, "s", 0);
      start(text, "x", 0);
      Solver solver(std::move(text.system), method(kind, 0, quantum));
      solver.start(0);
      solver.advance(20);
      EXPECT_EQ(solver.value("n", 20), 1);
      EXPECT_NEAR(solver.value("x", 20), 0.05 * (std::atan(12.7 / 0.05) + std::atan(7.3 / 0.05)),
                  20 * quantum);  // x adds up what each of some 1000 pieces leaves out
    }
}

// 1.5 + tanh(...) goes 1 to 2, 1, 0, 1 and so on, four times in a period, and starts with the rise to 2.
TEST(Waves, LevelsOfAFunctionOfAState) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.discrete("level", 1);
    text.discrete("n", 0);
    text.equals("level", "floor(1.5 + tanh(20*sin(3*x)))");
    text.when("n", {{{"level > pre.level or level < pre.level"}, "pre.n + 1"}});
    EXPECT_EQ(counted(std::move(text), kind), 4 * 14 + 1);
  }
}

// Half a second late, and tanh(0) = 0 before that.
TEST(Waves, WhatIsDelayed) {
  for (const Kind kind : kHigher)
    for (const double quantum : {1e-3, 1e-4}) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + " " + std::to_string(quantum));
      Text text;
      const equations::VariableIndex v = text.input("u");
      text.equation("d.x = 1");
      text.system.delays.push_back({v, text.formula("tanh(200*sin(3*x))"), text.formula("0.5"), 1});
      text.equation("d.e = u");
      start(text, "x", 0);
      start(text, "e", 0);
      Solver solver(std::move(text.system), method(kind, 0, quantum));
      solver.start(0);
      solver.advance(kEnd);
      EXPECT_NEAR(solver.value("e", kEnd), integral(200, kEnd - 0.5), 5 * quantum);
    }
}

}  // namespace
}  // namespace escapement::qss_solver
