// SPDX-License-Identifier: MIT
#include "escapement/registry/short_form.h"

#include <utility>

namespace escapement::registry {
namespace {

void expand(Value& value, const Field& field) {
  switch (field.type) {
    case FieldType::kList:
    case FieldType::kOneOrList:
      if (value.is(Value::Type::kArray)) {
        for (Value& item : value.items()) expand(item, *field.element);
      } else if (field.type == FieldType::kOneOrList) {
        expand(value, *field.element);
      }
      return;
    case FieldType::kMap:
      for (Value::Member& member : value.members()) expand(member.value, *field.element);
      return;
    case FieldType::kRecord: {
      if (value.is(Value::Type::kObject)) return expand_short_forms(value, *field.record);
      if (!field.short_form) return;
      const SourceLocation place = value.where();
      std::vector<Value::Member> members;
      members.push_back({field.short_field, std::move(value), place});
      value = Value::object(std::move(members));
      value.set_where(place);
      return expand_short_forms(value, *field.record);
    }
    default:
      return;
  }
}

}  // namespace

void expand_short_forms(Value& object, const Record& record) {
  for (Value::Member& member : object.members())
    if (const Field* field = record.find(member.key)) expand(member.value, *field);
}

}  // namespace escapement::registry
