// SPDX-License-Identifier: MIT
#include "balance_hint.h"

#include <algorithm>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/equations/structure.h"
#include "escapement/modelica/translate.h"

namespace escapement::modelica {
namespace {

constexpr std::size_t kMostNamed = 5;
constexpr std::size_t kLargest = 5000;  // unknowns

using equations::VariableIndex;

std::string hint(equations::FlatSystem& system) {
  if (system.variables.size() > kLargest) return {};
  // Unknowns by number: of a derivative, that of what it is the derivative of.
  std::vector<int> number(system.variables.size(), -1);
  std::vector<VariableIndex> variable_of;
  for (VariableIndex v = 0; v < system.variables.size(); ++v)
    if (system.is_unknown(v) && !system.variables[v].integral) {
      number[v] = static_cast<int>(variable_of.size());
      variable_of.push_back(v);
    }
  equations::Incidence incidence;
  incidence.unknowns = variable_of.size();
  for (const equations::FlatEquation& equation : system.equations) {
    std::vector<int> unknowns;
    for (VariableIndex v : system.terms.variables_in(system.residual(equation))) {
      while (system.variables[v].integral) v = *system.variables[v].integral;
      if (number[v] >= 0) unknowns.push_back(number[v]);
    }
    std::sort(unknowns.begin(), unknowns.end());
    unknowns.erase(std::unique(unknowns.begin(), unknowns.end()), unknowns.end());
    incidence.of_equation.push_back(std::move(unknowns));
  }
  const equations::Singularity part = equations::singularity(incidence);
  std::string told;
  const auto listed = [&](std::size_t count, const auto& text) {
    std::string list;
    for (std::size_t i = 0; i < std::min(count, kMostNamed); ++i) list += (i == 0 ? "" : ", ") + text(i);
    return count > kMostNamed ? list + " and " + std::to_string(count - kMostNamed) + " more" : list;
  };
  if (!part.left_unknowns.empty()) {
    const std::size_t missing = part.left_unknowns.size() - part.too_few_equations.size();
    told += "\n    " + std::to_string(missing) + " of these " + (missing == 1 ? "has" : "have") +
            " no equation: " + listed(part.left_unknowns.size(), [&](std::size_t i) {
              return "'" +
                     system.variables[variable_of[static_cast<std::size_t>(part.left_unknowns[i])]].name +
                     "'";
            });
  }
  if (!part.too_many_equations.empty()) {
    const std::size_t left = part.too_many_equations.size() - part.for_unknowns.size();
    told += "\n    " + std::to_string(left) + " of these equations " + (left == 1 ? "is" : "are") +
            " left over: " + listed(part.too_many_equations.size(), [&](std::size_t i) {
              const auto& equation = system.equations[static_cast<std::size_t>(part.too_many_equations[i])];
              return system.text(equation) + " (line " + std::to_string(equation.where.line) + ")";
            });
  }
  return told;
}

}  // namespace

std::string uneven_part(const FlatModel& model) {
  try {
    Translated translated = translate(model);
    return hint(translated.system);
  } catch (const std::exception&) {
    return {};  // the message that it would have been added to says enough
  }
}

}  // namespace escapement::modelica
