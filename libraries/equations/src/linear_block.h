// SPDX-License-Identifier: MIT
// A small sparse linear system whose matrix seldom changes.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace escapement::equations::internal {

class LinearSystem {
 public:
  // columns[j]: the rows that may differ from zero in column j, ascending.
  explicit LinearSystem(const std::vector<std::vector<int>>& columns);
  ~LinearSystem();
  LinearSystem(LinearSystem&&) noexcept;
  LinearSystem& operator=(LinearSystem&&) noexcept;

  std::span<double> entries() { return entries_; }  // column by column, in the order of the pattern
  // Overwrites the right side by the solution. False when the matrix is singular.
  bool solve(std::span<double> right_side);
  std::size_t factorisations() const { return factorisations_; }

 private:
  bool factorise();
  struct Klu;
  std::vector<int> begin_{0}, rows_;
  std::vector<double> entries_, factorised_;
  std::unique_ptr<Klu> klu_;
  std::size_t factorisations_ = 0;
  bool valid_ = false;
};

}  // namespace escapement::equations::internal
