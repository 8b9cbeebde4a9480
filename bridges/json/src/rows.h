// SPDX-License-Identifier: MIT
// The fields of a record as rows of a table, inner records indented by their dotted names.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"

namespace escapement::json::internal {

struct Row {
  std::string name;    // "resources[].quantity"
  std::string takes;   // with its range and unit
  std::string absent;  // "required", the default, or empty
  std::string doc;
};

std::vector<Row> rows_of(const registry::Record& record);
std::string first_line(const std::string& text);
const char* type_word(registry::FieldType type);

}  // namespace escapement::json::internal
