// SPDX-License-Identifier: MIT
// A file (FILES) that blocks read from or write to, row by row: CSV, or a table of an SQLite file.
//
// Reading: the whole file is read before the run; a row is handed out at a time, from the first one on in
// each replication. Writing: the file begins anew in each replication. Where there are several of them, the
// one of replication 2 of "out.csv" is "out-2.csv", and so on, for they may run side by side. The columns of
// a file are those of its Write blocks, which must all name the same.
//
// Paths are relative to the study; "${NAME}" stands for an environment variable.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/tables/csv.h"
#include "escapement/tables/writer.h"

namespace escapement::siman {

class FileElement : public Member {
 public:
  enum class AtEnd { kLeave, kRewind, kError };
  struct Options {
    std::string path;
    SourceLocation where{};
    std::string table{};           // of an SQLite file; empty: the only one, or "data" when written
    AtEnd at_end = AtEnd::kLeave;  // when a Read finds no more rows
  };
  FileElement(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void start() override;
  // What was read is kept; a file that is written cannot be gone on with.
  void archive(Archive& archive) override;

  // For the bind() of those that read: reads the file at the first call. nullptr, with a fault, when it
  // cannot be read or is written to.
  const tables::CsvTable* table(Binder& binder);
  // For the bind() of those that write; a fault when the file is read, or written with other columns.
  void add_writer(Binder& binder, const Member& member, const std::vector<std::string>& columns);

  AtEnd at_end() const { return options_.at_end; }
  // The next row, counted from 0; nullopt at the end, where a file to be rewound begins again.
  std::optional<std::size_t> next_row();
  void write(std::span<const tables::Cell> row) { writer_->write_cells(row); }

 private:
  std::string resolved(Binder& binder);

  Options options_;
  std::optional<tables::CsvTable> table_;
  bool read_ = false;  // or tried to
  std::size_t row_ = 0;
  std::string write_path_;
  std::vector<std::string> columns_;
  std::unique_ptr<tables::TableWriter> writer_;
};

}  // namespace escapement::siman
