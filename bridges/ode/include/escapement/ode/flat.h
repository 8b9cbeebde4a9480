// SPDX-License-Identifier: MIT
// The system of an ode component as flat equations, for who reads those: micro-Modelica, analysis.
//
//   state         der(x) = its equation        helper variable    v = its equation
//   event         a when for each variable that it sets; the first of several that are true at once counts.
//                 What it sets a value to reads discrete variables from before: pre(n)
//
// Messages that events send are no part of it.
#pragma once

#include "escapement/equations/flat_system.h"
#include "escapement/equations/ode_system.h"

namespace escapement::ode {

// `system` is prepared. Throws BuildError for an event that may happen at the start ("atStart").
equations::FlatSystem flat_system(const equations::OdeSystem& system);

}  // namespace escapement::ode
