// SPDX-License-Identifier: MIT
#include "parser.h"

namespace escapement::modelica {

using ast::Branch;
using ast::Statement;
using ast::StatementKind;

bool Parser::body_ends() const {
  return is("end") || is("else") || is("elseif") || is("elsewhen") || peek().kind == TokenKind::kEnd;
}

Span<Statement*> Parser::body(bool algorithm) {
  std::vector<Statement*> made;
  while (!body_ends()) {
    if (is("equation") || is("algorithm") || is("public") || is("protected"))
      unexpected("'end' of the construct before the next section");
    made.push_back(statement(algorithm));
    expect(";", algorithm ? "after the statement" : "after the equation");
  }
  return arena_.copy(made);
}

Statement* Parser::statement(bool algorithm) {
  const Depth depth_guard(*this);
  Statement* made = arena_.make<Statement>(Statement{StatementKind::kEqual});
  made->place = peek().place;
  if (is("if")) {
    if_statement(*made, algorithm);
  } else if (is("for")) {
    for_statement(*made, algorithm);
  } else if (is("when")) {
    when_statement(*made, algorithm);
  } else if (is("while") && algorithm) {
    while_statement(*made);
  } else if (is("break") && algorithm) {
    next();
    made->kind = StatementKind::kBreak;
  } else if (is("return") && algorithm) {
    next();
    made->kind = StatementKind::kReturn;
  } else if (is("connect") && !algorithm) {
    next();
    made->kind = StatementKind::kConnect;
    expect("(", "after 'connect'");
    made->left = expression();
    expect(",", "between the two connectors");
    made->right = expression();
    expect(")", "after the connectors");
  } else if (is("while") || is("break") || is("return")) {
    reporter_.fail(peek().place,
                   "'" + std::string(peek().text) + "' is a statement and stands among equations",
                   "move it to an algorithm section");
  } else if (is("connect")) {
    reporter_.fail(peek().place, "'connect' is an equation and stands in an algorithm",
                   "move it to an equation section");
  } else {
    simple_statement(*made, algorithm);
  }
  made->description = description();
  made->annotation = annotation_if_any();
  return made;
}

void Parser::simple_statement(Statement& made, bool algorithm) {
  made.left = simple_expression();
  if (is(":=") || is("=")) {
    const Token sign = next();
    made.kind = algorithm ? StatementKind::kAssign : StatementKind::kEqual;
    if (algorithm && sign.text == "=")
      reporter_.error(sign.place, "an assignment is written with '='", "write ':=' in an algorithm");
    if (!algorithm && sign.text == ":=")
      reporter_.error(sign.place, "an equation is written with ':='", "write '=' among equations");
    made.right = expression();
    const ast::ExprKind kind = made.left->kind;
    if (algorithm && kind != ast::ExprKind::kReference && kind != ast::ExprKind::kTuple)
      reporter_.fail(made.left->place, "what is left of ':=' is no variable",
                     "assign to a variable, or to (a, b) when the right side is a call with several results");
    if (algorithm && kind == ast::ExprKind::kTuple && made.right->kind != ast::ExprKind::kCall)
      reporter_.error(made.right->place,
                      "(...) := takes the results of a function call, and this is no call");
  } else {
    made.kind = StatementKind::kCall;
    if (made.left->kind != ast::ExprKind::kCall)
      unexpected(algorithm ? "':=' or a function call" : "'=' or a function call");
  }
}

void Parser::if_statement(Statement& made, bool algorithm) {
  made.kind = StatementKind::kIf;
  std::vector<Branch> branches;
  do {
    const Place place = next().place;  // if, elseif
    ast::Expr* condition = expression();
    expect("then", "after the condition");
    branches.push_back({condition, body(algorithm), place});
  } while (is("elseif"));
  if (is("else")) {
    const Place place = next().place;
    const bool nested = is("if") && peek().place.line == place.line;
    branches.push_back({nullptr, body(algorithm), place});
    if (nested && is("end") && !(peek(1).kind == TokenKind::kKeyword && peek(1).text == "if"))
      reporter_.error(place,
                      "the 'if' after this 'else' has an 'end if' of its own, and the outer one has none",
                      "write 'elseif', or another 'end if'");
  }
  expect("end", "of 'if'");
  expect("if", "after 'end'");
  made.branches = arena_.copy(branches);
}

void Parser::for_statement(Statement& made, bool algorithm) {
  made.kind = StatementKind::kFor;
  const Place place = next().place;
  made.iterators = iterators();
  expect("loop", "after the iterators");
  made.branches = arena_.copy(std::vector<Branch>{{nullptr, body(algorithm), place}});
  expect("end", "of 'for'");
  expect("for", "after 'end'");
}

void Parser::while_statement(Statement& made) {
  made.kind = StatementKind::kWhile;
  const Place place = next().place;
  ast::Expr* condition = expression();
  expect("loop", "after the condition");
  made.branches = arena_.copy(std::vector<Branch>{{condition, body(true), place}});
  expect("end", "of 'while'");
  expect("while", "after 'end'");
}

void Parser::when_statement(Statement& made, bool algorithm) {
  made.kind = StatementKind::kWhen;
  std::vector<Branch> branches;
  do {
    const Place place = next().place;  // when, elsewhen
    ast::Expr* condition = expression();
    expect("then", "after the condition");
    branches.push_back({condition, body(algorithm), place});
  } while (is("elsewhen"));
  expect("end", "of 'when'");
  expect("when", "after 'end'");
  made.branches = arena_.copy(branches);
}

}  // namespace escapement::modelica
