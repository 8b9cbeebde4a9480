// SPDX-License-Identifier: MIT
#include "escapement/tables/csv.h"

#include <csv.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "escapement/tables/foreign_file.h"

namespace escapement::tables {

// Gathers what libcsv calls back with.
struct CsvBuilder {
  CsvTable table;
  std::vector<std::string> row;
  std::size_t line = 1;      // of the file, here
  std::size_t row_line = 1;  // where the row at hand began
  bool has_header = false;
  std::optional<Diagnostic> fault;

  void cell(const char* text, std::size_t size) {
    if (row.empty()) row_line = line;
    row.emplace_back(text, size);
    line += static_cast<std::size_t>(std::count(row.back().begin(), row.back().end(), '\n'));
  }

  void end_row(int terminator) {
    if (!row.empty() && !fault) take_row();
    row.clear();
    if (terminator == '\n') ++line;
  }

  void take_row() {
    if (row.size() == 1 && row.front().empty()) return;  // a blank line
    if (!has_header) {
      has_header = true;
      if (!row.front().empty() && row.front().starts_with("\xEF\xBB\xBF"))
        row.front().erase(0, 3);  // a byte order mark
      for (std::size_t i = 0; i < row.size(); ++i)
        if (std::find(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(i), row[i]) !=
            row.begin() + static_cast<std::ptrdiff_t>(i))
          refuse("column '" + row[i] + "' is named twice in the first row", "give each its own name");
      if (row.size() == 1)
        for (const auto& [separator, name] : {std::pair(';', "semicolons"), std::pair('\t', "tabs")})
          if (row.front().find(separator) != std::string::npos)
            refuse(std::string("the cells of this file are separated by ") + name +
                       ", so that it has one column only",
                   "separate them by commas, and write decimals with a point");
      table.columns_ = row;
      return;
    }
    if (row.size() != table.columns_.size()) {
      refuse("this row has " + std::to_string(row.size()) + " cells, but the first row names " +
                 std::to_string(table.columns_.size()) + " columns",
             "give each row a cell for each column, and quote cells that hold a comma");
      return;
    }
    for (const std::string& text : row) {
      table.text_ += text;
      table.ends_.push_back(table.text_.size());
    }
    table.lines_.push_back(row_line);
  }

  void refuse(std::string message, std::string remedy) {
    if (!fault)
      fault =
          Diagnostic{{table.file_, static_cast<int>(row_line), 1, {}}, std::move(message), std::move(remedy)};
  }

  static CsvTable build(std::string_view text, std::string file) {
    CsvBuilder builder;
    builder.table.file_ = std::move(file);
    csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL) != 0)
      throw InternalError("libcsv could not be started");
    const auto on_cell = [](void* s, std::size_t size, void* self) {
      static_cast<CsvBuilder*>(self)->cell(s == nullptr ? "" : static_cast<const char*>(s), size);
    };
    const auto on_row = [](int c, void* self) { static_cast<CsvBuilder*>(self)->end_row(c); };
    const std::size_t parsed = csv_parse(&parser, text.data(), text.size(), on_cell, on_row, &builder);
    const bool sound = parsed == text.size() && csv_fini(&parser, on_cell, on_row, &builder) == 0;
    if (!sound && !builder.fault) {
      builder.row_line = builder.line;
      builder.refuse("a quote is out of place or not closed", "write a quote inside a quoted cell twice");
    }
    csv_free(&parser);
    if (builder.fault) throw InputError(*builder.fault);
    if (!builder.has_header)
      throw InputError(Diagnostic{
          {builder.table.file_, 0, 0, {}}, "the file is empty", "its first row names the columns"});
    return std::move(builder.table);
  }
};

CsvTable CsvTable::parse(std::string_view text, std::string file) {
  return CsvBuilder::build(text, std::move(file));
}

CsvTable CsvTable::read(const std::string& path) {
  namespace fs = std::filesystem;
  if (auto foreign = foreign_file(path)) throw InputError(std::move(*foreign));
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path)) {
    std::vector<std::string> names;  // of the files beside it: one of them may be meant
    std::error_code error;
    const fs::path folder = fs::path(path).parent_path();
    for (fs::directory_iterator i(folder.empty() ? fs::path(".") : folder, error), end; !error && i != end;
         i.increment(error))
      if (i->is_regular_file(error)) names.push_back(i->path().filename().string());
    const std::string near(nearest_name(fs::path(path).filename().string(), names));
    throw InputError(Diagnostic{{},
                                "cannot read the file '" + path + "'",
                                near.empty() ? "relative names are looked for beside the study"
                                             : "did you mean '" + (folder / near).string() + "'?"});
  }
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return parse(text, path);
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

std::string_view CsvTable::cell(std::size_t row, std::size_t column) const {
  const std::size_t i = row * columns_.size() + column;
  const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
  return std::string_view(text_).substr(begin, ends_[i] - begin);
}

std::optional<double> CsvTable::number(std::size_t row, std::size_t column) const {
  std::string_view text = cell(row, column);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

}  // namespace escapement::tables
