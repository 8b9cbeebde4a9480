// SPDX-License-Identifier: MIT
// Folding of what never changes: parameters, and variables that an equation makes equal to a number. A
// capacitance of zero so takes its derivative out of the equations, and what has no derivative left is no
// state.
#include <functional>

#include "escapement/equations/flat_system.h"

namespace escapement::equations {
namespace {

class Folding {
 public:
  explicit Folding(FlatSystem& system)
      : system_(system), constants_(system.variables.size()), known_(system.variables.size(), false) {}

  void run() {
    for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
      const FlatVariable& one = system_.variables[v];
      if (one.variability == Variability::kParameter && !one.computed && !system_.is_flag(v))
        know(v, system_.terms.constant(one.start.value_or(0)));
    }
    for (const FlatVariable& one : system_.variables)
      if (one.rate) known_[*one.rate] = false;
    fold();
    find_constants();
    fold();
    keep_definitions();
    drop_derivatives();
  }

 private:
  void know(VariableIndex v, Term value) {
    constants_[v] = value;
    known_[v] = true;
  }
  std::function<const Term*(VariableIndex)> replacement() {
    return [this](VariableIndex v) { return known_[v] ? &constants_[v] : nullptr; };
  }
  void fold() { system_.replace_variables(replacement()); }
  Term folded(Term term) { return system_.terms.substitute(term, replacement()); }

  // v = number, where nobody reads der(v): from one such equation to those that read v.
  void find_constants() {
    std::vector<std::vector<std::size_t>> readers(system_.variables.size());
    std::vector<std::size_t> open;
    for (std::size_t e = 0; e < system_.equations.size(); ++e) {
      const FlatEquation& one = system_.equations[e];
      for (const Term side : {one.left, one.right})
        for (const VariableIndex v : system_.terms.variables_in(side)) readers[v].push_back(e);
      open.push_back(e);
    }
    while (!open.empty()) {
      const std::size_t e = open.back();
      open.pop_back();
      FlatEquation& one = system_.equations[e];
      const Term left = folded(one.left), right = folded(one.right);
      const Term variable = system_.terms.is_constant(right) ? left : right;
      const Term value = system_.terms.is_constant(right) ? right : left;
      if (!system_.terms.is_constant(value) || system_.terms.operation(variable) != Operation::kVariable)
        continue;
      const VariableIndex v = system_.terms.variable_index(variable);
      if (!system_.is_unknown(v) || known_[v] || system_.variables[v].derivative ||
          system_.variables[v].integral)
        continue;
      know(v, value);
      definitions_.emplace_back(e, v);
      open.insert(open.end(), readers[v].begin(), readers[v].end());
    }
  }

  void keep_definitions() {
    for (const auto& [e, v] : definitions_) {
      system_.equations[e].left = system_.terms.variable(v);
      system_.equations[e].right = constants_[v];
    }
  }

  void drop_derivatives() {
    std::vector<bool> used(system_.variables.size(), false);
    system_.replace_variables([&](VariableIndex v) {
      used[v] = true;
      return nullptr;
    });
    for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
      const std::optional<VariableIndex> integral = system_.variables[v].integral;
      if (!integral || used[v] || system_.variables[v].derivative) continue;
      system_.variables[*integral].derivative.reset();
      system_.variables[v].integral.reset();
      system_.variables[v].variability = Variability::kParameter;  // of nobody
      system_.variables[v].start = 0;
    }
  }

  FlatSystem& system_;
  std::vector<Term> constants_;
  std::vector<bool> known_;
  std::vector<std::pair<std::size_t, VariableIndex>> definitions_;
};

}  // namespace

void FlatSystem::fold_parameters() {
  Folding(*this).run();
}

}  // namespace escapement::equations
