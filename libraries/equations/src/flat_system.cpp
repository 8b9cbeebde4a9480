// SPDX-License-Identifier: MIT
#include "escapement/equations/flat_system.h"

#include "escapement/equations/derivative.h"
#include "escapement/equations/text.h"

namespace escapement::equations {

VariableIndex FlatSystem::add(FlatVariable variable) {
  variables.push_back(std::move(variable));
  return static_cast<VariableIndex>(variables.size() - 1);
}

std::optional<VariableIndex> FlatSystem::find(std::string_view name) const {
  for (VariableIndex i = 0; i < variables.size(); ++i)
    if (variables[i].name == name) return i;
  return std::nullopt;
}

VariableIndex FlatSystem::derivative_of(VariableIndex x) {
  if (variables[x].derivative) return *variables[x].derivative;
  FlatVariable made;
  made.name = "der(" + variables[x].name + ")";
  made.nominal = variables[x].nominal;
  made.where = variables[x].where;
  made.integral = x;
  const VariableIndex index = add(std::move(made));
  variables[x].derivative = index;
  return index;
}

Term FlatSystem::time_derivative(Term term) {
  const Term zero = terms.constant(0);
  return Differentiator(
      terms,
      [&](VariableIndex x) {
        if (variables[x].variability == Variability::kInput)
          throw BuildError("the input '" + variables[x].name + "' would have to be differentiated, since '" +
                           text(term) +
                           "' is a constraint between states. Give its derivative too, or put a "
                           "filter between the input and the constraint.");
        return is_unknown(x) ? terms.variable(derivative_of(x)) : zero;
      },
      terms.constant(1))(term);
}

std::string FlatSystem::text(Term term) const {
  return to_text(terms, term, [this](VariableIndex variable) { return variables[variable].name; });
}

std::string FlatSystem::text(const FlatEquation& equation) const {
  return text(equation.left) + " = " + text(equation.right);
}

}  // namespace escapement::equations
