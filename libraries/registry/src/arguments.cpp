// SPDX-License-Identifier: MIT
#include "escapement/registry/arguments.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace escapement::registry {
namespace {

using Type = Value::Type;

[[noreturn]] void refuse(std::string_view name, const Value& found, const char* expected) {
  throw InternalError("Arguments: parameter '" + std::string(name) + "' holds " + found.type_name() +
                      " where its factory reads " + expected + "; the descriptor should have kept it out");
}

const Value& need(std::string_view name, const Value& value, Type type, const char* expected) {
  if (!value.is(type)) refuse(name, value, expected);
  return value;
}

// One value counts as a list of one.
std::vector<const Value*> as_list(const Value* value) {
  std::vector<const Value*> list;
  if (value == nullptr) return list;
  if (!value->is(Type::kArray)) return {value};
  for (const Value& item : value->items()) list.push_back(&item);
  return list;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

SourceLocation ExpressionText::at(std::size_t place) const {
  return value == nullptr ? where : value->where_inside(offset + place);
}

Arguments::Arguments(const Value& object, const Environment& environment)
    : object_(&object), environment_(&environment) {}

const Value* Arguments::value(std::string_view name) const {
  return object_->find(name);
}
bool Arguments::has(std::string_view name) const {
  return value(name) != nullptr;
}

SourceLocation Arguments::where(std::string_view name) const {
  const Value* v = value(name);
  return v == nullptr ? object_->where() : v->where();
}

double Arguments::number(std::string_view name, double absent) const {
  const Value* v = value(name);
  return v == nullptr ? absent : need(name, *v, Type::kNumber, "a number").number();
}

std::int64_t Arguments::integer(std::string_view name, std::int64_t absent) const {
  const Value* v = value(name);
  if (v == nullptr) return absent;
  const double n = need(name, *v, Type::kNumber, "a whole number").number();
  if (n != std::floor(n) || std::abs(n) > 9007199254740992.0) refuse(name, *v, "a whole number");
  return static_cast<std::int64_t>(n);
}

bool Arguments::boolean(std::string_view name, bool absent) const {
  const Value* v = value(name);
  return v == nullptr ? absent : need(name, *v, Type::kBoolean, "true or false").boolean();
}

std::string Arguments::string(std::string_view name, std::string absent) const {
  const Value* v = value(name);
  return v == nullptr ? absent : need(name, *v, Type::kString, "a string").text();
}

double Arguments::duration(std::string_view name, double absent) const {
  const Value* v = value(name);
  if (v == nullptr) return absent;
  if (v->is(Type::kNumber)) return v->number();
  const auto parsed =
      parse_duration(need(name, *v, Type::kString, "a duration").text(), environment_->time_unit);
  if (!parsed) refuse(name, *v, "a duration");
  return *parsed;
}

namespace {

ExpressionText expression_of(std::string_view name, const Value& v) {
  if (!v.is(Type::kNumber) && !v.is(Type::kString)) refuse(name, v, "an expression");
  ExpressionText text(v.text());
  text.where = v.where();
  text.value = &v;
  return text;
}

}  // namespace

ExpressionText Arguments::expression(std::string_view name, ExpressionText absent) const {
  const Value* v = value(name);
  return v == nullptr ? absent : expression_of(name, *v);
}

std::vector<ExpressionText> Arguments::expressions(std::string_view name) const {
  std::vector<ExpressionText> all;
  for (const Value* v : as_list(value(name))) all.push_back(expression_of(name, *v));
  return all;
}

std::vector<std::string> Arguments::strings(std::string_view name) const {
  std::vector<std::string> all;
  for (const Value* v : as_list(value(name))) all.push_back(need(name, *v, Type::kString, "a string").text());
  return all;
}

std::vector<double> Arguments::numbers(std::string_view name) const {
  std::vector<double> all;
  for (const Value* v : as_list(value(name)))
    all.push_back(need(name, *v, Type::kNumber, "a number").number());
  return all;
}

std::vector<Arguments> Arguments::records(std::string_view name) const {
  std::vector<Arguments> all;
  for (const Value* v : as_list(value(name)))
    all.emplace_back(need(name, *v, Type::kObject, "an object"), *environment_);
  return all;
}

std::vector<std::pair<std::string, Arguments>> Arguments::map(std::string_view name) const {
  std::vector<std::pair<std::string, Arguments>> all;
  const Value* v = value(name);
  if (v == nullptr) return all;
  for (const Value::Member& member : need(name, *v, Type::kObject, "an object").members())
    all.emplace_back(member.key, Arguments(member.value, *environment_));
  return all;
}

std::optional<double> seconds_in(std::string_view unit) {
  if (unit == "s") return 1;
  if (unit == "min") return 60;
  if (unit == "h") return 3600;
  if (unit == "d") return 86400;
  return std::nullopt;
}

std::optional<double> parse_duration(std::string_view text, std::string_view unit) {
  text = trimmed(text);
  double count = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (status != std::errc{} || !std::isfinite(count)) return std::nullopt;
  const std::string_view written_unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  const auto to = seconds_in(unit);
  if (!to) return std::nullopt;
  if (written_unit.empty()) return count;
  const auto from = seconds_in(written_unit);
  if (!from) return std::nullopt;
  // The ratio of two units is a whole number one way round: multiply or divide by it, so as to round once.
  const double result = *from >= *to ? count * (*from / *to) : count / (*to / *from);
  return std::isfinite(result) ? std::optional<double>(result) : std::nullopt;
}

}  // namespace escapement::registry
