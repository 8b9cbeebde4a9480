// SPDX-License-Identifier: MIT
// Recursive descent over the grammar in compile.h. Faults of grammar are thrown; faults that leave the rest
// of the text readable (unknown names, bad arguments) are noted and the parser goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/expressions/errors.h"
#include "escapement/expressions/scope.h"
#include "lexer.h"
#include "nodes.h"

namespace escapement::random {
struct Distribution;
}

namespace escapement::expressions::internal {

struct MathFunction;

// A stretch of the text.
struct Span {
  std::size_t offset;
  std::size_t end;
};

class Parser {
 public:
  Parser(std::string_view text, Scope& scope, std::vector<ExpressionError>& faults);
  // The whole text. Throws ExpressionError; worthless when faults were noted.
  NodePtr parse();

 private:
  struct Call {
    Token name;
    std::vector<Argument> arguments;
    std::vector<Span> spans;  // of the arguments
    Span whole;               // from the name to the ')'
  };
  class Depth;  // counts one level of nesting while it lives

  NodePtr logic();
  NodePtr comparison();
  NodePtr sum();
  NodePtr product();
  NodePtr sign();
  NodePtr power();
  NodePtr value();
  NodePtr quoted(const Token& token);
  // The node; a stand-in and a noted fault when it is a text, which nothing can be calculated with.
  NodePtr number(NodePtr node, std::size_t begin);
  NodePtr inner();  // an expression in parentheses or in a list of arguments: one level deeper

  // parser_calls.cpp; the name has been read, the '(' of a call has not
  NodePtr plain_name(const Token& name);
  NodePtr call(const Token& name);
  Call arguments(const Token& name, const Signature* signature);
  NodePtr math_call(const MathFunction& function, Call call);
  NodePtr variate_call(const random::Distribution& distribution, Call call);
  NodePtr scope_call(const Signature& signature, Call call);
  NodePtr array_element(const Token& name);
  // The number of the pinned stream when the last argument is one; notes a fault and returns false when it is
  // bad.
  bool take_stream(const random::Distribution& distribution, Call& call,
                   std::optional<std::uint64_t>& number);
  void note_count(const Signature& signature, const Call& call, const std::string& extra = {});
  void note_unknown_name(const Token& name);
  void note_unknown_call(const Token& name);
  // What `ask` returns; a ScopeError is noted at `call` or at the argument that it names.
  template <typename Ask>
  NodePtr consult(const Call& call, Ask ask);

  void advance();
  bool at_operator(Operator op) const { return now_.kind == TokenKind::kOperator && now_.op == op; }
  bool at_comparison() const;
  void expect_close(const Token& open);
  std::string_view word(const Token& token) const { return text_.substr(token.offset, token.length); }
  std::string shown(const Token& token) const;
  // The node, or a stand-in and a noted fault when it is a constant that is not a number.
  NodePtr checked(NodePtr node, std::size_t begin);

  void note(const Span& where, std::string message, std::string remedy = {});
  [[noreturn]] void fail(const Token& at, std::string message, std::string remedy = {}) const;
  [[noreturn]] void fail_expected(const std::string& wanted) const;

  std::string_view text_;
  Scope& scope_;
  std::vector<ExpressionError>& faults_;
  Lexer lexer_;
  Token now_;
  std::size_t last_end_ = 0;  // where the token before now_ ended
  std::size_t depth_ = 0;
};

// Stands where the text was faulty, so that the rest can be read.
NodePtr stand_in();

}  // namespace escapement::expressions::internal
