// SPDX-License-Identifier: MIT
// What an expression comes to when variables are terms: a scalar, an array, a record or a text.
#pragma once

#include <string>
#include <vector>

#include "escapement/equations/terms.h"
#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

struct Symbol {
  enum class Kind : std::uint8_t { kScalar, kArray, kRecord, kText, kFunction, kNone } kind = Kind::kNone;
  equations::Term term;
  std::vector<Symbol>
      parts;  // of an array, a record, or several results; of a text with numbers in it: texts and scalars
  std::string text;
  const Expr* function = nullptr;

  static Symbol scalar(equations::Term term) { return {Kind::kScalar, term, {}, {}, nullptr}; }
  static Symbol array(std::vector<Symbol> parts) { return {Kind::kArray, {}, std::move(parts), {}, nullptr}; }
  static Symbol record(std::vector<Symbol> parts) {
    return {Kind::kRecord, {}, std::move(parts), {}, nullptr};
  }
  static Symbol string(std::string text) { return {Kind::kText, {}, {}, std::move(text), nullptr}; }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_scalar() const { return kind == Kind::kScalar; }
};

// All scalars in order, row by row.
void scalars_of(const Symbol& symbol, std::vector<equations::Term>& to);

}  // namespace escapement::modelica
