// SPDX-License-Identifier: MIT
// What continuous parts did, as text: a table of their variables, then a line of what the solver did.
//
//   Variables         Start  Minimum  Maximum    Final
//   --------------------------------------------------
//   tank.level (m)        0        0   1.9921  1.98877
//
//   cvode, tolerance 1e-08: 411 steps (43 rejected), 671 evaluations, 20 events, 20 restarts
//
// Figures are of the first replication; minimum and maximum are those of the rows of its trajectory, which
// stand on the output grid and on both sides of every event. Of many variables, kMostVariables stand
// here: those that move before those that do not, of these what no variable before shows already (equal, or
// its negative), of these the ones nearest to the top of the model (fewest dots), in the trajectory's order;
// a line tells how many there are.
#pragma once

#include <cstddef>
#include <string>

#include "escapement/experiment/results.h"

namespace escapement::report::internal {

inline constexpr std::size_t kMostVariables = 20;
inline constexpr int kVariableDigits = 6;

std::string variables_table(const experiment::ContinuousResults& continuous, std::size_t width, bool unicode);

}  // namespace escapement::report::internal
