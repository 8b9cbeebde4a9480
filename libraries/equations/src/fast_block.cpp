// SPDX-License-Identifier: MIT
#include "fast_block.h"

#include <algorithm>

#include "tearing.h"

namespace escapement::equations::internal {

bool is_fast(const FlatSystem& system, const SolvedBlock& block) {
  return std::any_of(block.unknowns.begin(), block.unknowns.end(),
                     [&](VariableIndex v) { return system.variables[v].rate.has_value(); });
}

void make_fast_block(FlatSystem& system, SolvedBlock& block, const std::vector<Term>& residuals,
                     const std::function<std::string(std::size_t)>& text) {
  std::vector<VariableIndex> rates, unknowns;
  std::string names;
  for (const VariableIndex v : block.unknowns) {
    if (const auto rate = system.variables[v].rate) {
      block.torn.push_back(v);
      rates.push_back(*rate);
      names += (names.empty() ? "'" : ", '") + system.variables[v].name + "'";
    } else {
      unknowns.push_back(v);
    }
  }
  block.fast = rates.size();
  unknowns.insert(unknowns.end(), rates.begin(), rates.end());
  std::vector<SolvedBlock> parts;
  try {
    parts =
        sort_residuals(system, residuals, unknowns, [&](std::size_t i) { return text(block.equations[i]); });
  } catch (const InputError& fault) {
    throw InputError({system.variables[block.torn.front()].where,
                      "the process of " + names +
                          " is infinitely fast (THETA), but cannot be run by itself: with " + names +
                          " known, " + fault.what(),
                      "let the derivative of each fast variable follow from the equations around it"});
  }
  std::vector<Term> algebraic;
  for (const SolvedBlock& part : parts) {
    for (const Solution& one : part.inner) block.inner.push_back(one);
    block.torn.insert(block.torn.end(), part.torn.begin(), part.torn.end());
    algebraic.insert(algebraic.end(), part.residuals.begin(), part.residuals.end());
  }
  // A rate is a residual; where it is an unknown among others it stands for itself.
  for (const VariableIndex rate : rates) block.residuals.push_back(system.terms.variable(rate));
  block.residuals.insert(block.residuals.end(), algebraic.begin(), algebraic.end());
  differentiate_block(system, block);
}

}  // namespace escapement::equations::internal
