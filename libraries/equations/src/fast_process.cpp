// SPDX-License-Identifier: MIT
#include "escapement/equations/fast_process.h"

#include <cmath>

#include "theta_powers.h"

namespace escapement::equations {
namespace {

// Parameters that stand on Theta are replaced by what they are.
void open_parameters(FlatSystem& system) {
  std::vector<std::optional<Term>> value(system.variables.size());
  const std::function<const Term*(VariableIndex)> of = [&](VariableIndex v) -> const Term* {
    if (!system.variables[v].value) return nullptr;
    if (!value[v]) value[v] = system.terms.substitute(*system.variables[v].value, of);
    return &*value[v];
  };
  system.replace_variables(of);
}

void find_powers(const FlatSystem& system, internal::ThetaPowers& powers) {
  for (VariableIndex v = 0; v < system.variables.size(); ++v)
    if (system.variables[v].derivative)
      powers.set(v, 0, "the state '" + system.variables[v].name + "' would have a power of THETA");
  for (const auto* list : {&system.equations, &system.initial_equations})
    for (const FlatEquation& one : *list) powers.equal(one.left, one.right, one.where, system.text(one));
  const auto in_branches = [&](const std::vector<WhenBranch>& branches, const SourceLocation& where,
                               const std::string& text) {
    for (const WhenBranch& branch : branches) {
      for (const Term condition : branch.conditions) powers.plain(condition, where, text);
      powers.plain(branch.value, where, text);
    }
  };
  for (const DiscreteEquation& one : system.discrete_equations) {
    const std::string text = "what gives '" + system.variables[one.variable].name + "'";
    if (one.value) powers.plain(*one.value, one.where, text);
    in_branches(one.when, one.where, text);
  }
  for (const Reinit& one : system.reinits)
    in_branches(one.when, one.where, "reinit of '" + system.variables[one.state].name + "'");
  for (const Assertion& one : system.assertions) powers.plain(one.condition, one.where, "an assertion");
  for (VariableIndex v = 0; v < system.variables.size(); ++v) {
    const double n = powers.of(v);
    const FlatVariable& one = system.variables[v];
    if (!system.is_unknown(v) || n == std::round(n)) {
      if (!one.integral || n == 0 || n == -1) continue;
      powers.faults().push_back(
          {one.where.file.empty() ? system.variables[*one.integral].where : one.where,
           "'" + one.name + "' would be THETA^" + to_text(n) +
               " times something: a derivative may be multiplied by THETA once, or not at all",
           "write THETA*der(x) = f for a process that is infinitely fast"});
    } else {
      powers.faults().push_back({one.where,
                                 "'" + one.name + "' would be THETA^" + to_text(n) +
                                     " times something, and the power must be a whole number",
                                 {}});
    }
  }
}

}  // namespace

std::vector<VariableIndex> take_out_theta(FlatSystem& system) {
  if (system.theta.empty()) return {};
  open_parameters(system);
  internal::ThetaPowers powers(system);
  find_powers(system, powers);
  if (!powers.faults().empty()) throw InputError(std::move(powers.faults()));

  std::vector<std::optional<Term>> by(system.variables.size());
  for (const VariableIndex theta : system.theta) by[theta] = system.terms.constant(1);
  std::vector<VariableIndex> fast;
  const std::size_t count = system.variables.size();
  for (VariableIndex v = 0; v < count; ++v) {
    const std::optional<VariableIndex> derivative = system.variables[v].derivative;
    if (!derivative || powers.of(*derivative) != -1) continue;
    FlatVariable& rate = system.variables[*derivative];
    rate.variability = Variability::kParameter;
    rate.integral.reset();
    rate.start = 0;
    FlatVariable& one = system.variables[v];
    one.derivative.reset();
    one.fixed = false;
    one.rate = derivative;
    fast.push_back(v);
  }
  system.replace_variables([&](VariableIndex v) { return v < count && by[v] ? &*by[v] : nullptr; });
  system.theta.clear();
  return fast;
}

}  // namespace escapement::equations
