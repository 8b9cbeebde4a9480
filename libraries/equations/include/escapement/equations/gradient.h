// SPDX-License-Identifier: MIT
// All partial derivatives of one term at once.
//
// By reverse accumulation (Linnainmaa 1976; Griewank and Walther 2008, chapter 3): from the term down to its
// variables, each node adds its share to its arguments, so that all derivatives together cost a few times the
// term. A term in which an if, min or max chooses is derived variable by variable instead: the derivative of
// what is not chosen may be infinite, and zero times that would be no number.
#pragma once

#include <vector>

#include "escapement/equations/terms.h"

namespace escapement::equations {

struct Partial {
  VariableIndex variable = 0;
  Term value;
};

// For each variable in the term for which `wanted` is true, ascending; those that are zero everywhere are
// left out.
std::vector<Partial> gradient(Terms& terms, Term term, const std::function<bool(VariableIndex)>& wanted);

}  // namespace escapement::equations
