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

// A variable that stands alone on a side of an equation and not on the other can be given by it, if the other
// side changes at events only; each is matched with one that can give it. A side `not b` counts for b. What
// gives none is an equation for a continuous variable, where it has one.
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
      const Term other = side == pair.left ? pair.right : pair.left;
      const auto in_other = terms_.variables_in(other);
      if (std::find(in_other.begin(), in_other.end(), *v) != in_other.end() || change_of(other, false))
        continue;
      const auto [at, made] = number.try_emplace(*v, static_cast<int>(variables.size()));
      if (made) variables.push_back(*v);
      if (uses.empty() || uses.front() != at->second) uses.push_back(at->second);
    }
  }
  incidence.unknowns = variables.size();
  const equations::Matching matching = equations::maximum_matching(incidence);
  std::vector<const DiscretePair*> left_over;
  for (std::size_t i = 0; i < discrete_.size(); ++i) {
    const DiscretePair& pair = discrete_[i];
    if (matching.unknown_of[i] < 0) {
      left_over.push_back(&pair);
      continue;
    }
    const VariableIndex v = variables[static_cast<std::size_t>(matching.unknown_of[i])];
    const bool is_left = target_of(pair.left) == v;
    const Term side = is_left ? pair.left : pair.right;
    Term value = is_left ? pair.right : pair.left;
    if (pair.is_real) check_whole(v, value, pair.place);
    if (terms_.operation(side) == Operation::kNot) value = terms_.make(Operation::kNot, value);
    give_discrete(v, value, pair.place);
  }
  const auto is_told = [&](Term side, Term other, const SourceLocation& where) {
    const auto v = target_of(side);
    if (!v || !change_of(other, false)) return false;
    check_given(*v, other, where);
    return true;
  };
  for (const equations::FlatEquation& one : system_.equations)  // m = x, with a continuous x
    if (!is_told(one.left, one.right, one.where)) is_told(one.right, one.left, one.where);
  for (const DiscretePair* pair : left_over) {
    const SourceLocation where = model_.location(pair->place);
    if (is_told(pair->left, pair->right, where) || is_told(pair->right, pair->left, where)) continue;
    if (change_of(pair->left, false) || change_of(pair->right, false)) {
      system_.equations.push_back({pair->left, pair->right, model_.location(pair->place), {}});
    } else {
      faults_.push_back({model_.location(pair->place),
                         "no discrete variable is left that the equation " + system_.text(pair->left) +
                             " = " + system_.text(pair->right) + " could give",
                         "A discrete equation must have its variable alone on one side, and each variable "
                         "needs one equation."});
    }
  }
}

// An Integer that a Real gives would hold what is no whole number.
void Translator::check_whole(VariableIndex v, Term value, Place place) {
  const Variable* declared = declared_as(v);
  if (declared == nullptr || declared->type.base != BaseType::kInteger) return;
  faults_.push_back({model_.location(place),
                     "the Integer '" + system_.variables[v].name + "' is to be " + system_.brief(value) +
                         ", which is of type Real",
                     "take integer() of the value, or declare '" + system_.variables[v].name + "' Real"});
}

}  // namespace escapement::modelica
