// SPDX-License-Identifier: MIT
#include "escapement/sundials/equation_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "escapement/equations/text.h"

namespace escapement::sundials {
namespace {

using equations::OdeSystem;
using equations::Term;
using equations::VariableKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A model from texts: "x' = ..." gives a state its derivative, "a = ..." an algebraic variable its value.
struct Model {
  OdeSystem system;
  void state(const char* name, double start) { system.add({name, VariableKind::kState, start, 1, {}, {}}); }
  void discrete(const char* name, double start) {
    system.add({name, VariableKind::kDiscrete, start, 1, {}, {}});
  }
  void input(const char* name) { system.add({name, VariableKind::kInput, 0, 1, {}, {}}); }
  Term term(const std::string& text) {
    return equations::parse(text, system.terms,
                            {[this](std::string_view name) -> std::optional<Term> {
                               const auto found = system.find(name);
                               return found ? std::optional(system.terms.variable(*found)) : std::nullopt;
                             },
                             {}});
  }
  void derivative(const char* name, const char* text) {
    system.derivatives.push_back({*system.find(name), term(text), {}});
  }
  void algebraic(const char* name, const char* text) {
    system.add({name, VariableKind::kAlgebraic, 0, 1, {}, {}});
    system.algebraics.push_back({*system.find(name), term(text), {}});
  }
  void event(const char* when, std::vector<std::pair<const char*, const char*>> resets,
             bool at_start = false) {
    equations::Event event{term(when), {}, {}, when, at_start, {}};
    for (const auto& [name, text] : resets) event.assignments.push_back({*system.find(name), term(text), {}});
    system.events.push_back(std::move(event));
  }
  EquationSystem made(double factor = 1) {
    system.prepare();
    return EquationSystem(system, factor);
  }
};

TEST(EquationSystem, JacobianIsSymbolicAndSparse) {
  // x' = x y^2, y' = a, a = 3 z, z' = -z: d/dx = y^2, d/dy = 2 x y, dy'/dz = 3, dz'/dz = -1.
  Model m;
  for (const char* name : {"x", "y", "z"}) m.state(name, 0);
  m.algebraic("a", "3*z");
  m.derivative("x", "x*y^2");
  m.derivative("y", "a");
  m.derivative("z", "-z");
  EquationSystem system = m.made();
  EXPECT_THAT(system.pattern()->column_begin, ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(system.pattern()->rows, ElementsAre(0, 0, 1, 2));
  const double y[] = {2, 5, 7};
  double values[4], dy[3];
  system.jacobian(0, y, nullptr, nullptr, 0, values);
  EXPECT_THAT(values, ElementsAre(25, 20, 3, -1));
  system.derivatives(0, y, nullptr, dy);
  EXPECT_THAT(dy, ElementsAre(50, 21, -7));
}

TEST(EquationSystem, TimeOfTheEquationsMayHaveAnotherUnit) {
  // Equations in seconds, simulation in minutes: x' = time a second is 60 (60 t) a minute.
  Model m;
  m.state("x", 0);
  m.derivative("x", "time");
  EquationSystem system = m.made(60);
  double dy = 0;
  const double y = 0;
  system.derivatives(0.5, &y, nullptr, &dy);
  EXPECT_EQ(dy, 60 * 30);
}

// Also through an algebraic variable; but not where time only comes into a condition, which is located.
TEST(EquationSystem, KnowsWhetherTimeDrivesIt) {
  const auto driven = [](const char* of_a, const char* of_x) {
    Model m;
    m.state("x", 0);
    m.algebraic("a", of_a);
    m.derivative("x", of_x);
    return m.made().driven_by_time();
  };
  EXPECT_TRUE(driven("1", "sin(time)"));
  EXPECT_TRUE(driven("exp(-time^2)", "2*a"));
  EXPECT_FALSE(driven("2*x", "-a"));
  EXPECT_FALSE(driven("1", "if time > 3 then a else -x"));
}

TEST(EquationSystem, ConditionsAffineInTimeAreStops) {
  Model m;
  m.state("x", 0);
  m.derivative("x", "if time > 20 and time < 20.1 then 1 else floor(time/4)");
  EquationSystem system = m.made();
  double y = 0, dy = 0;
  system.start(0, {&y, 1}, {&dy, 1}, nullptr);
  EXPECT_TRUE(system.conditions().empty());
  EXPECT_EQ(system.next_stop(0), 4);
  for (const double stop : {4.0, 8.0, 12.0, 16.0})
    EXPECT_EQ(system.handle(stop, {&y, 1}, nullptr, {}), Change::kSystem);
  system.derivatives(17, &y, nullptr, &dy);
  EXPECT_EQ(dy, 4);
  EXPECT_EQ(system.next_stop(16), 20);
  system.handle(20, {&y, 1}, nullptr, {});
  system.derivatives(20, &y, nullptr, &dy);
  EXPECT_EQ(dy, 1) << "at its instant a condition takes its right limit";
  EXPECT_EQ(system.next_stop(20), 20.1);
}

TEST(EquationSystem, EventsReadTheValuesFromBeforeAnyOfThem) {
  Model m;
  m.state("x", 1);
  m.state("y", 2);
  m.discrete("n", 0);
  m.derivative("x", "1");
  m.derivative("y", "0");
  m.event("x > 3", {{"x", "y"}, {"y", "x"}});  // they change places
  m.event("x > 3", {{"n", "x"}});
  EquationSystem system = m.made();
  double y[2], dy[2];
  system.start(0, y, dy, nullptr);
  y[0] = 3.5;
  const std::size_t fired = 0;
  EXPECT_EQ(system.handle(2.5, y, nullptr, {&fired, 1}), Change::kSystem);
  EXPECT_EQ(y[0], 2);
  EXPECT_EQ(y[1], 3.5);
  double n = 0;
  system.outputs(2.5, y, nullptr, &n);
  EXPECT_EQ(n, 3.5);
}

TEST(EquationSystem, EventsGoOnUntilNothingChanges) {
  // One makes the next true within the instant: b and then c follow a.
  Model m;
  m.state("x", 0);
  for (const char* name : {"a", "b", "c"}) m.discrete(name, 0);
  m.derivative("x", "1");
  m.event("x > 1", {{"a", "1"}});
  m.event("a > 0.5", {{"b", "2*a"}});
  m.event("b > 0.5", {{"c", "b + 1"}});
  EquationSystem system = m.made();
  double y = 0, dy = 0, out[3];
  system.start(0, {&y, 1}, {&dy, 1}, nullptr);
  y = 1;
  const std::size_t fired = 0;
  EXPECT_EQ(system.handle(1, {&y, 1}, nullptr, {&fired, 1}), Change::kEvent) << "no right side reads them";
  system.outputs(1, &y, nullptr, out);
  EXPECT_THAT(out, ElementsAre(1, 2, 3));
}

TEST(EquationSystem, EventsThatDoNotComeToRestAreToldByName) {
  Model m;
  m.state("x", 0);
  m.discrete("a", 0);
  m.derivative("x", "1");
  m.event("x > 1", {{"a", "1"}});
  m.event("a > 0.5", {{"a", "0"}});
  m.event("a <= 0.5 and x > 1", {{"a", "1"}});
  EquationSystem system = m.made();
  double y = 0, dy = 0;
  system.start(0, {&y, 1}, {&dy, 1}, nullptr);
  y = 1;
  const std::size_t fired = 0;
  try {
    system.handle(1, {&y, 1}, nullptr, {&fired, 1});
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("do not come to rest at time 1"));
    EXPECT_THAT(e.what(), HasSubstr("'a > 0.5'"));
  }
}

TEST(EquationSystem, WhatHoldsAtTheStartFiresOnlyWhereItSaysSo) {
  Model m;
  m.state("x", 5);
  m.discrete("late", 0);
  m.discrete("early", 0);
  m.derivative("x", "1");
  m.event("x > 3", {{"late", "1"}});
  m.event("x > 3", {{"early", "1"}}, true);
  EquationSystem system = m.made();
  double y = 0, dy = 0, out[2];
  system.start(0, {&y, 1}, {&dy, 1}, nullptr);
  system.outputs(0, &y, nullptr, out);
  EXPECT_THAT(out, ElementsAre(0, 1));
}

TEST(EquationSystem, WholeNumbersThatStandOnOthersFollowThem) {
  // b = 2 + mod(a - 2, 4), d = b - floor(b), at a = 0.5: mod(-1.5, 4) = 2.5, b = 4.5, d = 0.5.
  Model m;
  m.state("a", 0.5);
  m.derivative("a", "10");
  m.algebraic("b", "2 + mod(a - 2, 4)");
  m.algebraic("d", "b - floor(b)");
  EquationSystem system = m.made();
  double y = 0, dy = 0, out[2];
  system.start(0, {&y, 1}, {&dy, 1}, nullptr);
  system.outputs(0, &y, nullptr, out);
  EXPECT_THAT(out, ElementsAre(4.5, 0.5));
}

TEST(EquationSystem, NeedsAState) {
  Model m;
  m.algebraic("a", "1");
  m.system.prepare();
  EXPECT_THROW(EquationSystem{m.system}, BuildError);
}

}  // namespace
}  // namespace escapement::sundials
