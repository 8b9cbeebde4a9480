// SPDX-License-Identifier: MIT
#include "plan.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "escapement/core/error.h"
#include "escapement/equations/choice_margin.h"
#include "escapement/equations/prepared_system.h"
#include "event_order.h"

namespace escapement::qss_solver {

using equations::FlatSystem;
using equations::SolvedBlock;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;

namespace {

// A variable that several read is computed once for all of them when its formula has more nodes than this.
constexpr std::size_t kLarge = 60;

}  // namespace

void sort_unique(std::vector<std::uint32_t>& list) {
  if (std::is_sorted(list.begin(), list.end(), std::less_equal<>())) return;  // as it mostly is
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

struct Plan::Builder {
  // What is computed for several readers, or solved for.
  struct Unit {
    std::vector<VariableIndex> gives;
    std::vector<Term> terms;  // the value; of a block, residuals and then the derivatives of residuals
    std::uint32_t size = 0;   // of a block; 0: a plain value
    std::size_t sorted = 0;   // block of the sorted system
    bool linear = false;
    std::vector<std::uint32_t> reads;    // states (n + i) and held slots, through other units; for events
    std::vector<std::uint32_t> through;  // units that it stands on, ascending
    std::uint32_t exact_function = kNone;
  };

  explicit Builder(Plan& plan) : p(plan), system(plan.system) {}

  Plan& p;
  FlatSystem& system;
  std::vector<std::uint32_t> uses;            // by variable: how many read it
  std::vector<std::optional<Term>> expanded;  // by variable, of explicit unknowns
  std::vector<std::uint32_t> unit_of;         // by variable
  std::vector<Unit> units;
  std::vector<Term> derivative_terms;               // by state
  std::vector<std::optional<Term>> crossing_terms;  // by condition

  Term expand(Term term) {
    return system.terms.substitute(term,
                                   [this](VariableIndex v) { return expanded[v] ? &*expanded[v] : nullptr; });
  }

  void number_slots() {
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
    for (VariableIndex v = 0; v < count; ++v) {
      const equations::FlatVariable& variable = system.variables[v];
      if (variable.variability == Variability::kContinuous || variable.variability == Variability::kAlias)
        continue;
      if (variable.variability == Variability::kParameter && uses[v] == 0) continue;  // a number in the terms
      p.q_slot[v] = p.x_slot[v] = p.held[v] = p.slots++;
      p.held_variables.push_back(v);
    }
    p.first_algebraic = p.slots;
  }

  void count_uses() {
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
    for (const auto& one : system.discrete_equations) {
      if (one.value) count({*one.value});
      for (const auto& branch : one.when) count_branch(branch);
    }
    for (const auto& one : system.reinits)
      for (const auto& branch : one.when) count_branch(branch);
  }

  void make_units() {
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
      for (const auto& row : block.jacobian)
        for (std::size_t j = 0; j < block.torn.size(); ++j) unit.terms.push_back(expand(row[j]));
      add(std::move(unit));
    }
  }

  void add(Unit unit) {
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

  // Units that the terms stand on, ascending.
  std::vector<std::uint32_t> units_of(const std::vector<Term>& terms) const {
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

  Call call(const std::vector<Term>& results, bool exact) {
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

  std::uint32_t add_unit(std::uint32_t number, bool exact) {
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

  void find_terms() {
    for (const VariableIndex state : p.states())
      derivative_terms.push_back(expand(system.terms.variable(*system.variables[state].derivative)));
    crossing_terms.resize(system.conditions.size());
    for (std::size_t c = 0; c < system.conditions.size(); ++c) {
      equations::Condition& condition = system.conditions[c];
      const Term crossing = expand(condition.crossing);
      bool held = true;
      for (const VariableIndex v : system.terms.variables_in(crossing)) held = held && p.held[v] != kNone;
      if (held && !condition.in_time) condition.in_time = system.in_time(crossing);
      if (!held) {
        crossing_terms[c] = crossing;
      } else if (!condition.in_time && system.terms.depends_on_time(crossing)) {
        SearchedCondition searched{
            static_cast<std::uint32_t>(c), equations::TimeSearch(system.terms, crossing), {}};
        for (const VariableIndex v : system.terms.variables_in(crossing)) searched.slots.push_back(p.held[v]);
        p.searched.push_back(std::move(searched));
      }
    }
  }

  std::vector<Term> event_terms() {
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
    return terms;
  }

  void make_functions() {
    std::vector<std::uint32_t> function_of(units.size(), kNone);
    for (const std::uint32_t unit : units_of(derivative_terms)) function_of[unit] = add_unit(unit, false);
    for (const Term term : derivative_terms) {
      std::vector<std::uint32_t>& needs = p.derivative_needs.emplace_back();
      for (const std::uint32_t unit : units_of({term})) needs.push_back(function_of[unit]);
    }
    for (std::uint32_t i = 0; i < derivative_terms.size(); ++i) {
      p.derivative_of.push_back(static_cast<std::uint32_t>(p.functions.size()));
      p.functions.push_back({Role::kDerivative, false, i, call({derivative_terms[i]}, false), kNone, {}});
    }
    for (const std::uint32_t unit : units_of(event_terms())) add_unit(unit, true);
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

  std::span<const std::uint32_t> arguments_of(const Call& call) const {
    return {p.arguments.data() + call.first_argument, p.families.variables(call.code)};
  }

  // A derivative depends on time by itself or through a block.
  void find_time_dependence() {
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

  void make_followers() {
    std::vector<std::vector<std::uint32_t>> readers(p.slots);
    for (std::uint32_t f = 0; f < p.functions.size(); ++f) {
      const Function& function = p.functions[f];
      std::vector<std::uint32_t> slots(arguments_of(function.call).begin(),
                                       arguments_of(function.call).end());
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

  // Events.
  std::vector<std::vector<std::uint32_t>> node_reads;  // by node: slots

  void add_node(EventNode node, const std::vector<Term>& terms) {
    std::vector<std::uint32_t> reads;
    for (const std::uint32_t unit : units_of(terms)) {
      node.needs.push_back(units[unit].exact_function);
      reads.insert(reads.end(), units[unit].reads.begin(), units[unit].reads.end());
    }
    for (const VariableIndex v : system.terms.variables_in(terms))
      if (unit_of[v] == kNone) reads.push_back(p.x_slot[v]);
    sort_unique(reads);
    p.event_nodes.push_back(std::move(node));
    node_reads.push_back(std::move(reads));
  }

  std::uint32_t memory = 0;
  void add_when(EventNode node, const std::vector<equations::WhenBranch>& branches) {
    std::vector<Term> conditions, all;
    for (const auto& branch : branches) {
      for (const Term condition : branch.conditions) conditions.push_back(expand(condition));
      const Term value = expand(branch.value);
      all.push_back(value);
      node.branches.push_back({static_cast<std::uint32_t>(conditions.size()), call({value}, true)});
    }
    all.insert(all.end(), conditions.begin(), conditions.end());
    node.call = call(conditions, true);
    node.conditions = static_cast<std::uint32_t>(conditions.size());
    node.memory = memory;
    memory += node.conditions;
    add_node(std::move(node), all);
  }

  void make_event_nodes() {
    for (const auto& one : system.discrete_equations) {
      EventNode node;
      node.target = p.held[one.variable];
      if (system.variables[one.variable].previous)
        node.previous = p.held[*system.variables[one.variable].previous];
      if (one.value) {
        const Term value = expand(*one.value);
        node.call = call({value}, true);
        add_node(std::move(node), {value});
      } else {
        node.kind = EventNode::Kind::kWhen;
        add_when(std::move(node), one.when);
      }
    }
    for (std::uint32_t c = 0; c < system.conditions.size(); ++c) {
      EventNode node;
      node.kind = EventNode::Kind::kCondition;
      node.target = c;
      std::vector<Term> terms{expand(system.conditions[c].crossing)};
      if (system.conditions[c].in_time) terms.push_back(system.conditions[c].in_time->rate);
      node.call = call(terms, true);
      node.conditions = static_cast<std::uint32_t>(terms.size());
      double scale = 0;
      for (const VariableIndex v : system.terms.variables_in(terms))
        scale = std::max(scale, std::abs(system.variables[v].nominal));
      if (scale > 0) node.scale = scale;
      add_node(std::move(node), terms);
    }
    for (const auto& one : system.reinits) {
      EventNode node;
      node.kind = EventNode::Kind::kReinit;
      node.target = p.x_slot[one.state] == kNone
                        ? kNone
                        : p.x_slot[one.state] - static_cast<std::uint32_t>(p.states().size());
      if (node.target == kNone || !std::binary_search(p.states().begin(), p.states().end(), one.state))
        throw BuildError(
            "reinit of '" + system.variables[one.state].name +
            "', which is no state here: index reduction computes it from others. Give the states "
            "that are kept stateSelect = StateSelect.always, or take --solver cvode");
      add_when(std::move(node), one.when);
    }
    order_event_nodes(p, std::move(node_reads));
  }

  void finish() {
    for (std::uint32_t f = 0; f < p.families.size(); ++f) {
      std::vector<bool> held;
      for (const VariableIndex v : p.families.variables_of({f, 0})) held.push_back(p.held[v] != kNone);
      p.codes.emplace_back(p.families, f, held);
    }
    find_time_dependence();
    const auto resolve = [this](Call& call) {
      if (call.code != kNone) call.constants = p.families.constants_of({call.code, call.number}).data();
    };
    for (Function& function : p.functions) {
      resolve(function.call);
      resolve(function.side);
    }
    for (Block& block : p.blocks) {
      resolve(block.residuals);
      resolve(block.jacobian);
    }
    for (TimedCondition& timed : p.timed) resolve(timed.call);
    for (EventNode& node : p.event_nodes) {
      resolve(node.call);
      for (EventNode::Branch& branch : node.branches) resolve(branch.value);
    }
  }
};

Plan::Plan(FlatSystem flat)
    : system(std::move(flat)),
      families([this](VariableIndex v) { return held[v] != kNone ? kHeld : kMoving; }) {
  if (system.terminal_flag)
    throw BuildError("quantised state methods do not carry terminal(); take cvode, ida or erk");
  if (!system.delays.empty())
    throw BuildError("quantised state methods do not carry delay(): the past of '" +
                     system.text(system.delays.front().of) +
                     "' would have to be kept as polynomials; take --solver cvode, ida or erk");
  equations::PreparedSystem prepared = equations::prepare(std::move(system));
  equations::StateChoice choice = equations::choose_at_start(prepared, false);
  if (!choice.constant && equations::ChoiceMargin(prepared.system, prepared.highest, choice).may_change()) {
    std::string states;
    for (const VariableIndex v : choice.states)
      states += (states.empty() ? "'" : ", '") + prepared.system.variables[v].name + "'";
    throw BuildError(
        "quantised state methods keep the states that they begin with, here " + states +
        ", and these may stop telling the others: the constraints of the model depend on values; "
        "take --solver cvode, ida or erk, or coordinates that hold everywhere, such as an angle");
  }
  system = std::move(prepared.system);
  system.locate_corners();
  for (const auto& one : system.discrete_equations)
    if (!one.value) system.previous_of(one.variable);
  sorted = equations::sort_equations(system, std::move(choice));
  initial = equations::initial_system(system, sorted.choice);
  Builder builder(*this);
  builder.count_uses();
  builder.number_slots();
  builder.make_units();
  builder.find_terms();
  builder.make_functions();
  builder.make_event_nodes();
  builder.make_followers();
  builder.finish();
}

}  // namespace escapement::qss_solver
