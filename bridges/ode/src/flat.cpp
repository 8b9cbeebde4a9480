// SPDX-License-Identifier: MIT
#include "escapement/ode/flat.h"

#include "escapement/core/error.h"

namespace escapement::ode {

using equations::FlatSystem;
using equations::FlatVariable;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;
using equations::VariableKind;

FlatSystem flat_system(const equations::OdeSystem& system) {
  FlatSystem flat;
  flat.terms = system.terms;  // variables keep their numbers
  flat.conditions = system.conditions;
  for (const equations::Variable& one : system.variables) {
    FlatVariable made;
    made.name = one.name;
    made.unit = one.unit;
    made.nominal = one.nominal;
    made.where = one.where;
    made.start = one.start;
    switch (one.kind) {
      case VariableKind::kState:
        made.fixed = true;
        break;
      case VariableKind::kAlgebraic:
        made.start.reset();
        break;
      case VariableKind::kInput:
        made.variability = Variability::kInput;
        break;
      case VariableKind::kDiscrete:
        made.variability = Variability::kDiscrete;
        break;
      case VariableKind::kCondition:
        made.variability = Variability::kCondition;
        break;
    }
    flat.add(std::move(made));
  }
  for (const equations::Assignment& one : system.derivatives)
    flat.equations.push_back(
        {flat.terms.variable(flat.derivative_of(one.variable)), one.value, one.where, {}});
  for (const equations::Assignment& one : system.algebraics)
    flat.equations.push_back({flat.terms.variable(one.variable), one.value, one.where, {}});
  for (VariableIndex v = 0; v < system.variables.size(); ++v) {
    std::vector<equations::WhenBranch> branches;
    for (const equations::Event& event : system.events)
      for (const equations::Assignment& one : event.assignments) {
        if (one.variable != v) continue;
        if (event.at_start)
          throw BuildError("the event at '" + event.text +
                           "' may happen at the start ('atStart'), which flat equations do not tell");
        std::optional<Term> before;
        const Term value = flat.terms.substitute(one.value, [&](VariableIndex read) -> const Term* {
          if (flat.variables[read].variability != Variability::kDiscrete) return nullptr;
          before = flat.terms.variable(flat.previous_of(read));
          return &*before;
        });
        branches.push_back({{event.when}, value});
      }
    if (branches.empty()) continue;
    if (system.variables[v].kind == VariableKind::kState)
      flat.reinits.push_back({v, std::move(branches), system.variables[v].where});
    else
      flat.discrete_equations.push_back({v, {}, std::move(branches), system.variables[v].where});
  }
  return flat;
}

}  // namespace escapement::ode
