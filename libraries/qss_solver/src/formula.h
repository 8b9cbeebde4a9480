// SPDX-License-Identifier: MIT
// A derivative x' = f(v) as formulas of its coefficients in time, found by symbolic differentiation, so that
// an evaluation is a few operations on doubles: u_0 = f(v), u_1 = f'(v) v', u_2 = half of the second
// derivative, as many as the method's order asks for and, from order 2 on, one more, or two, which tell how
// long they serve; and the slope of f over its own state. Terms that they share are computed once. For a run
// that is long enough the formulas become machine code (equations/program.h).
//
// Only functions that are smooth wherever they are defined have formulas; sqrt, abs, powers that are no whole
// number and the like stay with the arithmetic of series, which knows what happens at their corners.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "code.h"
#include "escapement/equations/program.h"

namespace escapement::qss_solver {

struct Formula {
  // Values: the variables, the constants of the member, time (unused), then v' of all variables, and v''/2.
  std::uint32_t variables = 0, constants = 0, first_slope = 0;
  bool single = false;  // the family has one member, whose constants are in place
  std::uint32_t coefficients = 0;
  bool exact = false;          // a polynomial of which no coefficient is left out
  bool has_own = false;        // then the last result is the slope
  equations::Program program;  // machine code, where there is any
  Lean lean;                   // the tape of the same

  // Values are at lean.own(). results: order + 3 at most.
  void run(std::span<double> results) {
    const std::span<const double> values(lean.own(), lean.registers());
    if (!program.run_native(values, 0, results)) lean.run_own(results.data());
  }
};

// own: which variable is the state itself, or 0xffffffff. held: those that do not move between events.
// Nothing where the function has no such formulas, or where they would be longer than its series.
std::optional<Formula> make_formula(equations::Families& families, std::uint32_t family, int order,
                                    std::uint32_t own, const std::vector<bool>& held);

}  // namespace escapement::qss_solver
