// SPDX-License-Identifier: MIT
// As many equations as unknowns (Modelica 3.6, section 4.7), counted in scalars.
#include "escapement/modelica/balance.h"

#include <algorithm>
#include <map>
#include <set>

namespace escapement::modelica {

std::int64_t scalar_count(const Type& type) {
  std::int64_t count = 1;
  for (const std::int64_t size : type.dims) count *= size < 0 ? 0 : size;
  if (type.base == BaseType::kNone) return 0;
  if (type.base == BaseType::kRecord && type.record != nullptr) {
    std::int64_t fields = 0;
    for (const RecordField& field : type.record->fields) fields += scalar_count(field.type);
    count *= fields;
  }
  return count;
}

namespace {

// The variables that statements assign, with literal subscripts told apart.
void assigned(const Expr* left, std::map<std::pair<std::uint32_t, std::string>, std::int64_t>& to,
              const FlatModel& model) {
  if (left == nullptr) return;
  switch (left->kind) {
    case ExprKind::kVariable: {
      std::string key;
      bool literal = true;
      for (const Expr* sub : left->args) {
        literal = literal && sub->kind == ExprKind::kInteger;
        key += std::to_string(sub->integer) + ",";
      }
      if (!literal) key.clear();
      to[{left->variable, key}] =
          literal ? scalar_count(left->type) : scalar_count(model.variables[left->variable].type);
      return;
    }
    case ExprKind::kTuple:
    case ExprKind::kRecord:
    case ExprKind::kArray:
      for (const Expr* part : left->args) assigned(part, to, model);
      return;
    case ExprKind::kField:
    case ExprKind::kIndex:
      return assigned(left->args[0], to, model);
    default:
      return;
  }
}

void assigned(const std::vector<Equation>& body,
              std::map<std::pair<std::uint32_t, std::string>, std::int64_t>& to, const FlatModel& model) {
  for (const Equation& statement : body) {
    if (statement.kind == EquationKind::kAssign || statement.kind == EquationKind::kEqual)
      assigned(statement.left, to, model);
    for (const EquationBranch& branch : statement.branches) assigned(branch.body, to, model);
  }
}

std::int64_t total(const std::map<std::pair<std::uint32_t, std::string>, std::int64_t>& targets,
                   const FlatModel& model) {
  std::int64_t count = 0;
  for (auto at = targets.begin(); at != targets.end();) {
    const std::uint32_t variable = at->first.first;
    std::int64_t mine = 0;
    for (; at != targets.end() && at->first.first == variable; ++at) mine += at->second;
    count += std::min(mine, scalar_count(model.variables[variable].type));
  }
  return count;
}

}  // namespace

std::int64_t equation_count(const Equation& equation, const FlatModel& model) {
  switch (equation.kind) {
    case EquationKind::kEqual: {
      if (equation.left->kind == ExprKind::kTuple) {
        std::int64_t count = 0;
        for (const Expr* part : equation.left->args) count += part == nullptr ? 0 : scalar_count(part->type);
        return count;
      }
      return std::max(scalar_count(equation.left->type), scalar_count(equation.right->type));
    }
    case EquationKind::kFor: {
      std::int64_t inner = 0;
      for (const Equation& part : equation.branches[0].body) inner += equation_count(part, model);
      for (const Iterator& iterator : equation.iterators)
        inner *= iterator.range->type.dims[0] < 0 ? 0 : iterator.range->type.dims[0];
      return inner;
    }
    case EquationKind::kIf: {
      std::int64_t count = 0;
      for (const EquationBranch& branch : equation.branches) {
        std::int64_t mine = 0;
        for (const Equation& part : branch.body) mine += equation_count(part, model);
        count = std::max(count, mine);
      }
      return count;
    }
    case EquationKind::kWhen: {  // each branch sets the same variables
      std::int64_t count = 0;
      for (const EquationBranch& branch : equation.branches) {
        std::int64_t mine = 0;
        for (const Equation& part : branch.body) mine += equation_count(part, model);
        count = std::max(count, mine);
      }
      return count;
    }
    default:
      return 0;
  }
}

std::int64_t equation_count(const Algorithm& algorithm, const FlatModel& model) {
  std::map<std::pair<std::uint32_t, std::string>, std::int64_t> targets;
  assigned(algorithm.statements, targets, model);
  return total(targets, model);
}

Balance balance_of(const FlatModel& model) {
  Balance made;
  for (const Variable& variable : model.variables) {
    if (variable.variability <= Variability::kParameter) continue;
    const std::int64_t count = scalar_count(variable.type);
    made.variables += count;
    if (variable.causality == Causality::kInput && !variable.binding.present()) {
      made.inputs += count;
      continue;
    }
    if (variable.binding.present()) made.equations += count;
  }
  for (const Equation& equation : model.equations) made.equations += equation_count(equation, model);
  for (const Algorithm& algorithm : model.algorithms) made.equations += equation_count(algorithm, model);
  return made;
}

}  // namespace escapement::modelica
