// SPDX-License-Identifier: MIT
// Makes the SIMAN blocks and elements known to a registry.
#pragma once

#include "escapement/registry/registry.h"

namespace escapement::siman {

void register_siman(registry::Registry& registry);

}  // namespace escapement::siman
