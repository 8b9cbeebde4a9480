// SPDX-License-Identifier: MIT
// The start of a model whose equations say how they may be simplified: homotopy(actual, simplified) stands
// for
//
//   lambda actual + (1 - lambda) simplified          lambda = 1 whenever the model runs
//
// (Modelica Language Specification 3.6, section 3.7.4.4; Sielemann et al. 2011, "Robust initialization of
// differential-algebraic equations using homotopy").
//
//   H1  The start is solved with lambda = 1. Only where that fails:
//   H2  With lambda = 0, from the same guesses.
//   H3  From there lambda rises in steps to 1, each solved from the solution of the one before. A step that
//       fails is halved, one that succeeds doubled, from kFirstStep on and within kLeastStep and
//       kLongestStep.
//   H4  Once more as in H1, from where that has led.
#pragma once

#include <span>

#include "escapement/equations/event_iteration.h"
#include "escapement/equations/sorted_system.h"

namespace escapement::equations {

inline constexpr double kFirstHomotopyStep = 0.1, kLeastHomotopyStep = 1e-5, kLongestHomotopyStep = 0.25;

// `at_start` is the iteration of the start of `system` under `choice`; values: of all variables, guesses in,
// the start out. Throws Error: that of H1 where there is no homotopy, else one that tells it and how far the
// path went.
void solve_start(FlatSystem& system, const StateChoice& choice, EventIteration& at_start, double time,
                 std::span<double> values);

}  // namespace escapement::equations
