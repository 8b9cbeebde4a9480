// SPDX-License-Identifier: MIT
// The values of a component or element by the fields that describe them, down through maps, lists and
// records.
#pragma once

#include "escapement/registry/descriptor.h"

namespace escapement::json::internal {

// Calls visit(value, field, name) for every value that is no list, map or record; `name` is that of the
// outermost field, as a person would name the place.
template <class Visit>
void walk_value(const registry::Value& value, const registry::Field& field, const std::string& name,
                const Visit& visit);

template <class Visit>
void walk_fields(const registry::Value& value, const registry::Record& described, const Visit& visit) {
  for (const registry::Value::Member& member : value.members())
    if (const registry::Field* field = described.find(member.key))
      walk_value(member.value, *field, field->name, visit);
}

template <class Visit>
void walk_value(const registry::Value& value, const registry::Field& field, const std::string& name,
                const Visit& visit) {
  using registry::FieldType;
  switch (field.type) {
    case FieldType::kRecord:
      if (field.record != nullptr) walk_fields(value, *field.record, visit);
      return;
    case FieldType::kMap:
      if (field.element == nullptr) return;  // its owner knows what is in it
      for (const registry::Value::Member& member : value.members())
        walk_value(member.value, *field.element, name, visit);
      return;
    case FieldType::kList:
    case FieldType::kOneOrList:
      if (field.element == nullptr) return;
      if (!value.is(registry::Value::Type::kArray)) return walk_value(value, *field.element, name, visit);
      for (const registry::Value& item : value.items()) walk_value(item, *field.element, name, visit);
      return;
    default:
      return visit(value, field, name);
  }
}

}  // namespace escapement::json::internal
