// SPDX-License-Identifier: MIT
// Infinitely fast processes: the universal time constant Theta (Zimmer 2013 and 2014, "Handling infinitely
// fast processes in continuous system modeling"; Tinnerholm and others 2023 as an extension of Modelica).
//
//   Theta * der(x) = f(x, y)          stands for the limit Theta -> 0+: x is where x' = f(x, y) comes to rest
//   der(y) = g(x, y)
//
// Theta is a parameter (FlatSystem::theta) and may come in anywhere in the equations, so that a modifier of
// one component, C = 1e-12 * THETA, makes its process fast. Rules, each checked:
//
//   1. As many equations as unknowns, Theta or not.
//   2. With x known, the equations around x give der(x): the process can be run by itself.
//   3. Every variable is Theta^n times something that does not depend on Theta, n a whole number; n is 0
//   inside
//      nonlinear functions and for states, and 0 or -1 for derivatives of states, -1 where the process is
//      fast.
//
// The powers n are found like units of measurement: sums want equal powers, products add them; what is left
// open is 0. With the powers known Theta is set to 1 (variables are then what is left without Theta^n), and
// each fast der(x) becomes a known rate that is 0. steady_state.h solves for x.
#pragma once

#include <vector>

#include "escapement/equations/flat_system.h"

namespace escapement::equations {

// Takes Theta out of the system, all places of it, and returns the variables whose processes are fast: they
// are states no more, their FlatVariable::rate tells the parameter that stands for what der(x) was; a fixed
// start is now where the first search begins. Without Theta nothing happens. Throws InputError with all
// violations of rule 3; each names the equation or variable, and the rule. Rule 1 and 2 are seen when
// equations are sorted.
std::vector<VariableIndex> take_out_theta(FlatSystem& system);

}  // namespace escapement::equations
