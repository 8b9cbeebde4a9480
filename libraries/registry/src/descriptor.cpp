// SPDX-License-Identifier: MIT
#include "escapement/registry/descriptor.h"

#include <algorithm>
#include <utility>

namespace escapement::registry {
namespace {

Field field(std::string name, FieldType type) {
  Field f;
  f.name = std::move(name);
  f.type = type;
  return f;
}

Field container(std::string name, FieldType type, Field element) {
  Field f = field(std::move(name), type);
  f.element = std::make_shared<const Field>(std::move(element));
  return f;
}

}  // namespace

Field&& Field::because(std::string text) && {
  doc = std::move(text);
  return std::move(*this);
}

Field&& Field::in(std::string unit_text) && {
  unit = std::move(unit_text);
  return std::move(*this);
}

Field&& Field::by_default(std::string text) && {
  default_text = std::move(text);
  return std::move(*this);
}

Field&& Field::must() && {
  required = true;
  return std::move(*this);
}

Field&& Field::at_least(double least) && {
  minimum = least;
  exclusive_minimum = false;
  return std::move(*this);
}

Field&& Field::above(double bound) && {
  minimum = bound;
  exclusive_minimum = true;
  return std::move(*this);
}

Field&& Field::at_most(double most) && {
  maximum = most;
  return std::move(*this);
}

Field number(std::string name) {
  return field(std::move(name), FieldType::kNumber);
}
Field integer(std::string name) {
  return field(std::move(name), FieldType::kInteger);
}
Field boolean(std::string name) {
  return field(std::move(name), FieldType::kBoolean);
}
Field string(std::string name) {
  return field(std::move(name), FieldType::kString);
}
Field expression(std::string name) {
  return field(std::move(name), FieldType::kExpression);
}
Field any(std::string name) {
  return field(std::move(name), FieldType::kAny);
}

Field choice(std::string name, std::vector<std::string> choices) {
  Field f = field(std::move(name), FieldType::kChoice);
  f.choices = std::move(choices);
  return f;
}

Field duration(std::string name) {
  Field f = field(std::move(name), FieldType::kDuration);
  f.unit = "time";
  f.minimum = 0;
  return f;
}

Field reference(std::string name, std::string section) {
  Field f = field(std::move(name), FieldType::kReference);
  f.section = std::move(section);
  return f;
}

Field list(std::string name, Field element) {
  return container(std::move(name), FieldType::kList, std::move(element));
}

Field map(std::string name, Field element) {
  return container(std::move(name), FieldType::kMap, std::move(element));
}

Field one_or_list(std::string name, Field element) {
  return container(std::move(name), FieldType::kOneOrList, std::move(element));
}

Field record(std::string name, Record record) {
  Field f = field(std::move(name), FieldType::kRecord);
  f.record = std::make_shared<const Record>(std::move(record));
  return f;
}

Field record_or(std::string name, Record record_of, FieldType short_form, std::string short_field) {
  Field f = record(std::move(name), std::move(record_of));
  f.short_form = short_form;
  f.short_field = std::move(short_field);
  if (f.record->find(f.short_field) == nullptr)
    throw InternalError("record_or: record '" + f.record->name + "' has no field '" + f.short_field + "'");
  return f;
}

const Field* Record::find(std::string_view wanted) const {
  const auto at =
      std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == wanted; });
  return at == fields.end() ? nullptr : &*at;
}

std::vector<std::string> Record::field_names() const {
  std::vector<std::string> names;
  names.reserve(fields.size());
  for (const Field& f : fields) names.push_back(f.name);
  return names;
}

std::vector<PortInfo> ComponentType::ports_for(const Value& component) const {
  return ports_of ? ports_of(component) : ports;
}

}  // namespace escapement::registry
