// SPDX-License-Identifier: MIT
#include "parser.h"

#include <cmath>
#include <limits>

#include "escapement/expressions/compile.h"

namespace escapement::expressions::internal {
namespace {

class StandIn final : public Node {
 public:
  double evaluate(Frame&) const override { return std::numeric_limits<double>::quiet_NaN(); }
};

bool is_arithmetic(Operator op) {
  return op <= Operator::kPower;
}
bool is_comparison(Operator op) {
  return op >= Operator::kEqual && op <= Operator::kGreaterEqual;
}

// Words that other languages take as operators.
std::string_view word_remedy(std::string_view word) {
  if (equal_ignoring_case(word, "AND")) return "write && or .AND.";
  if (equal_ignoring_case(word, "OR")) return "write || or .OR.";
  if (equal_ignoring_case(word, "NOT")) return "write !a or NOT(a)";
  if (equal_ignoring_case(word, "MOD")) return "MOD is a function: write MOD(a, b)";
  for (const char* unit : {"s", "sec", "second", "seconds", "min", "minute", "minutes", "h", "hr", "hour",
                           "hours", "d", "day", "days"})
    if (equal_ignoring_case(word, unit))
      return "times are in the study's \"timeUnit\" here; HoursToBaseTime(5) and its like convert them";
  return {};
}

}  // namespace

NodePtr stand_in() {
  return std::make_unique<StandIn>();
}

class Parser::Depth {
 public:
  explicit Depth(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > kMaximumDepth) {
      parser_.fail(parser_.now_,
                   "the expression is nested more than " + std::to_string(kMaximumDepth) + " levels deep",
                   "split it: give inner parts a name of their own");
    }
  }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  ~Depth() { --parser_.depth_; }

 private:
  Parser& parser_;
};

Parser::Parser(std::string_view text, Scope& scope, std::vector<ExpressionError>& faults)
    : text_(text), scope_(scope), faults_(faults), lexer_(text) {}

NodePtr Parser::parse() {
  advance();
  if (now_.kind == TokenKind::kEnd) {
    fail(now_, "the expression is empty", "write a value, such as 0, a name or EXPO(5)");
  }
  NodePtr root = logic();
  if (now_.kind != TokenKind::kEnd) fail_expected("an operator or the end of the expression");
  return root;
}

NodePtr Parser::logic() {
  const std::size_t begin = now_.offset;
  NodePtr first = comparison();
  std::vector<Term> rest;
  while (at_operator(Operator::kAnd) || at_operator(Operator::kOr)) {
    if (rest.empty()) first = number(std::move(first), begin);
    const Operator op = now_.op;
    advance();
    const std::size_t next = now_.offset;
    rest.push_back({op, number(comparison(), next)});
  }
  return rest.empty() ? std::move(first) : checked(make_logic(std::move(first), std::move(rest)), begin);
}

NodePtr Parser::comparison() {
  const std::size_t begin = now_.offset;
  NodePtr left = sum();
  if (!at_comparison()) return left;
  const Operator op = now_.op;
  advance();
  NodePtr right = sum();
  if (left->is_text() || right->is_text()) {
    const bool equality = op == Operator::kEqual || op == Operator::kNotEqual;
    if (!equality || left->is_text() != right->is_text())
      note({begin, last_end_}, equality ? "a text is compared with a number" : "texts have no order",
           "texts are compared with texts, by == and <>; the name of an element has no quotes: Entity.Type "
           "== Part");
  }
  if (at_comparison()) {
    fail(now_, "a comparison cannot follow a comparison; '" + std::string(word(now_)) + "' is the second one",
         "write (a < b) && (b < c), or put the inner comparison in parentheses");
  }
  return make_comparison(op, std::move(left), std::move(right));
}

NodePtr Parser::sum() {
  const std::size_t begin = now_.offset;
  NodePtr first = product();
  std::vector<Term> rest;
  while (at_operator(Operator::kAdd) || at_operator(Operator::kSubtract)) {
    if (rest.empty()) first = number(std::move(first), begin);
    const Operator op = now_.op;
    advance();
    const std::size_t next = now_.offset;
    rest.push_back({op, number(product(), next)});
  }
  return rest.empty() ? std::move(first) : checked(make_arithmetic(std::move(first), std::move(rest)), begin);
}

NodePtr Parser::product() {
  const std::size_t begin = now_.offset;
  NodePtr first = sign();
  std::vector<Term> rest;
  while (at_operator(Operator::kMultiply) || at_operator(Operator::kDivide)) {
    if (rest.empty()) first = number(std::move(first), begin);
    const Operator op = now_.op;
    advance();
    const std::size_t next = now_.offset;
    rest.push_back({op, number(sign(), next)});
  }
  return rest.empty() ? std::move(first) : checked(make_arithmetic(std::move(first), std::move(rest)), begin);
}

NodePtr Parser::sign() {
  const Token op = now_;
  if (op.kind != TokenKind::kOperator ||
      (op.op != Operator::kSubtract && op.op != Operator::kAdd && op.op != Operator::kNot)) {
    return power();
  }
  const Depth depth(*this);
  advance();
  const std::size_t begin = now_.offset;
  NodePtr operand = number(sign(), begin);
  if (op.op == Operator::kAdd) return operand;
  if (op.op == Operator::kSubtract) return make_negation(std::move(operand));
  if (now_.kind == TokenKind::kOperator && (is_arithmetic(now_.op) || is_comparison(now_.op))) {
    const std::string second(word(now_));
    fail(now_, "'" + std::string(word(op)) + "' before '" + second + "' can be read in two ways",
         "write !(a " + second + " b) or (!a) " + second + " b");
  }
  return make_not(std::move(operand));
}

NodePtr Parser::power() {
  const std::size_t begin = now_.offset;
  NodePtr base = value();
  if (!at_operator(Operator::kPower)) return base;
  base = number(std::move(base), begin);
  const Depth depth(*this);
  advance();
  const std::size_t next = now_.offset;
  NodePtr exponent = number(sign(), next);
  return checked(make_power(std::move(base), std::move(exponent)), begin);
}

NodePtr Parser::value() {
  const Token token = now_;
  switch (token.kind) {
    case TokenKind::kNumber:
      advance();
      return make_constant(token.number);
    case TokenKind::kText:
      advance();
      return quoted(token);
    case TokenKind::kName:
      advance();
      return now_.kind == TokenKind::kOpen ? call(token) : plain_name(token);
    case TokenKind::kOpen: {
      advance();
      NodePtr node = inner();
      expect_close(token);
      return node;
    }
    default:
      fail_expected("a value (a number, a name, a function or '(')");
  }
}

NodePtr Parser::quoted(const Token& token) {
  try {
    return scope_.text(word(token).substr(1, token.length - 2));
  } catch (const ScopeError& error) {
    note({token.offset, token.end()}, error.message(), error.remedy());
    return stand_in();
  }
}

NodePtr Parser::number(NodePtr node, std::size_t begin) {
  if (!node->is_text()) return node;
  note({begin, last_end_},
       "'" + std::string(text_.substr(begin, last_end_ - begin)) + "' is a text, where a number is needed",
       "texts are compared with texts, by == and <>");
  return stand_in();
}

NodePtr Parser::inner() {
  const Depth depth(*this);
  return logic();
}

void Parser::advance() {
  last_end_ = now_.end();
  now_ = lexer_.next();
}

bool Parser::at_comparison() const {
  return now_.kind == TokenKind::kOperator && is_comparison(now_.op);
}

void Parser::expect_close(const Token& open) {
  if (now_.kind == TokenKind::kClose) {
    advance();
    return;
  }
  if (now_.kind == TokenKind::kEnd) {
    const ExpressionError place(text_, open.offset, 1, "");
    fail(now_, "')' is missing", "the '(' at column " + std::to_string(place.column()) + " is not closed");
  }
  fail_expected("an operator or ')'");
}

std::string Parser::shown(const Token& token) const {
  return token.kind == TokenKind::kEnd ? "the end of the expression" : "'" + std::string(word(token)) + "'";
}

NodePtr Parser::checked(NodePtr node, std::size_t begin) {
  const auto value = node->constant();
  if (!value || !std::isnan(*value)) return node;
  const Span where{begin, last_end_};
  note(where, "'" + std::string(text_.substr(begin, last_end_ - begin)) + "' is not a number",
       "look for 0/0, or for an argument outside the domain of its function");
  return stand_in();
}

void Parser::note(const Span& where, std::string message, std::string remedy) {
  if (faults_.size() == kMaximumFaults) {
    throw ExpressionError(
        text_, where.offset, where.end - where.offset,
        "more than " + std::to_string(kMaximumFaults) + " faults; the rest was not looked at");
  }
  faults_.emplace_back(text_, where.offset, where.end - where.offset, std::move(message), std::move(remedy));
}

void Parser::fail(const Token& at, std::string message, std::string remedy) const {
  throw ExpressionError(text_, at.offset, at.length, std::move(message), std::move(remedy));
}

void Parser::fail_expected(const std::string& wanted) const {
  std::string remedy;
  switch (now_.kind) {
    case TokenKind::kName:
      remedy = word_remedy(word(now_));
      break;
    case TokenKind::kComma:
      remedy = "commas separate arguments; decimals are written with a point, 1.5";
      break;
    case TokenKind::kClose:
      if (depth_ == 0) remedy = "this ')' has no '('";
      break;
    case TokenKind::kOpen:
    case TokenKind::kText:
    case TokenKind::kNumber:
      remedy = "write * to multiply";
      break;
    case TokenKind::kOperator:
      if (is_comparison(now_.op) && last_end_ == now_.offset && last_end_ > 0) {
        remedy = "operators of comparison are == <> < <= > >=";
      }
      break;
    case TokenKind::kEnd:
      break;
  }
  fail(now_, "expected " + wanted + ", found " + shown(now_), std::move(remedy));
}

}  // namespace escapement::expressions::internal
