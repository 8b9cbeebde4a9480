// SPDX-License-Identifier: MIT
// The exact Jacobian of what sorted blocks compute: how unknowns (derivatives of states) change with what is
// given to the blocks (states), all else being kept.
//
//   explicit block    v = f(a):           dv = sum of (df/da) da
//   torn block        0 = R(z, v(z, a), a):  J dz = -dR at dz = 0, with J = dR/dz through the inner unknowns;
//                     then the inner ones as explicit ones. This is the theorem on implicit functions; it
//                     holds for linear and nonlinear blocks alike where J is not singular.
//
//   1. All derivatives df/da are terms (gradient.h) in one program, evaluated once.
//   2. Columns of the Jacobian that share no row get one colour (Curtis, Powell and Reid 1974). Each variable
//      carries one number for each colour: what it changes by when all columns of that colour change by 1.
//   3. These go through the blocks in their order. J is factorised once, by KLU, for all colours.
//
// The cost is that of the terms plus, for each colour, one multiplication and addition for each df/da; its
// memory is linear in the system.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "escapement/equations/program.h"
#include "escapement/equations/sorted_system.h"

namespace escapement::equations {

// The rows of column j that may differ from zero, ascending, are rows[column_begin[j]] and so on, before
// rows[column_begin[j + 1]].
struct ColumnPattern {
  std::vector<int> column_begin{0};
  std::vector<int> rows;
};

// A colour for each column, from 0, greedily in their order: columns of one colour share no row.
std::vector<int> colours(const ColumnPattern& pattern);

class BlockJacobian {
 public:
  // d row / d column, for variables; rows are unknowns of the blocks. The system must outlive it.
  BlockJacobian(FlatSystem& system, const std::vector<SolvedBlock>& blocks,
                std::span<const VariableIndex> rows, std::span<const VariableIndex> columns);
  ~BlockJacobian();
  BlockJacobian(BlockJacobian&&) noexcept;
  BlockJacobian& operator=(BlockJacobian&&) noexcept;

  const ColumnPattern& pattern() const;
  std::size_t colour_count() const;
  // values: of all variables, as BlockSolver::solve() has left them. entries: in the order of the pattern.
  // They are NaN where a torn block is singular.
  void evaluate(double time, std::span<const double> values, std::span<double> entries);
  void add_programs(std::vector<Program*>& to);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace escapement::equations
