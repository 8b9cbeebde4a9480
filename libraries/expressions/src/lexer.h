// SPDX-License-Identifier: MIT
// Cuts the text of an expression into tokens, one at a time. Copy a Lexer to look ahead.
#pragma once

#include <cstddef>
#include <string_view>

namespace escapement::expressions::internal {

enum class TokenKind { kNumber, kName, kText, kOperator, kOpen, kClose, kComma, kEnd };

enum class Operator {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAnd,
  kOr,
  kNot,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t offset = 0;
  std::size_t length = 0;
  double number = 0.0;           // for kNumber
  Operator op = Operator::kAdd;  // for kOperator
  std::size_t end() const { return offset + length; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // The next token; kEnd at the end, for ever. Throws ExpressionError for what is no token, and for a number
  // that a double cannot hold.
  Token next();
  std::string_view text() const { return text_; }

 private:
  Token number(std::size_t begin);
  Token name(std::size_t begin);
  Token quoted(std::size_t begin);  // quotation marks included
  Token symbol(std::size_t begin);
  [[noreturn]] void refuse(std::size_t begin);

  std::string_view text_;
  std::size_t position_ = 0;
};

// .EQ. .NE. .LT. .LE. .GT. .GE. .AND. .OR. .NOT. that starts at `at`, in any case.
struct DotOperator {
  Operator op;
  std::size_t length;  // 0 when there is none
};
DotOperator dot_operator(std::string_view text, std::size_t at);

}  // namespace escapement::expressions::internal
