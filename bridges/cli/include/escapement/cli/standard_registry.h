// SPDX-License-Identifier: MIT
// The registry of everything that this program knows: Arena's modules, SIMAN's blocks and elements, DEVS
// atomics.
#pragma once

#include <memory>

#include "escapement/modelica/models.h"
#include "escapement/registry/registry.h"

namespace escapement::cli {

// `classes`: of components of type "modelica"; made when it is null.
registry::Registry standard_registry(std::shared_ptr<modelica::PreparedClasses> classes = nullptr);

}  // namespace escapement::cli
