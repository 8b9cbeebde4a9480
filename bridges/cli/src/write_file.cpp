// SPDX-License-Identifier: MIT
#include "write_file.h"

#include <fstream>

#include "escapement/core/error.h"

namespace escapement::cli {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out)
    throw InputError(Diagnostic{{path.string(), 0, 0, {}},
                                "cannot write this file",
                                "choose another directory with --out, or make room"});
}

}  // namespace escapement::cli
