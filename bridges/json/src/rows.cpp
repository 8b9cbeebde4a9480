// SPDX-License-Identifier: MIT
#include "rows.h"

#include "escapement/registry/validate.h"

namespace escapement::json::internal {
namespace {

using registry::Field;
using registry::FieldType;
using registry::Record;

void add(std::vector<Row>& rows, const Record& record, const std::string& prefix);

void add_inner(std::vector<Row>& rows, const Field& field, const std::string& name) {
  if (field.record != nullptr) add(rows, *field.record, name + ".");
  if (field.element == nullptr) return;
  add_inner(rows, *field.element, name + (field.type == FieldType::kMap ? ".NAME" : "[]"));
}

void add(std::vector<Row>& rows, const Record& record, const std::string& prefix) {
  for (const Field& field : record.fields) {
    std::string takes = registry::expected_text(field);
    if (!field.unit.empty()) takes += " [" + field.unit + "]";
    rows.push_back({prefix + field.name, takes, field.required ? "required" : field.default_text, field.doc});
    add_inner(rows, field, prefix + field.name);
  }
}

}  // namespace

std::vector<Row> rows_of(const Record& record) {
  std::vector<Row> rows;
  add(rows, record, "");
  return rows;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

const char* type_word(FieldType type) {
  switch (type) {
    case FieldType::kNumber:
      return "number";
    case FieldType::kInteger:
      return "integer";
    case FieldType::kBoolean:
      return "boolean";
    case FieldType::kString:
      return "string";
    case FieldType::kChoice:
      return "choice";
    case FieldType::kDuration:
      return "duration";
    case FieldType::kExpression:
      return "expression";
    case FieldType::kReference:
      return "reference";
    case FieldType::kList:
      return "list";
    case FieldType::kMap:
      return "map";
    case FieldType::kRecord:
      return "record";
    case FieldType::kOneOrList:
      return "oneOrList";
    case FieldType::kAny:
      return "any";
  }
  throw InternalError("type_word: a field type outside its enumeration");
}

}  // namespace escapement::json::internal
