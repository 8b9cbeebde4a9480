// SPDX-License-Identifier: MIT
// What can be wrong with an expression: with its text (ExpressionError), with a word that a scope refuses
// (ScopeError, which compile() turns into an ExpressionError at the right place) or with a value that only
// shows while the model runs (EvaluationError).
#pragma once

#include "escapement/core/error.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace escapement::expressions {

// A fault in the text of an expression. what(): "message (at column C of 'text')", then the remedy on its own
// indented line when there is one.
class ExpressionError : public Error {
 public:
  // offset, length: the faulty bytes, 0-based, clipped to the text; length 0 marks a place where something is
  // missing. text: the whole expression.
  ExpressionError(std::string_view text, std::size_t offset, std::size_t length, std::string message,
                  std::string remedy = {});

  std::size_t offset() const { return offset_; }
  std::size_t length() const { return length_; }
  // The place for people: counts characters (UTF-8 code points) from 1.
  std::size_t column() const;
  const std::string& text() const { return text_; }
  const std::string& message() const { return message_; }
  const std::string& remedy() const { return remedy_; }

  // Two lines: the part of the text around the fault (at most 72 characters), and ^~~~ under it.
  std::string excerpt() const;
  // For reports that hold many faults. `where` is the place of the whole expression and is kept as it is.
  Diagnostic diagnostic(SourceLocation where = {}) const;

 private:
  std::string text_;
  std::size_t offset_;
  std::size_t length_;
  std::string message_;
  std::string remedy_;
};

// Thrown by a Scope that knows a word but refuses this use of it: "attribute 'Weight' is not available here".
class ScopeError : public Error {
 public:
  static constexpr std::size_t kWholeUse = static_cast<std::size_t>(-1);
  // argument: the 0-based argument that is at fault, or kWholeUse for the name or call itself.
  explicit ScopeError(std::string message, std::string remedy = {}, std::size_t argument = kWholeUse)
      : Error(message), message_(std::move(message)), remedy_(std::move(remedy)), argument_(argument) {}
  const std::string& message() const { return message_; }
  const std::string& remedy() const { return remedy_; }
  std::size_t argument() const { return argument_; }

 private:
  std::string message_;
  std::string remedy_;
  std::size_t argument_;
};

// A sound expression met values that it cannot use: a negative mean, an index outside an array, a result that
// is not a number. The caller adds the clock and the model path.
class EvaluationError : public Error {
 public:
  using Error::Error;
};

// The 0-based index for the 1-based subscript `value` of `name`, which has `size` elements.
// Throws EvaluationError unless value is a whole number from 1 to size.
inline std::size_t checked_index(std::string_view name, double value, std::size_t size);
[[noreturn]] void refuse_index(std::string_view name, double value, std::size_t size);

inline std::size_t checked_index(std::string_view name, double value, std::size_t size) {
  if (value >= 1.0 && value <= static_cast<double>(static_cast<std::int64_t>(size))) [[likely]] {
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) [[likely]]
      return static_cast<std::size_t>(whole) - 1;
  }
  refuse_index(name, value, size);
}

// True when a and b are equal with the case of ASCII letters ignored.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace escapement::expressions
