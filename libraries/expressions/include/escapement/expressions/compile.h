// SPDX-License-Identifier: MIT
// Text to Expression, once, when the model is built.
//
// Grammar, loosest first; everything on one line has equal priority. The priorities are those of Arena
// (Rockwell Automation, "Arena Variables Guide", table of operators; also Rossetti, "Simulation Modeling and
// Arena", appendix E). Note that && and || share one, other than in C: a || b && c means (a || b) && c.
//
//   logic       && .AND.   || .OR.                      from left to right; the right side is evaluated only
//                                                       when it can change the result
//   comparison  == = .EQ.  <> != .NE.  < .LT.           at most one; a < b < c is an error, since it would
//               <= .LE.    > .GT.      >= .GE.          compare a truth value with c
//   sum         + -                                     from left to right
//   product     * /                                     from left to right
//   sign        - +  ! .NOT.                            -a ** 2 means -(a ** 2); !a == b is an error, since
//   it
//                                                       can be read in two ways
//   power       ** ^                                    from right to left: 2 ** 3 ** 2 is 2 ** 9
//   value       number, name, function(a, ...), array(i, ...), (expression)
//
// Numbers: 1, 1., .5, 1e-3. Names: [A-Za-z_][A-Za-z0-9_]*, joined by dots without blanks. Operators,
// functions and words of the framework are recognised in any case; names of the user are case-sensitive. A
// dot operator wins over a dotted name and over a decimal point: A.EQ.B compares A with B, 1.EQ.2 compares 1
// with 2. Nesting (parentheses, calls, signs, powers) may be kMaximumDepth deep; chains of equal priority
// have no limit.
//
// Variates: EXPO(5) draws from the stream of the field, EXPO(5, 3) from stream 3. The number of the stream is
// a constant whole number from 1; it comes after all parameters, and after all pairs of DISC and CONT.
//
// What is constant is computed here, once; a constant part that is not a number (0/0, LN(-1)) is an error.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "escapement/expressions/errors.h"
#include "escapement/expressions/expression.h"
#include "escapement/expressions/functions.h"
#include "escapement/expressions/scope.h"

namespace escapement::expressions {

inline constexpr std::size_t kMaximumDepth = 200;
inline constexpr std::size_t kMaximumFaults = 100;  // told of one expression

// Throws ExpressionError for the first fault in the text. What the scope throws beside ScopeError passes
// through.
Expression compile(std::string_view text, Scope& scope);

// The same, but appends every fault that can be told, in order of place, and returns an empty Expression if
// there is any. A fault of grammar ends the search; unknown names, wrong arguments and bad constants do not,
// up to kMaximumFaults of them.
Expression compile(std::string_view text, Scope& scope, std::vector<ExpressionError>& faults);

}  // namespace escapement::expressions
