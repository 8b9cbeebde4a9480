// SPDX-License-Identifier: MIT
// Files that a command leaves in the directory of --out.
#pragma once

#include <filesystem>
#include <string>

namespace escapement::cli {

// Throws InputError when the file cannot be written whole.
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace escapement::cli
