// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "escapement/equations/program.h"
#include "escapement/registry/registry.h"

namespace escapement::ode {

// Registers the type "ode". The executor, if any, makes machine code for all parts of the registry's models.
void register_ode(registry::Registry& registry, std::shared_ptr<equations::Executor> executor = nullptr);

}  // namespace escapement::ode
