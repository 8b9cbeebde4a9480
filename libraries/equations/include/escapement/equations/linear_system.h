// SPDX-License-Identifier: MIT
// A small sparse linear system whose matrix seldom changes, or changes its values only: by KLU, which keeps
// the order of elimination and pivots as long as they serve.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace escapement::equations {

class LinearSystem {
 public:
  // columns[j]: the rows that may differ from zero in column j, ascending.
  explicit LinearSystem(const std::vector<std::vector<int>>& columns);
  ~LinearSystem();
  LinearSystem(LinearSystem&&) noexcept;
  LinearSystem& operator=(LinearSystem&&) noexcept;

  std::span<double> entries() { return entries_; }  // column by column, in the order of the pattern
  // Overwrites the right side by the solution. False when the matrix is singular, and the right side stays.
  bool solve(std::span<double> right_side);
  // A singular system that has solutions all the same, as one in which an equation follows from the others:
  // overwrites the right side by the one that moves as few unknowns as can be from `present` (Gauss, full
  // pivoting). False when it has none.
  bool solve_dependent(std::span<double> right_side, std::span<const double> present) const;
  // The last factorisation has a pivot that is as small as rounding: the matrix may be singular.
  bool doubtful() const { return doubtful_; }
  std::size_t factorisations() const { return factorisations_; }
  // The entries for which the order of pivots was chosen; empty before. Who factorises these and then the
  // last ones has the same factors to the bit.
  const std::vector<double>& pivoted() const { return pivoted_; }

 private:
  bool factorise();
  bool regular();
  struct Klu;
  std::vector<int> begin_{0}, rows_;
  std::vector<double> entries_, factorised_, pivoted_;
  std::unique_ptr<Klu> klu_;
  std::size_t factorisations_ = 0;
  bool valid_ = false, doubtful_ = false;
};

}  // namespace escapement::equations
