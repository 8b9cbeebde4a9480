// SPDX-License-Identifier: MIT
#include "escapement/equations/ode_system.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "escapement/equations/tape.h"
#include "escapement/equations/text.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct OdeSystemTest : ::testing::Test {
  OdeSystem system;

  VariableIndex add(const std::string& name, VariableKind kind) {
    return system.add({name, kind, 0, 1, {}, {}});
  }
  Term term(const std::string& text) {
    return parse(text, system.terms,
                 {[this](std::string_view name) -> std::optional<Term> {
                    const auto found = system.find(name);
                    return found ? std::optional(system.terms.variable(*found)) : std::nullopt;
                  },
                  {}});
  }
  void derivative(const std::string& name, const std::string& text) {
    system.derivatives.push_back({*system.find(name), term(text), {}});
  }
  void algebraic(const std::string& name, const std::string& text) {
    system.algebraics.push_back({*system.find(name), term(text), {}});
  }
  void event(const std::string& when) { system.events.push_back({term(when), {}, {}, when, false, {}}); }
  std::vector<std::string> faults() {
    try {
      system.prepare();
    } catch (const InputError& error) {
      std::vector<std::string> texts;
      for (const Diagnostic& one : error.diagnostics()) texts.push_back(one.message);
      return texts;
    }
    return {};
  }
};

TEST_F(OdeSystemTest, AlgebraicsComeInAnOrderInWhichEachStandsOnEarlierOnes) {
  for (const char* name : {"a", "b", "c"}) add(name, VariableKind::kAlgebraic);
  add("x", VariableKind::kState);
  derivative("x", "a");
  algebraic("a", "b + c");
  algebraic("b", "2*c");
  algebraic("c", "x");
  system.prepare();
  std::vector<std::string> order;
  for (const Assignment& one : system.algebraics) order.push_back(system.name_of(one.variable));
  EXPECT_THAT(order, ElementsAre("c", "b", "a"));
}

TEST_F(OdeSystemTest, RelationsAndFloorsBecomeConditionsOnce) {
  add("x", VariableKind::kState);
  add("y", VariableKind::kState);
  derivative("x", "if x > 1 then -1 else 1");
  derivative("y", "floor(2*x) + (if x > 1 and y < 3 then 1 else noEvent(if y > 7 then 1 else 0))");
  event("x > 1");
  system.prepare();
  std::vector<std::string> texts;
  for (const Condition& one : system.conditions) texts.push_back(one.text);
  EXPECT_THAT(texts, ::testing::UnorderedElementsAre("x > 1", "floor(2 * x)", "y < 3"));
  EXPECT_EQ(system.text(system.events[0].when), "x > 1");  // the name of the condition's variable
  EXPECT_EQ(system.terms.operation(system.events[0].when), Operation::kVariable);
}

TEST_F(OdeSystemTest, ModAndCeilStandOnFloor) {
  add("x", VariableKind::kState);
  derivative("x", "mod(x, 3) + ceil(x)");
  system.prepare();
  ASSERT_EQ(system.conditions.size(), 2U);
  EXPECT_EQ(system.conditions[0].text, "floor(x / 3)");
  EXPECT_EQ(system.conditions[1].text, "floor(-x)");
  // x = 7.5: mod is 1.5, ceil is 8
  std::vector<double> values(system.variables.size(), 0);
  values[0] = 7.5;
  values[system.conditions[0].variable] = 2;
  values[system.conditions[1].variable] = -8;
  EXPECT_EQ(evaluate(system.terms, system.derivatives[0].value, values, 0), 9.5);
}

TEST_F(OdeSystemTest, RelationsAffineInTimeAreTimeEvents) {
  add("n", VariableKind::kDiscrete);
  add("x", VariableKind::kState);
  add("phase", VariableKind::kAlgebraic);
  algebraic("phase", "2*time - n");
  derivative("x",
             "if time > 3 then 1 else if phase >= 4 then 2 else if time > x then 3 else if sin(time) > 0 "
             "then 4 else 5");
  system.prepare();
  const auto find = [&](const std::string& text) -> const Condition& {
    for (const Condition& one : system.conditions)
      if (one.text == text) return one;
    throw InternalError("no condition " + text);
  };
  ASSERT_TRUE(find("time > 3").in_time.has_value());
  EXPECT_EQ(system.text(find("time > 3").in_time->rate), "1");
  EXPECT_EQ(system.text(find("time > 3").in_time->offset), "-3");
  ASSERT_TRUE(find("phase >= 4").in_time.has_value());
  EXPECT_EQ(system.text(find("phase >= 4").in_time->rate), "2");
  const std::vector<double> n_is_six{6, 0, 0, 0, 0, 0, 0};  // 2 time - 6 - 4 = 0 at time 5
  const Condition& phase = find("phase >= 4");
  EXPECT_EQ(phase.due(0, 2, evaluate(system.terms, phase.in_time->offset, n_is_six, 0)), 5);
  EXPECT_FALSE(find("time > x").in_time.has_value());
  EXPECT_FALSE(find("sin(time) > 0").in_time.has_value());
}

TEST_F(OdeSystemTest, WhatOnlyEventsChangeNeedsNoCondition) {
  add("n", VariableKind::kDiscrete);
  add("x", VariableKind::kState);
  derivative("x", "if n > 2 or n == 1 then 1 else 0");
  system.prepare();
  EXPECT_TRUE(system.conditions.empty());
}

TEST(Condition, TakesTheRightLimitAtAZero) {
  Condition c;
  c.relation = Operation::kGreater;
  EXPECT_EQ(c.value(0, 1), 1);  // time > 1 at 1: true just after
  EXPECT_EQ(c.value(0, -1), 0);
  EXPECT_EQ(c.value(0, 0), 0);
  EXPECT_EQ(c.value(0.5, -1), 1);
  c.relation = Operation::kLessEqual;
  EXPECT_EQ(c.value(0, 1), 0);
  EXPECT_EQ(c.value(0, -1), 1);
  EXPECT_EQ(c.value(0, 0), 1);
  c.relation = Operation::kLess;
  EXPECT_EQ(c.value(0, -1), 1);
  EXPECT_EQ(c.value(0, 0), 0);
  c.relation = Operation::kGreaterEqual;
  EXPECT_EQ(c.value(0, 0), 1);
  EXPECT_EQ(c.value(0, -1), 0);
  c.is_floor = true;
  EXPECT_EQ(c.value(2, 1), 2);
  EXPECT_EQ(c.value(2, -1), 1);
  EXPECT_EQ(c.value(2.5, -1), 2);
}

TEST(Condition, TellsWhenItIsDue) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  Condition c;
  c.relation = Operation::kGreater;
  EXPECT_EQ(c.due(0, 1, -3), 3);       // time - 3 > 0
  EXPECT_EQ(c.due(1, 1, -3), kNever);  // already true, and it rises
  EXPECT_EQ(c.due(1, -2, 5), 2.5);     // 5 - 2 time > 0 ends at 2.5
  EXPECT_EQ(c.due(0, 0, -3), kNever);  // does not depend on time
  EXPECT_EQ(c.flipped(0, 1), 1);
  EXPECT_EQ(c.flipped(1, -2), 0);
  c.is_floor = true;
  EXPECT_EQ(c.due(2, 10, 0), 0.3);  // floor(10 time) is 2 until 0.3
  EXPECT_EQ(c.flipped(2, 10), 3);
  EXPECT_EQ(c.due(-1, -1, 0), 1);  // floor(-time) is -1 until 1, then -2
  EXPECT_EQ(c.flipped(-1, -1), -2);
}

TEST_F(OdeSystemTest, FaultsAreToldTogether) {
  add("x", VariableKind::kState);
  add("x", VariableKind::kState);
  add("y", VariableKind::kState);
  add("a", VariableKind::kAlgebraic);
  add("u", VariableKind::kInput);
  derivative("y", "1");
  derivative("y", "2");
  system.derivatives.push_back({*system.find("a"), term("1"), {}});
  system.events.push_back({term("y > 1"), {{*system.find("u"), term("1"), {}}}, {}, "y > 1", false, {}});
  EXPECT_THAT(faults(),
              ::testing::UnorderedElementsAre(
                  "the name 'x' is given to two variables", "'y' is given a derivative twice",
                  "'a' is given a derivative but is not of that kind", "'x' has not been given a derivative",
                  "'x' has not been given a derivative", "'a' has not been given a value",
                  "the event at 'y > 1' sets 'u', which is neither a state nor a discrete variable"));
}

TEST_F(OdeSystemTest, AlgebraicLoopsAreNamed) {
  for (const char* name : {"a", "b", "c"}) add(name, VariableKind::kAlgebraic);
  algebraic("a", "b");
  algebraic("b", "1 - c");
  algebraic("c", "2*b");
  EXPECT_THAT(faults(), ElementsAre("an algebraic loop: 'b' needs 'c' needs 'b'"));
}

TEST_F(OdeSystemTest, EqualitiesOfContinuousValuesAreRefused) {
  add("x", VariableKind::kState);
  derivative("x", "if x == 1 then 1 else 2");
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("compares values that change all the time")));
}

}  // namespace
}  // namespace escapement::equations
