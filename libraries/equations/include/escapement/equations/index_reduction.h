// SPDX-License-Identifier: MIT
// Index reduction: constraints between states are differentiated until every unknown of highest order can be
// computed, then as many states as there are constraints stop being states.
//
//   1. Pantelides 1988: where the equations cannot be matched with unknowns of highest derivative, the
//   minimal subset
//      that fails is differentiated, equations and unknowns, until they can.
//   2. Mattsson and Soederlind 1993: for each equation that was differentiated, one derivative among those in
//   it becomes
//      a dummy derivative, an algebraic unknown under another name. Chosen are those whose columns in the
//      Jacobian of the differentiated equations are independent, the variables that least want to be states
//      first (StateSelect; then those without a fixed start; then those that the model does not
//      differentiate; then
//   those that come later).
//
// Where all entries of that Jacobian are constant the choice holds for ever. Else it was made for the values
// given, and may have to be made again elsewhere: a pendulum cannot keep its x as a state where it hangs
// level.
#pragma once

#include <span>
#include <vector>

#include "escapement/equations/flat_system.h"
#include "escapement/equations/structure.h"

namespace escapement::equations {

// Throws InputError when the equations, with x and all its derivatives taken as one unknown, have no perfect
// matching: no differentiation would help. It names the equations and unknowns of the singular parts.
void check_structure(const FlatSystem& system);

// Step 1. Checks the structure, then appends equations (with derivative_of set) and derivative variables to
// the system, and tells which equations are of highest order: one for each equation that was there, in its
// order.
std::vector<std::size_t> differentiate_constraints(FlatSystem& system);

// By variable x: whether the model itself says der(x), and not only index reduction. Such variables are
// better states than what was differentiated on the way: a rotation matrix follows from an angle more easily
// than the angle from a matrix.
std::vector<bool> differentiated_by_model(const FlatSystem& system);

// Step 2.
struct StateChoice {
  std::vector<VariableIndex> states;   // their derivatives are unknowns to be integrated
  std::vector<VariableIndex> dummies;  // derivatives that are algebraic unknowns
  bool constant = true;                // holds whatever the values
};
// kAtStart: as told above. kAnew: during a run, when an earlier choice has become a bad one; fixed starts
// count no more, and a variable that less wants to be a state leaves that to others only where its column is
// mostly dependent.
enum class ChoiceOccasion { kAtStart, kAnew };
// `values`: of all variables, by which entries that are not constant are judged; `time` likewise.
// Throws Error when no choice is left at these values: the constraints have no independent part.
StateChoice choose_states(FlatSystem& system, const std::vector<std::size_t>& highest,
                          std::span<const double> values, double time,
                          ChoiceOccasion occasion = ChoiceOccasion::kAtStart);

}  // namespace escapement::equations
