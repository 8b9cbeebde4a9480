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

}  // namespace escapement::qss_solver
