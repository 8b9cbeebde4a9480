// SPDX-License-Identifier: MIT
#include "escapement/equations/event_graph.h"

#include <algorithm>
#include <set>

namespace escapement::equations {
namespace {

struct Built {
  EventGraphNode node;
  std::set<VariableIndex> reads;
  std::set<VariableIndex> conditions_read;  // of whens
};

class Graph {
 public:
  explicit Graph(const FlatSystem& system) : system_(system), condition_reads_(system.variables.size()) {
    for (const Condition& condition : system.conditions)
      for (const VariableIndex v : system.terms.variables_in(condition.crossing))
        condition_reads_[condition.variable].push_back(v);
  }

  // What the terms read, conditions looked through.
  void read(Built& built, const std::vector<Term>& terms) const { read(built.reads, terms); }
  void read(std::set<VariableIndex>& reads, const std::vector<Term>& terms) const {
    for (const VariableIndex v : system_.terms.variables_in(terms)) {
      if (system_.variables[v].variability == Variability::kCondition)
        reads.insert(condition_reads_[v].begin(), condition_reads_[v].end());
      else
        reads.insert(v);
    }
  }

 private:
  const FlatSystem& system_;
  std::vector<std::vector<VariableIndex>> condition_reads_;
};

}  // namespace

std::vector<EventGraphNode> event_graph(const FlatSystem& system, const std::vector<SolvedBlock>& blocks) {
  const Graph graph(system);
  std::vector<Built> built;
  for (const SolvedBlock& block : blocks) {
    Built& one = built.emplace_back();
    one.node.gives = block.unknowns;
    for (const VariableIndex v : block.unknowns)
      one.node.text += (one.node.text.empty() ? "" : ", ") + system.variables[v].name;
    for (const Solution& inner : block.inner) graph.read(one, {inner.value});
    graph.read(one, block.residuals);
    for (const auto& row : block.jacobian) graph.read(one, row.terms());
    for (const VariableIndex v : block.unknowns) one.reads.erase(v);
  }
  for (const DiscreteEquation& equation : system.discrete_equations) {
    Built& one = built.emplace_back();
    one.node.gives = {equation.variable};
    one.node.text = system.variables[equation.variable].name;
    if (equation.value) graph.read(one, {*equation.value});
    for (const WhenBranch& branch : equation.when) {
      graph.read(one, branch.conditions);
      graph.read(one.conditions_read, branch.conditions);
      graph.read(one, {branch.value});
    }
  }
  std::set<VariableIndex> read_somewhere;
  for (const Built& one : built) read_somewhere.insert(one.reads.begin(), one.reads.end());
  const std::size_t equations = built.size();
  for (const DiscreteEquation& equation : system.discrete_equations) {
    const auto previous = system.variables[equation.variable].previous;
    if (!previous || !read_somewhere.contains(*previous)) continue;
    Built& one = built.emplace_back();
    one.node.gives = {*previous};
    one.node.text = system.variables[*previous].name;
    one.node.is_previous = true;
    one.reads.insert(equation.variable);
  }

  // Strong components over nodes; a pair of an equation and its own update is no cycle by itself.
  std::vector<int> giver(system.variables.size(), -1);
  for (std::size_t n = 0; n < built.size(); ++n)
    for (const VariableIndex v : built[n].node.gives) giver[v] = static_cast<int>(n);
  Incidence incidence{built.size(), std::vector<std::vector<int>>(built.size())};
  Matching own{std::vector<int>(built.size()), built.size()};
  for (std::size_t n = 0; n < built.size(); ++n) {
    own.unknown_of[n] = static_cast<int>(n);
    std::set<int> needs{static_cast<int>(n)};
    for (const VariableIndex v : built[n].reads)
      if (giver[v] >= 0) needs.insert(giver[v]);
    incidence.of_equation[n].assign(needs.begin(), needs.end());
  }
  for (const EquationBlock& component : sorted_blocks(incidence, own)) {
    bool loop = component.equations.size() > 2;
    if (component.equations.size() == 2) {
      const auto [a, b] = std::minmax(component.equations[0], component.equations[1]);
      const bool pair =
          static_cast<std::size_t>(a) < equations && built[static_cast<std::size_t>(b)].node.is_previous;
      // Not so where a condition reads it: then the condition is a node between them.
      loop = !pair || built[static_cast<std::size_t>(a)].conditions_read.contains(
                          built[static_cast<std::size_t>(b)].node.gives.front());
    }
    // Components come in an order in which each reads earlier ones only.
    bool after_loop = false;
    for (const int n : component.equations)
      for (const int from : incidence.of_equation[static_cast<std::size_t>(n)])
        after_loop = after_loop || built[static_cast<std::size_t>(from)].node.role != IterationRole::kApart;
    for (const int n : component.equations)
      built[static_cast<std::size_t>(n)].node.role = loop         ? IterationRole::kLoop
                                                     : after_loop ? IterationRole::kUpdate
                                                                  : IterationRole::kApart;
  }
  std::vector<EventGraphNode> nodes;
  for (Built& one : built) nodes.push_back(std::move(one.node));
  return nodes;
}

}  // namespace escapement::equations
