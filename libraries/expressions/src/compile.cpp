// SPDX-License-Identifier: MIT
#include "escapement/expressions/compile.h"

#include <algorithm>
#include <string>

#include "parser.h"

namespace escapement::expressions {

Expression compile(std::string_view text, Scope& scope, std::vector<ExpressionError>& faults) {
  std::vector<ExpressionError> found;
  NodePtr root;
  try {
    root = internal::Parser(text, scope, found).parse();
  } catch (const ExpressionError& error) {
    found.push_back(error);
  }
  if (found.empty()) return Expression(std::move(root), std::string(text));
  std::stable_sort(found.begin(), found.end(), [](const ExpressionError& a, const ExpressionError& b) {
    return a.offset() < b.offset();
  });
  faults.insert(faults.end(), found.begin(), found.end());
  return Expression();
}

Expression compile(std::string_view text, Scope& scope) {
  std::vector<ExpressionError> faults;
  Expression result = compile(text, scope, faults);
  if (!faults.empty()) throw faults.front();
  return result;
}

}  // namespace escapement::expressions
