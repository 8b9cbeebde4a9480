// SPDX-License-Identifier: MIT
#include "lexer.h"

#include <array>
#include <charconv>
#include <string>

#include "escapement/expressions/errors.h"

namespace escapement::expressions::internal {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c);
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct Spelling {
  std::string_view text;
  Operator op;
};

// Longer spellings first.
constexpr std::array<Spelling, 17> kSymbols{{{"**", Operator::kPower},
                                             {"==", Operator::kEqual},
                                             {"<>", Operator::kNotEqual},
                                             {"!=", Operator::kNotEqual},
                                             {"<=", Operator::kLessEqual},
                                             {">=", Operator::kGreaterEqual},
                                             {"&&", Operator::kAnd},
                                             {"||", Operator::kOr},
                                             {"+", Operator::kAdd},
                                             {"-", Operator::kSubtract},
                                             {"*", Operator::kMultiply},
                                             {"/", Operator::kDivide},
                                             {"^", Operator::kPower},
                                             {"=", Operator::kEqual},
                                             {"<", Operator::kLess},
                                             {">", Operator::kGreater},
                                             {"!", Operator::kNot}}};

constexpr std::array<Spelling, 9> kDotted{{{"EQ", Operator::kEqual},
                                           {"NE", Operator::kNotEqual},
                                           {"LT", Operator::kLess},
                                           {"LE", Operator::kLessEqual},
                                           {"GT", Operator::kGreater},
                                           {"GE", Operator::kGreaterEqual},
                                           {"AND", Operator::kAnd},
                                           {"OR", Operator::kOr},
                                           {"NOT", Operator::kNot}}};

struct Hint {
  std::string_view character;
  std::string_view remedy;
};

// What people paste or carry over from other languages.
constexpr std::array<Hint, 17> kHints{
    {{"=<", "write <="},
     {"=>", "write >="},
     {"&", "write && for 'and'"},
     {"|", "write || for 'or'"},
     {"%", "write MOD(a, b) for a remainder, 0.05 for 5 %"},
     {"[", "write indices in round parentheses: Name(i)"},
     {"]", "write indices in round parentheses: Name(i)"},
     {"{", "use round parentheses"},
     {"}", "use round parentheses"},
     {";", "an expression is one value; separate arguments with commas, and write decimals with a point"},
     {"~", "write ! for 'not'"},
     {"?", "write IF(condition, a, b)"},
     {"\u2212", "this is a typographic minus; write -"},
     {"\u00D7", "write * to multiply"},
     {"\u00B7", "write * to multiply"},
     {"\u2264", "write <="},
     {"\u2265", "write >="}}};

}  // namespace

DotOperator dot_operator(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '.') return {Operator::kAdd, 0};
  for (const Spelling& s : kDotted) {
    const std::size_t close = at + 1 + s.text.size();
    if (close < text.size() && text[close] == '.' &&
        equal_ignoring_case(text.substr(at + 1, s.text.size()), s.text)) {
      return {s.op, s.text.size() + 2};
    }
  }
  return {Operator::kAdd, 0};
}

Token Lexer::next() {
  while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
  const std::size_t begin = position_;
  Token token;
  token.offset = begin;
  if (begin == text_.size()) return token;
  const char c = text_[begin];
  if (const DotOperator dotted = dot_operator(text_, begin); dotted.length > 0) {
    token.kind = TokenKind::kOperator;
    token.op = dotted.op;
    token.length = dotted.length;
  } else if (is_digit(c) || (c == '.' && begin + 1 < text_.size() && is_digit(text_[begin + 1]))) {
    token = number(begin);
  } else if (c == '"' || c == '\'') {
    token = quoted(begin);
  } else if (is_name_start(c)) {
    token = name(begin);
  } else {
    token = symbol(begin);
  }
  position_ = token.end();
  return token;
}

Token Lexer::number(std::size_t begin) {
  std::size_t end = begin;
  const auto digits = [&] {
    while (end < text_.size() && is_digit(text_[end])) ++end;
  };
  digits();
  if (end < text_.size() && text_[end] == '.' && dot_operator(text_, end).length == 0) {
    ++end;
    digits();
  }
  if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
    if (exponent < text_.size() && is_digit(text_[exponent])) {
      end = exponent;
      digits();
    }
  }
  // "2x", "1.2.3", "5min": not a number followed by something, but a slip.
  const bool glued = end < text_.size() && (is_name_start(text_[end]) ||
                                            (text_[end] == '.' && dot_operator(text_, end).length == 0));
  if (glued) {
    std::size_t bad = end;
    while (bad < text_.size() &&
           (is_name_part(text_[bad]) || (text_[bad] == '.' && dot_operator(text_, bad).length == 0))) {
      ++bad;
    }
    throw ExpressionError(text_, begin, bad - begin,
                          "'" + std::string(text_.substr(begin, bad - begin)) + "' is not a number",
                          "numbers look like 1, .5 or 1e-3; names start with a letter; write * to multiply");
  }
  Token token;
  token.kind = TokenKind::kNumber;
  token.offset = begin;
  token.length = end - begin;
  const auto [stop, status] = std::from_chars(text_.data() + begin, text_.data() + end, token.number);
  if (status != std::errc{} || stop != text_.data() + end) {
    throw ExpressionError(text_, begin, token.length,
                          "number '" + std::string(text_.substr(begin, token.length)) +
                              "' cannot be held; magnitudes from 2.3e-308 to 1.7e308 can");
  }
  return token;
}

Token Lexer::name(std::size_t begin) {
  std::size_t end = begin;
  const auto part = [&] {
    while (end < text_.size() && is_name_part(text_[end])) ++end;
  };
  part();
  while (end < text_.size() && text_[end] == '.' && dot_operator(text_, end).length == 0) {
    if (end + 1 == text_.size() || !is_name_start(text_[end + 1])) {
      throw ExpressionError(text_, begin, end + 1 - begin,
                            "name '" + std::string(text_.substr(begin, end + 1 - begin)) +
                                "' needs a letter or '_' after its last '.'");
    }
    ++end;
    part();
  }
  Token token;
  token.kind = TokenKind::kName;
  token.offset = begin;
  token.length = end - begin;
  return token;
}

Token Lexer::quoted(std::size_t begin) {
  const std::size_t end = text_.find(text_[begin], begin + 1);
  if (end == std::string_view::npos)
    throw ExpressionError(text_, begin, text_.size() - begin,
                          std::string("the text that begins with ") + text_[begin] + " does not end",
                          std::string("put ") + text_[begin] + " behind it");
  Token token;
  token.kind = TokenKind::kText;
  token.offset = begin;
  token.length = end + 1 - begin;
  return token;
}

Token Lexer::symbol(std::size_t begin) {
  Token token;
  token.offset = begin;
  token.length = 1;
  const std::string_view rest = text_.substr(begin);
  if (rest.starts_with("=<") || rest.starts_with("=>")) refuse(begin);
  if (rest[0] == '(' || rest[0] == ')' || rest[0] == ',') {
    token.kind = rest[0] == '(' ? TokenKind::kOpen : rest[0] == ')' ? TokenKind::kClose : TokenKind::kComma;
    return token;
  }
  for (const Spelling& s : kSymbols) {
    if (rest.starts_with(s.text)) {
      token.kind = TokenKind::kOperator;
      token.op = s.op;
      token.length = s.text.size();
      return token;
    }
  }
  refuse(begin);
}

void Lexer::refuse(std::size_t begin) {
  const std::string_view rest = text_.substr(begin);
  for (const Hint& hint : kHints) {
    if (rest.starts_with(hint.character)) {
      throw ExpressionError(text_, begin, hint.character.size(),
                            "'" + std::string(hint.character) + "' has no meaning here",
                            std::string(hint.remedy));
    }
  }
  std::size_t length = 1;  // a whole UTF-8 character, so that messages stay readable
  while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0U) == 0x80U) ++length;
  const auto code = static_cast<unsigned char>(rest[0]);
  const std::string shown = code < 0x20 || code == 0x7F ? "character code " + std::to_string(code)
                                                        : "'" + std::string(rest.substr(0, length)) + "'";
  throw ExpressionError(text_, begin, length, shown + " has no meaning here",
                        "expressions are made of numbers, names, operators, commas and parentheses");
}

}  // namespace escapement::expressions::internal
