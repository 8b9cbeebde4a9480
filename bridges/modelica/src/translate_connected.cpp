// SPDX-License-Identifier: MIT
// Signals that are discrete because of what they are connected with.
#include <functional>
#include <set>

#include "translator.h"

namespace escapement::modelica {
namespace {
constexpr equations::VariableIndex kNoScalar = static_cast<equations::VariableIndex>(-1);  // as in first_
}  // namespace

// pre(u) of a Real that connections make equal to discrete variables is the left limit of those: u is
// discrete then, with all that it is equal to.
void Translator::mark_connected_discrete() {
  std::vector<VariableIndex> parent(system_.variables.size());
  for (VariableIndex v = 0; v < parent.size(); ++v) parent[v] = v;
  const auto root = [&](VariableIndex v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::vector<VariableIndex> remembered;
  const std::function<void(const Expr*)> look = [&](const Expr* e) {
    if (e == nullptr) return;
    const bool remembers = e->kind == ExprKind::kCall && e->function == nullptr &&
                           (e->text == "pre" || e->text == "edge" || e->text == "change");
    if (remembers && e->args[0]->kind == ExprKind::kVariable && first_[e->args[0]->variable] != kNoScalar)
      for (std::size_t k = 0; k < count_[e->args[0]->variable]; ++k)
        remembered.push_back(first_[e->args[0]->variable] + static_cast<VariableIndex>(k));
    for (const Expr* part : e->args) look(part);
  };
  const auto scalar_of = [&](const Expr* e) -> std::optional<VariableIndex> {
    if (e == nullptr || e->kind != ExprKind::kVariable || first_[e->variable] == kNoScalar)
      return std::nullopt;
    const Type& type = model_.variables[e->variable].type;
    if (type.base == BaseType::kRecord || e->args.size() != type.dims.size()) return std::nullopt;
    std::size_t place = 0;
    for (std::size_t d = 0; d < e->args.size(); ++d) {
      if (e->args[d]->kind != ExprKind::kInteger) return std::nullopt;
      place =
          place * static_cast<std::size_t>(type.dims[d]) + static_cast<std::size_t>(e->args[d]->integer) - 1;
    }
    return first_[e->variable] + static_cast<VariableIndex>(place);
  };
  const std::function<void(const std::vector<Equation>&)> walk = [&](const std::vector<Equation>& body) {
    for (const Equation& one : body) {
      look(one.left);
      look(one.right);
      for (const EquationBranch& branch : one.branches) {
        look(branch.condition);
        walk(branch.body);
      }
    }
  };
  walk(model_.equations);
  for (const Algorithm& one : model_.algorithms) walk(one.statements);
  std::erase_if(remembered, [&](VariableIndex v) { return !system_.is_unknown(v); });
  if (remembered.empty()) return;
  for (const Equation& one : model_.equations) {
    if (one.kind != EquationKind::kEqual) continue;
    const auto a = scalar_of(one.left), b = scalar_of(one.right);
    if (a && b) parent[root(*a)] = root(*b);
  }
  std::set<VariableIndex> discrete, wanted;
  for (VariableIndex v = 0; v < parent.size(); ++v)
    if (system_.variables[v].variability == equations::Variability::kDiscrete) discrete.insert(root(v));
  for (const VariableIndex v : remembered)
    if (discrete.contains(root(v))) wanted.insert(root(v));
  for (VariableIndex v = 0; v < parent.size(); ++v)
    if (system_.is_unknown(v) && wanted.contains(root(v)))
      system_.variables[v].variability = equations::Variability::kDiscrete;
}

}  // namespace escapement::modelica
