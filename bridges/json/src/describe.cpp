// SPDX-License-Identifier: MIT
#include "escapement/json/describe.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "escapement/json/study.h"
#include "rows.h"

namespace escapement::json {
namespace {

using Json = nlohmann::ordered_json;
using internal::Row;
using registry::ComponentType;
using registry::Field;
using registry::Record;
using registry::Registry;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string indented(const std::string& text, std::size_t by) {
  std::string out(by, ' ');
  for (const char c : text) {
    out += c;
    if (c == '\n') out.append(by, ' ');
  }
  return out + "\n";
}

// Rows of cells, all columns but the last padded to their widest cell.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], row[i].size());
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i + 1 < row.size() ? padded(row[i], widths[i] + 2) : row[i];
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

Json json_of(const Record& record);

Json json_of(const Field& field) {
  Json out = Json::object();
  if (!field.name.empty()) out["name"] = field.name;
  out["type"] = internal::type_word(field.type);
  if (!field.doc.empty()) out["doc"] = field.doc;
  if (!field.unit.empty()) out["unit"] = field.unit;
  if (field.required) out["required"] = true;
  if (!field.default_text.empty()) out["default"] = field.default_text;
  if (field.minimum) out[field.exclusive_minimum ? "above" : "minimum"] = *field.minimum;
  if (field.maximum) out["maximum"] = *field.maximum;
  if (!field.choices.empty()) out["choices"] = field.choices;
  if (!field.section.empty()) out["section"] = field.section;
  if (field.element != nullptr) out["element"] = json_of(*field.element);
  if (field.record != nullptr) out["record"] = json_of(*field.record);
  if (field.short_form) out["shortFor"] = field.short_field;
  return out;
}

Json json_of(const Record& record) {
  Json fields = Json::array();
  for (const Field& field : record.fields) fields.push_back(json_of(field));
  return fields;
}

// A type, an element by its section, or "experiment", the part of a study that is neither.
ComponentType described(const Registry& registry, std::string_view name) {
  if (name != "experiment") return find_type(registry, name);
  ComponentType part;
  part.parameters = experiment_record();
  part.name = part.parameters.name;
  part.doc = part.parameters.doc;
  return part;
}

}  // namespace

const ComponentType& find_type(const Registry& registry, std::string_view name) {
  if (const ComponentType* type = registry.find(name)) return *type;
  std::vector<std::string> known;
  for (const ComponentType* type : registry.types()) {
    if (!type->section.empty() && type->section == name) return *type;
    known.push_back(type->name);
  }
  for (const ComponentType* type : registry.sections()) known.push_back(type->section);
  std::string near(nearest_name(name, known));
  for (const std::string& k : known)  // "Create" for "arena.Create"
    if (near.empty() && k.size() > name.size() && k.ends_with("." + std::string(name))) near = k;
  throw InputError({{},
                    "there is no type '" + std::string(name) + "'",
                    near.empty() ? "types: " + list_text(known, 60) : "did you mean '" + near + "'?"});
}

std::string describe_all_text(const Registry& registry) {
  std::vector<std::vector<std::string>> components, elements;
  for (const ComponentType* type : registry.types())
    if (type->section.empty()) components.push_back({type->name, internal::first_line(type->doc)});
  for (const ComponentType* type : registry.sections())
    elements.push_back({type->section, type->name, internal::first_line(type->doc)});
  return "Components (\"type\")\n" + table(components) + "\nElements (sections)\n" + table(elements);
}

std::string describe_all_json(const Registry& registry) {
  Json types = Json::array();
  for (const ComponentType* type : registry.types()) {
    Json entry = {{"name", type->name}};
    if (!type->section.empty()) entry["section"] = type->section;
    entry["summary"] = internal::first_line(type->doc);
    types.push_back(std::move(entry));
  }
  return Json{{"types", std::move(types)}}.dump(2) + "\n";
}

std::string describe_text(const Registry& registry, std::string_view name) {
  const ComponentType type = described(registry, name);
  std::string out = type.name;
  if (!type.section.empty()) out += "  (an element, listed under \"" + type.section + "\")";
  out += "\n" + indented(type.doc, 2);
  if (!type.composition.empty()) out += "\nMade of\n" + indented(type.composition, 2);

  std::vector<std::vector<std::string>> rows;
  for (const registry::PortInfo& port : type.ports)
    rows.push_back({port.input ? "in" : "out", port.name, port.message, port.doc});
  if (!rows.empty() || type.ports_of) {
    out += "\nPorts\n" + table(rows);
    if (type.ports_of) out += "  further ones depend on the parameters\n";
  }
  rows.clear();
  for (const Row& row : internal::rows_of(type.parameters)) {
    std::string absent = row.absent;
    if (!absent.empty() && absent != "required") absent = "default " + absent;
    rows.push_back({row.name, row.takes, absent, row.doc});
  }
  if (!rows.empty()) out += "\nParameters\n" + table(rows);
  rows.clear();
  for (const registry::StatisticInfo& s : type.statistics)
    rows.push_back({s.suffix.empty() ? "NAME" : "NAME." + s.suffix, s.kind, s.doc});
  if (!rows.empty()) out += "\nStatistics\n" + table(rows);
  return out;
}

std::string describe_json(const Registry& registry, std::string_view name) {
  const ComponentType type = described(registry, name);
  Json out = {{"name", type.name}};
  if (!type.section.empty()) out["section"] = type.section;
  out["doc"] = type.doc;
  if (!type.composition.empty()) out["composition"] = type.composition;
  out["ports"] = Json::array();
  for (const registry::PortInfo& port : type.ports)
    out["ports"].push_back({{"name", port.name},
                            {"direction", port.input ? "in" : "out"},
                            {"message", port.message},
                            {"doc", port.doc}});
  out["portsDependOnParameters"] = static_cast<bool>(type.ports_of);
  out["parameters"] = json_of(type.parameters);
  out["statistics"] = Json::array();
  for (const registry::StatisticInfo& s : type.statistics)
    out["statistics"].push_back({{"suffix", s.suffix}, {"kind", s.kind}, {"doc", s.doc}});
  return out.dump(2) + "\n";
}

}  // namespace escapement::json
