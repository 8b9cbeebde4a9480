// SPDX-License-Identifier: MIT
#include "escapement/expressions/functions.h"

#include <algorithm>
#include <array>

#include "escapement/expressions/errors.h"
#include "mathematics.h"
#include "variates.h"

namespace escapement::expressions {

const std::vector<Signature>& functions() {
  static const std::vector<Signature> table = [] {
    std::vector<Signature> all;
    for (const internal::MathFunction& f : internal::mathematics()) all.push_back(f.signature);
    for (const random::Distribution& d : random::distributions())
      all.push_back(internal::variate_signature(d));
    return all;
  }();
  return table;
}

bool is_reserved(std::string_view name) {
  return find_signature(functions(), name) != nullptr;
}

bool is_operator_word(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kWords{"EQ", "NE",  "LT", "LE", "GT",
                                                          "GE", "AND", "OR", "NOT"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view w) { return equal_ignoring_case(w, word); });
}

}  // namespace escapement::expressions
