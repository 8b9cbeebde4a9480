// SPDX-License-Identifier: MIT
// Dimensions of units, as far as they are known: so that metres are not added to seconds.
//
// A unit is written as the Modelica Language Specification 3.6, chapter 19, says, "kg.m/s2", "J/(kg.K)",
// "1/s", and as people write besides: "*" for ".", "^" before an exponent, several "/" one after the other.
// Known are the units of the SI (BIPM, "The International System of Units", 9th edition) with all prefixes,
// and g, l, L, min, h, d, deg, rev, bar, degC, eV, %. Only dimensions are compared, not sizes: 1 l and 1 m3
// are both volumes, and plane angles are plain numbers. What is not known, or has no unit, fits everything,
// and so do numbers and time.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/equations/terms.h"

namespace escapement::equations {

// Exponents of m, kg, s, A, K, mol, cd, in twelfths (so that roots have them too).
using Dimension = std::array<int, 7>;

std::optional<Dimension> dimension_of(std::string_view unit);
std::string dimension_text(const Dimension& dimension);  // "m3/s", "1"
Dimension per_time(Dimension dimension);

// The dimension of a term, or nothing where it cannot be told. Calls `fault` with a message for each part
// that does not fit. `of_variable` answers those of variables.
class DimensionCheck {
 public:
  using OfVariable = std::function<std::optional<Dimension>(VariableIndex)>;
  DimensionCheck(const Terms& terms, OfVariable of_variable, std::function<std::string(Term)> text,
                 std::function<void(std::string)> fault)
      : terms_(terms),
        of_variable_(std::move(of_variable)),
        text_(std::move(text)),
        fault_(std::move(fault)) {}
  std::optional<Dimension> operator()(Term term);

  // Of both, which must be one; a plain number fits every unit.
  std::optional<Dimension> same(Term a, Term b);

 private:
  void needs_none(Term function, Term argument);
  const Terms& terms_;
  OfVariable of_variable_;
  std::function<std::string(Term)> text_;
  std::function<void(std::string)> fault_;
};

}  // namespace escapement::equations
