// SPDX-License-Identifier: MIT
#include "escapement/json/parse.h"

#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "locator.h"

namespace escapement::json {
namespace {

using internal::Locator;
using internal::Token;
using registry::Value;

// A key as a step of a JSON pointer.
std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

// Receives the parser's events in the order of the text and builds the tree.
class ValueBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  ValueBuilder(std::string_view text, const std::string& file, std::vector<Diagnostic>& diagnostics)
      : locator_(text, file), diagnostics_(diagnostics) {}

  bool null() override { return scalar(Value()); }
  bool boolean(bool b) override { return scalar(Value(b)); }
  bool number_integer(number_integer_t n) override { return number(static_cast<double>(n)); }
  bool number_unsigned(number_unsigned_t n) override { return number(static_cast<double>(n)); }
  bool number_float(number_float_t n, const string_t&) override { return number(n); }
  bool string(string_t& content) override {
    const Token token = locator_.next_anchor();
    Value value(std::move(content));
    const SourceLocation place = locator_.place(token.begin);
    value.set_columns(internal::content_columns(token.text, place.column));
    return put(std::move(value), place);
  }
  bool binary(binary_t&) override { throw InternalError("json::parse: binary content in a JSON text"); }

  bool start_object(std::size_t) override { return open(Value::object({})); }
  bool start_array(std::size_t) override { return open(Value::array({})); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    const Token token = locator_.next_anchor();
    Level& level = levels_.back();
    level.key = key;
    level.key_where = locator_.place(token.begin);
    level.key_where.pointer = level.pointer + pointer_step(key);
    const auto [first, is_new] = level.keys.emplace(key, level.key_where);
    level.key_is_new = is_new;
    if (!is_new)
      diagnostics_.push_back({level.key_where,
                              "key '" + key + "' stands twice in one object, first at line " +
                                  std::to_string(first->second.line) + ", column " +
                                  std::to_string(first->second.column),
                              "remove or rename one of them"});
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override {
    if (error.id == 406) {  // the lexer read a number that no double can hold
      const Token number = locator_.next_anchor();
      throw InputError({locator_.place(number.begin), "the number " + token.substr(0, 40) + " is too large",
                        "numbers reach up to 1.797e308"});
    }
    throw InputError(locator_.fault(position));
  }

  Value take() { return std::move(root_); }

 private:
  struct Level {
    Value value;
    SourceLocation where;
    std::string pointer;
    std::string key;  // of the member that comes next
    SourceLocation key_where;
    bool key_is_new = true;
    std::unordered_map<std::string, SourceLocation> keys;
  };

  std::string next_pointer() const {
    if (levels_.empty()) return "";
    const Level& level = levels_.back();
    if (level.value.is(Value::Type::kObject)) return level.pointer + pointer_step(level.key);
    return level.pointer + "/" + std::to_string(level.value.items().size());
  }

  bool scalar(Value value) { return put(std::move(value), locator_.place(locator_.next_anchor().begin)); }

  bool number(double n) {
    const Token token = locator_.next_anchor();
    return put(Value::number(n, std::string(token.text)), locator_.place(token.begin));
  }

  bool put(Value value, SourceLocation where) {
    where.pointer = next_pointer();
    value.set_where(std::move(where));
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (Level& level = levels_.back(); level.value.is(Value::Type::kArray)) {
      level.value.items().push_back(std::move(value));
    } else if (level.key_is_new) {
      level.value.members().push_back({std::move(level.key), std::move(value), std::move(level.key_where)});
    }
    return true;
  }

  bool open(Value value) {
    SourceLocation where = locator_.place(locator_.next_anchor().begin);
    where.pointer = next_pointer();
    if (levels_.size() == static_cast<std::size_t>(kMaximumDepth))
      throw InputError({{where.file, where.line, where.column, ""},
                        "lists and objects nest deeper than " + std::to_string(kMaximumDepth) + " levels",
                        "put inner models into files of their own and \"include\" them"});
    Level& level = levels_.emplace_back();
    level.value = std::move(value);
    level.pointer = where.pointer;
    level.where = std::move(where);
    return true;
  }

  bool close() {
    locator_.next_anchor();
    Level level = std::move(levels_.back());
    levels_.pop_back();
    return put(std::move(level.value), std::move(level.where));
  }

  Locator locator_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<Level> levels_;
  Value root_;
};

void refuse_other_encodings(std::string_view text, const Locator& locator, const std::string& file) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw InputError({{file, 1, 1, ""}, "the file is UTF-16, not UTF-8", "save it as UTF-8"});
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    throw InputError({locator.place(zero), "a zero byte: this is no JSON text", ""});
}

}  // namespace

Value parse(std::string_view text, const std::string& file, std::vector<Diagnostic>& diagnostics) {
  Locator locator(text, file);
  refuse_other_encodings(text, locator, file);
  if (locator.next().kind == Token::Kind::kEnd && !locator.in_comment())
    throw InputError({{file, 1, 1, ""}, "the file is empty, expected a JSON object", ""});
  ValueBuilder builder(text, file, diagnostics);
  const bool strict = true, comments = true;
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder, nlohmann::json::input_format_t::json, strict,
                            comments);
  return builder.take();
}

Value parse(std::string_view text, const std::string& file) {
  std::vector<Diagnostic> diagnostics;
  Value value = parse(text, file, diagnostics);
  if (!diagnostics.empty()) throw InputError(std::move(diagnostics));
  return value;
}

}  // namespace escapement::json
