// SPDX-License-Identifier: MIT
#include "block_factors.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "escapement/core/archive.h"
#include "support.h"

namespace escapement::qss_solver {
namespace {

struct Made {
  std::vector<std::vector<std::uint32_t>> columns;
  std::vector<double> entries;
};

// About three entries in each row, one of them large, on a diagonal that is turned by one.
Made sparse(std::mt19937& random, std::uint32_t size) {
  std::uniform_real_distribution<double> any(-1, 1);
  Made made;
  for (std::uint32_t i = 0; i < size; ++i) {
    std::vector<std::uint32_t> row;
    for (std::uint32_t j = 0; j < size; ++j) {
      const bool large = j == (i + 1) % size;
      if (!large && random() % size >= 2) continue;
      row.push_back(j);
      made.entries.push_back(large ? 3 + any(random) : any(random));
    }
    made.columns.push_back(row);
  }
  return made;
}

std::vector<double> times(const Made& made, const std::vector<double>& x) {
  std::vector<double> result;
  std::size_t e = 0;
  for (const auto& row : made.columns) {
    double sum = 0;
    for (const std::uint32_t j : row) sum += made.entries[e++] * x[j];
    result.push_back(sum);
  }
  return result;
}

// What was multiplied is found again, for small blocks and for those that are solved sparsely; new numbers in
// the same places are factorised anew, equal ones are not.
TEST(BlockFactors, SolveWhatWasMultiplied) {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const std::uint32_t size : {1, 2, 5, 8, 9, 20, 60}) {
    Made made = sparse(random, size);
    BlockFactors factors(made.columns);
    for (int round = 0; round < 5; ++round) {
      for (double& entry : made.entries) entry *= 1 + 0.1 * any(random);
      std::vector<double> x(size);
      for (double& one : x) one = any(random);
      std::vector<double> right = times(made, x);
      ASSERT_TRUE(factors.factorise(made.entries));
      ASSERT_TRUE(factors.factorise(made.entries));
      EXPECT_EQ(factors.factorisations(), round + 1u);
      factors.solve(right.data());
      for (std::uint32_t i = 0; i < size; ++i) ASSERT_NEAR(right[i], x[i], 1e-9) << size << " seed 17";
    }
  }
}

// x + y = 3 twice: from (0, 0) the nearest solution is (1.5, 1.5) where both move alike, or one that moves
// one unknown only; in any case it solves the equations. With 3 and 4 on the right side there is none.
TEST(BlockFactors, SingularOnesThatAgreeAreSolved) {
  BlockFactors factors({{0, 1}, {0, 1}});
  EXPECT_FALSE(factors.factorise(std::vector<double>{1, 1, 1, 1}));
  std::vector<double> right{3, 3}, present{0, 0};
  ASSERT_TRUE(factors.solve_dependent(right, present));
  EXPECT_NEAR(right[0] + right[1], 3, 1e-14);
  right = {3, 4};
  EXPECT_FALSE(factors.solve_dependent(right, present));
}

// The order of pivots comes from the first matrix; factors that were archived go on with the same bits.
TEST(BlockFactors, ArchivedOnesGoOnToTheSameBits) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const std::uint32_t size : {4, 30}) {
    Made made = sparse(random, size);
    BlockFactors factors(made.columns), resumed(made.columns);
    factors.factorise(made.entries);
    for (double& entry : made.entries) entry *= 1 + 0.5 * any(random);
    factors.factorise(made.entries);
    std::stringstream bytes;
    {
      Archive saving(static_cast<std::ostream&>(bytes));
      factors.archive(saving);
    }
    Archive loading(static_cast<std::istream&>(bytes));
    resumed.archive(loading);
    for (double& entry : made.entries) entry *= 1 + 0.1 * any(random);
    std::vector<double> one(size, 1.0), other(size, 1.0);
    factors.factorise(made.entries);
    resumed.factorise(made.entries);
    factors.solve(one.data());
    resumed.solve(other.data());
    EXPECT_EQ(one, other);
  }
}

// As in a line without flow, p = q = 1 makes the second equation twice the first: y + z = 2 x, whichever way
// it is parted, so x = exp(-2 t).
TEST(BlockFactors, EquationsThatFollowFromOthersHaveDerivatives) {
  testing_support::Text text;
  for (const char* name : {"p", "q"}) text.discrete(name, 1);
  text.equation("d.x = -(y + z)");
  text.equation("y + p*z = 2*x");
  text.equation("2*q*y + 2*z = 4*x");
  testing_support::start(text, "x", 1);
  text.when("p", {{{"time > 10"}, "2"}});
  text.when("q", {{{"time > 10"}, "3"}});
  Solver solver(std::move(text.system), qss::method_of("liqss3", 1e-6));
  solver.start(0);
  solver.advance(1);
  EXPECT_NEAR(solver.state(0, 1), std::exp(-2.0), 1e-5);
}

// What a flow m carries is 20 + x, in two parts, but at the instant at which m comes to zero, and a condition
// with it, the equations do not tell. x' = -(20 + x), so x = 20 (exp(-t) - 1).
TEST(BlockFactors, AFlowThatComesToZeroTellsJustAfterIt) {
  testing_support::Text text;
  text.discrete("g", 1);
  text.equation("d.m = 1");
  text.equation("d.x = -(y + z)");
  text.equation("m*y + m*z*g = m*(20 + x)");
  text.equation("y - z = 0*m");
  testing_support::start(text, "m", -0.5);
  testing_support::start(text, "x", 0);
  text.when("g", {{{"m >= 0"}, "1 + 1e-9"}});
  Solver solver(std::move(text.system), qss::method_of("liqss2", 1e-5));
  solver.start(0);
  solver.advance(1);
  EXPECT_NEAR(solver.state(1, 1), 20 * (std::exp(-1.0) - 1), 1e-3);
  EXPECT_EQ(solver.counts().events, 1u);
}

}  // namespace
}  // namespace escapement::qss_solver
