// SPDX-License-Identifier: MIT
#include "escapement/json/describe.h"
#include "escapement/json/study.h"
#include "rows.h"

namespace escapement::json {
namespace {

using internal::Row;
using registry::ComponentType;
using registry::Record;
using registry::Registry;

// Text inside a cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string code(const std::string& text) {
  return text.empty() ? "" : "`" + cell(text) + "`";
}

void add_parameters(std::string& out, const Record& record) {
  if (record.fields.empty()) return;
  out += "| Key | Takes | When absent | Meaning |\n|---|---|---|---|\n";
  for (const Row& row : internal::rows_of(record))
    out += "| " + code(row.name) + " | " + cell(row.takes) + " | " +
           (row.absent == "required" ? row.absent : code(row.absent)) + " | " + cell(row.doc) + " |\n";
  out += "\n";
}

void add_type(std::string& out, const ComponentType& type) {
  out += "### " + (type.section.empty() ? type.name : type.section) + "\n\n" + type.doc + "\n\n";
  if (!type.composition.empty()) out += "Made of: " + type.composition + "\n\n";
  if (!type.ports.empty() || type.ports_of) {
    out += "| Port | Direction | Message | Meaning |\n|---|---|---|---|\n";
    for (const registry::PortInfo& port : type.ports)
      out += "| " + code(port.name) + " | " + (port.input ? "in" : "out") + " | " + port.message + " | " +
             cell(port.doc) + " |\n";
    if (type.ports_of) out += "| ... |  |  | further ports depend on the parameters |\n";
    out += "\n";
  }
  add_parameters(out, type.parameters);
  if (type.statistics.empty()) return;
  out += "| Statistic | Kind | Meaning |\n|---|---|---|\n";
  for (const registry::StatisticInfo& s : type.statistics)
    out += "| " + code(s.suffix.empty() ? "NAME" : "NAME." + s.suffix) + " | " + s.kind + " | " +
           cell(s.doc) + " |\n";
  out += "\n";
}

Record without_maps(Record record) {
  std::erase_if(record.fields, [](const registry::Field& f) {
    return f.type == registry::FieldType::kMap && f.name != "components";
  });
  for (registry::Field& f : record.fields)
    if (f.name == "model") f.record.reset();
  return record;
}

}  // namespace

std::string reference_markdown(const Registry& registry) {
  std::string out = "# Reference of the study format\n\n## The study\n\n";
  Record study = without_maps(study_record(registry));
  for (registry::Field& f : study.fields)
    if (f.name == "model") f.type = registry::FieldType::kAny;
  add_parameters(out, study);
  out +=
      "Sections of elements, listed below, may stand here and in every coupled model.\n\n## Coupled "
      "models\n\n";
  add_parameters(out, without_maps(coupled_record(registry)));
  out += "## Elements\n\n";
  for (const ComponentType* type : registry.sections()) add_type(out, *type);
  out += "## Components\n\n";
  for (const ComponentType* type : registry.types())
    if (type->section.empty()) add_type(out, *type);
  return out;
}

}  // namespace escapement::json
