// SPDX-License-Identifier: MIT
#include <algorithm>

#include "locator.h"

namespace escapement::json::internal {
namespace {

// Follows the tokens of a text that is sound so far.
class Grammar {
 public:
  enum class Expect {
    kValue,
    kValueOrClose,
    kNextValue,
    kKeyOrClose,
    kNextKey,
    kColon,
    kCommaOrClose,
    kNothing
  };

  void take(const Token& token) {
    if (token.is('{') || token.is('[')) {
      open_.push_back(token);
      expect_ = token.is('{') ? Expect::kKeyOrClose : Expect::kValueOrClose;
    } else if (token.is('}') || token.is(']')) {
      if (!open_.empty()) open_.pop_back();
      value_done();
    } else if (token.is(':')) {
      expect_ = Expect::kValue;
    } else if (token.is(',')) {
      expect_ = in_object() ? Expect::kNextKey : Expect::kNextValue;
    } else if (expect_ == Expect::kKeyOrClose || expect_ == Expect::kNextKey) {
      expect_ = Expect::kColon;
    } else {
      value_done();
    }
  }

  Expect expect() const { return expect_; }
  bool in_object() const { return !open_.empty() && open_.back().is('{'); }
  const std::vector<Token>& open() const { return open_; }
  bool takes_string() const { return expect_ < Expect::kColon; }
  bool takes_word() const {
    return expect_ == Expect::kValue || expect_ == Expect::kValueOrClose || expect_ == Expect::kNextValue;
  }

  std::string expected() const {
    switch (expect_) {
      case Expect::kValue:
      case Expect::kNextValue:
        return "a value";
      case Expect::kValueOrClose:
        return "a value or ']'";
      case Expect::kKeyOrClose:
        return "a key in double quotes or '}'";
      case Expect::kNextKey:
        return "a key in double quotes";
      case Expect::kColon:
        return "':'";
      case Expect::kCommaOrClose:
        return in_object() ? "',' or '}'" : "',' or ']'";
      case Expect::kNothing:
        return "the end of the file";
    }
    throw InternalError("Grammar: an expectation outside its enumeration");
  }

 private:
  void value_done() { expect_ = open_.empty() ? Expect::kNothing : Expect::kCommaOrClose; }

  std::vector<Token> open_;
  Expect expect_ = Expect::kValue;
};

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 30;
  std::string out;
  for (const char c : text.substr(0, kMost)) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  // Bytes that are no UTF-8 must not reach a terminal or a JSON report.
  if (std::any_of(out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x7F; }))
    return "bytes that are no ASCII text";
  return text.size() > kMost ? out + "..." : out;
}

// False for what the end of the text cut short: a string without its end, 1e, tru.
bool is_whole(const Token& token) {
  if (token.kind != Token::Kind::kWord) return token.closed;
  const char last = token.text.back();
  return (last >= '0' && last <= '9') || token.text == "true" || token.text == "false" ||
         token.text == "null";
}

// The remedy for a word that JSON does not know.
std::string word_remedy(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (lower == "nan" || lower == "inf" || lower == "infinity" || lower == "-inf" || lower == "-infinity")
    return "JSON has no such number; leave the key out where nothing is meant";
  if (lower == "true" || lower == "false" || lower == "null") return "write it in small letters: " + lower;
  if (lower == "none") return "write null";
  if (word.front() == '\'') return "strings and keys stand in double quotes";
  const char first = word.front();
  if (first == '+' || first == '.' || first == '-' || (first >= '0' && first <= '9'))
    return "numbers are written 0.5, 12, -3 or 1e-3: no leading + or 0, and digits on both sides of the "
           "point";
  return "text stands in double quotes";
}

}  // namespace

Diagnostic Locator::fault(std::size_t position) const {
  Locator scan(text_, *file_);
  Grammar grammar;
  Token token = scan.next();
  while (token.kind != Token::Kind::kEnd && token.end < position && is_whole(token)) {
    grammar.take(token);
    token = scan.next();
  }
  if (scan.in_comment() && token.kind == Token::Kind::kEnd)
    return {place(scan.open_comment_), "the comment that begins here has no end", "close it with */"};

  if (token.kind == Token::Kind::kEnd) {
    Diagnostic d{place(token.begin), "unexpected end of the file, expected " + grammar.expected(), ""};
    if (!grammar.open().empty()) {
      const Token& open = grammar.open().back();
      const SourceLocation from = place(open.begin);
      d.remedy = "the '" + std::string(open.text) + "' at line " + std::to_string(from.line) + ", column " +
                 std::to_string(from.column) + " is not closed";
    }
    return d;
  }

  if (token.kind == Token::Kind::kString && grammar.takes_string()) {
    const std::size_t at = std::min(position, text_.size()) - 1;
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (position > text_.size() || byte == '\n' || byte == '\r')
      return {place(token.begin), "the string that begins here is not closed in its line",
              "close it with a double quote; a line break inside is written \\n"};
    if (byte < 0x20)
      return {place(at), "a control character inside a string",
              "write it as an escape, a tab for instance as \\t"};
    if (byte >= 0x80 || static_cast<unsigned char>(text_[at - 1]) >= 0x80)
      return {place(at), "bytes inside a string that are no UTF-8", "save the file as UTF-8"};
    return {place(at), "unknown escape inside a string",
            "escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX; a backslash itself is written \\\\"};
  }

  if (token.kind == Token::Kind::kWord && grammar.takes_word())
    return {place(token.begin), "'" + shown(token.text) + "' is no JSON value", word_remedy(token.text)};

  Diagnostic d{place(token.begin), "unexpected '" + shown(token.text) + "', expected " + grammar.expected(),
               ""};
  const bool closing = token.is('}') || token.is(']');
  if (closing &&
      (grammar.expect() == Grammar::Expect::kNextKey || grammar.expect() == Grammar::Expect::kNextValue))
    d.remedy = "remove the trailing comma before it";
  else if (token.kind == Token::Kind::kWord && !grammar.takes_word() && grammar.takes_string())
    d.remedy = "keys stand in double quotes";
  else if (grammar.expect() == Grammar::Expect::kCommaOrClose && !closing)
    d.remedy = "is a comma missing before it?";
  return d;
}

}  // namespace escapement::json::internal
