// SPDX-License-Identifier: MIT
#include <charconv>

#include "parser.h"

namespace escapement::modelica {

using ast::Expr;
using ast::ExprKind;
using ast::RefPart;

namespace {
constexpr int kMostTerms = 2000;  // each nests the expression one deeper
}

Expr* Parser::make(ExprKind kind, Place place) {
  Expr* made = arena_.make<Expr>(Expr{kind});
  made->place = place;
  return made;
}

Expr* Parser::expression() {
  const Depth depth_guard(*this);
  return is("if") ? if_expression() : simple_expression();
}

Expr* Parser::if_expression() {
  Expr* made = make(ExprKind::kIf, peek().place);
  std::vector<Expr*> parts;
  do {
    next();  // if, elseif
    parts.push_back(expression());
    expect("then", "after the condition");
    parts.push_back(expression());
  } while (is("elseif"));
  expect("else", "of the if-expression, which needs a value for each case");
  parts.push_back(expression());
  made->args = arena_.copy(parts);
  return made;
}

Expr* Parser::simple_expression() {
  const Depth depth_guard(*this);
  Expr* first = binary(1);
  if (!is(":") || peek(1).is(")") || peek(1).is(",") || peek(1).is("]")) return first;
  Expr* made = make(ExprKind::kRange, first->place);
  std::vector<Expr*> parts{first};
  while (parts.size() < 3 && accept(":")) parts.push_back(binary(1));
  made->args = arena_.copy(parts);
  return made;
}

// Levels by binding: or, and, not (a prefix), relation, sum, product.
Expr* Parser::binary(int level) {
  if (level == 3) {
    if (!is("not")) return binary(4);
    const Depth depth_guard(*this);
    Expr* made = make(ExprKind::kUnary, next().place);
    made->op = Op::kNot;
    made->args = arena_.copy(std::vector<Expr*>{binary(4)});
    return made;
  }
  if (level == 5 && (is("+") || is("-") || is(".+") || is(".-"))) {
    // A sign belongs to the first term of a sum.
    const Token sign = next();
    Expr* made = make(ExprKind::kUnary, sign.place);
    made->op = sign.text == "-" || sign.text == ".-" ? Op::kNegate : Op::kPlus;
    made->args = arena_.copy(std::vector<Expr*>{binary(6)});
    Expr* left = made;
    for (int terms = 1;; ++terms) {
      if (terms > kMostTerms)
        reporter_.fail(peek().place, "an expression has more than " + std::to_string(kMostTerms) + " terms",
                       "split it, or use sum() of an array");
      Op op = is("+")    ? Op::kAdd
              : is("-")  ? Op::kSubtract
              : is(".+") ? Op::kElementAdd
              : is(".-") ? Op::kElementSubtract
                         : Op::kNone;
      if (op == Op::kNone) return left;
      Expr* sum = make(ExprKind::kBinary, next().place);
      sum->op = op;
      sum->args = arena_.copy(std::vector<Expr*>{left, binary(6)});
      left = sum;
    }
  }
  Expr* left = level == 6 ? factor() : binary(level + 1);
  for (int terms = 1;; ++terms) {
    if (terms > kMostTerms)
      reporter_.fail(peek().place, "an expression has more than " + std::to_string(kMostTerms) + " terms",
                     "split it, or use sum() of an array");
    static constexpr struct {
      std::string_view word;
      Op op;
      int level;
    } kOperators[] = {
        {"or", Op::kOr, 1},           {"and", Op::kAnd, 2},       {"<", Op::kLess, 4},
        {"<=", Op::kLessEqual, 4},    {">", Op::kGreater, 4},     {">=", Op::kGreaterEqual, 4},
        {"==", Op::kEqual, 4},        {"<>", Op::kNotEqual, 4},   {"+", Op::kAdd, 5},
        {"-", Op::kSubtract, 5},      {".+", Op::kElementAdd, 5}, {".-", Op::kElementSubtract, 5},
        {"*", Op::kMultiply, 6},      {"/", Op::kDivide, 6},      {".*", Op::kElementMultiply, 6},
        {"./", Op::kElementDivide, 6}};
    const Token& token = peek();
    if (token.kind != TokenKind::kSymbol && token.kind != TokenKind::kKeyword) return left;
    Op op = Op::kNone;
    for (const auto& entry : kOperators)
      if (entry.level == level && token.text == entry.word) op = entry.op;
    if (op == Op::kNone) return left;
    Expr* made = make(ExprKind::kBinary, next().place);
    made->op = op;
    made->args = arena_.copy(std::vector<Expr*>{left, level == 6 ? factor() : binary(level + 1)});
    left = made;
    if (level == 4) {  // a < b < c is no expression of the language
      for (const auto& entry : kOperators)
        if (entry.level == 4 && peek().is(entry.word)) unexpected("'and' or 'or' between two relations");
      return left;
    }
  }
}

Expr* Parser::factor() {
  Expr* base = primary();
  if (!is("^") && !is(".^")) return base;
  const Token sign = next();
  Expr* made = make(ExprKind::kBinary, sign.place);
  made->op = sign.text == "^" ? Op::kPower : Op::kElementPower;
  made->args = arena_.copy(std::vector<Expr*>{base, primary()});
  if (is("^") || is(".^")) unexpected("brackets that say which power comes first");
  return made;
}

Expr* Parser::primary() {
  const Depth depth_guard(*this);
  const Token token = peek();
  switch (token.kind) {
    case TokenKind::kInteger:
    case TokenKind::kReal: {
      Expr* made = make(token.kind == TokenKind::kReal ? ExprKind::kReal : ExprKind::kInteger, token.place);
      const auto [end, fault] =
          std::from_chars(token.text.data(), token.text.data() + token.text.size(), made->number);
      if (fault != std::errc() || end != token.text.data() + token.text.size())
        reporter_.error(token.place,
                        "the number " + std::string(token.text) + " is beyond what a double can hold");
      if (made->kind == ExprKind::kInteger && made->number > 2147483647.0)
        made->kind = ExprKind::kReal;  // as the specification lets a tool choose
      next();
      return made;
    }
    case TokenKind::kString: {
      Expr* made = make(ExprKind::kString, token.place);
      made->text = token.text;
      next();
      return made;
    }
    case TokenKind::kIdentifier:
      return reference_or_call();
    default:
      break;
  }
  if (token.is("true") || token.is("false")) {
    Expr* made = make(ExprKind::kBoolean, next().place);
    made->value = token.text == "true";
    return made;
  }
  if (token.is(".")) return reference_or_call();
  if (token.is("der") || token.is("initial") || token.is("pure")) {
    Expr* call = make(ExprKind::kCall, token.place);
    call->parts = arena_.copy(std::vector<RefPart>{{token.text, {}, token.place}});
    next();
    if (!is("(")) unexpected("'(' after '" + std::string(token.text) + "'");
    call_arguments(*call);
    return call;
  }
  if (token.is("(")) return parenthesised();
  if (token.is("{")) return array();
  if (token.is("[")) return matrix();
  if (token.is("end")) return make(ExprKind::kEnd, next().place);
  unexpected("an expression");
}

Span<RefPart> Parser::reference_parts() {
  std::vector<RefPart> parts;
  do {
    const Place place = peek().place;
    const std::string_view name = identifier("of a component");
    parts.push_back({name, subscripts_if_any(), place});
  } while (accept("."));
  return arena_.copy(parts);
}

Expr* Parser::reference_or_call() {
  Expr* made = make(ExprKind::kReference, peek().place);
  made->global = accept(".");
  made->parts = reference_parts();
  if (is("(")) {
    made->kind = ExprKind::kCall;
    call_arguments(*made);
  }
  return made;
}

// (a, b, c = d) or (a for i in r)
void Parser::call_arguments(Expr& call) {
  expect("(", "of the call");
  std::vector<Expr*> positional;
  std::vector<ast::NamedArgument> named;
  if (!is(")")) {
    do {
      if (peek().kind == TokenKind::kIdentifier && peek(1).is("=")) {
        const Token name = next();
        next();
        Expr* value = is("function") ? partial_function() : expression();
        for (const ast::NamedArgument& old : named)
          if (old.name == name.text)
            reporter_.error(name.place, "the argument '" + std::string(name.text) + "' is given twice");
        named.push_back({name.text, value, name.place});
        continue;
      }
      if (!named.empty())
        reporter_.fail(peek().place, "an argument without a name follows one with a name",
                       "arguments by position come before those by name");
      positional.push_back(is("function") ? partial_function() : expression());
      if (is("for")) {
        next();
        call.iterators = iterators();
        break;
      }
    } while (accept(","));
  }
  expect(")", "after the arguments");
  call.args = arena_.copy(positional);
  call.named = arena_.copy(named);
}

Expr* Parser::partial_function() {
  Expr* made = make(ExprKind::kPartialFunction, next().place);
  const ast::TypeName name = type_name();
  made->global = name.global;
  made->parts = name.parts;
  call_arguments(*made);
  if (!made->args.empty())
    reporter_.error(made->place, "function " + std::string(name.parts.back().name) +
                                     "(...) as an argument takes named arguments only");
  return made;
}

Expr* Parser::array() {
  Expr* made = make(ExprKind::kArray, next().place);
  std::vector<Expr*> parts;
  if (is("}"))
    reporter_.fail(peek().place, "{} has no elements, so its type is unknown", "use fill(0, 0) or zeros(0)");
  do {
    parts.push_back(expression());
    if (accept("for")) {
      made->iterators = iterators();
      break;
    }
  } while (accept(","));
  expect("}", "after the elements");
  made->args = arena_.copy(parts);
  return made;
}

Expr* Parser::matrix() {
  Expr* made = make(ExprKind::kMatrix, next().place);
  std::vector<Expr*> rows;
  do {
    Expr* row = make(ExprKind::kRow, peek().place);
    std::vector<Expr*> parts;
    do parts.push_back(expression());
    while (accept(","));
    row->args = arena_.copy(parts);
    rows.push_back(row);
  } while (accept(";"));
  expect("]", "after the rows");
  made->args = arena_.copy(rows);
  return made;
}

Expr* Parser::parenthesised() {
  const Place place = next().place;
  std::vector<Expr*> parts;
  bool comma = false;
  for (;;) {
    if (is(",") || is(")"))
      parts.push_back(nullptr);
    else
      parts.push_back(expression());
    if (!accept(",")) break;
    comma = true;
  }
  expect(")", "that closes the bracket");
  if (!comma && parts.front() != nullptr) {
    if (is("["))
      reporter_.fail(peek().place, "a subscript stands at an expression in brackets",
                     "subscripts stand at variables only");
    Expr* inner = parts.front();
    inner->parenthesised = true;
    return inner;
  }
  Expr* made = make(ExprKind::kTuple, place);
  made->args = arena_.copy(parts);
  return made;
}

Span<Expr*> Parser::subscripts() {
  expect("[", "of a subscript");
  std::vector<Expr*> parts;
  do {
    if (is(":") && (peek(1).is(",") || peek(1).is("]")))
      parts.push_back(make(ExprKind::kColon, next().place));
    else
      parts.push_back(expression());
  } while (accept(","));
  expect("]", "after the subscript");
  return arena_.copy(parts);
}

Span<ast::Iterator> Parser::iterators() {
  std::vector<ast::Iterator> made;
  do {
    const Place place = peek().place;
    const std::string_view name = identifier("of an iterator");
    Expr* range = accept("in") ? expression() : nullptr;
    made.push_back({name, range, place});
  } while (accept(","));
  return arena_.copy(made);
}

}  // namespace escapement::modelica
