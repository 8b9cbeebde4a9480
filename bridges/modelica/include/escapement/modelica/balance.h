// SPDX-License-Identifier: MIT
// Counts equations and unknowns of a flat model, in scalars.
#pragma once

#include <cstdint>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

struct Balance {
  std::int64_t variables = 0;  // neither constants nor parameters
  std::int64_t inputs = 0;     // of the model itself: known from outside
  std::int64_t equations =
      0;  // values of declarations, assigned variables of algorithms and connections included
  bool even() const { return variables - inputs == equations; }
};

Balance balance_of(const FlatModel& model);

// Scalar equations that one equation stands for. A when counts what it sets.
std::int64_t equation_count(const Equation& equation, const FlatModel& model);
// An algorithm counts what it assigns.
std::int64_t equation_count(const Algorithm& algorithm, const FlatModel& model);

}  // namespace escapement::modelica
