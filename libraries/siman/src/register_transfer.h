// SPDX-License-Identifier: MIT
// Makes the elements and blocks of transfer known to a registry: stations, conveyors, transporters.
#pragma once

#include "escapement/registry/registry.h"

namespace escapement::siman {

void register_transfer(registry::Registry& registry);

}  // namespace escapement::siman
