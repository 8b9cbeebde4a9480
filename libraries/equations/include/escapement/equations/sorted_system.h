// SPDX-License-Identifier: MIT
// Equations in the order in which they can be solved, each for its unknowns: what a solver runs.
//
// Unknowns are derivatives of states, dummy derivatives and algebraic variables. Blocks of the lower
// triangular form are as small as they can be (structure.h). A block of one equation that is linear in its
// unknown is solved by symbols. A larger one is torn (Elmqvist and Otter 1994; the choice of tearing
// variables after Cellier and Kofman 2006, section 7.4): some unknowns are taken for known, the others follow
// one by one, and as many equations are left as unknowns were torn. An equation is solved for an unknown only
// where it is linear in it with a coefficient that is a constant or a parameter other than zero, so that no
// division by zero is brought in. A linear block of more than kTornAtMost unknowns is left whole (torn are
// all): sparse elimination with pivots (block_solver.h) is as fast there, and safe where substitution along a
// chain would let rounding errors grow.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "escapement/equations/index_reduction.h"

namespace escapement::equations {

inline constexpr std::size_t kTornAtMost = 24;

struct Solution {
  VariableIndex variable = 0;
  Term value;
};

// A row of a sparse matrix of terms.
class TermRow {
 public:
  explicit TermRow(Term zero) : zero_(zero) {}
  void add(std::size_t column, Term term) {  // columns ascending
    columns_.push_back(column);
    terms_.push_back(term);
  }
  const std::vector<std::size_t>& columns() const { return columns_; }
  const std::vector<Term>& terms() const { return terms_; }
  Term operator[](std::size_t column) const;  // zero where there is none
  std::vector<Term>::const_iterator begin() const { return terms_.begin(); }
  std::vector<Term>::const_iterator end() const { return terms_.end(); }

 private:
  std::vector<std::size_t> columns_;
  std::vector<Term> terms_;
  Term zero_;
};

struct SolvedBlock {
  enum class Kind { kExplicit, kLinear, kNonlinear };
  Kind kind = Kind::kExplicit;
  std::vector<std::size_t> equations;   // numbers of what was sorted
  std::vector<VariableIndex> unknowns;  // all of the block
  std::vector<VariableIndex> torn;      // to be found by a linear or nonlinear solver; empty when explicit
  std::vector<Solution> inner;          // the other unknowns, each by torn ones and by inner ones before it
  std::vector<Term> residuals;          // as many as torn, to be zero
  // How many of the torn are fast variables (fast_process.h); they come first, and their residuals are their
  // rates, so that the block is to be solved by running it to its rest. It is nonlinear then.
  std::size_t fast = 0;
  // d residual[i] / d torn[j], through the inner ones: row by row. Linear: it holds no torn and no inner
  // unknown.
  std::vector<TermRow> jacobian;
};

// Residuals, each to be zero, for as many unknowns; all other variables are known. Throws InputError when
// they do not match one to one; it names what is too many and what is missing. `where`: the place of a
// residual, for messages.
std::vector<SolvedBlock> sort_residuals(FlatSystem& system, const std::vector<Term>& residuals,
                                        const std::vector<VariableIndex>& unknowns,
                                        const std::function<std::string(std::size_t)>& text);

struct SortedSystem {
  StateChoice choice;
  std::vector<SolvedBlock> blocks;
  SolvedBlock aliases;  // explicit: the variables that are names of others; no block reads them
  // With the aliases as a last block, where there are any: for who wants all variables.
  std::vector<SolvedBlock> with_aliases() const;
};

// Throws InputError when equations and unknowns do not match one to one with this choice of states; it names
// them.
SortedSystem sort_equations(FlatSystem& system, StateChoice choice);

}  // namespace escapement::equations
