// SPDX-License-Identifier: MIT
// Which discrete equation gives which variable.
#include <algorithm>
#include <map>

#include "escapement/equations/structure.h"
#include "translator.h"

namespace escapement::modelica {

void Translator::give_discrete(VariableIndex variable, Term value, Place place) {
  has_discrete_equation_.insert(variable);
  system_.discrete_equations.push_back({variable, value, {}, model_.location(place)});
}

// A variable that stands alone on a side of an equation and not on the other can be given by it; each is
// matched with one that can give it. A side `not b` counts for b.
void Translator::match_discrete() {
  std::map<VariableIndex, int> number;
  std::vector<VariableIndex> variables;
  const auto target_of = [&](Term side) -> std::optional<VariableIndex> {
    if (terms_.operation(side) == Operation::kNot) side = terms_.arguments(side)[0];
    if (!is_discrete_variable(side)) return std::nullopt;
    const VariableIndex v = terms_.variable_index(side);
    if (has_discrete_equation_.contains(v)) return std::nullopt;
    return v;
  };
  equations::Incidence incidence;
  for (const DiscretePair& pair : discrete_) {
    std::vector<int>& uses = incidence.of_equation.emplace_back();
    for (const Term side : {pair.left, pair.right}) {
      const auto v = target_of(side);
      if (!v) continue;
      const auto in_other = terms_.variables_in(side == pair.left ? pair.right : pair.left);
      if (std::find(in_other.begin(), in_other.end(), *v) != in_other.end()) continue;
      const auto [at, made] = number.try_emplace(*v, static_cast<int>(variables.size()));
      if (made) variables.push_back(*v);
      if (uses.empty() || uses.front() != at->second) uses.push_back(at->second);
    }
  }
  incidence.unknowns = variables.size();
  const equations::Matching matching = equations::maximum_matching(incidence);
  for (std::size_t i = 0; i < discrete_.size(); ++i) {
    const DiscretePair& pair = discrete_[i];
    if (matching.unknown_of[i] < 0) {
      faults_.push_back({model_.location(pair.place),
                         "no discrete variable is left that the equation " + system_.text(pair.left) + " = " +
                             system_.text(pair.right) + " could give",
                         "A discrete equation must have its variable alone on one side, and each variable "
                         "needs one equation."});
      continue;
    }
    const VariableIndex v = variables[static_cast<std::size_t>(matching.unknown_of[i])];
    const bool is_left = target_of(pair.left) == v;
    const Term side = is_left ? pair.left : pair.right;
    Term value = is_left ? pair.right : pair.left;
    if (terms_.operation(side) == Operation::kNot) value = terms_.make(Operation::kNot, value);
    give_discrete(v, value, pair.place);
  }
}

}  // namespace escapement::modelica
