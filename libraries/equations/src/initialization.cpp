// SPDX-License-Identifier: MIT
#include "escapement/equations/initialization.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "escapement/core/error.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {
namespace {

// Grows a matching by one equation at a time along augmenting paths (Kuhn 1955), so that equations that come
// first are kept and a later one is taken only when it is independent of them.
class Growing {
 public:
  explicit Growing(std::size_t unknowns) : equation_of_(unknowns, kFree), seen_(unknowns, 0) {}

  bool add(std::vector<int> unknowns) {
    uses_.push_back(std::move(unknowns));
    ++round_;
    struct Visit {
      std::size_t equation, next;
    };
    std::vector<Visit> path{{uses_.size() - 1, 0}};
    while (!path.empty()) {
      Visit& visit = path.back();
      if (visit.next == uses_[visit.equation].size()) {
        path.pop_back();
        continue;
      }
      const auto unknown = static_cast<std::size_t>(uses_[visit.equation][visit.next++]);
      if (seen_[unknown] == round_) continue;
      seen_[unknown] = round_;
      if (equation_of_[unknown] != kFree) {
        path.push_back({equation_of_[unknown], 0});
        continue;
      }
      for (const Visit& one : path)
        equation_of_[static_cast<std::size_t>(uses_[one.equation][one.next - 1])] = one.equation;
      return true;
    }
    uses_.pop_back();
    return false;
  }

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);
  std::vector<std::vector<int>> uses_;
  std::vector<std::size_t> equation_of_;
  std::vector<unsigned> seen_;
  unsigned round_ = 0;
};

}  // namespace

InitialSystem initial_system(FlatSystem& system, const StateChoice& choice, bool on_path) {
  std::vector<VariableIndex> unknowns;
  std::unordered_map<VariableIndex, int> number;
  for (const DiscreteEquation& one : system.discrete_equations) system.previous_of(one.variable);
  const auto is_unknown = [&](VariableIndex v) {
    const Variability variability = system.variables[v].variability;
    return variability == Variability::kContinuous || variability == Variability::kDiscrete ||
           variability == Variability::kPrevious || system.variables[v].computed;
  };
  for (VariableIndex v = 0; v < system.variables.size(); ++v)
    if (is_unknown(v)) {
      number.emplace(v, static_cast<int>(unknowns.size()));
      unknowns.push_back(v);
    }
  std::vector<Term> residuals;
  std::vector<std::string> texts;
  InitialSystem result;
  Growing matching(unknowns.size());
  enum class Use { kAlways, kOrCheck, kOrDrop };  // what becomes of one that gives nothing new
  const auto add = [&](Term zero, const std::string& text, Use use) {
    const Term residual = system.with_initial(zero, true);
    std::vector<int> uses;
    for (const VariableIndex v : system.terms.variables_in(residual))
      if (const auto found = number.find(v); found != number.end()) uses.push_back(found->second);
    if (!matching.add(std::move(uses)) && use != Use::kAlways) {
      if (use == Use::kOrCheck) result.checked.push_back({residual, text});
      return false;
    }
    residuals.push_back(residual);
    texts.push_back(text);
    return true;
  };
  const auto add_start = [&](VariableIndex v, Use use) {
    const double start = system.variables[v].start.value_or(0);
    const Term residual = system.terms.subtract(system.terms.variable(v), system.terms.constant(start));
    return add(residual, system.variables[v].name + " = " + to_text(start) + " (its start value)", use);
  };
  const auto whole = [&](const FlatEquation& equation) {
    return on_path && equation.on_path ? *equation.on_path : system.residual(equation);
  };
  for (const FlatEquation& equation : system.equations)
    add(whole(equation), system.brief(equation), Use::kAlways);
  for (const DiscreteEquation& one : system.discrete_equations) {
    Term value = one.value ? *one.value : system.terms.variable(system.previous_of(one.variable));
    for (const WhenBranch& branch : one.when)
      if (branch.at_start) {
        value = branch.value;
        break;
      }
    const Term variable = system.terms.variable(one.variable);
    add(system.terms.subtract(variable, value),
        system.variables[one.variable].name + " = " + system.brief(value), Use::kAlways);
  }
  for (const FlatEquation& equation : system.initial_equations)
    add(whole(equation), system.brief(equation) + " (initial equation)", Use::kOrCheck);
  // What a when sets that initial() begins holds at the start (Modelica Language Specification 3.6, section
  // 8.6).
  for (const Reinit& one : system.reinits)
    for (const WhenBranch& branch : one.when) {
      if (!branch.at_start) continue;
      const Term state = system.terms.variable(one.state);
      if (!(branch.value == state))  // else a branch that leaves it alone
        add(system.terms.subtract(state, branch.value),
            system.variables[one.state].name + " = " + system.brief(branch.value) +
                " (reinit() at the start)",
            Use::kOrCheck);
      break;
    }
  for (const VariableIndex v : unknowns)
    if (system.is_unknown(v) && system.variables[v].fixed) add_start(v, Use::kOrCheck);
  // pre(v) has the start value of v: fixed ones first, then those that somebody has given.
  for (const int round : {0, 1, 2})
    for (const VariableIndex v : unknowns) {
      const FlatVariable& one = system.variables[v];
      if (one.variability != Variability::kDiscrete || !one.previous) continue;
      if ((one.fixed ? 0 : one.start ? 1 : 2) == round) add_start(*one.previous, Use::kOrDrop);
    }
  for (const bool given : {true, false})
    for (const VariableIndex v : choice.states) {
      const FlatVariable& state = system.variables[v];
      if (residuals.size() < unknowns.size() && !state.fixed && state.start.has_value() == given &&
          add_start(v, Use::kOrDrop))
        result.assumed.push_back(v);
    }
  result.blocks = sort_residuals(system, residuals, unknowns, [&](std::size_t e) { return texts[e]; });
  return result;
}

void check_conditions_of_start(const FlatSystem& system, const std::vector<InitialSystem::Checked>& checked,
                               double time, std::span<const double> values) {
  constexpr double kClose = 1e-6;
  for (const InitialSystem::Checked& one : checked) {
    const std::vector<VariableIndex> used = system.terms.variables_in(one.residual);
    double size = 1;  // of what is compared
    for (const VariableIndex v : used)
      size = std::max({size, std::abs(values[v]), std::abs(system.variables[v].nominal)});
    if (std::abs(evaluate(system.terms, one.residual, values, time)) <= kClose * size) continue;
    std::string with;
    for (const VariableIndex v : used)
      with += (with.empty() ? ": the others give " : ", ") + system.variables[v].name + " = " +
              to_text(values[v]);
    throw Error("there are more conditions at the start than unknowns, and " + one.text +
                " does not hold at time " + to_text(time) + with +
                ". Remove it, or one of those that contradict it (fixed start values, initial equations, "
                "reinit() in a when with initial())");
  }
}

}  // namespace escapement::equations
