// SPDX-License-Identifier: MIT
// Terms share parts and texts do not: the text of a term may be longer than any memory, or nested deeper than
// what reads it allows. Parts that are large are therefore written once, under names of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include "escapement/equations/terms.h"

namespace escapement::modelica {

class WrittenParts {
 public:
  // Operations and values in the text of one part, and how deep they are nested: far below what texts may
  // have (equations/text.h, the parser of the front end), and more than what people write by hand.
  static constexpr std::size_t kMostInOne = 1000;
  static constexpr int kDeepest = 60;

  // name: writes a part, which is cut already, down and gives the variable that stands for it.
  WrittenParts(equations::Terms& terms, std::function<equations::VariableIndex(equations::Term part)> name)
      : terms_(terms), name_(std::move(name)) {}

  // The term with variables in place of its large parts. Each part is named once, those within it before it.
  equations::Term cut(equations::Term term);

 private:
  struct Measured {
    equations::Term cut;
    std::size_t size = 1;
    int depth = 1;
  };
  Measured measured(equations::Term term);

  equations::Terms& terms_;
  std::function<equations::VariableIndex(equations::Term)> name_;
  std::unordered_map<std::uint32_t, Measured> known_;  // by the term as it was
};

}  // namespace escapement::modelica
