// SPDX-License-Identifier: MIT
// Paths of data files as studies write them.
#pragma once

#include <filesystem>
#include <string>

#include "escapement/registry/environment.h"

namespace escapement::siman {

// "${NAME}" becomes the text of the environment variable; the name of one that is not set goes to `unset`.
std::string with_variables(const std::string& text, std::string& unset);
// Relative paths are found from `directory`, when there is one.
std::filesystem::path data_path(const std::string& text, const std::string& directory, std::string& unset);
// Of a file that is written: where there are several replications, with the number of this one: out-2.csv.
std::string written_path(const std::string& text, const registry::Environment& environment,
                         std::string& unset);

}  // namespace escapement::siman
