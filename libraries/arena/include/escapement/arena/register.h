// SPDX-License-Identifier: MIT
// Makes Arena's modules known to a registry.
#pragma once

#include "escapement/registry/registry.h"

namespace escapement::arena {

void register_arena(registry::Registry& registry);

}  // namespace escapement::arena
