// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>

#include "escapement/core/error.h"
#include "escapement/qss/block.h"

namespace escapement::qss {

// Throws BuildError, naming the block and what it is that is not finite.
inline void check_finite(const Block& block, const char* what, double value) {
  if (!std::isfinite(value))
    throw BuildError("'" + block.name() + "': " + what + " is " + to_text(value) + "; it must be finite");
}

}  // namespace escapement::qss
