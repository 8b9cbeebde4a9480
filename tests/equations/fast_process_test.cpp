// SPDX-License-Identifier: MIT
#include "escapement/equations/fast_process.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "equations/support.h"
#include "escapement/core/error.h"
#include "escapement/equations/block_solver.h"

namespace escapement::equations {
namespace {

using ::testing::HasSubstr;
using testing_support::FlatText;

// Equations with the parameter THETA and known quantities; solve() gives what is fast and what follows.
struct Fast : FlatText {
  std::vector<VariableIndex> fast;
  std::vector<SolvedBlock> blocks;
  std::optional<BlockSolver> solver;
  std::vector<double> all;

  Fast() { system.theta.push_back(parameter("THETA", 1)); }
  void prepare() {
    fast = take_out_theta(system);
    const auto highest = differentiate_constraints(system);
    std::vector<double> starts(system.variables.size(), 0);
    for (VariableIndex v = 0; v < starts.size(); ++v) starts[v] = system.variables[v].start.value_or(0);
    blocks = sort_equations(system, choose_states(system, highest, starts, 0)).blocks;
    starts.resize(system.variables.size(), 0);
    all = starts;
    solver.emplace(system, blocks);
  }
  void solve() { solver->solve(0, all); }
  double& at(const std::string& name) { return all[*system.find(name)]; }
  std::string failure() {
    try {
      prepare();
      solve();
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
};

// Zimmer 2013: THETA a' = 10 x - s(a), s of slope 1 between -1 and 1 and of slope 1/4 outside: a = 4 (10 x -
// 3/4) where 10 x > 1.
TEST(FastProcess, RestOfAMonotoneFunction) {
  Fast m;
  m.equation("d.x = y");
  m.equation("d.y = -0.1*a - 0.4*y");
  m.equation("d.a*THETA = 10*x - noEvent(if a < -1 then a/4 - 0.75 else if a > 1 then a/4 + 0.75 else a)");
  m.prepare();
  ASSERT_EQ(m.fast, (std::vector{*m.system.find("a")}));
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    const double x = std::uniform_real_distribution<>(-1, 1)(random);
    m.at("x") = x;
    m.solve();
    const double u = 10 * x, a = u > 1 ? 4 * (u - 0.75) : u < -1 ? 4 * (u + 0.75) : u;
    EXPECT_NEAR(m.at("a"), a, 1e-9 * (1 + std::abs(a)));
    EXPECT_DOUBLE_EQ(m.at("der(y)"), -0.1 * m.at("a") - 0.4 * m.at("y"));
  }
}

// The constant may come in through a parameter: C = 1e-12 THETA makes a capacitor fast, and its rest is where
// its current is 0: v = I R. Its current does not depend on Theta, its derivative does.
TEST(FastProcess, ThetaInAParameter) {
  Fast m;
  const VariableIndex c = m.parameter("C", 1e-12), half = m.parameter("half", 0.5e-12);
  m.system.variables[half].value = m.term("1e-12*THETA/2");
  m.system.variables[c].value = m.term("2*half");
  m.input("I");
  m.equation("i = C*d.v");
  m.equation("I = i + ir");
  m.equation("v = 1000*ir");
  m.equation("d.x = v - x");
  m.prepare();
  ASSERT_EQ(m.fast, (std::vector{*m.system.find("v")}));
  m.at("I") = 0.25;
  m.solve();
  EXPECT_NEAR(m.at("v"), 250, 1e-9);
  EXPECT_NEAR(m.at("i"), 0, 1e-12);
  EXPECT_NEAR(m.at("der(x)"), 250, 1e-9);
}

// A rate in an equation of its own, where the variable itself does not stand.
TEST(FastProcess, RateByAnotherVariable) {
  Fast m;
  m.input("u");
  m.equation("THETA*d.v = w");
  m.equation("w = u - v^3");
  m.prepare();
  m.at("u") = 8;
  m.at("v") = 1;
  m.solve();
  EXPECT_NEAR(m.at("v"), 2, 1e-10);
  EXPECT_NEAR(m.at("w"), 0, 1e-9);
}

// A diode and a resistor in series behind the fast variable: their common voltage is a nonlinear equation
// inside. Rest: the current through the diode from u to v is that from v to ground. i = exp(u - m) - 1 = (m -
// v) = v/2 at v = 1: i = 1/2, m = 3/2, u = 3/2 + log(3/2).
TEST(FastProcess, NonlinearEquationInside) {
  Fast m;
  m.input("u");
  m.equation("i = exp(u - m) - 1");
  m.equation("m - v = i");
  m.equation("1e-9*THETA*d.v = i - v/2");
  m.prepare();
  m.at("u") = 1.5 + std::log(1.5);
  m.solve();
  EXPECT_NEAR(m.at("v"), 1, 1e-9);
  EXPECT_NEAR(m.at("m"), 1.5, 1e-9);
  m.at("u") = 50;  // far from there: i = v/2, m = 3 v/2, exp(u - m) = 1 + v/2
  m.solve();
  const double v = m.at("v");
  EXPECT_NEAR(50 - 1.5 * v, std::log(1 + v / 2), 1e-8);
}

// Two fast processes that need each other: x rests at u/(1+1), y at x.
TEST(FastProcess, TwoTogether) {
  Fast m;
  m.input("u");
  m.equation("THETA*d.x = u - x - y");
  m.equation("1e6*THETA*d.y = x - y");
  m.prepare();
  EXPECT_EQ(m.fast.size(), 2U);
  m.at("u") = 3;
  m.solve();
  EXPECT_NEAR(m.at("x"), 1.5, 1e-9);
  EXPECT_NEAR(m.at("y"), 1.5, 1e-9);
}

// x' = x - x^3 + u stays on its lower branch until that ends at u = 2/sqrt(27), then jumps to the upper one,
// and comes back at -2/sqrt(27): where it rests depends on where it was.
TEST(FastProcess, JumpsWhereABranchEnds) {
  Fast m;
  m.input("u");
  m.equation("THETA*d.x = x - x^3 + u");
  m.prepare();
  const double fold = 2 / std::sqrt(27.0);
  m.at("x") = -1;
  const auto at = [&](double u) {
    m.at("u") = u;
    m.solve();
    const double x = m.at("x");
    EXPECT_NEAR(x - x * x * x + u, 0, 1e-9);
    return x;
  };
  for (int i = -60; i <= 60; ++i) {
    const double u = 0.01 * i;
    if (u < fold)
      EXPECT_LT(at(u), -0.5) << u;
    else
      EXPECT_GT(at(u), 1) << u;
  }
  for (int i = 60; i >= -60; --i) {
    const double u = 0.01 * i;
    if (u > -fold)
      EXPECT_GT(at(u), 0.5) << u;
    else
      EXPECT_LT(at(u), -1) << u;
  }
}

// x' = m x - x^3: 0 is stable for m < 0 only; beyond, it rests at sqrt(m).
TEST(FastProcess, LeavesARestThatIsNotStable) {
  Fast m;
  m.input("m");
  m.equation("THETA*d.x = m*x - x^3");
  m.prepare();
  m.at("m") = -1;
  m.solve();
  EXPECT_NEAR(m.at("x"), 0, 1e-9);
  m.at("m") = 4;
  m.solve();
  EXPECT_NEAR(std::abs(m.at("x")), 2, 1e-9);
}

TEST(FastProcess, WithoutARest) {
  Fast away;
  away.equation("THETA*d.x = x + 1");
  EXPECT_THAT(away.failure(), HasSubstr("the infinitely fast process of 'x' finds no rest"));
}

TEST(FastProcess, WithoutThetaNothingHappens) {
  FlatText m;
  m.equation("d.x = -x");
  EXPECT_TRUE(take_out_theta(m.system).empty());
  EXPECT_TRUE(m.system.variables[*m.system.find("x")].derivative.has_value());
}

// Rule 3, each way to break it.
TEST(FastProcess, MisuseIsTold) {
  const auto told = [](std::initializer_list<const char*> lines) {
    Fast m;
    for (const char* line : lines) m.equation(line);
    return m.failure();
  };
  EXPECT_THAT(told({"d.x = sin(THETA*x)"}),
              HasSubstr("THETA is inside a nonlinear function: 'sin(THETA * x)'"));
  EXPECT_THAT(told({"THETA^2*d.x = -x"}), HasSubstr("'der(x)' would be THETA^-2 times something"));
  EXPECT_THAT(told({"d.x = THETA*(1 - x)"}), HasSubstr("'der(x)' would be THETA^1 times something"));
  EXPECT_THAT(told({"d.x = -x + THETA"}), HasSubstr("have different powers of THETA"));
  EXPECT_THAT(told({"sqrt(THETA)*d.x = -x"}), HasSubstr("the power must be a whole number"));
  EXPECT_THAT(told({"d.x = 2^THETA - x"}), HasSubstr("THETA is in an exponent"));
  EXPECT_THAT(told({"THETA*x = y", "d.x = 1", "y = 2 + z", "z = x"}), HasSubstr("powers of THETA"));
}

// Rule 2: two fast capacitors in parallel have one voltage, so that neither runs by itself.
TEST(FastProcess, WhatCannotRunByItself) {
  Fast m;
  m.equation("THETA*d.v1 = i1");
  m.equation("THETA*d.v2 = i2");
  m.equation("v1 = v2");
  m.equation("i1 + i2 = 1 - v1");
  EXPECT_THAT(m.failure(), HasSubstr("cannot be run by itself"));
}

}  // namespace
}  // namespace escapement::equations
