// SPDX-License-Identifier: MIT
// READ and WRITE: an entity reads a row of a file into attributes and variables, or writes one (Pegden,
// Shannon and Sadowski 1995; Arena's ReadWrite). No time passes.
//
//   R1  Read takes the next row of the file (file_element.h) and does its assignments in order. A cell that
//   is
//       no number is a run-time error that names file and line.
//   R2  When no row is left the entity leaves by `endOfFile`, and ends when nothing is coupled there; or as
//   the
//       file says.
//   W1  Write evaluates its values in order and writes them as one row.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/siman/attribute.h"
#include "escapement/siman/file_element.h"
#include "escapement/siman/variable.h"

namespace escapement::siman {

class Read : public Passage {
 public:
  struct Assignment {
    std::string from;  // column of the file
    SourceLocation where{};
    Reference attribute{}, variable{};  // one of them
    ExpressionText row{}, column{};     // of a variable that is an array
  };
  struct Options {
    Reference file{};
    std::vector<Assignment> assignments{};
  };
  Read(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Exit end_of_file{*this, "endOfFile", true};

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  struct Step {
    std::size_t from;
    Attribute* attribute = nullptr;
    Variable* variable = nullptr;
    expressions::Expression row, column;
  };
  Options options_;
  FileElement* file_ = nullptr;
  const tables::CsvTable* table_ = nullptr;
  std::vector<Step> steps_;
};

class Write : public Passage {
 public:
  struct Column {
    std::string name;
    ExpressionText value;
  };
  struct Options {
    Reference file{};
    std::vector<Column> columns{};
    std::optional<std::uint64_t> stream{};
  };
  Write(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  FileElement* file_ = nullptr;
  std::vector<expressions::Expression> values_;
  std::vector<tables::Cell> row_;
};

}  // namespace escapement::siman
