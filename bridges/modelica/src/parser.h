// SPDX-License-Identifier: MIT
// Tokens to classes: recursive descent over the grammar of Modelica 3.6, appendix A.2. After a fault the
// parser goes on behind the next semicolon, so that all faults of a text come in one pass. Nesting is
// bounded.
#pragma once

#include <memory>
#include <string>

#include "ast.h"
#include "lexer.h"

namespace escapement::modelica {

// A file that was read. Text and tree live as long as it does.
struct SourceFile {
  std::string name;
  std::string text;
  std::uint16_t number = 0;
  Arena arena;
  ast::StoredFile tree;
};

// Reads `text`; `name` stands in messages. Faults are reported; what could be read is in the tree all the
// same.
std::unique_ptr<SourceFile> parse(std::string name, std::string text, Reporter& reporter);

// The parser's parts share this; each part is a source of its own: parser.cpp (classes and elements),
// parse_modification.cpp, parse_statement.cpp, parse_expression.cpp.
class Parser {
 public:
  Parser(SourceFile& file, Reporter& reporter);
  void stored_definition();

 private:
  // Tokens
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
  }
  bool is(std::string_view word) const { return peek().is(word); }
  bool accept(std::string_view word);
  void expect(std::string_view word, const char* context);
  std::string_view identifier(const char* context);
  std::string_view description();
  Token next();
  [[noreturn]] void unexpected(const std::string& wanted);
  void skip_statement();

  // Bounds the nesting for as long as it lives.
  struct Depth {
    explicit Depth(Parser& parser);
    ~Depth() { --parser.depth; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    Parser& parser;
  };

  // Classes and elements
  bool class_begins() const;
  ast::Class* class_definition(const ast::Class* enclosing);
  void class_prefixes(ast::Class& made);
  void long_class(ast::Class& made);
  void short_class(ast::Class& made);
  void enumeration(ast::Class& made);
  void derivative_class(ast::Class& made);
  void composition(ast::Class& made);
  void section(ast::Class& made, std::vector<ast::Section>& sections);
  void external_clause(ast::Class& made);
  void element(ast::Class& made, bool is_protected, std::vector<ast::Element*>& elements);
  void import_clause(ast::Class& made, bool is_protected, std::vector<ast::Element*>& elements);
  void extends_clause(ast::Class& made, bool is_protected, std::vector<ast::Element*>& elements);
  void component_clause(ast::Element prefixes, std::vector<ast::Element*>& elements, bool only_one);
  void constraining(ast::Element& made);
  void base_prefix(ast::Class& made);
  ast::TypeName type_name();
  Span<ast::Expr*> subscripts_if_any();

  // Modifications
  ast::Modification* modification_if_any();
  ast::Modification* class_modification();
  ast::Argument argument();
  void redeclaration(ast::Argument& made);
  ast::Modification* annotation_if_any();

  // Equations and statements
  std::vector<ast::Statement*> statements(bool algorithm);
  ast::Statement* statement(bool algorithm);
  void if_statement(ast::Statement& made, bool algorithm);
  void for_statement(ast::Statement& made, bool algorithm);
  void when_statement(ast::Statement& made, bool algorithm);
  void while_statement(ast::Statement& made);
  void simple_statement(ast::Statement& made, bool algorithm);
  Span<ast::Statement*> body(bool algorithm);
  bool body_ends() const;

  // Expressions
  ast::Expr* expression();
  ast::Expr* simple_expression();
  ast::Expr* binary(int level);
  ast::Expr* unary();
  ast::Expr* factor();
  ast::Expr* primary();
  ast::Expr* if_expression();
  ast::Expr* reference_or_call();
  void call_arguments(ast::Expr& call);
  ast::Expr* partial_function();
  ast::Expr* array();
  ast::Expr* matrix();
  ast::Expr* parenthesised();
  Span<ast::RefPart> reference_parts();
  Span<ast::Expr*> subscripts();
  Span<ast::Iterator> iterators();
  ast::Expr* make(ast::ExprKind kind, Place place);

  SourceFile& file_;
  Arena& arena_;
  Reporter& reporter_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth = 0;
};

}  // namespace escapement::modelica
