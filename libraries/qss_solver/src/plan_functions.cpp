// SPDX-License-Identifier: MIT
// Functions, and who has to be evaluated when what changes.
#include <algorithm>
#include <array>

#include "escapement/core/error.h"
#include "escapement/equations/counted_conditions.h"
#include "plan_builder.h"

namespace escapement::qss_solver {

using equations::Term;
using equations::VariableIndex;

Call Plan::Builder::call(const std::vector<Term>& results, bool exact) {
  const auto member = p.families.add(system.terms, results);
  Call made;
  made.code = member.family;
  made.number = member.number;
  made.first_argument = static_cast<std::uint32_t>(p.arguments.size());
  for (const VariableIndex v : p.families.variables_of(member)) {
    const std::uint32_t slot = exact ? p.x_slot[v] : p.q_slot[v];
    if (slot == kNone)
      throw InternalError("nothing gives '" + system.variables[v].name + "' to the quantised state solver");
    p.arguments.push_back(slot);
  }
  return made;
}

void Plan::Builder::find_terms() {
  for (const VariableIndex state : p.states())
    derivative_terms.push_back(expand(system.terms.variable(*system.variables[state].derivative)));
  crossing_terms.resize(system.conditions.size());
  const std::vector<Term> counts = equations::where_conditions_count(system);
  std::vector<Term> searched_count;
  for (std::size_t c = 0; c < system.conditions.size(); ++c) {
    equations::Condition& condition = system.conditions[c];
    const Term crossing = expand(condition.crossing);
    bool held = true;
    for (const VariableIndex v : system.terms.variables_in(crossing)) held = held && p.held[v] != kNone;
    if (held && !condition.in_time) condition.in_time = system.in_time(crossing);
    // A floor has many levels, where a search looks for one.
    if (!held || (condition.is_floor && !condition.in_time && system.terms.depends_on_time(crossing))) {
      crossing_terms[c] = crossing;
    } else if (!condition.in_time && system.terms.depends_on_time(crossing)) {
      SearchedCondition searched{
          static_cast<std::uint32_t>(c), equations::TimeSearch(system.terms, crossing), {}};
      for (const VariableIndex v : system.terms.variables_in(std::array{crossing, counts[c]}))
        searched.slots.push_back(p.held[v]);
      p.searched.push_back(std::move(searched));
      searched_count.push_back(counts[c]);
    }
  }
  p.searched_count = equations::Tape(system.terms, searched_count);
  for (const DelayedValue& one : p.delays) delayed_terms.push_back(expand(one.of));
}

std::vector<Term> Plan::Builder::event_terms() {
  std::vector<Term> terms;
  for (const auto& one : system.discrete_equations) {
    if (one.value) terms.push_back(expand(*one.value));
    for (const auto& branch : one.when) terms.push_back(expand(branch.value));
    for (const auto& branch : one.when)
      for (const Term condition : branch.conditions) terms.push_back(expand(condition));
  }
  for (const auto& one : system.reinits)
    for (const auto& branch : one.when) {
      terms.push_back(expand(branch.value));
      for (const Term condition : branch.conditions) terms.push_back(expand(condition));
    }
  for (const auto& crossing : crossing_terms)
    if (crossing) terms.push_back(*crossing);
  terms.insert(terms.end(), delayed_terms.begin(), delayed_terms.end());
  return terms;
}

void Plan::Builder::make_functions() {
  std::vector<std::uint32_t> function_of(units.size(), kNone);
  std::vector<Term> from_q = derivative_terms;
  from_q.insert(from_q.end(), delayed_terms.begin(), delayed_terms.end());
  for (const std::uint32_t unit : units_of(from_q)) function_of[unit] = add_unit(unit, false);
  for (const Term term : derivative_terms) {
    std::vector<std::uint32_t>& needs = p.derivative_needs.emplace_back();
    for (const std::uint32_t unit : units_of({term})) needs.push_back(function_of[unit]);
  }
  for (std::uint32_t i = 0; i < derivative_terms.size(); ++i) {
    p.derivative_of.push_back(static_cast<std::uint32_t>(p.functions.size()));
    p.functions.push_back({Role::kDerivative, false, i, call({derivative_terms[i]}, false), kNone, {}});
  }
  make_delays(false);
  for (std::size_t k = 0; k < p.delays.size(); ++k)
    for (const std::uint32_t unit : units_of({delayed_terms[k]}))
      p.delays[k].needs_q.push_back(function_of[unit]);
  for (const std::uint32_t unit : units_of(event_terms())) add_unit(unit, true);
  make_delays(true);
  for (std::size_t k = 0; k < p.delays.size(); ++k)
    for (const std::uint32_t unit : units_of({delayed_terms[k]}))
      p.delays[k].needs_x.push_back(units[unit].exact_function);
  p.crossing_of.assign(system.conditions.size(), kNone);
  p.crossing_needs.resize(system.conditions.size());
  for (std::uint32_t c = 0; c < system.conditions.size(); ++c) {
    if (crossing_terms[c]) {
      p.crossing_of[c] = static_cast<std::uint32_t>(p.functions.size());
      const Term crossing = *crossing_terms[c];
      Function function{Role::kCrossing, true, c, call({crossing}, true), kNone, {}};
      if (system.terms.operation(crossing) == equations::Operation::kSubtract)
        function.side = call({system.terms.arguments(crossing)[0]}, true);
      p.functions.push_back(function);
      for (const std::uint32_t unit : units_of({crossing}))
        p.crossing_needs[c].push_back(units[unit].exact_function);
    } else if (const auto& in_time = system.conditions[c].in_time) {
      p.timed.push_back({c, call({in_time->rate, in_time->offset}, true)});
    }
  }
}

void Plan::Builder::make_delays(bool exact) {
  for (std::uint32_t k = 0; k < p.delays.size(); ++k) {
    (exact ? p.delays[k].function_x : p.delays[k].function_q) =
        static_cast<std::uint32_t>(p.functions.size());
    p.functions.push_back({Role::kDelay, exact, k, call({delayed_terms[k]}, exact), kNone, {}});
  }
}

std::span<const std::uint32_t> Plan::Builder::arguments_of(const Call& call) const {
  return {p.arguments.data() + call.first_argument, p.families.variables(call.code)};
}

void Plan::Builder::find_time_dependence() {
  std::vector<bool> on_time(p.slots, false);
  p.on_time.assign(p.state_count(), false);
  for (const Function& function : p.functions) {
    bool here = p.codes[function.call.code].on_time;
    if (function.block != kNone) here = here || p.codes[p.blocks[function.block].jacobian.code].on_time;
    for (const std::uint32_t slot : arguments_of(function.call)) here = here || on_time[slot];
    if (function.role == Role::kDerivative) p.on_time[function.target] = here;
    if (function.role == Role::kShared) on_time[function.target] = here;
    if (function.role == Role::kBlock)
      for (std::uint32_t k = 0; k < p.blocks[function.block].size; ++k) on_time[function.target + k] = here;
  }
}

void Plan::Builder::make_followers() {
  std::vector<std::vector<std::uint32_t>> readers(p.slots);
  for (std::uint32_t f = 0; f < p.functions.size(); ++f) {
    const Function& function = p.functions[f];
    std::vector<std::uint32_t> slots(arguments_of(function.call).begin(), arguments_of(function.call).end());
    if (function.block != kNone) {
      const auto more = arguments_of(p.blocks[function.block].jacobian);
      slots.insert(slots.end(), more.begin(), more.end());
    }
    sort_unique(slots);
    for (const std::uint32_t slot : slots) {
      const bool own = function.block != kNone && slot >= function.target &&
                       slot < function.target + p.blocks[function.block].size;
      if (!own) readers[slot].push_back(f);
    }
  }
  // Slots of algebraic variables were numbered in the order of evaluation.
  for (std::uint32_t slot = p.slots; slot-- > 0;) {
    std::vector<std::uint32_t> all = readers[slot];
    for (const std::uint32_t f : readers[slot]) {
      const Function& function = p.functions[f];
      if (function.role != Role::kShared && function.role != Role::kBlock) continue;
      const std::uint32_t count = function.block == kNone ? 1 : p.blocks[function.block].size;
      for (std::uint32_t k = 0; k < count; ++k) {
        const auto& more = readers[function.target + k];
        all.insert(all.end(), more.begin(), more.end());
      }
    }
    sort_unique(all);
    readers[slot] = std::move(all);
  }
  for (const auto& row : readers) p.followers.add(row);
  std::vector<std::vector<std::uint32_t>> timed(p.slots);
  for (std::uint32_t k = 0; k < p.timed.size(); ++k) {
    timed[p.held[system.conditions[p.timed[k].condition].variable]].push_back(k);
    for (const std::uint32_t slot : arguments_of(p.timed[k].call)) timed[slot].push_back(k);
  }
  for (auto& row : timed) {
    sort_unique(row);
    p.timed_of.add(row);
  }
}

}  // namespace escapement::qss_solver
