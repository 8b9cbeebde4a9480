// SPDX-License-Identifier: MIT
// Equations as formulas, for a language that has no way to say "solve" and none to say "only if".
#pragma once

#include <functional>
#include <vector>

#include "escapement/equations/sorted_system.h"

namespace escapement::modelica {

// All unknowns by formulas, each by those before it. Blocks with one or two torn unknowns in which they are
// linear are solved by Cramer's rule; `refuse` is told of the others, whose torn unknowns have no formula.
std::vector<equations::Solution> explicit_solutions(
    equations::FlatSystem& system, const std::vector<equations::SolvedBlock>& blocks,
    const std::function<void(const equations::SolvedBlock&)>& refuse);

// A term that counts where `truth` is 1, made so that it is finite where `truth` is 0: what may have no value
// there (a root, a quotient) is computed of a harmless number. `fixed`: whether a term never changes.
equations::Term harmless_unless(equations::Terms& terms, equations::Term term, equations::Term truth,
                                const std::function<bool(equations::Term)>& fixed);

}  // namespace escapement::modelica
