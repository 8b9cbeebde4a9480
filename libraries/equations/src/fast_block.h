// SPDX-License-Identifier: MIT
// Blocks around infinitely fast processes (fast_process.h).
#pragma once

#include <functional>
#include <string>

#include "escapement/equations/sorted_system.h"

namespace escapement::equations::internal {

// Whether an unknown of the block is a fast variable.
bool is_fast(const FlatSystem& system, const SolvedBlock& block);

// Fills torn, inner, residuals, jacobian, kind and fast of a block whose unknowns are there: with the fast
// variables known, the equations are sorted for their rates and the other unknowns. Throws InputError when
// they cannot be: rule 2.
void make_fast_block(FlatSystem& system, SolvedBlock& block, const std::vector<Term>& residuals,
                     const std::function<std::string(std::size_t)>& text);

}  // namespace escapement::equations::internal
