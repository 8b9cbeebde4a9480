// SPDX-License-Identifier: MIT
#include "escapement/tables/foreign_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace escapement::tables {
namespace {

struct Kind {
  std::string_view ending;
  const char* what;
};

constexpr Kind kKinds[] = {{".xls", "an Excel workbook"},    {".xlsx", "an Excel workbook"},
                           {".xlsm", "an Excel workbook"},   {".xlsb", "an Excel workbook"},
                           {".mdb", "an Access database"},   {".accdb", "an Access database"},
                           {".ods", "an OpenDocument table"}};

}  // namespace

std::optional<Diagnostic> foreign_file(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Kind& kind : kKinds) {
    if (kind.ending != ending) continue;
    std::optional<Diagnostic> fault(std::in_place);
    fault->message = "'" + path + "' is " + kind.what + ", which is not supported";
    fault->remedy = "use CSV (\"save as\" of the program that made it), or SQLite";
    return fault;
  }
  return std::nullopt;
}

}  // namespace escapement::tables
