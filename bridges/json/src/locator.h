// SPDX-License-Identifier: MIT
// Where the tokens of a JSON text begin. The parser that understands the text tells no places, so this scan
// runs beside it, one token for each event; it also works out what could have stood where the parser stopped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::json::internal {

struct Token {
  enum class Kind { kEnd, kPunctuation, kString, kWord };  // a word: number, true, null, or what is none
  Kind kind = Kind::kEnd;
  std::size_t begin = 0, end = 0;
  std::string_view text;
  bool closed = true;  // a string: has its second quote
  bool is(char c) const { return kind == Kind::kPunctuation && text.front() == c; }
};

class Locator {
 public:
  // Both must outlive the locator.
  Locator(std::string_view text, const std::string& file);

  Token next();         // past blanks and comments
  Token next_anchor();  // past commas and colons too: where a value, a key or a closing bracket stands
  SourceLocation place(std::size_t offset) const;                              // without a pointer
  bool in_comment() const { return open_comment_ != std::string_view::npos; }  // at the end of the text

  // What is wrong at the token that the parser refused after reading `position` bytes.
  Diagnostic fault(std::size_t position) const;

 private:
  void skip_blanks();

  std::string_view text_;
  const std::string* file_;
  std::size_t at_ = 0;
  std::size_t open_comment_ = std::string_view::npos;  // begin of a comment that never ends
  std::vector<std::size_t> line_starts_;
};

// Column of each byte of a string's content, where escapes shift them; empty when there are none.
// `raw` is the token with its quotes, `column` that of its first quote.
std::vector<int> content_columns(std::string_view raw, int column);

}  // namespace escapement::json::internal
