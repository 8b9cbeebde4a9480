// SPDX-License-Identifier: MIT
// What an expression without unknowns comes to: scalars, arrays of them and records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

struct Value {
  enum class Kind : std::uint8_t { kScalar, kArray, kRecord, kFunction, kNone } kind = Kind::kNone;
  BaseType base = BaseType::kNone;
  double number = 0;  // Real, Integer, Boolean (0 or 1) and Enumeration (from 1)
  std::string text;
  std::vector<Value> parts;  // of an array or of a record
  const EnumerationType* enumeration = nullptr;
  const RecordType* record = nullptr;
  const Expr* function = nullptr;

  static Value real(double x) { return scalar(BaseType::kReal, x); }
  static Value integer(double x) { return scalar(BaseType::kInteger, x); }
  static Value boolean(bool x) { return scalar(BaseType::kBoolean, x ? 1 : 0); }
  static Value string(std::string x) {
    Value made = scalar(BaseType::kString, 0);
    made.text = std::move(x);
    return made;
  }
  static Value array(std::vector<Value> parts);
  static Value scalar(BaseType base, double x) {
    Value made;
    made.kind = Kind::kScalar;
    made.base = base;
    made.number = x;
    return made;
  }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_true() const { return number != 0; }
  std::vector<std::int64_t> dims() const;
};

bool operator==(const Value& a, const Value& b);

// Thrown where a value is asked for that is not known before the simulation. Caught by whoever can do
// without.
struct NotConstant {
  Place place;
  std::string reason;
};

}  // namespace escapement::modelica
