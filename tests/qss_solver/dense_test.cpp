// SPDX-License-Identifier: MIT
#include "dense.h"

#include <gtest/gtest.h>

#include <random>

namespace escapement::qss_solver {
namespace {

std::vector<double> solved(const std::vector<double>& matrix, std::vector<double> right) {
  Dense dense(right.size());
  dense.entries() = matrix;
  EXPECT_TRUE(dense.factorise());
  dense.solve(right.data());
  return right;
}

// Rows are exchanged in the second step, after multipliers of the first were written: x = (1, 2, 3).
//   x + 2y + 3z = 14,  2x + 4y + z = 13,  3x + y + z = 8
TEST(Dense, ExchangesRowsWithTheirMultipliers) {
  const std::vector<double> x = solved({1, 2, 3, 2, 4, 1, 3, 1, 1}, {14, 13, 8});
  EXPECT_NEAR(x[0], 1, 1e-14);
  EXPECT_NEAR(x[1], 2, 1e-14);
  EXPECT_NEAR(x[2], 3, 1e-14);
}

TEST(Dense, SolvesWhatWasMultiplied) {
  std::mt19937 random(7);
  std::uniform_real_distribution<> unit(-1, 1);
  for (std::size_t size = 1; size <= 40; ++size) {
    std::vector<double> matrix(size * size), x(size), right(size, 0);
    // Half of the entries are zero, the diagonal among them, and rows have sizes of their own.
    for (std::size_t i = 0; i < size; ++i) {
      const double row = std::pow(10, 6 * unit(random));
      for (std::size_t j = 0; j < size; ++j)
        matrix[i * size + j] = j == (i + 1) % size           ? row * 3
                               : random() % 2 == 0 || i == j ? 0
                                                             : row * unit(random);
      if (size == 1) matrix[0] = row;
    }
    for (double& one : x) one = unit(random);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) right[i] += matrix[i * size + j] * x[j];
    const std::vector<double> found = solved(matrix, right);
    for (std::size_t i = 0; i < size; ++i) ASSERT_NEAR(found[i], x[i], 1e-8) << size;
  }
}

TEST(Dense, TellsWhatIsSingular) {
  Dense dense(2);
  dense.entries() = {1, 2, 2, 4};
  EXPECT_FALSE(dense.factorise());
  dense.entries() = {1, 2, 0, 0};
  EXPECT_FALSE(dense.factorise());
}

}  // namespace
}  // namespace escapement::qss_solver
