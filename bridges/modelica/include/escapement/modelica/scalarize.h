// SPDX-License-Identifier: MIT
// The late pass that a back end may skip: each array becomes its elements, each loop its turns.
//
//   variables   "r[2].v" for each element, row-major, with its own value and attributes; records have none
//   any more equations   one per scalar: loops are unrolled, operators on arrays and built-in functions of
//   arrays worked out exceptions  what a function gives as a whole stays one equation: (a, {b[1], b[2]}) =
//   f(...), {y[1], y[2]} = f(...)
//               and R(r.a, r.b) = f(...); arguments of functions are arrays of scalars
//   when, if    stay, with scalar bodies; algorithms too, loops in them unrolled unless they may be left
//   early
//
// An element that is chosen in the simulation, x[n] with a variable n, becomes {x[1], x[2], ...}[n]. Ranges
// and subscripts of loops must be known: parameters are taken at their values in the flat model, as
// flattening did for sizes.
#pragma once

#include <memory>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

// The result refers to functions and types of `model`, which must live as long. Throws InputError, with
// place, where a subscript or a size is not known.
std::unique_ptr<FlatModel> scalarize(const FlatModel& model);

}  // namespace escapement::modelica
