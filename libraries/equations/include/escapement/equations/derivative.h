// SPDX-License-Identifier: MIT
// Symbolic derivatives of terms: the rules of calculus, each node once.
//
// Relations, logic and floor are constant where they do not jump, so their derivative is 0. min, max and abs
// take that of the piece on which the value lies; the relation that chooses it is taken as it is (noEvent)
// and located by nobody.
#pragma once

#include <functional>

#include "escapement/equations/terms.h"

namespace escapement::equations {

// d(term) where every variable's own derivative is told by `of_variable` (nullopt: 0) and time's by
// `of_time`. Partial: of_variable gives 1 for one variable, of_time is 0. Total, in time: of_variable gives
// the variable that stands for its derivative, of_time is 1.
class Differentiator {
 public:
  using OfVariable = std::function<Term(VariableIndex)>;
  Differentiator(Terms& terms, OfVariable of_variable, Term of_time);
  Term operator()(Term term);  // remembers what it has done

 private:
  Term derive(Term term);
  Terms& terms_;
  OfVariable of_variable_;
  Term of_time_;
  std::unordered_map<std::uint32_t, Term> known_;
};

Term partial_derivative(Terms& terms, Term term, VariableIndex variable);

}  // namespace escapement::equations
