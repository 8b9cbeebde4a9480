// SPDX-License-Identifier: MIT
#include "escapement/equations/jacobian.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>

#include "equations/support.h"
#include "escapement/equations/block_solver.h"

namespace escapement::equations {
namespace {

using ::testing::ElementsAre;
using testing_support::FlatText;

struct Sorted : FlatText {
  std::vector<SolvedBlock> blocks;
  std::vector<VariableIndex> states, rates;
  std::optional<BlockSolver> solver;
  std::optional<BlockJacobian> jacobian;
  std::vector<double> all;

  void prepare(const std::vector<std::pair<std::string, double>>& given) {
    const auto highest = differentiate_constraints(system);
    SortedSystem sorted = sort_equations(system, choose_states(system, highest, values(given), 0));
    blocks = sorted.blocks;
    states = sorted.choice.states;
    for (const VariableIndex state : states) rates.push_back(*system.variables[state].derivative);
    solver.emplace(system, blocks);
    jacobian.emplace(system, blocks, rates, states);
    all = values(given);
  }
  // d der(row) / d column, those that are told.
  std::map<std::pair<std::string, std::string>, double> entries(double time) {
    solver->solve(time, all);
    const ColumnPattern& pattern = jacobian->pattern();
    std::vector<double> found(pattern.rows.size());
    jacobian->evaluate(time, all, found);
    std::map<std::pair<std::string, std::string>, double> named;
    for (std::size_t j = 0; j < states.size(); ++j)
      for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
        named[{system.variables[states[static_cast<std::size_t>(pattern.rows[static_cast<std::size_t>(k)])]]
                   .name,
               system.variables[states[j]].name}] = found[static_cast<std::size_t>(k)];
    return named;
  }
  // The same by central differences, good to some 1e-6: nonlinear blocks are solved to 1e-10.
  double difference(const std::string& row, const std::string& column, double time) {
    const VariableIndex x = *system.find(column), rate = *system.variables[*system.find(row)].derivative;
    const double step = 1e-4, middle = all[x];
    double side[2] = {0, 0};
    for (const int s : {0, 1}) {
      all[x] = middle + (s == 0 ? -step : step);
      solver->solve(time, all);
      side[s] = all[rate];
    }
    all[x] = middle;
    solver->solve(time, all);
    return (side[1] - side[0]) / (2 * step);
  }
  void agrees_with_differences(double time, double tolerance) {
    const auto exact = entries(time);
    for (const VariableIndex row : states)
      for (const VariableIndex column : states) {
        const std::string& of = system.variables[row].name;
        const std::string& by = system.variables[column].name;
        const auto found = exact.find({of, by});
        const double value = found == exact.end() ? 0 : found->second;
        EXPECT_NEAR(value, difference(of, by, time), tolerance * (1 + std::abs(value)))
            << "d der(" << of << ") / d " << by;
      }
  }
};

// x' = -a x, a = y^2, y' = x y: through an explicit block, by hand.
TEST(BlockJacobian, ThroughExplicitBlocks) {
  Sorted m;
  m.equation("d.x = -a*x");
  m.equation("a = y^2");
  m.equation("d.y = x*y");
  m.prepare({{"x", 3}, {"y", 2}});
  const auto entries = m.entries(0);
  EXPECT_EQ(entries.at({"x", "x"}), -4);
  EXPECT_EQ(entries.at({"x", "y"}), -12);
  EXPECT_EQ(entries.at({"y", "x"}), 2);
  EXPECT_EQ(entries.at({"y", "y"}), 3);
}

// A voltage divider behind a capacitor's voltage v: 0 = v - 2 i - u, u = 3 i, v' = -i: dv'/dv = -1/5.
TEST(BlockJacobian, ThroughALinearBlock) {
  Sorted m;
  m.parameter("R", 2);
  m.equation("v = R*i + u");
  m.equation("u = 3*i");
  m.equation("d.v = -i");
  m.prepare({{"v", 10}});
  EXPECT_NEAR(m.entries(0).at({"v", "v"}), -0.2, 1e-15);
}

// A diode: 0 = v - z - exp(z), v' = -z. dz/dv = 1 / (1 + exp(z)), at z = 0 (v = 1): 1/2.
TEST(BlockJacobian, ThroughANonlinearBlock) {
  Sorted m;
  m.equation("v = z + exp(z)");
  m.equation("d.v = -z");
  m.prepare({{"v", 1}});
  EXPECT_NEAR(m.entries(0).at({"v", "v"}), -0.5, 1e-9);
}

// Torn blocks on torn blocks, linear and nonlinear with inner unknowns, between explicit ones.
TEST(BlockJacobian, ThroughBlocksOnBlocks) {
  Sorted m;
  m.equation("a + 2*b = x + time");
  m.equation("3*a - b = y*x");
  m.equation("p + exp(0.1*q) = a");
  m.equation("q - p*p = b + w");
  m.equation("r = p*q");
  m.equation("s + t = r + 6");
  m.equation("s*t = y");
  m.equation("d.x = s - a");
  m.equation("d.y = t*p");
  m.equation("d.w = -w + x");
  m.prepare({{"x", 4}, {"y", 1}, {"w", 0.5}, {"s", 6}, {"t", 0.3}, {"p", 0.5}, {"q", 1}});
  m.agrees_with_differences(0.3, 1e-5);
}

// In a chain each mass sees its neighbours: the columns need six colours, whatever the length.
TEST(BlockJacobian, ColoursOfAChainAreFew) {
  for (const int n : {10, 40}) {
    Sorted m;
    std::vector<std::pair<std::string, double>> start;
    for (int i = 0; i < n; ++i) {
      const std::string x = "x" + std::to_string(i), f = "f" + std::to_string(i);
      m.equation("d." + x + " = v" + std::to_string(i));
      m.equation("d.v" + std::to_string(i) + " = f" + std::to_string(i) + " - f" + std::to_string(i + 1));
      m.equation(f + " = " + (i > 0 ? "x" + std::to_string(i - 1) : "0") + " - " + x + " - 0.1*" + x + "^3");
      start.emplace_back(x, 0.1 * i);
    }
    m.equation("f" + std::to_string(n) + " = x" + std::to_string(n - 1));
    m.prepare(start);
    EXPECT_LE(m.jacobian->colour_count(), 6U);
    // Each velocity by up to three positions, each position by its velocity.
    EXPECT_EQ(m.jacobian->pattern().rows.size(), static_cast<std::size_t>(4 * n - 2));
    if (n == 10) m.agrees_with_differences(0, 1e-6);
  }
}

// Inputs, time and what does not change with states need no entries.
TEST(BlockJacobian, WhatDoesNotDependOnStatesIsNoEntry) {
  Sorted m;
  m.input("u");
  m.equation("a + b = u");
  m.equation("a - 2*b = time");
  m.equation("d.x = a*b");
  m.equation("d.y = x*a");
  m.prepare({{"u", 3}});
  EXPECT_THAT(m.jacobian->pattern().column_begin, ElementsAre(0, 1, 1));
  EXPECT_THAT(m.jacobian->pattern().rows, ElementsAre(1));
  m.agrees_with_differences(1, 1e-7);
}

// a + x b = 1, a - b = x has no solution at x = -1.
TEST(BlockJacobian, SingularBlocksGiveNoNumbers) {
  Sorted m;
  m.equation("a + x*b = 1");
  m.equation("a - b = x");
  m.equation("d.x = a");
  m.prepare({{"x", 2}});
  m.solver->solve(0, m.all);
  m.all[*m.system.find("x")] = -1;
  std::vector<double> entries(m.jacobian->pattern().rows.size());
  m.jacobian->evaluate(0, m.all, entries);
  EXPECT_TRUE(std::isnan(entries.at(0)));
}

TEST(Colours, ColumnsOfOneColourShareNoRow) {
  EXPECT_THAT(colours({{0, 1, 2, 3}, {0, 1, 2}}), ElementsAre(0, 0, 0));
  EXPECT_THAT(colours({{0, 1, 2, 3}, {0, 0, 0}}), ElementsAre(0, 1, 2));
  EXPECT_THAT(colours({{0, 0}, {}}), ElementsAre(0));
}

// Random systems of linear, nonlinear and explicit equations (seed 5).
TEST(BlockJacobian, AgreesWithDifferencesOnRandomSystems) {
  std::mt19937 random(5);
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE("seed 5, round " + std::to_string(round));
    Sorted m;
    constexpr int kStates = 5, kUnknowns = 8;
    std::vector<std::pair<std::string, double>> start;
    const auto some = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    for (int i = 0; i < kStates; ++i) {
      const std::string x = "x" + std::to_string(i);
      start.emplace_back(x, 0.2 * some(10) - 1);
      m.equation("d." + x + " = z" + std::to_string(some(kUnknowns)) + "*x" + std::to_string(some(kStates)) +
                 " - z" + std::to_string(some(kUnknowns)));
    }
    // Diagonally dominant, so that there is one solution.
    for (int i = 0; i < kUnknowns; ++i) {
      const std::string z = "z" + std::to_string(i), other = "z" + std::to_string(some(kUnknowns));
      const char* nonlinear[] = {"sin", "tanh", "", "atan"};
      m.equation("5*" + z + " = " + nonlinear[some(4)] + "(" + other + " + x" +
                 std::to_string(some(kStates)) + ") + x" + std::to_string(some(kStates)) + "*0.5");
    }
    m.prepare(start);
    m.agrees_with_differences(0, 1e-6);
  }
}

}  // namespace
}  // namespace escapement::equations
