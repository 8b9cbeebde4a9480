// SPDX-License-Identifier: MIT
// Functions evaluated as series in time.
#pragma once

#include "engine.h"
#include "escapement/equations/taylor.h"

namespace escapement::qss_solver {

// Arguments as series; where a direction is given (see slope_of), only what it names moves.
template <std::size_t M>
void Engine::series(const Call& call, double t, std::span<equations::Taylor<M>> results) {
  const Code& code = plan_.codes[call.code];
  auto& arguments = std::get<std::vector<equations::Taylor<M>>>(series_work_);
  if (arguments.size() < code.tape.registers()) arguments.resize(code.tape.registers());
  const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
  for (std::uint32_t s = 0; s < code.variables; ++s) {
    const Piece& p = pieces_[slots[s]];
    auto& a = arguments[s].c;
    const double e = t - p.since;
    a[0] = p.at(t);
    if constexpr (M > 0) a[1] = p.c[1] + e * (2 * p.c[2] + 3 * e * p.c[3]);
    if constexpr (M > 1) a[2] = p.c[2] + 3 * e * p.c[3];
    if constexpr (M > 2) a[3] = p.c[3];
    if constexpr (M > 3) a[4] = 0;
  }
  if constexpr (M == 1)
    if (seed_)
      for (std::uint32_t s = 0; s < code.variables; ++s) arguments[s].c[1] = directions_[slots[s]];
  for (std::uint32_t c = 0; c < code.constants; ++c)
    arguments[code.variables + c] = equations::Taylor<M>(call.constants[c]);
  equations::Taylor<M>& time = arguments[code.variables + code.constants];
  time = equations::Taylor<M>(t);
  if constexpr (M > 0) time.c[1] = seed_ ? 0 : 1;
  code.tape.run(arguments, results);
}

template <std::size_t M>
void negate_residuals(const std::vector<equations::Taylor<M>>& residuals, std::size_t k,
                      std::vector<double>& to) {
  for (std::size_t i = 0; i < residuals.size(); ++i) to[i] = -residuals[i].c[k];
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
      equations::Taylor<1> result;
      series<1>(function.call, t, std::span(&result, 1));
      direct(function.target, result.c[1]);
    } else if (function.role == Role::kBlock) {
      const Block& block = plan_.blocks[function.block];
      auto& residuals = std::get<std::vector<equations::Taylor<1>>>(block_series_);
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
      equations::Taylor<1> result;
      series<1>(function.call, t, std::span(&result, 1));
      of(f, result.c[1]);
    }
  }
  seed_ = false;
  for (const std::uint32_t at : directed_) directions_[at] = 0;
  directed_.clear();
}

}  // namespace escapement::qss_solver
