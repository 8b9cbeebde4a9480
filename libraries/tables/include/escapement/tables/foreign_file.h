// SPDX-License-Identifier: MIT
// Files of other programs, known by the ending of their names, that are neither read nor written here.
#pragma once

#include <optional>
#include <string>

#include "escapement/core/error.h"

namespace escapement::tables {

// What is wrong with a file of that name, and what to do instead: Excel workbooks, Access databases and
// OpenDocument tables are refused, whether the file is there or not. nullopt for all other names.
std::optional<Diagnostic> foreign_file(const std::string& path);

}  // namespace escapement::tables
