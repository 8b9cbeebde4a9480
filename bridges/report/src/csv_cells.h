// SPDX-License-Identifier: MIT
// What the files for spreadsheets share.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "escapement/core/error.h"

namespace escapement::report {

// The shortest text that reads back as the same double; empty when there is no finite value.
inline std::string csv_number(const std::optional<double>& value, bool wanted = true) {
  return wanted && value && std::isfinite(*value) ? to_text(*value) : std::string();
}

}  // namespace escapement::report
