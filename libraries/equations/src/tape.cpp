// SPDX-License-Identifier: MIT
#include "escapement/equations/tape.h"

#include <unordered_map>

namespace escapement::equations {

Tape::Tape(const Terms& terms, std::span<const Term> results) {
  std::unordered_map<std::uint32_t, std::uint32_t> place;
  const std::vector<Term> needed = terms.reachable(results);
  registers_ = needed.size();
  for (std::uint32_t i = 0; i < needed.size(); ++i) {
    const Term term = needed[i];
    place.emplace(term.id, i);
    switch (terms.operation(term)) {
      case Operation::kConstant:
        constants_.push_back({i, terms.value(term)});
        break;
      case Operation::kVariable:
        loads_.push_back({i, terms.variable_index(term), false});
        break;
      case Operation::kTime:
        loads_.push_back({i, 0, true});
        break;
      default: {
        const auto arguments = terms.arguments(term);
        const auto at = [&](std::size_t k) { return place.at(arguments[k < arguments.size() ? k : 0].id); };
        instructions_.push_back({terms.operation(term), i, at(0), at(1), at(2)});
      }
    }
  }
  for (const Term term : results) results_.push_back(place.at(term.id));
}

double evaluate(const Terms& terms, Term term, std::span<const double> variables, double time) {
  const Tape tape(terms, {&term, 1});
  std::vector<double> work;
  double result = 0;
  tape.evaluate<double>(variables, time, work, {&result, 1});
  return result;
}

}  // namespace escapement::equations
