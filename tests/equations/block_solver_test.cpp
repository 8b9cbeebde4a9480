// SPDX-License-Identifier: MIT
#include "escapement/equations/block_solver.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "equations/support.h"
#include "escapement/core/error.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {
namespace {

using ::testing::HasSubstr;
using testing_support::FlatText;

struct Solved : FlatText {
  std::optional<BlockSolver> solver;
  std::vector<double> all;
  StateChoice choice;
  std::vector<SolvedBlock> blocks;

  void prepare(const std::vector<std::pair<std::string, double>>& given = {}) {
    const auto highest = differentiate_constraints(system);
    choice = choose_states(system, highest, values(given), 0);
    SortedSystem sorted = sort_equations(system, choice);
    blocks = sorted.blocks;
    solver.emplace(system, blocks);
    all = values(given);
  }
  double operator[](const std::string& name) const { return all[*system.find(name)]; }
  double& set(const std::string& name) { return all[*system.find(name)]; }
  std::string failure(double time) {
    try {
      solver->solve(time, all);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  }
};

TEST(BlockSolver, ExplicitChain) {
  Solved m;
  m.parameter("R", 2);
  m.equation("u = R*i");
  m.equation("d.q = i");
  m.equation("u = 10 - q + time");
  m.prepare();
  m.set("q") = 4;
  m.solver->solve(2, m.all);
  EXPECT_DOUBLE_EQ(m["u"], 8);
  EXPECT_DOUBLE_EQ(m["i"], 4);
  EXPECT_DOUBLE_EQ(m["der(q)"], 4);
}

// Wheatstone's bridge: node voltages of a linear circuit against the solution by hand of its 2 by 2 system.
TEST(BlockSolver, LinearBlocksKeepTheirFactorisation) {
  Solved m;
  m.input("U");
  m.equation("(U - a)/1 = a/2 + (a - b)/5");
  m.equation("(U - b)/3 + (a - b)/5 = b/4");
  m.prepare();
  for (const double u : {10.0, 20.0, 30.0}) {
    m.set("U") = u;
    m.solver->solve(0, m.all);
    // (1.7) a - 0.2 b = U; -0.2 a + (47/60) b = U/3
    const double det = 1.7 * 47 / 60 - 0.04;
    EXPECT_NEAR(m["a"], (u * 47 / 60 + 0.2 * u / 3) / det, 1e-12 * u);
    EXPECT_NEAR(m["b"], (1.7 * u / 3 + 0.2 * u) / det, 1e-12 * u);
  }
  EXPECT_LE(m.solver->counters().factorisations, 1U);  // a tearing of one unknown has none
}

TEST(BlockSolver, LargeLinearBlockAgainstResiduals) {
  constexpr unsigned kSeed = 7;
  std::mt19937 random(kSeed);
  Solved m;
  constexpr int kSize = 30;
  for (int i = 0; i < kSize; ++i) {
    std::string text = std::to_string(i + 1) + " = 9*z" + std::to_string(i);
    for (int k = 0; k < 3; ++k)
      text += " + x*" + std::to_string(1 + random() % 4) + "*z" + std::to_string(random() % kSize);
    m.equation(text);
  }
  m.equation("d.x = z0");
  m.prepare();
  for (const double x : {0.2, 0.3, 0.3}) {
    m.set("x") = x;
    m.solver->solve(0, m.all);
    for (std::size_t e = 0; e < kSize; ++e)
      EXPECT_NEAR(evaluate(m.system.terms, m.system.residual(m.system.equations[e]), m.all, 0), 0, 1e-11);
  }
}

// A diode behind a resistor: u + R Is (exp(u/Ut) - 1) = 5, against bisection.
TEST(BlockSolver, NonlinearBlock) {
  Solved m;
  m.equation("i = 1e-9*(exp(u/0.025) - 1)");
  m.equation("u = 5 - 1000*i");
  m.prepare();
  m.set("u") = 0.5;
  m.solver->solve(0, m.all);
  double low = 0, high = 1;
  for (int k = 0; k < 200; ++k) {
    const double middle = (low + high) / 2;
    (middle + 1000 * 1e-9 * (std::exp(middle / 0.025) - 1) < 5 ? low : high) = middle;
  }
  EXPECT_NEAR(m["u"], low, 1e-9);
  EXPECT_GT(m.solver->counters().nonlinear_iterations, 0U);
}

// The pendulum at (0.6, -0.8) moving with w = 2: T = -(v^2 + g y) by energy and geometry, v^2 = 4.
TEST(BlockSolver, PendulumBehindItsConstraint) {
  Solved m;
  m.equation("d.x = vx");
  m.equation("d.y = vy");
  m.equation("d.vx = T*x");
  m.equation("d.vy = T*y - 9.81");
  m.equation("x^2 + y^2 = 1");
  m.prepare({{"x", 0.6}, {"y", -0.8}});
  ASSERT_EQ(m.names(m.choice.states), (std::vector<std::string>{"x", "vx"}));
  m.set("x") = 0.6;
  m.set("vx") = 1.6;
  m.set("y") = -0.7;  // near by: the other half of the circle is a solution too
  m.solver->solve(0, m.all);
  EXPECT_NEAR(m["y"], -0.8, 1e-9);
  EXPECT_NEAR(m["vy"], 1.2, 1e-9);
  EXPECT_NEAR(m["T"], -(4 - 9.81 * -0.8), 1e-8);
  EXPECT_NEAR(m["der(vx)"], 0.6 * m["T"], 1e-8);
}

TEST(BlockSolver, SingularBlocksAreNamed) {
  Solved m;
  m.equation("d.x = y");
  m.equation("x*y = 3");
  m.prepare();
  EXPECT_THAT(
      m.failure(7),
      HasSubstr("the linear system for 'y' is singular, so that it has no solution or many at time 7:"));
  m.set("x") = 2;
  m.solver->solve(8, m.all);
  EXPECT_DOUBLE_EQ(m["y"], 1.5);
}

// A sum of 100 terms is some 1100 characters long.
TEST(BlockSolver, LongEquationsAreCutInMessages) {
  Solved m;
  std::string sum = "z*z + z";
  for (int k = 1; k <= 100; ++k) sum += " + sin(z)^" + std::to_string(2 * k);
  m.equation("0 = 200 + " + sum);
  m.prepare();
  const std::string message = m.failure(1);
  EXPECT_THAT(message, HasSubstr("found no solution"));
  EXPECT_THAT(message, HasSubstr("sin(z)"));
  EXPECT_THAT(message, HasSubstr("..."));
  EXPECT_LT(message.size(), 2 * equations::FlatSystem::kBrief);
}

TEST(BlockSolver, EquationsWithoutSolutionAreNamed) {
  Solved m;
  m.equation("z*z = -1");
  m.prepare();
  EXPECT_THAT(m.failure(1), HasSubstr("the nonlinear system for 'z' found no solution"));
}

TEST(BlockSolver, ValuesThatAreNotFiniteAreNamed) {
  Solved m;
  m.equation("d.x = y");
  m.equation("y = 1/x");
  m.prepare();
  EXPECT_THAT(m.failure(3), HasSubstr("'y' is inf at time 3: it is 1 / x with x = 0"));
}

}  // namespace
}  // namespace escapement::equations
