// SPDX-License-Identifier: MIT
// The mathematical functions: how they may be called, and what a call becomes.
#pragma once

#include <span>
#include <vector>

#include "escapement/expressions/expression.h"
#include "escapement/expressions/signature.h"

namespace escapement::expressions::internal {

struct MathFunction {
  Signature signature;
  NodePtr (*make)(std::vector<NodePtr> arguments);  // constants folded
};

std::span<const MathFunction> mathematics();

}  // namespace escapement::expressions::internal
