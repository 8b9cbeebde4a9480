// SPDX-License-Identifier: MIT
// Nodes of events.
#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "event_order.h"
#include "plan_builder.h"

namespace escapement::qss_solver {

using equations::Term;
using equations::VariableIndex;

void Plan::Builder::add_node(EventNode node, const std::vector<Term>& terms) {
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

void Plan::Builder::add_when(EventNode node, const std::vector<equations::WhenBranch>& branches) {
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

void Plan::Builder::make_event_nodes() {
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
    if (system.variables[one.state].rate)
      throw BuildError(
          "reinit of '" + system.variables[one.state].name +
          "', whose process is infinitely fast (THETA): quantised states do not carry that; take "
          "--solver cvode, ida or erk");
    EventNode node;
    node.kind = EventNode::Kind::kReinit;
    node.target = p.x_slot[one.state] == kNone
                      ? kNone
                      : p.x_slot[one.state] - static_cast<std::uint32_t>(p.states().size());
    if (node.target == kNone || !std::binary_search(p.states().begin(), p.states().end(), one.state))
      throw BuildError("reinit of '" + system.variables[one.state].name +
                       "', which is no state here: index reduction computes it from others. Give the states "
                       "that are kept stateSelect = StateSelect.always, or take --solver cvode");
    add_when(std::move(node), one.when);
  }
  order_event_nodes(p, std::move(node_reads));
}

}  // namespace escapement::qss_solver
