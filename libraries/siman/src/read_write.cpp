// SPDX-License-Identifier: MIT
#include "escapement/siman/read_write.h"

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Read::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Read";
  type.doc = "READ: reads a row of a file into attributes and variables.";
  Record assignment{
      "assignment from a column",
      "",
      {string("from").must().because("column of the file"), reference("attribute", "attributes"),
       reference("variable", "variables"), expression("row").because("subscript of an array"),
       expression("column").because("second subscript of a table")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        if ((v.find("attribute") == nullptr) == (v.find("variable") == nullptr))
          out.push_back({v.where(), "an assignment from a column has no target, or two",
                         "give exactly one of attribute, variable"});
      }};
  type.parameters = {"siman.Read",
                     "",
                     {reference("file", "files").must().because("the file that is read"),
                      one_or_list("assignments", record("assignment", std::move(assignment)))
                          .must()
                          .because("done in order; {\"from\": \"size_cm\", \"attribute\": \"size\"}")},
                     {}};
  type.ports = {
      entity_in(), entity_out(), {"endOfFile", false, "entity", "entities that found no more rows", true}};
  return type;
}

Read::Options Read::options_from(const registry::Arguments& arguments) {
  Options options;
  options.file = reference_from(arguments, "file");
  for (const registry::Arguments& each : arguments.records("assignments")) {
    Assignment a;
    a.from = each.string("from", "");
    a.where = each.where("from");
    if (each.has("attribute")) a.attribute = reference_from(each, "attribute");
    if (each.has("variable")) a.variable = reference_from(each, "variable");
    a.row = each.expression("row");
    a.column = each.expression("column");
    options.assignments.push_back(std::move(a));
  }
  return options;
}

void Read::bind(Binder& binder) {
  file_ = binder.find<FileElement>(*this, options_.file, "file");
  table_ = file_ == nullptr ? nullptr : file_->table(binder);
  for (const Assignment& a : options_.assignments) {
    Step step{};
    if (table_ != nullptr) {
      const auto from = table_->column(a.from);
      if (!from) {
        const std::string near(nearest_name(a.from, table_->columns()));
        binder.fault(
            *this, a.where, "'" + table_->file() + "' has no column '" + a.from + "'",
            near.empty() ? "columns: " + list_text(table_->columns()) : "did you mean '" + near + "'?");
      }
      step.from = from.value_or(0);
    }
    if (!a.attribute.empty()) {
      step.attribute = binder.find<Attribute>(*this, a.attribute, "attribute");
    } else {
      step.variable = binder.find<Variable>(*this, a.variable, "variable");
      if (step.variable != nullptr) {
        const std::size_t wanted = !step.variable->is_array() ? 0 : step.variable->columns() > 1 ? 2 : 1;
        const std::size_t given = (a.row.empty() ? 0u : 1u) + (a.column.empty() ? 0u : 1u);
        if (wanted != given)
          binder.fault(*this, a.variable.where,
                       "variable '" + a.variable.name + "' takes " + std::to_string(wanted) +
                           " subscripts, got " + std::to_string(given));
      }
    }
    step.row = binder.compile(*this, "row", a.row, {.random = false});
    step.column = binder.compile(*this, "column", a.column, {.random = false});
    steps_.push_back(std::move(step));
  }
}

Block* Read::enter(Entity& entity) {
  const std::optional<std::size_t> row = file_->next_row();
  if (!row) return end_of_file.leave(entity);
  EntityFrame frame(&entity);
  for (const Step& step : steps_) {
    const bool is_text = step.attribute != nullptr ? step.attribute->is_text() : step.variable->is_text();
    const auto value = is_text
                           ? std::optional<double>(world().texts().number_of(table_->cell(*row, step.from)))
                           : table_->number(*row, step.from);
    if (!value)
      host().fail(*this, "'" + std::string(table_->cell(*row, step.from)) + "' in column '" +
                             table_->columns()[step.from] + "' is no number: " + table_->file() + ":" +
                             std::to_string(table_->line(*row)) + "; mend the file");
    if (step.attribute != nullptr) {
      entity.attributes[step.attribute->slot()] = *value;
      continue;
    }
    const double at_row = step.row ? step.row.evaluate_checked(frame) : 1;
    const double at_column = step.column ? step.column.evaluate_checked(frame) : 1;
    step.variable->set(step.variable->place(at_row, at_column), *value, now());
  }
  return out.leave(entity);
}

registry::ComponentType Write::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Write";
  type.doc = "WRITE: writes a row to a file.";
  Record column{"column",
                "",
                {string("name").must().because("of the column"),
                 expression("value").must().because("what is written there")},
                {}};
  type.parameters = {"siman.Write",
                     "",
                     {reference("file", "files").must().because("the file that is written"),
                      one_or_list("columns", record("column", std::move(column)))
                          .must()
                          .because("of the row, in order; {\"name\": \"size_cm\", \"value\": \"size\"}"),
                      stream_field()},
                     {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

Write::Options Write::options_from(const registry::Arguments& arguments) {
  Options options;
  options.file = reference_from(arguments, "file");
  for (const registry::Arguments& each : arguments.records("columns"))
    options.columns.push_back({each.string("name", ""), each.expression("value")});
  options.stream = stream_from(arguments);
  return options;
}

void Write::bind(Binder& binder) {
  file_ = binder.find<FileElement>(*this, options_.file, "file");
  std::vector<std::string> names;
  for (const Column& column : options_.columns) {
    names.push_back(column.name);
    values_.push_back(
        binder.compile_required(*this, column.name, column.value, {.stream = options_.stream, .text = true}));
  }
  row_.resize(names.size());
  if (names.empty())
    binder.fault(*this, {}, "'" + address() + "' writes no columns");
  else if (file_ != nullptr)
    file_->add_writer(binder, *this, names);
}

Block* Write::enter(Entity& entity) {
  EntityFrame frame(&entity);
  for (std::size_t c = 0; c < values_.size(); ++c) {
    row_[c].number = values_[c].evaluate_checked(frame);
    row_[c].text = values_[c].is_text() ? &world().texts().text_of(row_[c].number) : nullptr;
  }
  file_->write(row_);
  return out.leave(entity);
}

}  // namespace escapement::siman
