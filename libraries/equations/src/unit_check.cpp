// SPDX-License-Identifier: MIT
#include "escapement/equations/unit_check.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "escapement/equations/units.h"

namespace escapement::equations {

namespace {

// 0 = if c then a else b: what is zero in one branch may have another unit than in the other.
void check_zero(DimensionCheck& check, const Terms& terms, Term zero) {
  std::vector<Term> open{zero};
  std::set<Term> seen;
  while (!open.empty()) {
    const Term at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (terms.operation(at) != Operation::kIf) {
      check(at);
      continue;
    }
    check(terms.arguments(at)[0]);
    open.insert(open.end(), {terms.arguments(at)[2], terms.arguments(at)[1]});
  }
}

}  // namespace

std::vector<Diagnostic> check_units(const FlatSystem& system) {
  std::vector<std::optional<Dimension>> dimensions(system.variables.size());
  for (VariableIndex v = 0; v < dimensions.size(); ++v) {
    const FlatVariable& one = system.variables[v];
    if (!one.unit.empty()) dimensions[v] = dimension_of(one.unit);
    if (!one.integral) continue;  // a derivative: the variable was declared before it
    const auto& below = dimensions[*one.integral];
    dimensions[v] = below ? std::optional(per_time(*below)) : std::nullopt;
  }
  for (const FlatVariable& one : system.variables)
    if (one.previous)
      dimensions[*one.previous] = dimensions[static_cast<std::size_t>(&one - system.variables.data())];
  std::vector<Diagnostic> found;
  std::set<std::tuple<std::string, int, int>> told;  // elements of arrays share their place
  const auto look = [&](const SourceLocation& where, const auto& text, const auto& check_terms) {
    std::vector<std::string> messages;
    DimensionCheck check(
        system.terms, [&](VariableIndex v) { return dimensions[v]; },
        [&](Term term) { return system.brief(term); },
        [&](std::string message) { messages.push_back(std::move(message)); });
    check_terms(check);
    if (messages.empty() || !told.emplace(where.file, where.line, where.column).second) return;
    std::string message = "the units of " + text() + " do not fit:";
    for (const std::string& one : messages) message += (messages.size() == 1 ? " " : "\n    ") + one;
    found.push_back(
        {where, std::move(message), "Mend the equation or a unit; what has no unit fits everything."});
  };
  for (const auto* list : {&system.equations, &system.initial_equations})
    for (const FlatEquation& one : *list)
      look(
          one.where, [&] { return system.brief(one); },
          [&](DimensionCheck& check) {
            if (system.terms.is_constant(one.right, 0))
              check_zero(check, system.terms, one.left);
            else
              check.same(one.left, one.right);
          });
  for (const DiscreteEquation& one : system.discrete_equations)
    look(
        one.where, [&] { return "the value of '" + system.variables[one.variable].name + "'"; },
        [&](DimensionCheck& check) {
          if (one.value) check(*one.value);
          for (const WhenBranch& branch : one.when) {
            for (const Term condition : branch.conditions) check(condition);
            check(branch.value);
          }
        });
  return found;
}

}  // namespace escapement::equations
