// SPDX-License-Identifier: MIT
// Blocks and elements of SIMAN that are not supported, each with what does its work here.
#pragma once

#include "escapement/registry/registry.h"

namespace escapement::siman {

void register_refusals(registry::Registry& registry);

}  // namespace escapement::siman
