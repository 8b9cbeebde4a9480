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
// direction of its crossing, inside noEvent too, and so do the corners of abs, sign, min and max. `if c then
// a else b` becomes c*a + (1 - c)*b; what has no value on the side that does not count (a root, a quotient)
// is computed of a harmless number there. sample(s, T) is a d[] that counts ticks, and a when of it begins
// where that count rises. Relations of what only events change are d[] of their own, an equality two of them.
// Linear equations for one or two unknowns are solved by Cramer's rule. What would be too long or too deep
// for one text is an a[] of its own, with each part that several read written once. What initial() begins,
// and ticks at the start, are in the start values. Comments say which variable is which, and which assertions
// were left out.
#pragma once

#include <string>

#include "escapement/modelica/translate.h"

namespace escapement::modelica {

// The model under the name `name`. Throws InputError with every construct that the subset cannot express: an
// input, an algebraic loop that is not linear or larger, a constraint between states, an infinitely fast
// process, a parameter that equations of the beginning determine, delay(), terminate(), events that need each
// other, an equality of continuous values. What start values come to is written as numbers; Error when they
// cannot be found.
std::string micro_modelica(const Translated& model, const std::string& name);

}  // namespace escapement::modelica
