// SPDX-License-Identifier: MIT
// Writes a table of numbers and texts row by row, as CSV or, where the name ends in .db, .sqlite or .sqlite3,
// into a table of an SQLite file. What was there before is replaced: the whole CSV file, the one table.
//
// Rows of a CSV file are complete on the disk when the writer is closed; those of SQLite in packets of a
// thousand.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace escapement::tables {

// A number or, where there is one, a text.
struct Cell {
  double number = 0;
  const std::string* text = nullptr;
};

class TableWriter {
 public:
  // Throws InputError when the file cannot be written, when there are no columns or two of one name.
  static std::unique_ptr<TableWriter> open(const std::string& path, const std::vector<std::string>& columns,
                                           const std::string& table = "data");
  static bool writes_sqlite(const std::string& path);
  virtual ~TableWriter() = default;
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  // As many values as there are columns; InternalError otherwise. InputError when the disk refuses.
  virtual void write(std::span<const double> row) = 0;
  virtual void write_cells(std::span<const Cell> row) = 0;

 protected:
  TableWriter() = default;
};

}  // namespace escapement::tables
