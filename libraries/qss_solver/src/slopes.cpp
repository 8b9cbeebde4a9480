// SPDX-License-Identifier: MIT
// Derivatives of functions over what they read, through shared variables and blocks.
#include "evaluation.h"

namespace escapement::qss_solver {

using equations::Taylor;

// d x'/d x of one state, through shared variables and blocks: a series in which only this state's q moves.
double Engine::slope_of(std::uint32_t state, double t) {
  if (of_state_[state].slope_known) return of_state_[state].slope;
  return along(state, plan_.derivative_of[state], t);
}

// Likewise, and the slopes of the others are kept, in columns_.
double Engine::look_along(std::uint32_t state, double t) {
  std::vector<Slope>& column = columns_[state];
  column.clear();
  column_stamp_[state] = wave_;
  double own = 0;
  follow_along(
      state, t, [this](std::uint32_t f) { return rows_[f].role == Role::kDerivative; },
      [&](std::uint32_t f, double slope) {
        const std::uint32_t target = rows_[f].target;
        if (slope != 0) column.push_back({target, slope});
        if (target == state) own = slope;
      });
  return own;
}

// The derivative of a function by what stands in this slot, q or x of a state.
double Engine::along(std::uint32_t slot, std::uint32_t own, double t) {
  double found = 0;
  follow_along(
      slot, t, [own](std::uint32_t f) { return f == own; },
      [&](std::uint32_t, double slope) { found = slope; });
  return found;
}

template <class Wanted, class Of>
void Engine::follow_along(std::uint32_t slot, double t, const Wanted& wanted, const Of& of) {
  directions_.resize(plan_.slots, 0);
  const auto direct = [this](std::uint32_t at, double direction) {
    directions_[at] = direction;
    directed_.push_back(at);
  };
  seed_ = true;
  direct(slot, 1);
  for (const std::uint32_t f : plan_.followers[slot]) {
    const Function& function = plan_.functions[f];
    const Row& row = rows_[f];
    if (function.role == Role::kShared) {
      Taylor<1> result;
      series<1>(function.call, t, std::span(&result, 1));
      direct(function.target, result.c[1]);
    } else if (function.role == Role::kBlock) {
      const Block& block = plan_.blocks[function.block];
      auto& residuals = std::get<std::vector<Taylor<1>>>(block_series_);
      residuals.resize(block.size);
      series<1>(block.residuals, t, residuals);
      block_right_.resize(block.size);
      negate_residuals(residuals, 1, block_right_);
      if (!factors_[function.block].regular()) continue;  // nothing is told of what it gives
      factors_[function.block].solve(block_right_.data());
      for (std::size_t k = 0; k < block.size; ++k)
        direct(function.target + static_cast<std::uint32_t>(k), block_right_[k]);
    } else if (!wanted(f)) {
      continue;
    } else if (row.affine) {
      double slope = 0;
      for (std::uint32_t e = row.begin; e < row.end; ++e)
        slope += entries_[e].coefficient * directions_[entries_[e].slot];
      of(f, slope);
    } else {
      Taylor<1> result;
      series<1>(function.call, t, std::span(&result, 1));
      of(f, result.c[1]);
    }
  }
  seed_ = false;
  for (const std::uint32_t at : directed_) directions_[at] = 0;
  directed_.clear();
}

}  // namespace escapement::qss_solver
