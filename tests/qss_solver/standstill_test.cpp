// SPDX-License-Identifier: MIT
// Runs of implicit methods that would not come to their end, and such that only look like it.
#include <gmock/gmock.h>

#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Seventy states, more than choose together, of which each pulls all the others:
// x_i' = -1e6 (x_1 + ... + x_70) + sin(t + i). The sum decays within 1e-8 s, and what some of them choose
// moves all the others by as much.
Text tied_together() {
  constexpr int kStates = 70;
  Text text;
  std::string sum;
  for (int i = 1; i <= kStates; ++i) sum += (i == 1 ? "x" : " + x") + std::to_string(i);
  text.equation("sum = " + sum);
  for (int i = 1; i <= kStates; ++i) {
    const std::string k = std::to_string(i);
    text.equation("d.x" + k + " = -1e6*sum + sin(time + " + k + ")");
    start(text, "x" + k, 0.1 * i);
  }
  return text;
}

TEST(Standstill, IsToldWithTheStatesAndTheSolverToTake) {
  for (const Kind kind : {Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(tied_together().system, method(kind, 1e-3, 1e-6));
    solver.set_end(1000);
    solver.start(0);
    EXPECT_THAT(
        [&] { solver.advance(1000); },
        ThrowsMessage<Error>(AllOf(HasSubstr("the run gets nowhere at time 0."), HasSubstr("'x"),
                                   HasSubstr(" to and fro by a few quanta, in steps of "),
                                   HasSubstr("stiff together"), HasSubstr("take --solver cvode or ida"))));
    EXPECT_LT(solver.counts().steps, 2000000U);
  }
}

// x t > 1 sends x down, and x t < 1 up: from 1.097 on x slides along 1/t. No method has an end to that.
TEST(Standstill, IsToldOfAMotionThatSlides) {
  for (const Kind kind : {Kind::kQss1, Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3})
    for (const double tolerance : {1e-3, 1e-5}) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + " " + std::to_string(tolerance));
      Text text;
      text.discrete("above", 0);
      text.equals("above", "if x*time > 1 then 1 else 0");
      text.equation("d.x = if above > 0.5 then -x else x*cos(time)");
      start(text, "x", 0.5);
      Solver solver(std::move(text.system), method(kind, tolerance, 1e-3 * tolerance));
      solver.set_end(5);
      solver.start(0);
      EXPECT_THAT([&] { solver.advance(5); },
                  ThrowsMessage<Error>(AllOf(HasSubstr("the run gets nowhere at time 1.09"),
                                             HasSubstr("slides along"),
                                             HasSubstr("give it two bounds some way apart"))));
      EXPECT_LT(solver.counts().events, 1000000U);
    }
}

// A relay with two bounds, three quanta apart, goes to and fro just as often, and is left to itself; so is
// one that time moves.
TEST(Standstill, IsNoneOfARelay) {
  Text text;
  text.discrete("on", 1);
  text.when("on", {{{"x > 1.0015"}, "0"}, {{"x < 0.9985"}, "1"}});
  text.equation("d.x = if on > 0.5 then 1000 else -1000");
  start(text, "x", 1);
  text.discrete("n", 0);
  text.when("n", {{{"sin(1e6*time) > x - 1"}, "pre.n + 1"}});
  Solver solver(std::move(text.system), method(Kind::kQss2, 0, 2e-4));
  solver.set_end(1e6);
  solver.start(0);
  EXPECT_NO_THROW(solver.advance(1));
  EXPECT_GT(solver.counts().events, 300000U);
}

// It goes on as long as its end is within reach, and where nobody says what the end is.
TEST(Standstill, IsNoneWhereTheEndIsNear) {
  for (const bool says : {false, true}) {
    Solver solver(tied_together().system, method(Kind::kLiqss2, 1e-3, 1e-6));
    if (says) solver.set_end(1e-4);
    solver.start(0);
    EXPECT_NO_THROW(solver.advance(1e-4));
  }
}

// A spring of 1000 rounds moves by its amplitude in each of them, however long it runs.
TEST(Standstill, IsNoneOfOscillations) {
  Text text;
  text.equation("d.x = v");
  text.equation("d.v = -1e6*x");
  start(text, "x", 1);
  start(text, "v", 0);
  Solver solver(text.system, method(Kind::kLiqss2, 1e-5, 1e-8));
  solver.set_end(1e6);
  solver.start(0);
  EXPECT_NO_THROW(solver.advance(3));
  EXPECT_GT(solver.counts().steps, 500000U);
}

// x' = x^2 from 1 has no solution beyond 1. Beside the pole a polynomial serves for less than times are told
// apart by, and x goes on from choice to choice all the same, until it is beyond all numbers.
TEST(Standstill, APoleEndsTheRun) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.equation("d.x = x*x");
    start(text, "x", 1);
    Solver solver(text.system, method(kind, 1e-3, 1e-6));
    solver.start(0);
    solver.advance(0.9);
    EXPECT_NEAR(solver.value("x", 0.9), 10,
                0.25);  // the pole is off by two quanta of 1/x, and x by x^2 as much
    EXPECT_THROW(solver.advance(2), Error);
    EXPECT_NEAR(solver.now(), 1, 2e-3);
    EXPECT_LT(solver.counts().evaluations, 100000U);
  }
}

}  // namespace
}  // namespace escapement::qss_solver
