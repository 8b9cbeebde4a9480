// SPDX-License-Identifier: MIT
// Reading the parts of a component as a study writes it: short forms and absent parts.
#pragma once

#include <string>
#include <string_view>

#include "escapement/registry/value.h"

namespace escapement::ode {

inline const registry::Value* member(const registry::Value& object, std::string_view key) {
  return object.find(key);
}

inline double number_in(const registry::Value& value, std::string_view key, double absent) {
  const registry::Value* found = value.is(registry::Value::Type::kObject) ? value.find(key) : nullptr;
  return found == nullptr ? absent : found->number();
}

inline std::string text_in(const registry::Value& value, std::string_view key) {
  const registry::Value* found = value.is(registry::Value::Type::kObject) ? value.find(key) : nullptr;
  return found == nullptr ? "" : found->text();
}

// One entry, or each entry of a list.
template <class Each>
void for_each(const registry::Value* value, Each each) {
  if (value == nullptr) return;
  if (value->is(registry::Value::Type::kArray))
    for (const registry::Value& item : value->items()) each(item);
  else
    each(*value);
}

inline std::string port_of_emission(const registry::Value& emission) {
  return emission.is(registry::Value::Type::kString) ? emission.text() : text_in(emission, "port");
}

}  // namespace escapement::ode
