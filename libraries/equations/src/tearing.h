// SPDX-License-Identifier: MIT
// Which unknowns of a block are torn, and how the others follow: see sorted_system.h.
#pragma once

#include "escapement/equations/sorted_system.h"

namespace escapement::equations::internal {

// The value of `variable` where the residual is zero, when the residual is linear in it and the coefficient
// is a constant or a parameter; nothing else.
std::optional<Term> solved_for(FlatSystem& system, Term residual, VariableIndex variable);

// Fills torn, inner, residuals, jacobian and kind of a block whose unknowns are there, from its residuals.
void tear(FlatSystem& system, SolvedBlock& block, const std::vector<Term>& residuals);

// Fills jacobian and kind, when all else of the block is there.
void differentiate_block(FlatSystem& system, SolvedBlock& block);

}  // namespace escapement::equations::internal
