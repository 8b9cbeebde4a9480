// SPDX-License-Identifier: MIT
// delay() under quantised states, against solutions by steps of the delay, worked out by hand.
#include <gmock/gmock.h>

#include <sstream>

#include "escapement/core/archive.h"
#include "escapement/qss_solver/solver.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;
using testing::HasSubstr;
using testing::ThrowsMessage;

// name = delay(of, time).
void delayed_value(Text& text, const std::string& name, const std::string& of, const std::string& time) {
  const equations::VariableIndex v = text.input(name);
  text.system.delays.push_back({v, text.formula(of), text.formula(time), 1});
}

// x' = -x(t - 1), x = 1 up to 0: x = 1 - t to 1, then -1/2 at 2 and -1/6 at 3.
Text looking_back() {
  Text text;
  delayed_value(text, "u", "x", "1");
  text.equation("d.x = -u");
  start(text, "x", 1);
  return text;
}

TEST(SolverDelays, AStateFollowsWhatItWas) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    const double quantum = kind == Kind::kCqss || qss::Method{kind}.order() == 1 ? 1e-3 : 1e-5;
    Solver solver(looking_back().system, method(kind, 0, quantum));
    solver.start(0);
    for (const auto& [t, x] : {std::pair{0.5, 0.5}, {1.0, 0.0}, {2.0, -0.5}, {3.0, -1.0 / 6}}) {
      solver.advance(t);
      EXPECT_NEAR(solver.state(0, t), x, 4 * quantum) << t;
    }
  }
}

// A step at 0.5 comes out at 0.75, at that time and no other; its integral is t - 0.75.
TEST(SolverDelays, AJumpComesOutAsAJump) {
  for (const Kind kind : {Kind::kQss1, Kind::kQss3, Kind::kLiqss2}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    text.discrete("step", 0);
    delayed_value(text, "u", "step", "0.25");
    text.equation("d.x = u");
    text.equation("d.back = -1000*back + 1000*u");
    start(text, "x", 0);
    start(text, "back", 0);
    text.discrete("seen", 0);
    text.when("step", {{{"time > 0.5"}, "2"}});
    text.when("seen", {{{"u > 1"}, "time"}});
    Solver solver(text.system, method(kind, 1e-3, 1e-4));
    solver.start(0);
    EXPECT_TRUE(solver.run_to_event(2));
    EXPECT_EQ(solver.next(), 0.5);
    solver.event();
    ASSERT_TRUE(solver.run_to_event(2));
    EXPECT_EQ(solver.next(), 0.75);
    solver.advance(1);
    EXPECT_NEAR(solver.value("x", 1), 0.5, 1e-3);
    EXPECT_NEAR(solver.value("back", 1), 2, 4e-3);
    EXPECT_EQ(solver.value("seen", 1), 0.75);
    EXPECT_EQ(solver.value("u", 1), 2);
  }
}

// Jumps that pass several whole numbers, or end on one, are one change of floor(), with nothing in between.
TEST(SolverDelays, FloorsFollowJumpsInOneEvent) {
  const std::pair<double, double> jumps[] = {{0.5, 4}, {0.6, -2}, {0.7, 0.5}, {0.8, 1}};
  Text text;
  text.discrete("step", 1);
  text.when("step",
            {{{"time > 0.5"}, "4"}, {{"time > 0.6"}, "-2"}, {{"time > 0.7"}, "0.5"}, {{"time > 0.8"}, "1"}});
  delayed_value(text, "u", "step", "0.25");
  text.discrete("whole", 1);
  text.equals("whole", "floor(u)");
  text.pre("whole");
  text.discrete("changes", 0);
  text.pre("changes");
  text.when("changes",
            {{{"whole > pre.whole"}, "pre.changes + 1"}, {{"whole < pre.whole"}, "pre.changes + 1"}});
  text.equation("d.x = whole");
  start(text, "x", 0);
  for (const Kind kind : {Kind::kQss2, Kind::kLiqss2}) {
    SCOPED_TRACE(qss::name_of(kind));
    Solver solver(text.system, method(kind, 0, 1e-3));
    solver.start(0);
    double seen = 0;
    for (const auto& [at, value] : jumps) {
      solver.advance(at + 0.26);
      EXPECT_EQ(solver.value("whole", at + 0.26), std::floor(value));
      EXPECT_EQ(solver.value("changes", at + 0.26), ++seen);
    }
  }
}

// What is no polynomial: x' = sin(3 (t - 0.5)) from 0.5 on, 0 before (sin(0)), so x = (1 - cos(3 t - 1.5))/3.
TEST(SolverDelays, CurvesAreFollowedWithinTheQuantum) {
  for (const Kind kind : kAll) {
    SCOPED_TRACE(qss::name_of(kind));
    const double quantum = qss::Method{kind}.order() == 1 ? 1e-3 : 1e-5;
    Text text;
    text.equation("y = sin(3*time)");
    delayed_value(text, "u", "y", "0.5");
    text.equation("d.x = u");
    start(text, "x", 0);
    Solver solver(text.system, method(kind, 0, quantum));
    solver.start(0);
    for (const double t : {0.4, 0.9, 1.7, 3.0}) {
      solver.advance(t);
      const double s = std::max(t - 0.5, 0.0);
      EXPECT_NEAR(solver.state(0, t), (1 - std::cos(3 * s)) / 3, 10 * quantum) << t;
      EXPECT_NEAR(solver.value("u", t), std::sin(3 * s), 10 * quantum) << t;
    }
  }
}

// x' = 1: the delayed square (x(t - 0.3))^2 comes to 0.25 where x was 0.5.
TEST(SolverDelays, ConditionsSeeTheDelayedStateItself) {
  for (const Kind kind : {Kind::kQss2, Kind::kQss3, Kind::kLiqss1, Kind::kLiqss3}) {
    SCOPED_TRACE(qss::name_of(kind));
    Text text;
    delayed_value(text, "u", "x*x", "0.3");
    delayed_value(text, "again", "u + time", "0.2");
    text.equation("d.x = 1");
    text.equation("d.y = u");
    start(text, "x", 0);
    start(text, "y", 0);
    text.discrete("seen", 0);
    text.when("seen", {{{"u > 0.25"}, "time"}});
    Solver solver(text.system, method(kind, 1e-3, 1e-4));
    solver.start(0);
    solver.advance(1.5);
    EXPECT_NEAR(solver.value("seen", 1.5), 0.8, 1e-9);
    EXPECT_NEAR(solver.value("y", 1.5), 1.2 * 1.2 * 1.2 / 3, 4e-3);
    EXPECT_NEAR(solver.value("again", 1.5), 1 + 1.3, 1e-3);  // (1.3 - 0.3)^2 + 1.3
  }
}

TEST(SolverDelays, ASavedSolverHasItsPast) {
  const qss::Method qss3 = method(Kind::kQss3, 0, 1e-4);
  Solver whole(looking_back().system, qss3), first(looking_back().system, qss3),
      second(looking_back().system, qss3);
  for (Solver* one : {&whole, &first, &second}) one->start(0);
  whole.advance(4.5);
  first.advance(2.2);
  std::ostringstream out;
  {
    Archive archive(out);
    first.archive(archive);
  }
  std::istringstream in(out.str());
  Archive archive(in);
  second.archive(archive);
  second.advance(4.5);
  EXPECT_EQ(second.state(0, 4.5), whole.state(0, 4.5));
  EXPECT_EQ(second.counts().steps, whole.counts().steps);
}

TEST(SolverDelays, WhatIsNotCarriedIsTold) {
  const auto made = [](const std::string& time) {
    Text text;
    text.discrete("d", 0.5);
    text.when("d", {{{"time > 1"}, "0.7"}});
    delayed_value(text, "u", "x", time);
    text.equation("d.x = -u");
    start(text, "x", 1);
    return text;
  };
  const qss::Method qss2 = method(Kind::kQss2, 0, 1e-3);
  EXPECT_THAT([&] { Solver(made("d").system, qss2); },
              ThrowsMessage<BuildError>(HasSubstr("a delay() of a time that stays as it is, and that of 'x' "
                                                  "changes with 'd'; take --solver cvode, ida or erk")));
  const auto run = [&](const std::string& time) {
    Solver solver(made(time).system, qss2);
    solver.start(0);
    solver.advance(1);
  };
  EXPECT_THAT([&] { run("0"); },
              ThrowsMessage<Error>(HasSubstr("a delay of 0 at time 0: it must be above 0")));
  EXPECT_THAT([&] { run("1e-300"); },
              ThrowsMessage<Error>(HasSubstr("is less than times are told apart by (x)")));
  EXPECT_THAT(
      [&] {
        Text text;
        delayed_value(text, "u", "1/(x - 1)", "0.5");
        text.equation("d.x = u*0 + 1");
        start(text, "x", 1);
        Solver solver(text.system, qss2);
        solver.start(0);
      },
      ThrowsMessage<Error>(HasSubstr("look for a division by zero")));
  EXPECT_THAT(
      [&] {
        Text text;
        delayed_value(text, "u", "u + 1", "0.5");
        text.equation("d.x = u");
        start(text, "x", 1);
        Solver solver(text.system, qss2);
        solver.start(0);
      },
      ThrowsMessage<Error>(HasSubstr("delays that stand on one another have no common value at time 0")));
}

}  // namespace
}  // namespace escapement::qss_solver
