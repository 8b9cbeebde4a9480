// SPDX-License-Identifier: MIT
// Typed access to the parameters of one component. They have passed the validator, so a getter that finds
// the wrong type is a fault of the factory and throws InternalError.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/environment.h"
#include "escapement/registry/value.h"

namespace escapement::registry {

// Text of an expression and where it was written.
struct ExpressionText {
  std::string text;
  SourceLocation where;
  const Value* value = nullptr;  // for positions inside the text; valid while the study lives
  std::size_t offset = 0;        // where `text` begins inside the value's text

  ExpressionText() = default;
  ExpressionText(const char* t) : text(t) {}                // NOLINT(google-explicit-constructor)
  ExpressionText(std::string t) : text(std::move(t)) {}     // NOLINT(google-explicit-constructor)
  ExpressionText(double number) : text(to_text(number)) {}  // NOLINT(google-explicit-constructor)
  bool empty() const { return text.empty(); }
  SourceLocation at(std::size_t place) const;  // of byte `place` in the text
};

class Arguments {
 public:
  // `object` is the component (or a record inside it); it must outlive the arguments.
  Arguments(const Value& object, const Environment& environment);

  bool has(std::string_view name) const;
  double number(std::string_view name, double absent) const;
  std::int64_t integer(std::string_view name, std::int64_t absent) const;
  bool boolean(std::string_view name, bool absent) const;
  std::string string(std::string_view name, std::string absent) const;  // also choices and references
  double duration(std::string_view name, double absent) const;          // in the study's time unit
  ExpressionText expression(std::string_view name, ExpressionText absent = {}) const;
  std::vector<ExpressionText> expressions(std::string_view name) const;  // list or one-or-list
  std::vector<std::string> strings(std::string_view name) const;  // list or one-or-list; empty when absent
  std::vector<double> numbers(std::string_view name) const;
  std::vector<Arguments> records(std::string_view name) const;  // list or one-or-list of records
  std::vector<std::pair<std::string, Arguments>> map(std::string_view name) const;
  const Value* value(std::string_view name) const;
  const Value& object() const { return *object_; }
  SourceLocation where(std::string_view name) const;  // of the parameter, else of the object
  const Environment& environment() const { return *environment_; }

 private:
  const Value* object_;
  const Environment* environment_;
};

// Reads "5 h", "90", "1.5 min" into time units of `unit` (s, min, h, d); nullopt when it is not a duration.
std::optional<double> parse_duration(std::string_view text, std::string_view unit);
// Seconds in one s, min, h, d; nullopt for other words.
std::optional<double> seconds_in(std::string_view unit);

}  // namespace escapement::registry
