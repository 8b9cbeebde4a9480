// SPDX-License-Identifier: MIT
#include "escapement/equations/gradient.h"

#include <algorithm>

#include "derivative_rules.h"
#include "escapement/equations/derivative.h"

namespace escapement::equations {
namespace {

bool chooses(Operation operation) {
  return operation == Operation::kIf || operation == Operation::kMin || operation == Operation::kMax;
}

}  // namespace

std::vector<Partial> gradient(Terms& terms, Term term, const std::function<bool(VariableIndex)>& wanted) {
  std::vector<Partial> found;
  const Term zero = terms.constant(0);
  const std::vector<Term> nodes = terms.reachable({&term, 1});
  if (std::any_of(nodes.begin(), nodes.end(), [&](Term node) { return chooses(terms.operation(node)); })) {
    for (const VariableIndex v : terms.variables_in(term)) {
      if (!wanted(v)) continue;
      const Term value = partial_derivative(terms, term, v);
      if (!(value == zero)) found.push_back({v, value});
    }
    return found;
  }
  // shares[i]: the derivative of the term by nodes[i], complete when all nodes above have passed theirs on.
  std::vector<Term> shares(nodes.size(), zero);
  shares.back() = terms.constant(1);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Term node = nodes[i], share = shares[i];
    if (share == zero) continue;
    if (terms.operation(node) == Operation::kVariable) {
      if (wanted(terms.variable_index(node))) found.push_back({terms.variable_index(node), share});
      continue;
    }
    const auto span = terms.arguments(node);
    const std::vector<Term> arguments(span.begin(),
                                      span.end());  // making terms may move what the span looks at
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (terms.is_constant(arguments[k])) continue;
      std::array<Term, 3> only{zero, zero, zero};
      only[k] = share;
      const auto place = std::lower_bound(nodes.begin(), nodes.end(), arguments[k]);
      Term& sum = shares[static_cast<std::size_t>(place - nodes.begin())];
      sum = terms.add(sum, internal::derived(terms, node, only));
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Partial& a, const Partial& b) { return a.variable < b.variable; });
  return found;
}

}  // namespace escapement::equations
