// SPDX-License-Identifier: MIT
#include "escapement/equations/flat_system.h"

#include <algorithm>
#include <utility>

#include "conditions.h"
#include "escapement/equations/derivative.h"
#include "escapement/equations/text.h"

namespace escapement::equations {

VariableIndex FlatSystem::add(FlatVariable variable) {
  variables.push_back(std::move(variable));
  return static_cast<VariableIndex>(variables.size() - 1);
}

std::optional<VariableIndex> FlatSystem::find(std::string_view name) const {
  for (VariableIndex i = 0; i < variables.size(); ++i)
    if (variables[i].name == name) return i;
  return std::nullopt;
}

VariableIndex FlatSystem::derivative_of(VariableIndex x) {
  if (variables[x].derivative) return *variables[x].derivative;
  FlatVariable made;
  made.name = "der(" + variables[x].name + ")";
  made.nominal = variables[x].nominal;
  made.where = variables[x].where;
  made.integral = x;
  const VariableIndex index = add(std::move(made));
  variables[x].derivative = index;
  return index;
}

VariableIndex FlatSystem::previous_of(VariableIndex discrete) {
  if (variables[discrete].previous) return *variables[discrete].previous;
  FlatVariable made;
  made.name = "pre(" + variables[discrete].name + ")";
  made.variability = Variability::kPrevious;
  made.start = variables[discrete].start;
  made.where = variables[discrete].where;
  const VariableIndex index = add(std::move(made));
  variables[discrete].previous = index;
  return index;
}

namespace {

internal::AffineInTime::FormOf between_events(FlatSystem& system) {
  return [&system](VariableIndex v) -> std::optional<Condition::InTime> {
    switch (system.variables[v].variability) {
      case Variability::kInput:
      case Variability::kContinuous:
        return std::nullopt;
      default:
        return Condition::InTime{system.terms.constant(0), system.terms.variable(v)};
    }
  };
}

internal::ConditionMaker::Owner owner_for(FlatSystem& system) {
  internal::ConditionMaker::Owner owner;
  owner.form_of = between_events(system);
  owner.add = [&system](const std::string& text) {
    FlatVariable made;
    made.name = text;
    made.variability = Variability::kCondition;
    return system.add(std::move(made));
  };
  owner.text = [&system](Term term) { return system.text(term); };
  return owner;
}

void rewrite_branches(std::vector<WhenBranch>& branches, internal::ConditionMaker& maker,
                      const SourceLocation& where) {
  for (WhenBranch& branch : branches)
    for (Term& condition : branch.conditions) condition = maker.rewritten(condition, where);
}

}  // namespace

std::optional<Condition::InTime> FlatSystem::in_time(Term term) {
  return internal::AffineInTime(terms, between_events(*this))(term);
}

void FlatSystem::replace_variables(const std::function<const Term*(VariableIndex)>& replace) {
  rewrite([&](Term term) { return terms.substitute(term, replace); });
}

void FlatSystem::rewrite(const std::function<Term(Term)>& made_of) {
  const auto in_branches = [&](std::vector<WhenBranch>& branches) {
    for (WhenBranch& branch : branches) {
      for (Term& condition : branch.conditions) condition = made_of(condition);
      branch.value = made_of(branch.value);
    }
  };
  for (std::vector<FlatEquation>* list : {&equations, &initial_equations})
    for (FlatEquation& one : *list) {
      one.left = made_of(one.left);
      one.right = made_of(one.right);
      if (one.on_path) one.on_path = made_of(*one.on_path);
    }
  for (DiscreteEquation& one : discrete_equations) {
    if (one.value) one.value = made_of(*one.value);
    in_branches(one.when);
  }
  for (Reinit& one : reinits) in_branches(one.when);
  for (Assertion& one : assertions) {
    one.condition = made_of(one.condition);
    for (auto& [value, text] : one.values) value = made_of(value);
  }
  for (Delay& one : delays) {
    one.of = made_of(one.of);
    one.time = made_of(one.time);
  }
}

void FlatSystem::make_conditions() {
  std::vector<Diagnostic> faults;
  internal::ConditionMaker maker(terms, owner_for(*this), conditions, faults);
  for (FlatEquation& one : equations) {
    one.left = maker.rewritten(one.left, one.where);
    one.right = maker.rewritten(one.right, one.where);
  }
  for (DiscreteEquation& one : discrete_equations) {
    if (one.value) one.value = maker.rewritten(*one.value, one.where);
    rewrite_branches(one.when, maker, one.where);
  }
  for (Reinit& one : reinits) rewrite_branches(one.when, maker, one.where);
  for (Delay& one : delays) one.of = maker.rewritten(one.of, {});
  for (Assertion& one : assertions) {  // where its relations cannot be located, they are taken as they stand
    const std::size_t before = faults.size();
    const Term rewritten = one.warning ? terms.make(Operation::kNoEvent, one.condition)
                                       : maker.rewritten(one.condition, one.where);
    if (faults.size() == before) one.condition = rewritten;
    faults.resize(before);
  }
  for (const VariableIndex sampler : samplers)
    for (const DiscreteEquation& one : discrete_equations)
      if (one.variable == sampler && one.value)
        for (Condition& condition : conditions)
          if (*one.value == terms.variable(condition.variable)) {
            condition.counts_ticks = true;
            condition.ticks = internal::ticks_of(terms, condition.crossing);
          }
  if (!faults.empty()) throw InputError(std::move(faults));
}

void FlatSystem::locate_corners() {
  std::vector<Diagnostic> faults;
  internal::ConditionMaker maker(terms, owner_for(*this), conditions, faults,
                                 internal::ConditionMaker::Which::kCorners);
  for (FlatEquation& one : equations) {
    one.left = maker.rewritten(one.left, one.where);
    one.right = maker.rewritten(one.right, one.where);
  }
  for (DiscreteEquation& one : discrete_equations) rewrite_branches(one.when, maker, one.where);
  for (Reinit& one : reinits) rewrite_branches(one.when, maker, one.where);
  for (Delay& one : delays) one.of = maker.rewritten(one.of, {});
  for (std::size_t c = 0; c < conditions.size(); ++c) {  // which may add some
    const Term crossing = maker.rewritten(conditions[c].crossing, {});
    conditions[c].crossing = crossing;
  }
}

Term FlatSystem::time_derivative(Term term) {
  const Term zero = terms.constant(0);
  return Differentiator(
      terms,
      [&](VariableIndex x) {
        if (variables[x].variability == Variability::kInput)
          throw BuildError("the input '" + variables[x].name + "' would have to be differentiated, since '" +
                           text(term) +
                           "' is a constraint between states. Give its derivative too, or put a "
                           "filter between the input and the constraint.");
        return is_unknown(x) ? terms.variable(derivative_of(x)) : zero;
      },
      terms.constant(1))(term);
}

Term FlatSystem::with_initial(Term term, bool at_start) {
  if (!initial_flag && !terminal_flag) return term;
  const Term no = terms.constant(0), yes = terms.constant(1);
  return terms.substitute(term, [&](VariableIndex v) -> const Term* {
    if (v == initial_flag) return at_start ? &yes : &no;
    return v == terminal_flag && at_start ? &no : nullptr;
  });
}

void FlatSystem::separate_homotopy() {
  if (!homotopy) return;
  for (std::vector<FlatEquation>* list : {&equations, &initial_equations})
    for (FlatEquation& one : *list) {
      const Term whole = residual(one);
      const std::vector<VariableIndex> used = terms.variables_in(whole);
      if (std::binary_search(used.begin(), used.end(), *homotopy)) one.on_path = whole;
    }
  const Term whole_way = terms.constant(1);
  std::vector<std::optional<Term>> kept;
  const auto every = [&](const auto& action) {
    for (std::vector<FlatEquation>* list : {&equations, &initial_equations})
      for (FlatEquation& one : *list) action(one);
  };
  every([&](FlatEquation& one) { kept.push_back(std::exchange(one.on_path, std::nullopt)); });
  replace_variables([&](VariableIndex v) { return v == *homotopy ? &whole_way : nullptr; });
  std::size_t next = 0;
  every([&](FlatEquation& one) { one.on_path = kept[next++]; });
}

std::string FlatSystem::text(Term term) const {
  return to_text(terms, term, [this](VariableIndex variable) { return variables[variable].name; });
}

std::string FlatSystem::text(const FlatEquation& equation) const {
  const std::string left = text(equation.left);
  return (terms.operation(equation.left) == Operation::kIf ? "(" + left + ")" : left) + " = " +
         text(equation.right);
}

namespace {

std::string cut(std::string text) {
  if (text.size() <= FlatSystem::kBrief) return text;
  text.resize(FlatSystem::kBrief - 3);
  return text + "...";
}

}  // namespace

std::string FlatSystem::brief(Term term) const {
  return cut(text(term));
}

std::string FlatSystem::brief(const FlatEquation& equation) const {
  return cut(text(equation));
}

}  // namespace escapement::equations
