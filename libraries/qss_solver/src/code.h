// SPDX-License-Identifier: MIT
// One family of functions made ready to run: a tape over its arguments, and, where the function is affine in
// what changes between events, the formulas of its coefficients, which only events change.
#pragma once

#include <cstdint>
#include <vector>

#include "escapement/equations/families.h"
#include "escapement/equations/tape.h"

namespace escapement::qss_solver {

// What Families is to tell apart.
enum ArgumentKind : std::uint32_t { kMoving = 0, kHeld = 1 };

struct Code {
  // `held[s]`: variable s changes at events only.
  Code(equations::Families& families, std::uint32_t family, const std::vector<bool>& held);

  std::uint32_t variables = 0, constants = 0;
  equations::Tape tape;  // over variables, then constants
  bool on_time = false;
  // Affine, one result: base + by_time * time + the sum of coefficients times moving arguments. The tape
  // gives base, by_time and then one coefficient for each of `moving`, with moving arguments and time at 0.
  bool affine = false;
  bool fixed = false;  // no held arguments: coefficients never change
  equations::Tape coefficients;
  std::vector<std::uint32_t> moving;
};

}  // namespace escapement::qss_solver
