// SPDX-License-Identifier: MIT
#include "escapement/equations/choice_margin.h"

#include <gtest/gtest.h>

#include "equations/support.h"

namespace escapement::equations {
namespace {

using testing_support::FlatText;

struct Choice {
  bool may_change = false, may_fail = false;
};
Choice choice_of(FlatText& m, const std::vector<std::pair<std::string, double>>& at) {
  const auto highest = differentiate_constraints(m.system);
  const StateChoice choice = choose_states(m.system, highest, m.values(at), 0);
  const ChoiceMargin margin(m.system, highest, choice);
  return {margin.may_change(), margin.may_fail()};
}

// Where x is a state, 2 y y' = -2 x x' does not tell y' at y = 0.
TEST(ChoiceMargin, APendulumsMayFail) {
  FlatText m;
  m.equation("d.x = vx");
  m.equation("d.y = vy");
  m.equation("d.vx = T*x");
  m.equation("d.vy = T*y - 9.81");
  m.equation("x^2 + y^2 = 1");
  const Choice choice = choice_of(m, {{"x", 0.6}, {"y", -0.8}});
  EXPECT_TRUE(choice.may_change);
  EXPECT_TRUE(choice.may_fail);
}

// Currents (x, y) seen from a rotor at the angle p: a' and b' stand alone in their equations, the matrix of
// both is the unit matrix wherever p is. With x' and y' left out instead it would be the one of the rotation.
FlatText rotor(bool seen_from_rotor) {
  FlatText m;
  m.equation("d.p = 1");
  m.equation("a = cos(p)*x - sin(p)*y");
  m.equation("b = sin(p)*x + cos(p)*y");
  m.equation("d.x + d.a = u - x");
  m.equation("d.y + d.b = v - y");
  m.equation("u = 1");
  m.equation("v = 2");
  for (const std::string name : {"x", "y", "a", "b"})
    if ((name < "c") == seen_from_rotor)
      m.system.variables[*m.system.find(name)].state_select = StateSelect::kPrefer;
  return m;
}
TEST(ChoiceMargin, WhatHasAnEquationOfItsOwnNeverFails) {
  FlatText m = rotor(false);
  const Choice choice = choice_of(m, {{"p", 0.3}});
  EXPECT_TRUE(choice.may_change);
  EXPECT_FALSE(choice.may_fail);
}
TEST(ChoiceMargin, EntriesThatDependOnValuesMayFail) {
  FlatText m = rotor(true);
  EXPECT_TRUE(choice_of(m, {{"p", 0.3}}).may_fail);
}

}  // namespace
}  // namespace escapement::equations
