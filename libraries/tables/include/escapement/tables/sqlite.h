// SPDX-License-Identifier: MIT
// Tables in SQLite files: a table or a view is read as a whole, as a CSV file is. A file is known by its
// first bytes, not by its name.
#pragma once

#include <string>

#include "escapement/tables/csv.h"

namespace escapement::tables {

// Whether the file exists and begins as SQLite files do.
bool is_sqlite(const std::string& path);

// All rows in the order in which SQLite gives them, which for a table is that of its rows' numbers. Numbers
// keep all their digits, NULL is an empty cell; line(row) is the number of the row, from 1. Without a name
// the file must have one table. Throws InputError: no such file, no such table (the nearest is named), none
// or several tables and no name, what SQLite itself finds wrong.
CsvTable read_sqlite(const std::string& path, const std::string& table = {});

// A CSV file or, where the file is one of SQLite, its table. A table that is named for a CSV file is an
// InputError.
CsvTable read_table(const std::string& path, const std::string& table = {});

}  // namespace escapement::tables
