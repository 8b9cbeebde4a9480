// SPDX-License-Identifier: MIT
#include "escapement/equations/ode_system.h"

#include <algorithm>
#include <map>

#include "conditions.h"
#include "escapement/equations/text.h"

namespace escapement::equations {

VariableIndex OdeSystem::add(Variable variable) {
  variables.push_back(std::move(variable));
  return static_cast<VariableIndex>(variables.size() - 1);
}

std::optional<VariableIndex> OdeSystem::find(std::string_view name) const {
  for (VariableIndex i = 0; i < variables.size(); ++i)
    if (variables[i].name == name) return i;
  return std::nullopt;
}

std::string OdeSystem::text(Term term) const {
  return to_text(terms, term, [this](VariableIndex variable) { return name_of(variable); });
}

std::vector<VariableIndex> OdeSystem::of_kind(VariableKind kind) const {
  std::vector<VariableIndex> found;
  for (VariableIndex i = 0; i < variables.size(); ++i)
    if (variables[i].kind == kind) found.push_back(i);
  return found;
}

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

void check_names(const OdeSystem& system, std::vector<Diagnostic>& faults) {
  std::map<std::string_view, VariableIndex> seen;
  for (VariableIndex i = 0; i < system.variables.size(); ++i) {
    const Variable& one = system.variables[i];
    if (!seen.emplace(one.name, i).second)
      faults.push_back({one.where, "the name '" + one.name + "' is given to two variables",
                        "States, inputs, parameters and algebraic variables share one set of names."});
  }
}

// Each variable of the kind has exactly one assignment, and nothing else has one.
void check_assigned(const OdeSystem& system, VariableKind kind, const std::vector<Assignment>& assignments,
                    const std::string& what, std::vector<Diagnostic>& faults) {
  std::vector<int> count(system.variables.size(), 0);
  for (const Assignment& one : assignments) {
    const Variable& variable = system.variables[one.variable];
    if (variable.kind != kind)
      faults.push_back(
          {one.where, "'" + variable.name + "' is given " + what + " but is not of that kind", {}});
    else if (++count[one.variable] == 2)
      faults.push_back(
          {one.where, "'" + variable.name + "' is given " + what + " twice", "Remove one of them."});
  }
  for (const VariableIndex variable : system.of_kind(kind))
    if (count[variable] == 0)
      faults.push_back({system.variables[variable].where,
                        "'" + system.variables[variable].name + "' has not been given " + what,
                        "Add an equation for it."});
}

void check_events(const OdeSystem& system, std::vector<Diagnostic>& faults) {
  for (const Event& event : system.events)
    for (const Assignment& one : event.assignments) {
      const Variable& variable = system.variables[one.variable];
      if (variable.kind != VariableKind::kState && variable.kind != VariableKind::kDiscrete)
        faults.push_back({one.where,
                          "the event at '" + event.text + "' sets '" + variable.name +
                              "', which is neither a state nor a discrete variable",
                          "What an equation or an input gives cannot be set."});
    }
}

// Algebraic variables so that each stands on earlier ones only (depth first, iterative; Tarjan 1972 would
// tell all loops, the first one met is what a reader can mend).
void sort_algebraics(OdeSystem& system, std::vector<Diagnostic>& faults) {
  std::vector<std::size_t> place(system.variables.size(), kNone);
  for (std::size_t i = 0; i < system.algebraics.size(); ++i) place[system.algebraics[i].variable] = i;
  std::vector<std::vector<std::size_t>> needs(system.algebraics.size());
  for (std::size_t i = 0; i < system.algebraics.size(); ++i)
    for (const VariableIndex variable : system.terms.variables_in(system.algebraics[i].value))
      if (place[variable] != kNone) needs[i].push_back(place[variable]);
  enum : char { kNew, kOpen, kDone };
  std::vector<char> state(needs.size(), kNew);
  std::vector<Assignment> sorted;
  struct Visit {
    std::size_t at, next;
  };
  for (std::size_t root = 0; root < needs.size(); ++root) {
    std::vector<Visit> path;
    const auto open = [&](std::size_t at) {
      state[at] = kOpen;
      path.push_back({at, 0});
    };
    if (state[root] == kNew) open(root);
    while (!path.empty()) {
      Visit& visit = path.back();
      if (visit.next == needs[visit.at].size()) {
        state[visit.at] = kDone;
        sorted.push_back(system.algebraics[visit.at]);
        path.pop_back();
        continue;
      }
      const std::size_t wanted = needs[visit.at][visit.next++];
      if (state[wanted] == kNew) {
        open(wanted);
      } else if (state[wanted] == kOpen) {
        std::string loop;
        const auto start =
            std::find_if(path.begin(), path.end(), [&](const Visit& one) { return one.at == wanted; });
        for (auto one = start; one != path.end(); ++one)
          loop += "'" + system.variables[system.algebraics[one->at].variable].name + "' needs ";
        loop += "'" + system.variables[system.algebraics[wanted].variable].name + "'";
        faults.push_back({system.algebraics[wanted].where, "an algebraic loop: " + loop,
                          "Solve it by hand for one of them, or put a state (a lag) into the loop."});
        return;
      }
    }
  }
  system.algebraics = std::move(sorted);
}

void make_conditions(OdeSystem& system, std::vector<Diagnostic>& faults,
                     internal::ConditionMaker::Which which) {
  using Form = std::optional<Condition::InTime>;
  std::map<VariableIndex, Form> forms;  // of algebraic variables
  internal::ConditionMaker::Owner owner;
  owner.form_of = [&](VariableIndex variable) -> Form {
    switch (system.variables[variable].kind) {
      case VariableKind::kDiscrete:
      case VariableKind::kCondition:
        return Condition::InTime{system.terms.constant(0), system.terms.variable(variable)};
      case VariableKind::kAlgebraic:
        return forms.at(variable);
      default:
        return std::nullopt;
    }
  };
  owner.add = [&](const std::string& text) {
    return system.add({text, VariableKind::kCondition, 0, 1, {}, {}});
  };
  owner.text = [&](Term term) { return system.text(term); };
  internal::ConditionMaker maker(system.terms, std::move(owner), system.conditions, faults, which);
  for (Assignment& one : system.algebraics) {
    one.value = maker.rewritten(one.value, one.where);
    forms.emplace(one.variable, maker.affine()(one.value));
  }
  for (Assignment& one : system.derivatives) one.value = maker.rewritten(one.value, one.where);
  for (Event& event : system.events) event.when = maker.rewritten(event.when, event.where);
  if (which == internal::ConditionMaker::Which::kCorners)
    for (std::size_t c = 0; c < system.conditions.size(); ++c) {  // which may add some
      const Term crossing = maker.rewritten(system.conditions[c].crossing, {});
      system.conditions[c].crossing = crossing;
    }
}

}  // namespace

void OdeSystem::prepare() {
  std::vector<Diagnostic> faults;
  check_names(*this, faults);
  check_assigned(*this, VariableKind::kState, derivatives, "a derivative", faults);
  check_assigned(*this, VariableKind::kAlgebraic, algebraics, "a value", faults);
  check_events(*this, faults);
  if (faults.empty()) sort_algebraics(*this, faults);
  if (faults.empty()) make_conditions(*this, faults, internal::ConditionMaker::Which::kEvents);
  if (!faults.empty()) throw InputError(std::move(faults));
}

void OdeSystem::locate_corners() {
  std::vector<Diagnostic> none;
  make_conditions(*this, none, internal::ConditionMaker::Which::kCorners);
}

}  // namespace escapement::equations
