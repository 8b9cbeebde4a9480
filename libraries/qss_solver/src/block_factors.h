// SPDX-License-Identifier: MIT
// The matrix of a block of equations, factorised: small ones as they are (dense.h), larger ones, of which few
// entries are not zero, by sparse elimination.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dense.h"
#include "escapement/core/archive_fwd.h"
#include "escapement/equations/linear_system.h"

namespace escapement::qss_solver {

class BlockFactors {
 public:
  // columns[i]: where entries of row i may differ from zero, ascending.
  explicit BlockFactors(const std::vector<std::vector<std::uint32_t>>& columns);

  // Entries row by row. False when the matrix is singular. Nothing is done where they are as they were.
  bool factorise(std::span<const double> entries);
  // Overwrites the right side by the solution; after factorise().
  void solve(double* right);
  // Of a singular matrix: the solution that moves as few unknowns as can be from `present`; false where there
  // is none (equations/linear_system.h).
  bool solve_dependent(std::span<double> right, std::span<const double> present);
  bool regular() const { return regular_; }  // what was factorised last
  std::uint64_t factorisations() const { return factorisations_; }
  void archive(Archive& archive);

 private:
  static constexpr std::size_t kDense = 8;  // unknowns
  std::size_t size_ = 0;
  std::vector<std::size_t> place_;       // of each entry in the dense matrix
  std::vector<std::size_t> in_columns_;  // and column by column
  std::vector<double> known_;            // what is factorised
  bool regular_ = false;
  std::uint64_t factorisations_ = 0;
  Dense dense_;
  std::optional<equations::LinearSystem> sparse_;
  std::vector<std::vector<int>> rows_;  // by column
};

}  // namespace escapement::qss_solver
