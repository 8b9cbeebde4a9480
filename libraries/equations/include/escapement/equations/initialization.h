// SPDX-License-Identifier: MIT
// The equations of the beginning (Modelica Language Specification 3.6, section 8.6): all equations, those
// that were differentiated included; the initial equations; x = start where a start value is fixed. Unknown
// are all continuous variables, states too, and computed parameters.
//
// Where that leaves unknowns open, start values that are not fixed are taken as well, those of the chosen
// states, the given ones first, as long as each tells something new.
#pragma once

#include <vector>

#include "escapement/equations/sorted_system.h"

namespace escapement::equations {

struct InitialSystem {
  std::vector<SolvedBlock> blocks;
  std::vector<VariableIndex> assumed;  // their start values were taken, although nobody had fixed them
};

// Throws InputError when there are too many conditions, or unknowns that nothing gives; it names them.
InitialSystem initial_system(FlatSystem& system, const StateChoice& choice);

}  // namespace escapement::equations
