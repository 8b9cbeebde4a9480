// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

// The variables of a function that statements give values to, or to parts of them, on some path.
std::set<std::uint32_t> assigned_locals(const std::vector<Equation>& statements);

}  // namespace escapement::modelica
