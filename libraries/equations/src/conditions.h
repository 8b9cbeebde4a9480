// SPDX-License-Identifier: MIT
// Relations and floors of right sides become conditions: see the semantics in ode_system.h, steps 1 and 2.
#pragma once

#include <vector>

#include "escapement/equations/ode_system.h"

namespace escapement::equations::internal {

// Needs algebraics in order. Relations whose sides change at events only are left as they are.
void make_conditions(OdeSystem& system, std::vector<Diagnostic>& faults);

}  // namespace escapement::equations::internal
