// SPDX-License-Identifier: MIT
// Which unknowns of a block are torn, and how the others follow: see sorted_system.h.
#pragma once

#include "escapement/equations/sorted_system.h"

namespace escapement::equations::internal {

// Fills torn, inner, residuals, jacobian and kind of a block whose unknowns are there, from its residuals.
void tear(FlatSystem& system, SolvedBlock& block, const std::vector<Term>& residuals);

// Fills jacobian and kind, when all else of the block is there.
void differentiate_block(FlatSystem& system, SolvedBlock& block);

}  // namespace escapement::equations::internal
