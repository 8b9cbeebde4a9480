// SPDX-License-Identifier: MIT
// A tree of plain values that remembers where each was written: what front ends (JSON today) hand to the
// validator and to the factories, so that a fault found late still names file, line and column.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::registry {

class Value {
 public:
  enum class Type { kNull, kBoolean, kNumber, kString, kArray, kObject };
  struct Member;

  Value() = default;
  explicit Value(bool b) : type_(Type::kBoolean), boolean_(b) {}
  explicit Value(double number);
  explicit Value(std::string text) : type_(Type::kString), text_(std::move(text)) {}
  static Value number(double value, std::string text);  // text as written, kept for exact rationals
  static Value array(std::vector<Value> items);
  static Value object(std::vector<Member> members);

  Type type() const { return type_; }
  const char* type_name() const;  // "a number", "an object" ...: for messages
  bool is(Type type) const { return type_ == type; }
  bool boolean() const { return boolean_; }
  double number() const { return number_; }
  const std::string& text() const { return text_; }  // string content; of a number the text as written
  const std::vector<Value>& items() const { return items_; }
  std::vector<Value>& items() { return items_; }
  const std::vector<Member>& members() const { return members_; }
  std::vector<Member>& members() { return members_; }
  const Value* find(std::string_view key) const;  // member of an object, nullptr when absent
  Value* find(std::string_view key);
  void set(std::string key, Value value);  // replaces or appends a member

  // Where it was written; file, line, column, pointer as far as known.
  const SourceLocation& where() const { return where_; }
  void set_where(SourceLocation where) { where_ = std::move(where); }
  // Where byte `offset` of this string's content stands in the file (escapes before it are accounted for by
  // the parser's column map when it has one).
  SourceLocation where_inside(std::size_t offset) const;
  void set_columns(std::vector<int> columns) { columns_ = std::move(columns); }

  std::string json() const;  // compact JSON text, for messages

 private:
  Type type_ = Type::kNull;
  bool boolean_ = false;
  double number_ = 0;
  std::string text_;
  std::vector<Value> items_;
  std::vector<Member> members_;
  SourceLocation where_;
  std::vector<int> columns_;  // column of each content byte when escapes shift them, else empty
};

struct Value::Member {
  std::string key;
  Value value;
  SourceLocation key_where;
};

}  // namespace escapement::registry
