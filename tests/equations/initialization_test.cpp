// SPDX-License-Identifier: MIT
#include "escapement/equations/initialization.h"

#include <gmock/gmock.h>

#include <cmath>

#include "equations/support.h"
#include "escapement/core/error.h"
#include "escapement/equations/block_solver.h"

namespace escapement::equations {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing_support::FlatText;

struct Started : FlatText {
  std::vector<double> all;
  InitialSystem initial;

  VariableIndex start(const std::string& name, double value, bool fixed = true) {
    const VariableIndex v = unknown(name);
    system.variables[v].start = value;
    system.variables[v].fixed = fixed;
    return v;
  }
  void initially(const std::string& text) {
    equation(text);
    system.initial_equations.push_back(system.equations.back());
    system.equations.pop_back();
  }
  void solve() {
    const auto highest = differentiate_constraints(system);
    const StateChoice choice = choose_states(system, highest, values({}), 0);
    initial = initial_system(system, choice);
    all = values({});
    BlockSolver(system, initial.blocks).solve(0, all);
  }
  double operator[](const std::string& name) const { return all[*system.find(name)]; }
  std::string fault() {
    try {
      solve();
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }
};

TEST(Initialization, StartValuesOfStatesHold) {
  Started m;
  m.start("x", 3);
  m.start("y", 5, false);
  m.equation("d.x = -x + y");
  m.equation("d.y = -y");
  m.solve();
  EXPECT_DOUBLE_EQ(m["x"], 3);
  EXPECT_DOUBLE_EQ(m["y"], 5);
  EXPECT_DOUBLE_EQ(m["der(x)"], 2);
  EXPECT_THAT(m.names(m.initial.assumed), ElementsAre("y"));
}

TEST(Initialization, SteadyStateByInitialEquations) {
  Started m;
  m.start("x", 1, false);
  m.start("y", 7, false);
  m.equation("d.x = 6 - 2*x");
  m.equation("d.y = x - y");
  m.initially("d.x = 0");
  m.solve();
  EXPECT_DOUBLE_EQ(m["x"], 3);
  EXPECT_DOUBLE_EQ(m["y"], 7);  // x is told by the equation, so only y's start value was taken
  EXPECT_THAT(m.names(m.initial.assumed), ElementsAre("y"));
}

// A parameter that the beginning determines, before what stands on it is divided by it.
TEST(Initialization, ComputedParametersComeBeforeWhatNeedsThem) {
  Started m;
  m.system.variables[m.parameter("a", 0)].computed = true;
  m.equation("d.x = b");
  m.start("x", 1);
  m.initially("2*x = a");
  m.equation("b*a = 5.6");
  m.solve();
  EXPECT_DOUBLE_EQ(m["a"], 2);
  EXPECT_DOUBLE_EQ(m["b"], 2.8);
}

TEST(Initialization, ConsistentWithConstraintsAndTheirDerivatives) {
  Started m;
  m.equation("d.x = vx");
  m.equation("d.y = vy");
  m.equation("d.vx = T*x");
  m.equation("d.vy = T*y - 9.81");
  m.equation("x^2 + y^2 = 1");
  m.start("x", 0.6);
  m.start("y", -0.9, false);  // a guess
  m.start("vx", 1.6);
  m.solve();
  EXPECT_NEAR(m["y"], -0.8, 1e-9);
  EXPECT_NEAR(m["vy"], 1.2, 1e-9);
  EXPECT_NEAR(m["T"], -(4 + 9.81 * 0.8), 1e-8);
  EXPECT_THAT(m.initial.assumed, IsEmpty());
}

// x' = -x, x' = 0 and x = 1: the last one finds no unknown, so that the start is to be compared with it.
TEST(Initialization, ConditionsThatAreTooManyAreKeptToBeChecked) {
  Started m;
  m.start("x", 1);
  m.equation("d.x = -x");
  m.initially("d.x = 0");
  m.solve();
  EXPECT_EQ(m["x"], 0);
  ASSERT_EQ(m.initial.checked.size(), 1U);
  EXPECT_EQ(m.initial.checked[0].text, "x = 1 (its start value)");
}

TEST(Initialization, WhatNothingGivesIsNamed) {
  Started m;
  m.system.variables[m.parameter("p", 1)].computed = true;
  m.equation("d.x = -x");
  EXPECT_THAT(m.fault(), HasSubstr("nothing gives 'p'"));
}

}  // namespace
}  // namespace escapement::equations
