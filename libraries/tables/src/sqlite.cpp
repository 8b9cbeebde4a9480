// SPDX-License-Identifier: MIT
#include "escapement/tables/sqlite.h"

#include <sqlite3.h>

#include <fstream>
#include <memory>

#include "connection.h"

namespace escapement::tables {
namespace {

std::string cell_text(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
      return "";
    case SQLITE_FLOAT:
      return to_text(sqlite3_column_double(row, column));
    default: {
      const unsigned char* text = sqlite3_column_text(row, column);
      return text == nullptr ? "" : reinterpret_cast<const char*>(text);
    }
  }
}

std::vector<std::string> table_names(internal::Connection& connection) {
  std::vector<std::string> names;
  internal::Statement query(
      connection,
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE "
      "'sqlite_%' ORDER BY name");
  while (query.step()) names.push_back(cell_text(query.get(), 0));
  return names;
}

std::string chosen(const std::string& table, const std::vector<std::string>& names, const std::string& path) {
  const auto refuse = [&](std::string message, std::string remedy) {
    throw InputError(Diagnostic{{}, std::move(message), std::move(remedy)});
  };
  if (!table.empty()) {
    for (const std::string& name : names)
      if (name == table) return name;
    const std::string near(nearest_name(table, names));
    refuse("'" + path + "' has no table '" + table + "'",
           near.empty() ? "tables: " + list_text(names) : "did you mean '" + near + "'?");
  }
  if (names.empty()) refuse("'" + path + "' has no tables", "it must have one, whose columns are read");
  if (names.size() > 1)
    refuse("'" + path + "' has several tables: " + list_text(names), "name the one that is meant: \"table\"");
  return names.front();
}

}  // namespace

bool is_sqlite(const std::string& path) {
  constexpr std::string_view kMagic{"SQLite format 3\0", 16};
  std::ifstream in(path, std::ios::binary);
  std::string begin(kMagic.size(), '\0');
  return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == kMagic;
}

CsvTable read_sqlite(const std::string& path, const std::string& table) {
  internal::Connection connection(path, SQLITE_OPEN_READONLY);
  CsvTable result;
  result.file_ = path;
  internal::Statement rows(connection,
                           "SELECT * FROM " + internal::quoted(chosen(table, table_names(connection), path)));
  const int width = sqlite3_column_count(rows.get());
  for (int c = 0; c < width; ++c) result.columns_.emplace_back(sqlite3_column_name(rows.get(), c));
  while (rows.step()) {
    for (int c = 0; c < width; ++c) {
      result.text_ += cell_text(rows.get(), c);
      result.ends_.push_back(result.text_.size());
    }
    result.lines_.push_back(result.lines_.size() + 1);
  }
  return result;
}

CsvTable read_table(const std::string& path, const std::string& table) {
  if (is_sqlite(path)) return read_sqlite(path, table);
  if (!table.empty() && std::ifstream(path))
    throw InputError(Diagnostic{{},
                                "'" + path + "' is no SQLite file and has no table '" + table + "'",
                                "remove \"table\", or name an SQLite file"});
  return CsvTable::read(path);
}

}  // namespace escapement::tables
