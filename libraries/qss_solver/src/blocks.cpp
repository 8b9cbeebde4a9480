// SPDX-License-Identifier: MIT
// Blocks of equations: the values of their unknowns, and their derivatives in time.
#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "evaluation.h"

namespace escapement::qss_solver {

using equations::Taylor;

// The unknowns' values by Newton steps from those that stand there, then, order by order, their time
// derivatives: with the k-th coefficients of all unknowns at 0 the residuals' k-th coefficients are J times
// what these have to be, negative. Each order needs the residuals anew, to this order.
template <std::size_t M>
bool Engine::solve_block(const Function& function, double t) {
  const Block& block = plan_.blocks[function.block];
  if (block.linear && !block.fast) return solve_linear<M>(function, t);
  BlockFactors& factors = factors_[function.block];
  const std::size_t m = block.size;
  constexpr int kNewton = 20;
  block_right_.resize(m);
  std::vector<double>& right = block_right_;
  for (std::size_t k = 0; k < m; ++k) {
    Piece& piece = pieces_[function.target + k];
    // A process runs to its rest from where it was, not from where its polynomials would lead: these end at
    // a fold.
    piece.c = {block.fast ? pieces_[search_from_[function.block] + k].c[0] : piece.at(t), 0, 0, 0};
    piece.since = t;
  }
  bool solved = false;
  for (int round = 0; round < kNewton && !solved && !block.fast; ++round) {
    if (!factorise(block, factors, t)) break;
    doubles(block.residuals, t, right);
    double worst = 0;
    for (double& r : right) r = -r;
    factors.solve(right.data());
    for (std::size_t k = 0; k < m; ++k) {
      double& z = pieces_[function.target + k].c[0];
      z += right[k];
      worst = std::max(worst, std::abs(right[k]) / (std::abs(z) + 1e-3));
    }
    if (!std::isfinite(worst)) break;
    solved = worst < 1e-12 || (worst < 1e-9 && round > 3);
  }
  if (solved) solved = factorise(block, factors, t);
  if (!solved) {
    solve_block_safely(function, t);
    if (!factorise(block, factors, t)) return false;
  }
  const auto differentiate = [&]<std::size_t K>() {
    auto& residuals = std::get<std::vector<Taylor<K>>>(block_series_);
    residuals.resize(m);
    series<K>(block.residuals, t, residuals);
    negate_residuals(residuals, K, right);
    factors.solve(right.data());
    for (std::size_t i = 0; i < m; ++i) pieces_[function.target + i].c[K] = right[i];
  };
  differentiate.template operator()<1>();
  if constexpr (M > 1) differentiate.template operator()<2>();
  if constexpr (M > 2) differentiate.template operator()<3>();
  return true;
}

// A(t) z + b(t) = 0: one series of the residuals with all z at 0 gives b, and, where A moves, one of its
// entries gives A; then A_0 z_k = - b_k - A_1 z_(k-1) - ... - A_k z_0.
template <std::size_t M>
bool Engine::solve_linear(const Function& function, double t) {
  const Block& block = plan_.blocks[function.block];
  BlockFactors& factors = factors_[function.block];
  const std::size_t m = block.size;
  const bool moves = !plan_.codes[block.jacobian.code].all_held;
  auto& entries = std::get<std::vector<Taylor<M>>>(block_entries_);
  bool regular = false;
  if (moves) {
    entries.resize(plan_.codes[block.jacobian.code].tape.results());
    series<M>(block.jacobian, t, entries);
    block_doubles_.resize(entries.size());
    for (std::size_t e = 0; e < entries.size(); ++e) block_doubles_[e] = entries[e].c[0];
    regular = factorise(factors);
  } else {
    regular = factorise(block, factors, t);
  }
  block_before_.resize(m);
  for (std::size_t k = 0; k < m; ++k) {
    Piece& piece = pieces_[function.target + k];
    block_before_[k] = piece.at(t);
    piece.c = {0, 0, 0, 0};
    piece.since = t;
  }
  auto& residuals = std::get<std::vector<Taylor<M>>>(block_series_);
  residuals.resize(m);
  series<M>(block.residuals, t, residuals);
  block_right_.resize(m);
  for (std::size_t k = 0; k <= M && k < 4; ++k) {
    negate_residuals(residuals, k, block_right_);
    if (moves && k > 0) {
      std::size_t e = 0;
      for (std::size_t i = 0; i < m; ++i)
        for (const std::uint32_t j : block.columns[i]) {
          for (std::size_t s = 1; s <= k; ++s)
            block_right_[i] -= entries[e].c[s] * pieces_[function.target + j].c[k - s];
          ++e;
        }
    }
    if (regular) {
      factors.solve(block_right_.data());
    } else if (k == 0) {
      for (std::size_t i = 0; i < m; ++i) pieces_[function.target + i].c[0] = block_before_[i];
      solve_block_safely(function, t);
      continue;
    } else {
      // An equation that follows from the others: as the values do, derivatives move as little as they can.
      std::fill(block_before_.begin(), block_before_.end(), 0.0);
      if (!factors.solve_dependent(block_right_, block_before_)) return false;
    }
    for (std::size_t i = 0; i < m; ++i) pieces_[function.target + i].c[k] = block_right_[i];
  }
  return true;
}

bool Engine::factorise(const Block& block, BlockFactors& factors, double t) {
  block_doubles_.resize(plan_.codes[block.jacobian.code].tape.results());
  doubles(block.jacobian, t, block_doubles_);
  return factorise(factors);
}

bool Engine::factorise(BlockFactors& factors) {
  const std::uint64_t before = factors.factorisations();
  const bool regular = factors.factorise(block_doubles_);
  counts_.factorisations += factors.factorisations() - before;
  return regular;
}

// Where a flow comes to zero, what it carries is not told by the equations at that instant, but just after
// it. Polynomials that begin there serve now, too.
void Engine::solve_block_at_or_after(const Function& function, double t) {
  if (solve_block<3>(function, t)) return;
  const double unit = std::max(std::abs(t), 1e-3);
  for (const double later : {1e-9, 1e-7})
    if (solve_block<3>(function, t + later * unit)) return;
  throw Error("the equations for " + text_of_block(function.block) + " have no derivative in time at time " +
              to_text(t) + ": their Jacobian is singular there; take --solver cvode or ida");
}

std::string Engine::text_of_block(std::uint32_t number) const {
  std::string text;
  for (const equations::VariableIndex v : plan_.sorted.blocks[plan_.blocks[number].sorted].unknowns)
    text += (text.empty() ? "'" : ", '") + plan_.system.variables[v].name + "'";
  return text;
}

// By the solver that the other integrators use: slower, but it searches; and it says what is wrong.
void Engine::solve_block_safely(const Function& function, double t) {
  const Block& block = plan_.blocks[function.block];
  const equations::SolvedBlock& sorted = plan_.sorted.blocks[block.sorted];
  auto& solver = for_block_[function.block];
  if (!solver)
    solver =
        std::make_unique<equations::BlockSolver>(plan_.system, std::vector<equations::SolvedBlock>{sorted});
  const std::vector<std::uint32_t>& slot_of = function.exact ? plan_.x_slot : plan_.q_slot;
  load_all(t);
  for (equations::VariableIndex v = 0; v < all_.size(); ++v)
    if (slot_of[v] != kNone) all_[v] = pieces_[slot_of[v]].at(t);
  for (std::size_t b = 0; b < block.sorted; ++b) {  // explicit variables before it
    const equations::SolvedBlock& before = plan_.sorted.blocks[b];
    for (const equations::Solution& one : before.inner)
      all_[one.variable] = equations::evaluate(plan_.system.terms, one.value, all_, t);
  }
  solver->solve(t, all_);
  for (std::size_t k = 0; k < block.size; ++k) pieces_[function.target + k].c[0] = all_[sorted.torn[k]];
}

}  // namespace escapement::qss_solver
