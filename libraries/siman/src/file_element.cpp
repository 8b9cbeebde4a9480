// SPDX-License-Identifier: MIT
#include "escapement/siman/file_element.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "data_file.h"
#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/tables/foreign_file.h"
#include "escapement/tables/sqlite.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kAtEnd = {"Leave", "Rewind", "Error"};

}  // namespace

registry::ComponentType FileElement::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.File";
  type.section = "files";
  type.doc = "A file that blocks read from or write to, row by row: CSV, or a table of an SQLite file.";
  type.parameters = {
      "file",
      "",
      {string("path").must().because(
           "relative to the study; ${NAME} stands for an environment variable. A file that is written is one "
           "of "
           "SQLite when its name ends in .db, .sqlite or .sqlite3; with several replications the number of "
           "the replication is put in: out-2.csv"),
       string("table").because("of an SQLite file; the only one when absent, or \"data\" when it is written"),
       choice("atEnd", kAtEnd)
           .by_default(kAtEnd[0])
           .because("when no row is left to be read: the entity leaves by exit endOfFile, the file begins "
                    "again, or the run fails")},
      {}};
  return type;
}

FileElement::Options FileElement::options_from(const registry::Arguments& arguments) {
  Options options;
  options.path = arguments.string("path", "");
  options.where = arguments.where("path");
  options.table = arguments.string("table", "");
  const auto at_end = std::find(kAtEnd.begin(), kAtEnd.end(), arguments.string("atEnd", kAtEnd[0]));
  options.at_end = static_cast<AtEnd>(at_end - kAtEnd.begin());
  return options;
}

std::string FileElement::resolved(Binder& binder) {
  std::string unset;
  std::string path = data_path(options_.path, binder.world().environment().directory, unset).string();
  if (unset.empty()) return path;
  binder.fault(
      *this, options_.where,
      "the file '" + options_.path + "' needs the environment variable " + unset + ", which is not set",
      "set it, or give the path with --set " + this->path() + ".path=PATH");
  return {};
}

const tables::CsvTable* FileElement::table(Binder& binder) {
  if (!columns_.empty()) {
    binder.fault(*this, options_.where, "file '" + path() + "' is read and written", "use two files");
    return nullptr;
  }
  if (!read_) {
    read_ = true;
    const std::string path = resolved(binder);
    try {
      if (!path.empty()) {
        table_ = tables::read_table(path, options_.table);
        binder.world().environment().data_files.insert(path);
      }
    } catch (const InputError& e) {
      for (const Diagnostic& d : e.diagnostics())
        binder.fault(*this, d.where.file.empty() ? options_.where : d.where, d.message, d.remedy);
    }
  }
  return table_ ? &*table_ : nullptr;
}

void FileElement::add_writer(Binder& binder, const Member& member, const std::vector<std::string>& columns) {
  if (read_) {
    binder.fault(*this, options_.where, "file '" + path() + "' is read and written", "use two files");
    return;
  }
  if (!columns_.empty()) {
    if (columns_ != columns)
      binder.fault(member, options_.where,
                   "'" + member.address() + "' writes the columns " + list_text(columns) + " to file '" +
                       path() + "', but another block writes " + list_text(columns_),
                   "write the same columns, or use two files");
    return;
  }
  if (auto foreign = tables::foreign_file(options_.path)) {
    binder.fault(*this, options_.where, std::move(foreign->message), std::move(foreign->remedy));
    return;
  }
  columns_ = columns;
  if (resolved(binder).empty()) return;
  std::string unset;
  write_path_ = written_path(options_.path, binder.world().environment(), unset);
  if (!binder.world().note_written(write_path_))
    binder.fault(*this, options_.where, "'" + write_path_ + "' is written by another element, too",
                 "give each a file of its own");
}

void FileElement::start() {
  row_ = 0;
  writer_.reset();  // closes what an earlier run wrote
  if (!columns_.empty())
    writer_ =
        tables::TableWriter::open(write_path_, columns_, options_.table.empty() ? "data" : options_.table);
}

std::optional<std::size_t> FileElement::next_row() {
  if (row_ == table_->rows() && options_.at_end == AtEnd::kRewind) row_ = 0;
  if (row_ < table_->rows()) return row_++;
  if (options_.at_end == AtEnd::kLeave) return std::nullopt;
  host().fail(*this, "file '" + table_->file() + "' has " +
                         (table_->rows() == 0 ? "no rows" : "no more rows than " + std::to_string(row_)) +
                         "; let fewer entities read it, or set \"atEnd\" to \"Leave\" or \"Rewind\"");
}

void FileElement::archive(Archive& archive) {
  if (!write_path_.empty())
    archive.refuse(*this, "writes '" + write_path_ + "', and what was written cannot be taken back",
                   "run it without a checkpoint");
  archive(row_);
}

}  // namespace escapement::siman
