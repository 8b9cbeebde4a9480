// SPDX-License-Identifier: MIT
// The registry of everything that this program knows: Arena's modules, SIMAN's blocks and elements, DEVS
// atomics.
#pragma once

#include "escapement/registry/registry.h"

namespace escapement::cli {

registry::Registry standard_registry();

}  // namespace escapement::cli
