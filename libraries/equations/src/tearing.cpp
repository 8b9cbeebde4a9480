// SPDX-License-Identifier: MIT
#include "tearing.h"

#include <algorithm>
#include <map>
#include <set>

#include "escapement/equations/derivative.h"

namespace escapement::equations::internal {
namespace {

// Safe to divide by: a constant that is not zero, or made of parameters only.
bool may_divide(const FlatSystem& system, Term coefficient) {
  if (system.terms.is_constant(coefficient)) return system.terms.value(coefficient) != 0;
  if (system.terms.depends_on_time(coefficient)) return false;
  for (const VariableIndex v : system.terms.variables_in(coefficient))
    if (system.variables[v].variability != Variability::kParameter) return false;
  return true;
}

bool holds_any(const FlatSystem& system, Term term, const std::set<VariableIndex>& variables) {
  const auto found = system.terms.variables_in(term);
  return std::any_of(found.begin(), found.end(), [&](VariableIndex v) { return variables.contains(v); });
}

struct Row {
  Term residual;
  std::set<VariableIndex> open;  // unknowns of the block that are not known yet
};

}  // namespace

std::optional<Term> solved_for(FlatSystem& system, Term residual, VariableIndex variable) {
  Terms& terms = system.terms;
  const Term coefficient = partial_derivative(terms, residual, variable);
  if (!may_divide(system, coefficient)) return std::nullopt;
  const Term zero = terms.constant(0);
  const Term rest =
      terms.substitute(residual, [&](VariableIndex v) { return v == variable ? &zero : nullptr; });
  return terms.negate(terms.divide(rest, coefficient));
}

void tear(FlatSystem& system, SolvedBlock& block, const std::vector<Term>& residuals) {
  std::vector<Row> rows;
  std::map<VariableIndex, std::vector<std::size_t>> rows_of;
  const std::set<VariableIndex> unknowns(block.unknowns.begin(), block.unknowns.end());
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    Row& row = rows.emplace_back(Row{residuals[i], {}});
    for (const VariableIndex v : system.terms.variables_in(row.residual))
      if (unknowns.contains(v)) {
        row.open.insert(v);
        rows_of[v].push_back(i);
      }
  }
  std::vector<bool> used(rows.size(), false);
  std::set<VariableIndex> left = unknowns;
  std::set<std::pair<std::size_t, VariableIndex>> tried;  // cannot be solved so
  std::map<std::pair<std::size_t, VariableIndex>, Term> coefficients;
  const auto coefficient = [&](std::size_t r, VariableIndex v) {
    const auto [at, made] = coefficients.try_emplace({r, v});
    if (made) at->second = partial_derivative(system.terms, rows[r].residual, v);
    return at->second;
  };
  const auto make_known = [&](VariableIndex v) {
    left.erase(v);
    for (const std::size_t r : rows_of[v]) rows[r].open.erase(v);
  };
  const auto solve_one = [&] {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (used[r] || rows[r].open.size() != 1) continue;
      const VariableIndex v = *rows[r].open.begin();
      if (tried.contains({r, v})) continue;
      if (const auto value = solved_for(system, rows[r].residual, v)) {
        block.inner.push_back({v, *value});
        used[r] = true;
        make_known(v);
        return true;
      }
      tried.insert({r, v});
    }
    return false;
  };
  while (!left.empty()) {
    if (solve_one()) continue;
    // Torn is the unknown that stands in most equations that are left, for it makes the most others solvable;
    // an equation that cannot be solved for it counts twice, since there it would have to be known anyway.
    VariableIndex best = *left.begin();
    std::size_t most = 0;
    for (const VariableIndex v : left) {
      const auto& uses = rows_of[v];
      std::size_t count = 0;
      for (const std::size_t r : uses)
        if (!used[r]) count += may_divide(system, coefficient(r, v)) ? 1 : 2;
      if (count > most) {
        most = count;
        best = v;
      }
    }
    block.torn.push_back(best);
    make_known(best);
  }
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (!used[r]) block.residuals.push_back(rows[r].residual);
  differentiate_block(system, block);
}

// Derivatives by the torn unknowns, through the inner ones: the inner ones' own come first.
void differentiate_block(FlatSystem& system, SolvedBlock& block) {
  const std::set<VariableIndex> unknowns(block.unknowns.begin(), block.unknowns.end());
  bool linear = block.fast == 0;
  const Term zero = system.terms.constant(0), one = system.terms.constant(1);
  block.jacobian.assign(block.residuals.size(), {});
  for (const VariableIndex torn : block.torn) {
    std::map<VariableIndex, Term> through{{torn, one}};
    Differentiator by(
        system.terms,
        [&](VariableIndex v) {
          const auto found = through.find(v);
          return found == through.end() ? zero : found->second;
        },
        zero);
    for (const Solution& inner : block.inner) through.emplace(inner.variable, by(inner.value));
    for (std::size_t i = 0; i < block.residuals.size(); ++i) {
      const Term entry = by(block.residuals[i]);
      linear = linear && !holds_any(system, entry, unknowns);
      block.jacobian[i].push_back(entry);
    }
  }
  block.kind = block.torn.empty() ? SolvedBlock::Kind::kExplicit
               : linear           ? SolvedBlock::Kind::kLinear
                                  : SolvedBlock::Kind::kNonlinear;
}

}  // namespace escapement::equations::internal
