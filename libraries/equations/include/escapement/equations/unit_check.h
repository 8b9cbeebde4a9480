// SPDX-License-Identifier: MIT
// Units of flat equations: both sides, all summands and all compared values of one dimension (units.h).
#pragma once

#include <vector>

#include "escapement/equations/flat_system.h"

namespace escapement::equations {

// Before parameters are folded, for they have units. A variable without a unit fits everything; what an
// equation says of such a variable (u = R*i gives u the unit of R*i) is not carried on. One diagnostic for
// each place of the text, with equation, parts and their dimensions.
std::vector<Diagnostic> check_units(const FlatSystem& system);

}  // namespace escapement::equations
