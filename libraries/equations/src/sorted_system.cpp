// SPDX-License-Identifier: MIT
#include "escapement/equations/sorted_system.h"

#include <algorithm>
#include <unordered_map>

#include "fast_block.h"
#include "tearing.h"

namespace escapement::equations {
namespace {

[[noreturn]] void refuse(const FlatSystem& system, const Incidence& incidence,
                         const std::vector<VariableIndex>& unknowns,
                         const std::function<std::string(std::size_t)>& text) {
  const Singularity bad = singularity(incidence);
  std::string message = "the equations cannot be solved one after another:";
  if (!bad.left_unknowns.empty()) {
    message += "\n  nothing gives";
    for (const int u : bad.left_unknowns)
      message += " '" + system.variables[unknowns[static_cast<std::size_t>(u)]].name + "'";
  }
  if (!bad.too_many_equations.empty()) {
    message += "\n  too many are";
    for (const int e : bad.too_many_equations) message += "\n    " + text(static_cast<std::size_t>(e));
  }
  throw InputError({{}, message, {}});
}

}  // namespace

std::vector<SolvedBlock> sort_residuals(FlatSystem& system, const std::vector<Term>& residuals,
                                        const std::vector<VariableIndex>& unknowns,
                                        const std::function<std::string(std::size_t)>& text) {
  std::unordered_map<VariableIndex, int> number;
  for (std::size_t i = 0; i < unknowns.size(); ++i) number.emplace(unknowns[i], static_cast<int>(i));
  // Where a fast variable's rate stands, the variable counts as there too: that equation is to be solved with
  // it.
  for (const VariableIndex v : unknowns)
    if (const auto rate = system.variables[v].rate) number.emplace(*rate, number.at(v));
  Incidence incidence{unknowns.size(), {}};
  for (const Term residual : residuals) {
    std::vector<int>& uses = incidence.of_equation.emplace_back();
    for (const VariableIndex v : system.terms.variables_in(residual))
      if (const auto found = number.find(v); found != number.end()) uses.push_back(found->second);
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  }
  const Matching matching = maximum_matching(incidence);
  if (matching.pairs != unknowns.size() || matching.pairs != residuals.size())
    refuse(system, incidence, unknowns, text);
  std::vector<SolvedBlock> blocks;
  for (const EquationBlock& found : sorted_blocks(incidence, matching)) {
    SolvedBlock& block = blocks.emplace_back();
    std::vector<Term> own;
    for (const int e : found.equations) {
      block.equations.push_back(static_cast<std::size_t>(e));
      own.push_back(residuals[static_cast<std::size_t>(e)]);
    }
    for (const int u : found.unknowns) block.unknowns.push_back(unknowns[static_cast<std::size_t>(u)]);
    if (internal::is_fast(system, block))
      internal::make_fast_block(system, block, own, text);
    else
      internal::tear(system, block, own);
  }
  return blocks;
}

SortedSystem sort_equations(FlatSystem& system, StateChoice choice) {
  std::vector<Term> residuals;
  for (const FlatEquation& equation : system.equations)
    residuals.push_back(system.with_initial(system.residual(equation), false));
  std::vector<VariableIndex> unknowns;
  for (VariableIndex v = 0; v < system.variables.size(); ++v)
    if (system.is_unknown(v) && !std::binary_search(choice.states.begin(), choice.states.end(), v))
      unknowns.push_back(v);
  auto blocks = sort_residuals(system, residuals, unknowns,
                               [&](std::size_t e) { return system.brief(system.equations[e]); });
  SortedSystem sorted{std::move(choice), std::move(blocks), {}};
  for (const Alias& one : system.aliases) {
    sorted.aliases.unknowns.push_back(one.variable);
    sorted.aliases.inner.push_back({one.variable, one.value});
  }
  return sorted;
}

Term TermRow::operator[](std::size_t column) const {
  const auto at = std::lower_bound(columns_.begin(), columns_.end(), column);
  return at != columns_.end() && *at == column ? terms_[static_cast<std::size_t>(at - columns_.begin())]
                                               : zero_;
}

std::vector<SolvedBlock> SortedSystem::with_aliases() const {
  std::vector<SolvedBlock> all = blocks;
  if (!aliases.inner.empty()) all.push_back(aliases);
  return all;
}

}  // namespace escapement::equations
