// SPDX-License-Identifier: MIT
#include "escapement/expressions/errors.h"

#include <algorithm>
#include <cmath>

namespace escapement::expressions {
namespace {

constexpr std::size_t kExcerptWidth = 72;

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

// The text with line breaks and tabs as blanks, cut to one readable line around [offset, offset + length).
struct Window {
  std::string line;
  std::size_t before;  // characters left of the fault
};

Window window(std::string_view text, std::size_t offset) {
  std::size_t begin = 0;
  if (offset > kExcerptWidth / 2) begin = offset - kExcerptWidth / 2;
  if (text.size() <= kExcerptWidth) begin = 0;
  while (begin < offset && !starts_character(text[begin])) ++begin;
  std::size_t end = std::min(text.size(), begin + kExcerptWidth);
  while (end < text.size() && !starts_character(text[end])) ++end;
  std::string line = begin > 0 ? "..." : "";
  const std::size_t before = line.size() + count_characters(text.substr(begin, offset - begin));
  line += text.substr(begin, end - begin);
  if (end < text.size()) line += "...";
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  return {std::move(line), before};
}

std::string compose(std::string_view text, std::size_t offset, const std::string& message,
                    const std::string& remedy) {
  offset = std::min(offset, text.size());
  std::string out = message + " (at column " + std::to_string(count_characters(text.substr(0, offset)) + 1) +
                    " of '" + window(text, offset).line + "')";
  if (!remedy.empty()) out += "\n    " + remedy;
  return out;
}

}  // namespace

ExpressionError::ExpressionError(std::string_view text, std::size_t offset, std::size_t length,
                                 std::string message, std::string remedy)
    : Error(compose(text, offset, message, remedy)),
      text_(text),
      offset_(std::min(offset, text.size())),
      length_(std::min(length, text.size() - offset_)),
      message_(std::move(message)),
      remedy_(std::move(remedy)) {}

std::size_t ExpressionError::column() const {
  return count_characters(std::string_view(text_).substr(0, offset_)) + 1;
}

std::string ExpressionError::excerpt() const {
  const Window shown = window(text_, offset_);
  const std::size_t marked = std::max<std::size_t>(
      1, std::min(count_characters(std::string_view(text_).substr(offset_, length_)),
                  std::max(count_characters(shown.line), shown.before + 1) - shown.before));
  return shown.line + "\n" + std::string(shown.before, ' ') + "^" + std::string(marked - 1, '~');
}

Diagnostic ExpressionError::diagnostic(SourceLocation where) const {
  Diagnostic fault;
  fault.where = std::move(where);
  fault.message =
      message_ + " (at column " + std::to_string(column()) + " of '" + window(text_, offset_).line + "')";
  fault.remedy = remedy_;
  return fault;
}

void refuse_index(std::string_view name, double value, std::size_t size) {
  throw EvaluationError("index " + to_text(value) + " of '" + std::string(name) +
                        "' is not a whole number from 1 to " + std::to_string(size));
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace escapement::expressions
