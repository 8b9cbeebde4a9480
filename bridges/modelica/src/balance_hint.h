// SPDX-License-Identifier: MIT
// Which variables or equations of an uneven model are the odd ones: what the matching of equations and
// unknowns leaves over (Dulmage and Mendelsohn), a variable and its derivatives taken as one unknown.
#pragma once

#include <string>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

// Lines that go on with a message, or nothing where the model is too large or cannot be looked at.
std::string uneven_part(const FlatModel& model);

}  // namespace escapement::modelica
