// SPDX-License-Identifier: MIT
// A table read from a CSV file (RFC 4180: quoted cells, quotes doubled, CRLF or LF). The first row names the
// columns. Parsing is libcsv's; this class keeps cells and the line each row began on, for messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::tables {

class CsvTable {
 public:
  // Throws InputError: no such file (without a place; the nearest file is named), an empty file, a column
  // named twice, a row with another number of cells than there are columns (with file and line), a quote out
  // of place.
  static CsvTable read(const std::string& path);
  static CsvTable parse(std::string_view text, std::string file);

  const std::string& file() const { return file_; }
  const std::vector<std::string>& columns() const { return columns_; }
  std::optional<std::size_t> column(std::string_view name) const;
  std::size_t rows() const { return lines_.size(); }
  std::string_view cell(std::size_t row, std::size_t column) const;
  // Blanks around it are ignored; nullopt when the cell is no finite number.
  std::optional<double> number(std::size_t row, std::size_t column) const;
  std::size_t line(std::size_t row) const { return lines_[row]; }
  SourceLocation where(std::size_t row) const { return {file_, static_cast<int>(lines_[row]), 1, {}}; }

 private:
  friend struct CsvBuilder;
  friend CsvTable read_sqlite(const std::string& path, const std::string& table);
  std::string file_;
  std::vector<std::string> columns_;
  std::string text_;               // all cells, one after another
  std::vector<std::size_t> ends_;  // where each cell ends in text_
  std::vector<std::size_t> lines_;
};

}  // namespace escapement::tables
