// SPDX-License-Identifier: MIT
#include "assigned_locals.h"

namespace escapement::modelica {
namespace {

void add_target(const Expr* target, std::set<std::uint32_t>& found) {
  if (target == nullptr) return;
  if (target->kind == ExprKind::kLocal) found.insert(target->variable);
  if (target->kind == ExprKind::kField || target->kind == ExprKind::kIndex)
    add_target(target->args[0], found);
  if (target->kind == ExprKind::kTuple || target->kind == ExprKind::kRecord)
    for (const Expr* part : target->args) add_target(part, found);
}

}  // namespace

std::set<std::uint32_t> assigned_locals(const std::vector<Equation>& statements) {
  std::set<std::uint32_t> found;
  for (const Equation& one : statements) {
    if (one.kind == EquationKind::kAssign) add_target(one.left, found);
    for (const EquationBranch& branch : one.branches) found.merge(assigned_locals(branch.body));
  }
  return found;
}

}  // namespace escapement::modelica
