// SPDX-License-Identifier: MIT
#include "escapement/siman/variable.h"

#include "escapement/siman/attribute.h"

#include "data_file.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/expressions/errors.h"
#include "escapement/siman/binder.h"
#include "escapement/tables/sqlite.h"

namespace escapement::siman {

Variable::Variable(std::string name, Options options)
    : Member(std::move(name)), options_(std::move(options)) {
  const std::size_t size = options_.rows * options_.columns;
  const std::size_t given = options_.is_text ? options_.texts.size() : options_.initial.size();
  if (size == 0 || (given > 1 && given != size))
    throw BuildError("variable '" + this->name() + "' has " + std::to_string(options_.rows) + " by " +
                     std::to_string(options_.columns) + " elements but " + std::to_string(given) +
                     " initial values; give none, one or as many as it has elements");
  values_.assign(size, 0);
  start();
}

namespace {

registry::Record initial_file() {
  using namespace registry;
  return {"file of initial values",
          "",
          {string("path").must().because(
               "CSV or SQLite, relative to the study; ${NAME} stands for an environment "
               "variable"),
           string("table").because("of an SQLite file; the only one when absent"),
           one_or_list("columns", string("column"))
               .because("column of a list, columns of a table; all when absent")},
          {}};
}

// Rows, columns and initial values from the file.
void read_initial(const registry::Arguments& file, Variable::Options& options) {
  const auto refuse = [&](const SourceLocation& where, std::string message, std::string remedy) {
    throw InputError(Diagnostic{where, std::move(message), std::move(remedy)});
  };
  std::string unset;
  const std::string path = data_path(file.string("path", ""), file.environment().directory, unset).string();
  if (!unset.empty())
    refuse(file.where("path"), "the path needs the environment variable " + unset + ", which is not set",
           "set it");
  const tables::CsvTable table = [&] {
    try {
      return tables::read_table(path, file.string("table", ""));
    } catch (const InputError& e) {
      Diagnostic d = e.diagnostics().front();
      if (d.where.file.empty()) d.where = file.where("path");
      throw InputError(std::move(d));
    }
  }();
  std::vector<std::string> names = file.strings("columns");
  if (names.empty()) names = table.columns();
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto column = table.column(name);
    const std::string near(nearest_name(name, table.columns()));
    if (!column)
      refuse(file.where("columns"), "'" + path + "' has no column '" + name + "'",
             near.empty() ? "columns: " + list_text(table.columns()) : "did you mean '" + near + "'?");
    columns.push_back(*column);
  }
  if (table.rows() == 0) refuse(file.where("path"), "'" + path + "' has no rows", "it must have one or more");
  if (options.rows != 0 && options.rows != table.rows())
    refuse(file.where("path"),
           "'" + path + "' has " + std::to_string(table.rows()) + " rows, but the variable has " +
               std::to_string(options.rows),
           "leave \"rows\" out, or mend the file");
  options.rows = table.rows();
  options.columns = columns.size();
  for (std::size_t row = 0; row < table.rows(); ++row)
    for (const std::size_t column : columns) {
      if (options.is_text) {
        options.texts.emplace_back(table.cell(row, column));
        continue;
      }
      const auto value = table.number(row, column);
      if (!value)
        refuse(table.where(row),
               "'" + std::string(table.cell(row, column)) + "' in column '" + table.columns()[column] +
                   "' is no number",
               "mend the file");
      options.initial.push_back(*value);
    }
}

}  // namespace

Variable::Options Variable::options_from(const registry::Arguments& arguments) {
  Options options;
  const registry::Value* file = arguments.value("file");
  options.rows = static_cast<std::size_t>(arguments.integer("rows", file != nullptr ? 0 : 1));
  options.columns = static_cast<std::size_t>(arguments.integer("columns", 1));
  options.is_text = siman::is_text(arguments);
  options.initial = arguments.numbers("initial");
  options.texts = arguments.strings("text");
  options.report = arguments.boolean("report", false);
  options.clear_at_warmup = arguments.string("clear", "System") == "Statistics";
  options.never_cleared = arguments.string("clear", "System") == "None";
  options.where = arguments.where("clear");
  if (file != nullptr) read_initial(registry::Arguments(*file, arguments.environment()), options);
  return options;
}

registry::ComponentType Variable::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Variable";
  type.section = "variables";
  type.doc = "A variable: a number, a list or a table that all entities share.";
  Field value = number("value");
  type.parameters = {
      "variable",
      "",
      {integer("rows").at_least(1).by_default("1").because("length of a list, or rows of a table"),
       integer("columns").at_least(1).by_default("1").because("columns of a table"),
       one_or_list("initial", std::move(value))
           .by_default("0")
           .because("initial value, one for all elements or one for each, by rows"),
       text_fields({})[0],
       one_or_list("text", string("value"))
           .because("of data type String: initial text, one for all elements or one for each, by rows"),
       record("file", initial_file())
           .because(
               "instead of initial: each row of the file is an element of the list, or a row of the table; "
               "rows is their number when absent"),
       choice("clear", {"System", "Statistics", "None"})
           .by_default("System")
           .because("when the initial value comes back: at the start of each replication, or also at the end "
                    "of the warm-up; None: never, for studies of one replication"),
       boolean("report").by_default("false").because("collect a time-persistent statistic of it")},
      {}};
  type.parameters.check = [](const Value& v, std::vector<Diagnostic>& out) {
    const auto count = [&](const char* field) {
      const Value* f = v.find(field);
      return f != nullptr && f->is(Value::Type::kNumber) && f->number() >= 1 ? f->number() : 1.0;
    };
    const Value* initial = v.find("initial");
    if (const Value* file = v.find("file"); file != nullptr && initial != nullptr)
      out.push_back({file->where(), "initial values come from the file or from \"initial\", not from both",
                     "remove one of them"});
    if (const Value* file = v.find("file"); file != nullptr && v.find("columns") != nullptr)
      out.push_back({v.find("columns")->where(), "\"columns\" has no effect beside \"file\"",
                     "the columns are those listed there"});
    check_text_fields(v, out);
    const Value* text = v.find("text");
    if (const Value* file = v.find("file"); file != nullptr && text != nullptr)
      out.push_back({file->where(), "initial texts come from the file or from \"text\", not from both",
                     "remove one of them"});
    const double size = count("rows") * count("columns");
    if (text != nullptr && text->is(Value::Type::kArray) && text->items().size() > 1 &&
        static_cast<double>(text->items().size()) != size)
      out.push_back(
          {text->where(),
           std::to_string(text->items().size()) + " initial texts for " + to_text(size) + " elements",
           "give one text for all, or one for each element by rows"});
    const Value* data_type = v.find("dataType");
    if (const Value* report = v.find("report");
        report != nullptr && report->boolean() &&
        (text != nullptr || (data_type != nullptr && data_type->text() == "String")))
      out.push_back({report->where(), "texts have no time average", "remove \"report\""});
    if (initial != nullptr && initial->is(Value::Type::kArray) && initial->items().size() > 1 &&
        static_cast<double>(initial->items().size()) != size)
      out.push_back(
          {initial->where(),
           std::to_string(initial->items().size()) + " initial values for " + to_text(size) + " elements",
           "give one value for all, or one for each element by rows"});
    if (const Value* report = v.find("report"); report != nullptr && report->boolean() && size > 1)
      out.push_back({report->where(), "an array cannot be reported as a whole",
                     "declare a time-persistent statistic of the element you want"});
  };
  type.statistics = {{"", "timePersistent", "the variable's value over time, when report is true"}};
  return type;
}

void Variable::declare(Binder& binder) {
  if (options_.is_text) {
    options_.initial.clear();
    for (const std::string& text : options_.texts)
      options_.initial.push_back(binder.world().texts().number_of(text));
  }
  if (options_.never_cleared && binder.world().environment().replications > 1)
    binder.fault(*this, options_.where,
                 "variable '" + path() +
                     "' is to keep its value from one replication to the next, but "
                     "replications are independent and may run side by side",
                 "set \"clear\" to \"System\", or run one replication");
  if (options_.clear_at_warmup) binder.world().cleared_at_warmup.push_back(this);
  if (options_.report && !is_array())
    statistic_ =
        &binder.time_persistent(*this, path(), options_.initial.empty() ? 0 : options_.initial.front());
}

double Variable::initial(std::size_t index) const {
  if (options_.initial.empty()) return 0;
  return options_.initial[options_.initial.size() == 1 ? 0 : index];
}

void Variable::start() {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = initial(i);
}

void Variable::end_warmup(double t) {
  for (std::size_t i = 0; i < values_.size(); ++i) set(i, initial(i), t);
}

void Variable::archive(Archive& archive) {
  archive(values_);
}

}  // namespace escapement::siman
