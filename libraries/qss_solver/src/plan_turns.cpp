// SPDX-License-Identifier: MIT
// How far a state turns what reads it.
#include <cmath>

#include "escapement/core/time.h"
#include "escapement/equations/derivative.h"
#include "plan_builder.h"

namespace escapement::qss_solver {

using equations::Operation;
using equations::Term;
using equations::VariableIndex;

void Plan::Builder::find_turns() {
  p.turns.assign(p.states().size(), kInfinity);
  std::vector<Term> terms = derivative_terms;
  for (const Unit& unit : units) terms.insert(terms.end(), unit.terms.begin(), unit.terms.end());
  for (const auto& crossing : crossing_terms)
    if (crossing) terms.push_back(*crossing);
  for (const Term term : system.terms.reachable(terms)) {
    const Operation operation = system.terms.operation(term);
    if (operation != Operation::kSin && operation != Operation::kCos && operation != Operation::kTan)
      continue;
    const Term argument = system.terms.arguments(term).front();
    for (const VariableIndex v : system.terms.variables_in(argument)) {
      const std::uint32_t slot = p.q_slot[v];
      if (slot >= p.states().size()) continue;
      const Term rate = equations::partial_derivative(system.terms, argument, v);
      if (!system.terms.is_constant(rate) || system.terms.value(rate) == 0) continue;
      p.turns[slot] = std::fmin(p.turns[slot], 1 / std::abs(system.terms.value(rate)));
    }
  }
}

}  // namespace escapement::qss_solver
