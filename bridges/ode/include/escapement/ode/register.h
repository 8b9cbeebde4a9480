// SPDX-License-Identifier: MIT
#pragma once

#include "escapement/registry/registry.h"

namespace escapement::ode {

// Registers the type "ode".
void register_ode(registry::Registry& registry);

}  // namespace escapement::ode
