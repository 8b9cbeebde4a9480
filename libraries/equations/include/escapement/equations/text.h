// SPDX-License-Identifier: MIT
// Terms from text and back.
//
// Grammar, loosest first. It is that of Modelica's expressions (Modelica Language Specification 3.6,
// section 3.2, and appendix A.2.7) for scalars, with the operators of the process side's expressions as
// second spellings:
//
//   if            if condition then expression {elseif condition then expression} else expression
//   or            or  ||
//   and           and  &&
//   not           not  !
//   relation      <  <=  >  >=  ==  <> (also !=)       at most one
//   sum           + -   from left to right; a sign may stand before the first: -a*b is -(a*b)
//   product       * /   from left to right
//   power         ^ (also **)   at most one: a^b^c is an error, since it can be read in two ways
//   value         number, name, time, true, false, function(a, ...), (expression)
//
// Names: [A-Za-z_][A-Za-z0-9_]*, joined by dots. Case matters everywhere. Functions: those of operation.h.
// Nesting may be kMaximumTextDepth deep.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/equations/terms.h"
#include "escapement/expressions/errors.h"

namespace escapement::equations {

inline constexpr int kMaximumTextDepth = 200;
inline constexpr std::size_t kMaximumPrinted = 5000;

struct Names {
  // What a name stands for; nothing when there is no such name.
  std::function<std::optional<Term>(std::string_view)> find;
  // For suggestions.
  std::function<std::vector<std::string>()> known;
};

// Appends every fault that can be told, in order of place: one of grammar ends the search, unknown names and
// wrong numbers of arguments do not. The result means nothing when there are faults.
Term parse(std::string_view text, Terms& terms, const Names& names,
           std::vector<expressions::ExpressionError>& faults);
// Throws the first fault.
Term parse(std::string_view text, Terms& terms, const Names& names);

// Text that parse() reads back as the same term (up to what make() simplifies). Parentheses only where they
// are needed; numbers as short as they can be read back exactly. Terms share parts, so that their text may be
// longer than any memory: after kMaximumPrinted operations and values, and where it is nested deeper than
// kMaximumTextDepth, "..." stands.
std::string to_text(const Terms& terms, Term term, const std::function<std::string(VariableIndex)>& name);

}  // namespace escapement::equations
