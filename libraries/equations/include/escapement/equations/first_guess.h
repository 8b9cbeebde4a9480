// SPDX-License-Identifier: MIT
// Values to begin with before anything has been solved. Start values alone seldom fit together: a joint knows
// its angle, and the rotation matrix that follows from it stands at zero. Where states are chosen by numbers,
// and where Newton's method begins, values are wanted that fit the equations as far as that is cheap.
//
//   G1  Parameters, inputs, pre(v) and what has a fixed start have their values.
//   G2  While an equation has one variable without a value, it gives it: Newton's method in that one
//   variable.
//       Conditions and discrete variables follow from what they read.
//   G3  When no equation has: the variable that is most likely to be given takes its start value (0 where
//   there is
//       none), and G2 goes on. Most likely are candidates for states that want to be one, then others that
//       have a start value, then the rest; in the order of the variables.
//
// Equations left without a variable are not looked at, so that values need not fit in the end.
#pragma once

#include <vector>

#include "escapement/equations/flat_system.h"

namespace escapement::equations {

// Of all variables, all finite. disturbance: what G3 takes is moved by up to so much, times the nominal
// value, by numbers that depend on the variable's place alone: away from where a mechanism is stretched or an
// angle is zero, to tell what is singular there only from what is singular everywhere.
std::vector<double> first_guess(FlatSystem& system, double time = 0, double disturbance = 0);

}  // namespace escapement::equations
