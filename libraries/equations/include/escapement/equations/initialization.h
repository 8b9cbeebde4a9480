// SPDX-License-Identifier: MIT
// The equations of the beginning (Modelica Language Specification 3.6, section 8.6): all equations, those
// that were differentiated included; the initial equations; x = start where a start value is fixed. Unknown
// are all continuous variables, states too, and computed parameters.
//
// Where that leaves unknowns open, start values that are not fixed are taken as well, those of the chosen
// states, the given ones first, as long as each tells something new.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "escapement/equations/sorted_system.h"

namespace escapement::equations {

struct InitialSystem {
  std::vector<SolvedBlock> blocks;
  std::vector<VariableIndex> assumed;  // their start values were taken, although nobody had fixed them
  // Initial equations and fixed starts that the others leave no unknown for. They are no fault as long as
  // they say what comes out anyway: both of two inductors in series may begin without a current.
  struct Checked {
    Term residual;
    std::string text;
  };
  std::vector<Checked> checked;
};

// Throws InputError when there are unknowns that nothing gives; it names them. on_path: with the equations of
// a homotopy's path in the place of those that they lead to.
InitialSystem initial_system(FlatSystem& system, const StateChoice& choice, bool on_path = false);

// Whether the conditions that were too many hold for what the others gave, values of all variables. Throws
// Error with the first that does not, and with these values.
void check_conditions_of_start(const FlatSystem& system, const std::vector<InitialSystem::Checked>& checked,
                               double time, std::span<const double> values);

}  // namespace escapement::equations
