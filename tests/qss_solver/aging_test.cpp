// SPDX-License-Identifier: MIT
// What is shared by readers, and not read by them when they choose: its polynomial ends when that was told,
// however often they are evaluated in between. a stands for sqrt(1 + t^2), the only root of a + a^3 = s +
// s^3, so that the integral of a is (t a + asinh t)/2.
#include <gmock/gmock.h>

#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

constexpr Kind kSecondAndThird[] = {Kind::kQss2, Kind::kQss3, Kind::kLiqss2, Kind::kLiqss3};

double root_at(double t) {
  return std::sqrt(1 + t * t);
}
double integral_of_root(double t) {
  return (t * root_at(t) + std::asinh(t)) / 2;
}

// The block reads time alone, or a state that moves evenly and never chooses.
Text with_root(bool by_time) {
  Text text;
  const std::string square = by_time ? "(1 + time*time)" : "(1 + y*y)";
  text.equation("a + a*a*a = sqrt" + square + "*(1 + " + square + ")");
  if (!by_time) {
    text.equation("d.y = 1");
    start(text, "y", 0);
  }
  return text;
}

// x' = -a x, by short steps: x = exp(-integral). At a tolerance of 1e-5 it was 0.89 for 0.49 and the like.
TEST(Aging, AStateThatChoosesOftenDoesNotKeepWhatItReads) {
  for (const bool by_time : {true, false})
    for (const Kind kind : kSecondAndThird)
      for (const double relative : {1e-3, 1e-5, 1e-7}) {
        SCOPED_TRACE(std::string(qss::name_of(kind)) + (by_time ? " by time " : " by a state ") +
                     std::to_string(relative));
        Text text = with_root(by_time);
        text.equation("d.x = -a*x");
        start(text, "x", 1);
        Solver solver(text.system, method(kind, relative, 1e-3 * relative));
        solver.start(0);
        for (const double t : {0.5, 1.0, 2.0}) {
          solver.advance(t);
          EXPECT_NEAR(solver.value("x", t), std::exp(-integral_of_root(t)), 3 * relative) << t;
        }
      }
}

TEST(Aging, NeitherByMethodsOfOrderOne) {
  for (const Kind kind : {Kind::kQss1, Kind::kLiqss1, Kind::kCqss}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text = with_root(true);
    text.equation("d.x = a - x");  // exp(-t) times the integral of exp a
    start(text, "x", 0);
    Solver solver(text.system, method(kind, 1e-3, 1e-4));
    solver.start(0);
    solver.advance(3);
    double exact = 0;  // by Simpson's rule
    constexpr int kParts = 1000;
    for (int i = 0; i <= kParts; ++i) {
      const double t = 3.0 * i / kParts;
      exact += (i == 0 || i == kParts ? 1 : i % 2 == 1 ? 4 : 2) * std::exp(t - 3) * root_at(t);
    }
    EXPECT_NEAR(solver.value("x", 3), exact / kParts, 6e-3);
  }
}

// a > 2 + exp(-t) cos(40 t): the condition is looked at with each choice of w and its quick turns.
TEST(Aging, AConditionComesInTime) {
  for (const bool by_time : {true, false})
    for (const Kind kind : kSecondAndThird) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + (by_time ? " by time" : " by a state"));
      Text text = with_root(by_time);
      text.equation("d.w = -w - 40*v");
      text.equation("d.v = -v + 40*w");
      start(text, "w", 1);
      start(text, "v", 0);
      text.discrete("seen", 0);
      text.when("seen", {{{"a > 3 + 0.1*w"}, "time"}});
      Solver solver(text.system, method(kind, 1e-4, 1e-7));
      solver.start(0);
      solver.advance(4);
      double low = 2, high = 3.5;  // root_at(t) - 3 - 0.1 exp(-t) cos(40 t) rises all the way
      for (int i = 0; i < 60; ++i) {
        const double t = (low + high) / 2;
        (root_at(t) > 3 + 0.1 * std::exp(-t) * std::cos(40 * t) ? high : low) = t;
      }
      EXPECT_NEAR(solver.value("seen", 4), low, 2e-5);
    }
}

// As long as m is 0 nothing tells how old a may become; when an event makes 1 of it, x = integral(t) -
// integral(3).
TEST(Aging, AnEventAsksForWhatHasBecomeOld) {
  for (const bool by_time : {true, false})
    for (const Kind kind : kSecondAndThird) {
      SCOPED_TRACE(std::string(qss::name_of(kind)) + (by_time ? " by time" : " by a state"));
      Text text = with_root(by_time);
      text.discrete("m", 0);
      text.equation("d.x = m*a");
      start(text, "x", 0);
      text.when("m", {{{"time > 3"}, "1"}});
      Solver solver(text.system, method(kind, 1e-5, 1e-7));
      solver.start(0);
      for (const double t : {3.5, 5.0}) {
        solver.advance(t);
        EXPECT_NEAR(solver.value("x", t), integral_of_root(t) - integral_of_root(3), 3e-4) << t;
      }
    }
}

// What a delay() is of: x = the integral of a(t - 1/2) + w(t - 1/2), where that is 1 + 1 up to 1/2.
TEST(Aging, ADelayKeepsUp) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text = with_root(true);
    const equations::VariableIndex v = text.input("u");
    text.system.delays.push_back({v, text.formula("a + w"), text.formula("0.5"), 1});
    text.equation("d.w = -w");
    text.equation("d.x = u");
    start(text, "w", 1);
    start(text, "x", 0);
    Solver solver(text.system, method(kind, 1e-5, 1e-8));
    solver.start(0);
    solver.advance(3);
    EXPECT_NEAR(solver.value("x", 3), 1 + integral_of_root(2.5) + 1 - std::exp(-2.5), 2e-4);
  }
}

}  // namespace
}  // namespace escapement::qss_solver
