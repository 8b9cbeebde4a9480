// SPDX-License-Identifier: MIT
// Slots, and what is computed for several readers.
#include <set>

#include "plan_builder.h"

namespace escapement::qss_solver {

using equations::SolvedBlock;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;

namespace {

// A variable that several read is computed once for all of them when its formula has more nodes than this.
constexpr std::size_t kLarge = 60;

}  // namespace

Term Plan::Builder::expand(Term term) {
  return system.terms.substitute(term,
                                 [this](VariableIndex v) { return expanded[v] ? &*expanded[v] : nullptr; });
}

void Plan::Builder::number_slots() {
  const std::size_t count = system.variables.size();
  const auto n = static_cast<std::uint32_t>(p.states().size());
  p.q_slot.assign(count, kNone);
  p.x_slot.assign(count, kNone);
  p.held.assign(count, kNone);
  for (std::uint32_t i = 0; i < n; ++i) {
    p.q_slot[p.states()[i]] = i;
    p.x_slot[p.states()[i]] = n + i;
  }
  p.slots = p.first_held = 2 * n;
  std::vector<bool> delayed(count, false);
  for (const equations::Delay& one : system.delays) delayed[one.value] = true;
  for (VariableIndex v = 0; v < count; ++v) {
    if (delayed[v]) continue;
    const equations::FlatVariable& variable = system.variables[v];
    if (variable.variability == Variability::kContinuous || variable.variability == Variability::kAlias)
      continue;
    if (variable.variability == Variability::kParameter && uses[v] == 0) continue;  // a number in the terms
    p.q_slot[v] = p.x_slot[v] = p.held[v] = p.slots++;
    p.held_variables.push_back(v);
  }
  p.first_delayed = p.slots;
  for (const equations::Delay& one : system.delays) {
    DelayedValue& made = p.delays.emplace_back();
    made.of = one.of;
    made.time = one.time;
    made.value = one.value;
    p.q_slot[one.value] = made.from_q = p.slots++;
    p.x_slot[one.value] = made.from_x = p.slots++;
  }
  p.first_algebraic = p.slots;
}

void Plan::Builder::count_uses() {
  uses.assign(system.variables.size(), 0);
  const auto count = [this](const std::vector<Term>& terms) {
    for (const VariableIndex v : system.terms.variables_in(terms)) ++uses[v];
  };
  const auto count_branch = [&](const equations::WhenBranch& branch) {
    std::vector<Term> terms = branch.conditions;
    terms.push_back(branch.value);
    count(terms);
  };
  for (const SolvedBlock& block : p.sorted.blocks) {
    std::vector<Term> terms = block.residuals;
    for (const equations::Solution& one : block.inner) terms.push_back(one.value);
    count(terms);
  }
  for (const equations::Condition& one : system.conditions) {
    count({one.crossing});
    if (one.in_time) count({one.in_time->rate, one.in_time->offset});
  }
  for (const equations::Delay& one : system.delays) count({one.of});
  for (const auto& one : system.discrete_equations) {
    if (one.value) count({*one.value});
    for (const auto& branch : one.when) count_branch(branch);
  }
  for (const auto& one : system.reinits)
    for (const auto& branch : one.when) count_branch(branch);
}

void Plan::Builder::make_units() {
  expanded.assign(system.variables.size(), std::nullopt);
  unit_of.assign(system.variables.size(), kNone);
  for (std::size_t b = 0; b < p.sorted.blocks.size(); ++b) {
    const SolvedBlock& block = p.sorted.blocks[b];
    if (block.kind == SolvedBlock::Kind::kExplicit) {
      for (const equations::Solution& one : block.inner) {
        const Term value = expand(one.value);
        expanded[one.variable] = value;
        // What depends on time stays with its readers, who know how long their polynomials serve.
        if (uses[one.variable] < 2 || system.terms.reachable({&value, 1}).size() <= kLarge ||
            system.terms.depends_on_time(value))
          continue;
        Unit unit;
        unit.gives = {one.variable};
        unit.terms = {value};
        unit.sorted = b;
        add(std::move(unit));
      }
      continue;
    }
    Unit unit;
    unit.gives = block.torn;
    unit.size = static_cast<std::uint32_t>(block.torn.size());
    unit.sorted = b;
    unit.linear = block.kind == SolvedBlock::Kind::kLinear;
    for (const equations::Solution& one : block.inner) expanded[one.variable] = expand(one.value);
    for (const Term residual : block.residuals) unit.terms.push_back(expand(residual));
    for (const equations::TermRow& row : block.jacobian)
      for (const Term term : row) unit.terms.push_back(expand(term));
    add(std::move(unit));
  }
}

void Plan::Builder::add(Unit unit) {
  const auto number = static_cast<std::uint32_t>(units.size());
  for (const VariableIndex v : unit.gives) {
    unit_of[v] = number;
    expanded[v].reset();
  }
  std::set<std::uint32_t> reads, through;
  for (const VariableIndex v : system.terms.variables_in(unit.terms)) {
    if (unit_of[v] == number) continue;
    if (unit_of[v] == kNone) {
      reads.insert(p.x_slot[v]);
      continue;
    }
    const Unit& other = units[unit_of[v]];
    reads.insert(other.reads.begin(), other.reads.end());
    through.insert(other.through.begin(), other.through.end());
    through.insert(unit_of[v]);
  }
  unit.reads.assign(reads.begin(), reads.end());
  unit.through.assign(through.begin(), through.end());
  units.push_back(std::move(unit));
}

std::vector<std::uint32_t> Plan::Builder::units_of(const std::vector<Term>& terms) const {
  std::vector<std::uint32_t> found;
  for (const VariableIndex v : system.terms.variables_in(terms))
    if (unit_of[v] != kNone) {
      const Unit& unit = units[unit_of[v]];
      found.insert(found.end(), unit.through.begin(), unit.through.end());
      found.push_back(unit_of[v]);
    }
  sort_unique(found);
  return found;
}

std::uint32_t Plan::Builder::add_unit(std::uint32_t number, bool exact) {
  Unit& unit = units[number];
  Function function;
  function.exact = exact;
  function.target = p.slots;
  for (const VariableIndex v : unit.gives) (exact ? p.x_slot : p.q_slot)[v] = p.slots++;
  function.role = unit.size == 0 ? Role::kShared : Role::kBlock;
  if (unit.size == 0) {
    function.call = call(unit.terms, exact);
  } else {
    Block block;
    block.size = unit.size;
    block.sorted = unit.sorted;
    block.linear = unit.linear;
    block.fast = p.sorted.blocks[unit.sorted].fast > 0;
    for (const equations::TermRow& row : p.sorted.blocks[unit.sorted].jacobian)
      block.columns.emplace_back(row.columns().begin(), row.columns().end());
    const auto middle = unit.terms.begin() + unit.size;
    block.residuals = call({unit.terms.begin(), middle}, exact);
    block.jacobian = call({middle, unit.terms.end()}, exact);
    function.block = static_cast<std::uint32_t>(p.blocks.size());
    function.call = block.residuals;
    p.blocks.push_back(block);
  }
  p.functions.push_back(function);
  const auto made = static_cast<std::uint32_t>(p.functions.size() - 1);
  if (exact) unit.exact_function = made;
  return made;
}

}  // namespace escapement::qss_solver
