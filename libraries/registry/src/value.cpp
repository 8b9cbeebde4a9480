// SPDX-License-Identifier: MIT
#include "escapement/registry/value.h"

#include <algorithm>
#include <utility>

namespace escapement::registry {
namespace {

void write_string(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void write(std::string& out, const Value& value) {
  switch (value.type()) {
    case Value::Type::kNull:
      out += "null";
      break;
    case Value::Type::kBoolean:
      out += value.boolean() ? "true" : "false";
      break;
    case Value::Type::kNumber:
      out += value.text();
      break;
    case Value::Type::kString:
      write_string(out, value.text());
      break;
    case Value::Type::kArray: {
      out += '[';
      bool first = true;
      for (const Value& item : value.items()) {
        if (!std::exchange(first, false)) out += ',';
        write(out, item);
      }
      out += ']';
      break;
    }
    case Value::Type::kObject: {
      out += '{';
      bool first = true;
      for (const Value::Member& member : value.members()) {
        if (!std::exchange(first, false)) out += ',';
        write_string(out, member.key);
        out += ':';
        write(out, member.value);
      }
      out += '}';
      break;
    }
  }
}

}  // namespace

Value::Value(double number) : type_(Type::kNumber), number_(number), text_(to_text(number)) {}

Value Value::number(double value, std::string text) {
  Value v(value);
  v.text_ = std::move(text);
  return v;
}

Value Value::array(std::vector<Value> items) {
  Value v;
  v.type_ = Type::kArray;
  v.items_ = std::move(items);
  return v;
}

Value Value::object(std::vector<Member> members) {
  Value v;
  v.type_ = Type::kObject;
  v.members_ = std::move(members);
  return v;
}

const char* Value::type_name() const {
  switch (type_) {
    case Type::kNull:
      return "null";
    case Type::kBoolean:
      return "true or false";
    case Type::kNumber:
      return "a number";
    case Type::kString:
      return "a string";
    case Type::kArray:
      return "a list";
    case Type::kObject:
      return "an object";
  }
  throw InternalError("Value::type_name: a type outside its enumeration");
}

const Value* Value::find(std::string_view key) const {
  const auto at =
      std::find_if(members_.begin(), members_.end(), [&](const Member& m) { return m.key == key; });
  return at == members_.end() ? nullptr : &at->value;
}

Value* Value::find(std::string_view key) {
  return const_cast<Value*>(std::as_const(*this).find(key));
}

void Value::set(std::string key, Value value) {
  if (type_ != Type::kObject)
    throw InternalError("Value::set: member '" + key + "' needs an object, this is " + type_name());
  SourceLocation key_where = value.where();
  for (Member& member : members_) {
    if (member.key != key) continue;
    member.value = std::move(value);
    member.key_where = std::move(key_where);
    return;
  }
  members_.push_back({std::move(key), std::move(value), std::move(key_where)});
}

SourceLocation Value::where_inside(std::size_t offset) const {
  SourceLocation place = where_;
  if (place.line == 0) return place;
  offset = std::min(offset, text_.size());
  if (columns_.empty()) {
    const int opening_quote = type_ == Type::kString ? 1 : 0;
    place.column += opening_quote + static_cast<int>(offset);
  } else if (offset < columns_.size()) {
    place.column = columns_[offset];
  } else {
    place.column = columns_.back() + 1;
  }
  return place;
}

std::string Value::json() const {
  std::string out;
  write(out, *this);
  return out;
}

}  // namespace escapement::registry
