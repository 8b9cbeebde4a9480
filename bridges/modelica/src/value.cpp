// SPDX-License-Identifier: MIT
#include "value.h"

namespace escapement::modelica {

Value Value::array(std::vector<Value> parts) {
  Value made;
  made.kind = Kind::kArray;
  made.parts = std::move(parts);
  if (!made.parts.empty()) {
    made.base = made.parts.front().base;
    for (const Value& part : made.parts)
      if (part.base == BaseType::kReal) made.base = BaseType::kReal;
    made.enumeration = made.parts.front().enumeration;
    made.record = made.parts.front().record;
  }
  return made;
}

std::vector<std::int64_t> Value::dims() const {
  std::vector<std::int64_t> sizes;
  const Value* at = this;
  while (at->is_array()) {
    sizes.push_back(static_cast<std::int64_t>(at->parts.size()));
    if (at->parts.empty()) break;
    at = &at->parts.front();
  }
  return sizes;
}

bool operator==(const Value& a, const Value& b) {
  return a.kind == b.kind && a.number == b.number && a.text == b.text && a.parts == b.parts &&
         a.function == b.function;
}

}  // namespace escapement::modelica
