// SPDX-License-Identifier: MIT
#include "data_file.h"

#include <cstdlib>

namespace escapement::siman {

std::string with_variables(const std::string& text, std::string& unset) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t close = text.compare(i, 2, "${") == 0 ? text.find('}', i) : std::string::npos;
    if (close == std::string::npos) {
      out += text[i];
      continue;
    }
    const std::string name = text.substr(i + 2, close - i - 2);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr)
      unset = name;
    else
      out += value;
    i = close;
  }
  return out;
}

std::filesystem::path data_path(const std::string& text, const std::string& directory, std::string& unset) {
  std::filesystem::path path = with_variables(text, unset);
  if (path.is_relative() && !directory.empty()) path = std::filesystem::path(directory) / path;
  return path;
}

std::string written_path(const std::string& text, const registry::Environment& environment,
                         std::string& unset) {
  const std::filesystem::path path = data_path(text, environment.directory, unset);
  if (environment.replications <= 1) return path.string();
  return (path.parent_path() /
          (path.stem().string() + "-" + std::to_string(environment.replication) + path.extension().string()))
      .string();
}

}  // namespace escapement::siman
