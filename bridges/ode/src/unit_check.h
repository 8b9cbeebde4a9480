// SPDX-License-Identifier: MIT
// Units of the equations of a study (equations/units.h).
#pragma once

#include <vector>

#include "escapement/equations/ode_system.h"
#include "escapement/registry/value.h"

namespace escapement::ode {

// Appends a fault for each equation and event of a component whose units do not fit. `system` is what was
// read from it, before prepare().
void check_units(const registry::Value& component, const equations::OdeSystem& system,
                 std::vector<Diagnostic>& faults);

}  // namespace escapement::ode
