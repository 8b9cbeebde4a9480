// SPDX-License-Identifier: MIT
// Micro-Modelica: the subset of Modelica that stand-alone quantised state solvers read (Bergero, Floros,
// Fernandez, Kofman and Cellier 2012, "Simulating Modelica models with a stand-alone quantized state systems
// solver", section 3.1).
//
//   - One flat model. All variables are Real: states x[], discrete states d[], algebraic variables a[].
//   Parameters
//     have numbers for values and names of their own.
//   - Equations are explicit: der(x[i]) = ..., a[i] = ... by x, d and earlier a.
//   - Discontinuities are `when` clauses of an algorithm section. Their conditions are relations (< <= > >=);
//   inside
//     there are assignments to d[] and reinit() of x[] only. Whens with reinit() are written into the
//     equation section, since Modelica itself allows them only there.
//
// Boolean values are 1 and 0. A relation in an equation becomes a d[] that two whens keep, one for each
// direction of its crossing; `if c then a else b` becomes c*a + (1 - c)*b. Comments say which variable is
// which.
#pragma once

#include <string>

#include "escapement/modelica/translate.h"

namespace escapement::modelica {

// The model under the name `name`. Throws InputError with every construct that the subset cannot express: an
// input, an algebraic loop, a constraint between states, an infinitely fast process, a parameter that
// equations of the beginning determine, initial() in a when, events that need each other, noEvent() with a
// relation, sample() and other logic on what events change, an `if` whose branches cannot both be computed.
// What start values come to is written as numbers; Error when they cannot be found.
std::string micro_modelica(const Translated& model, const std::string& name);

}  // namespace escapement::modelica
