// SPDX-License-Identifier: MIT
// Recursive descent over the grammar in text.h. Faults of grammar are thrown; others are noted, and reading
// goes on.
#pragma once

#include <string_view>
#include <vector>

#include "escapement/equations/text.h"

namespace escapement::equations::internal {

class TextReader {
 public:
  TextReader(std::string_view text, Terms& terms, const Names& names,
             std::vector<expressions::ExpressionError>& faults);
  Term read();  // the whole text

 private:
  enum class Kind { kEnd, kNumber, kName, kSymbol };
  struct Token {
    Kind kind = Kind::kEnd;
    std::size_t offset = 0, length = 0;
    double number = 0;
  };
  class Depth;

  Term expression();
  Term conditional(const Token& start);
  Term disjunction();
  Term conjunction();
  Term negation();
  Term relation();
  Term sum();
  Term product();
  Term power();
  Term value();
  Term call(const Token& name, Operation function);
  Term name(const Token& token);

  void advance();
  void read_number();
  std::string_view word(const Token& token) const { return text_.substr(token.offset, token.length); }
  bool at(std::string_view symbol_or_word) const;
  bool take(std::string_view symbol_or_word);
  void expect(std::string_view symbol_or_word, std::string_view after);
  const OperationInfo* relation_here() const;
  [[noreturn]] void fail(const Token& token, std::string message, std::string remedy = {}) const;
  void note(const Token& token, std::string message, std::string remedy = {});
  std::string shown(const Token& token) const;

  std::string_view text_;
  Terms& terms_;
  const Names& names_;
  std::vector<expressions::ExpressionError>& faults_;
  Token now_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

}  // namespace escapement::equations::internal
