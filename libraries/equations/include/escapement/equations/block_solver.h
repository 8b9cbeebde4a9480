// SPDX-License-Identifier: MIT
// Runs sorted blocks: from the values of what is known to those of all unknowns.
//
//   explicit    stretches of explicit blocks become one program
//   linear      A z = b for the torn unknowns, by KLU (Davis and Palamadai Natarajan 2010); one alone by a
//   division. While
//               only b has changed the factorisation is kept.
//   nonlinear   KINSOL (Hindmarsh et al. 2005), Newton with line search on the torn unknowns with the exact
//   Jacobian,
//               from the values that stand there; when that fails, once more from the start values
//   fast        an infinitely fast process: run in artificial time from the values that stand there to its
//   rest
//               (fast_process.h)
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "escapement/equations/program.h"
#include "escapement/equations/sorted_system.h"

namespace escapement::equations {

struct SolveCounters {
  std::size_t evaluations = 0, factorisations = 0, nonlinear_iterations = 0;
};

class BlockSolver {
 public:
  // The system must outlive the solver and keep its variables. tolerance: of nonlinear blocks, relative to
  // nominals.
  BlockSolver(FlatSystem& system, const std::vector<SolvedBlock>& blocks, double tolerance = 1e-10);
  ~BlockSolver();
  BlockSolver(BlockSolver&&) noexcept;
  BlockSolver& operator=(BlockSolver&&) noexcept;

  // values: of all variables; those of the blocks' unknowns are overwritten, and what stands there is where
  // nonlinear blocks begin. Throws Error: a block that is singular, one that has no solution near by, a value
  // that is not finite; it names the unknowns, the equations and the time. Values are then partly new.
  void solve(double time, std::span<double> values);
  // These unknowns alone, by one program, from what is known; nothing where a block is not explicit. What is
  // not finite is told by nobody then.
  std::optional<Program> straight(std::span<const VariableIndex> wanted);
  const SolveCounters& counters() const;
  // What it evaluates, for an executor; valid as long as this object.
  void add_programs(std::vector<Program*>& to);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace escapement::equations
