// SPDX-License-Identifier: MIT
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "escapement/json/parse.h"

namespace escapement::json {
namespace {

namespace fs = std::filesystem;

// The file of that folder whose name is nearest, as a path to write instead; empty when none is near.
std::string near_file(const fs::path& path) {
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (names.size() < 10000 && it->is_regular_file(error)) names.push_back(it->path().filename().string());
  const std::string_view near = nearest_name(path.filename().string(), names);
  return near.empty() ? "" : (path.parent_path() / near).string();
}

}  // namespace

std::string read_file(const std::string& path, const SourceLocation& asked_at) {
  const SourceLocation where = asked_at.file.empty() ? SourceLocation{path, 0, 0, ""} : asked_at;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    const std::string near = near_file(path);
    throw InputError(
        {where, "no such file: '" + path + "'", near.empty() ? "" : "did you mean '" + near + "'?"});
  }
  if (fs::is_directory(status)) throw InputError({where, "'" + path + "' is a folder, not a file", ""});
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text;
  std::array<char, 65536> piece;
  do {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
  } while (in.good());
  if (in.bad() || !in.eof())
    throw InputError({where, "cannot read '" + path + "': " + std::strerror(errno == 0 ? EIO : errno), ""});
  return text;
}

}  // namespace escapement::json
