// SPDX-License-Identifier: MIT
#include "escapement/tables/writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "connection.h"

namespace escapement::tables {
namespace {

constexpr int kPacket = 1000;  // rows of one transaction

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

void require_width(std::size_t given, std::size_t wanted) {
  if (given != wanted)
    throw InternalError("a row of " + std::to_string(given) + " values was written to a table of " +
                        std::to_string(wanted) + " columns");
}

class CsvWriter final : public TableWriter {
 public:
  CsvWriter(const std::string& path, const std::vector<std::string>& columns)
      : path_(path), width_(columns.size()), out_(path, std::ios::binary) {
    for (std::size_t c = 0; c < width_; ++c) out_ << (c > 0 ? "," : "") << csv_cell(columns[c]);
    end_row();
  }
  void write(std::span<const double> row) override {
    require_width(row.size(), width_);
    for (std::size_t c = 0; c < width_; ++c) out_ << (c > 0 ? "," : "") << to_text(row[c]);
    end_row();
  }
  void write_cells(std::span<const Cell> row) override {
    require_width(row.size(), width_);
    for (std::size_t c = 0; c < width_; ++c)
      out_ << (c > 0 ? "," : "")
           << (row[c].text != nullptr ? csv_cell(*row[c].text) : to_text(row[c].number));
    end_row();
  }

 private:
  void end_row() {
    out_ << '\n';
    if (!out_)
      throw InputError(Diagnostic{{},
                                  "cannot write to the file '" + path_ + "'",
                                  "does its folder exist, is writing allowed there, is the disk full?"});
  }
  std::string path_;
  std::size_t width_;
  std::ofstream out_;
};

class SqliteWriter final : public TableWriter {
 public:
  SqliteWriter(const std::string& path, const std::vector<std::string>& columns, const std::string& table)
      : width_(columns.size()),
        connection_(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE),
        insert_(make(connection_, columns, table)) {}
  ~SqliteWriter() override {
    sqlite3_exec(connection_.get(), "COMMIT", nullptr, nullptr, nullptr);  // nobody is left to be told
  }
  void write(std::span<const double> row) override {
    require_width(row.size(), width_);
    sqlite3_reset(insert_->get());
    for (std::size_t c = 0; c < width_; ++c)
      sqlite3_bind_double(insert_->get(), static_cast<int>(c) + 1, row[c]);
    insert();
  }
  void write_cells(std::span<const Cell> row) override {
    require_width(row.size(), width_);
    sqlite3_reset(insert_->get());
    for (std::size_t c = 0; c < width_; ++c) {
      const int place = static_cast<int>(c) + 1;
      if (const std::string* text = row[c].text)
        sqlite3_bind_text(insert_->get(), place, text->data(), static_cast<int>(text->size()),
                          SQLITE_TRANSIENT);
      else
        sqlite3_bind_double(insert_->get(), place, row[c].number);
    }
    insert();
  }

 private:
  void insert() {
    insert_->step();
    if (++rows_ % kPacket == 0) connection_.run("COMMIT; BEGIN");
  }
  static std::unique_ptr<internal::Statement> make(internal::Connection& connection,
                                                   const std::vector<std::string>& columns,
                                                   const std::string& table) {
    std::string names, places;
    for (const std::string& column : columns) {
      names += (names.empty() ? "" : ", ") +
               internal::quoted(column);  // no type: numbers stay numbers, texts texts
      places += places.empty() ? "?" : ", ?";
    }
    const std::string name = internal::quoted(table);
    connection.run("DROP TABLE IF EXISTS " + name + "; CREATE TABLE " + name + " (" + names + ")");
    auto insert =
        std::make_unique<internal::Statement>(connection, "INSERT INTO " + name + " VALUES (" + places + ")");
    connection.run("BEGIN");
    return insert;
  }

  std::size_t width_;
  internal::Connection connection_;
  std::unique_ptr<internal::Statement> insert_;
  long rows_ = 0;
};

}  // namespace

bool TableWriter::writes_sqlite(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".db" || extension == ".sqlite" || extension == ".sqlite3";
}

std::unique_ptr<TableWriter> TableWriter::open(const std::string& path,
                                               const std::vector<std::string>& columns,
                                               const std::string& table) {
  if (columns.empty())
    throw InputError(
        Diagnostic{{}, "a table without columns cannot be written to '" + path + "'", "name one"});
  for (auto c = columns.begin(); c != columns.end(); ++c)
    if (std::find(columns.begin(), c, *c) != c)
      throw InputError(
          Diagnostic{{}, "column '" + *c + "' of '" + path + "' is named twice", "give each its own name"});
  if (writes_sqlite(path)) return std::make_unique<SqliteWriter>(path, columns, table);
  return std::make_unique<CsvWriter>(path, columns);
}

}  // namespace escapement::tables
