// SPDX-License-Identifier: MIT
#include "escapement/equations/analysis.h"

#include <algorithm>
#include <map>
#include <set>

#include "escapement/equations/choice_margin.h"
#include "escapement/equations/initialization.h"
#include "escapement/equations/prepared_system.h"

namespace escapement::equations {
namespace {

// Which blocks need conditions and discrete equations that need them: components of "reads what the other
// gives". Updates of pre() are no part of it, since they come between passes.
class Mixed {
 public:
  Mixed(const FlatSystem& system, const std::vector<SolvedBlock>& blocks) : system_(system) {
    for (const SolvedBlock& block : blocks) {
      std::vector<Term> terms = block.residuals;
      for (const Solution& one : block.inner) terms.push_back(one.value);
      for (const TermRow& row : block.jacobian) terms.insert(terms.end(), row.begin(), row.end());
      add("", block.unknowns, terms);
    }
    for (const DiscreteEquation& one : system.discrete_equations) {
      std::vector<Term> terms;
      if (one.value) terms.push_back(*one.value);
      for (const WhenBranch& branch : one.when) {
        terms.insert(terms.end(), branch.conditions.begin(), branch.conditions.end());
        terms.push_back(branch.value);
      }
      add(system.variables[one.variable].name, {one.variable}, terms);
    }
    for (const Condition& one : system.conditions) add(one.text, {one.variable}, {one.crossing});
    find(blocks.size());
  }
  // What block b must be solved together with; empty when with nothing.
  const std::vector<std::string>& together_with(std::size_t block) const { return together_[block]; }

 private:
  void add(const std::string& text, const std::vector<VariableIndex>& gives, const std::vector<Term>& terms) {
    texts_.push_back(text);
    gives_.push_back(gives);
    reads_.push_back(system_.terms.variables_in(terms));
  }
  void find(std::size_t blocks) {
    together_.resize(blocks);
    std::vector<int> giver(system_.variables.size(), -1);
    for (std::size_t n = 0; n < gives_.size(); ++n)
      for (const VariableIndex v : gives_[n]) giver[v] = static_cast<int>(n);
    Incidence incidence{gives_.size(), std::vector<std::vector<int>>(gives_.size())};
    Matching own{std::vector<int>(gives_.size()), gives_.size()};
    for (std::size_t n = 0; n < gives_.size(); ++n) {
      own.unknown_of[n] = static_cast<int>(n);
      std::set<int> needs{static_cast<int>(n)};
      for (const VariableIndex v : reads_[n])
        if (giver[v] >= 0) needs.insert(giver[v]);
      incidence.of_equation[n].assign(needs.begin(), needs.end());
    }
    for (const EquationBlock& component : sorted_blocks(incidence, own)) {
      std::vector<std::string> others;
      for (const int n : component.equations)
        if (static_cast<std::size_t>(n) >= blocks) others.push_back(texts_[static_cast<std::size_t>(n)]);
      if (others.empty()) continue;
      for (const int n : component.equations)
        if (static_cast<std::size_t>(n) < blocks) together_[static_cast<std::size_t>(n)] = others;
    }
  }

  const FlatSystem& system_;
  std::vector<std::string> texts_;
  std::vector<std::vector<VariableIndex>> gives_, reads_;
  std::vector<std::vector<std::string>> together_;
};

void tell_blocks(const FlatSystem& system, const std::vector<SolvedBlock>& blocks, Analysis& to) {
  const auto name = [&](VariableIndex v) { return system.variables[v].name; };
  const Mixed mixed(system, blocks);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const SolvedBlock& block = blocks[b];
    const bool is_mixed = !mixed.together_with(b).empty();
    const bool solved = block.kind == SolvedBlock::Kind::kExplicit;
    if (solved && !is_mixed) {
      ++to.explicit_blocks;
      continue;
    }
    Analysis::Block& made = to.blocks.emplace_back();
    made.kind = solved ? "" : block.kind == SolvedBlock::Kind::kLinear ? "linear" : "nonlinear";
    if (is_mixed) made.kind = made.kind.empty() ? "mixed" : "mixed " + made.kind;
    for (const VariableIndex v : block.unknowns) made.unknowns.push_back(name(v));
    for (const VariableIndex v : block.torn) made.torn.push_back(name(v));
    for (const std::size_t e : block.equations) made.equations.push_back(system.text(system.equations[e]));
    made.together_with = mixed.together_with(b);
  }
}

}  // namespace

std::size_t Analysis::count(IterationRole role) const {
  return static_cast<std::size_t>(std::count_if(
      event_graph.begin(), event_graph.end(), [&](const EventGraphNode& node) { return node.role == role; }));
}

std::size_t Analysis::largest_block() const {
  std::size_t largest = explicit_blocks == 0 ? 0 : 1;
  for (const Block& block : blocks) largest = std::max(largest, block.unknowns.size());
  return largest;
}

Analysis analyse(FlatSystem given) {
  Analysis result;
  result.equations = given.equations.size();
  result.discrete_equations = given.discrete_equations.size();
  for (VariableIndex v = 0; v < given.variables.size(); ++v)
    result.unknowns += given.is_unknown(v) && !given.variables[v].derivative ? 1 : 0;
  PreparedSystem prepared = prepare(std::move(given));
  FlatSystem& system = prepared.system;
  const auto name = [&](VariableIndex v) { return system.variables[v].name; };
  for (const equations::Alias& one : system.aliases)
    result.aliases.push_back({name(one.variable), system.text(one.value)});
  std::map<std::size_t, int> times;  // by the equation that was there before
  for (const FlatEquation& one : system.equations) {
    if (!one.derivative_of) continue;
    std::size_t first = *one.derivative_of;
    while (system.equations[first].derivative_of) first = *system.equations[first].derivative_of;
    ++times[first];
  }
  for (const auto& [equation, count] : times)
    result.differentiated.push_back(
        {system.text(system.equations[equation]), count, system.equations[equation].where});
  const SortedSystem sorted = sort_equations(system, choose_at_start(prepared, false));
  result.states_for_ever = !ChoiceMargin(system, prepared.highest, sorted.choice).may_change();
  for (const VariableIndex v : sorted.choice.states) result.states.push_back(name(v));
  for (const VariableIndex v : sorted.choice.dummies) result.dummies.push_back(name(v));
  for (const VariableIndex v : initial_system(system, sorted.choice).assumed)
    result.assumed_starts.push_back(name(v));
  tell_blocks(system, sorted.blocks, result);
  for (const Condition& one : system.conditions)
    result.conditions.push_back({one.text, one.in_time ? "time" : "state"});
  if (!system.discrete_equations.empty() || !system.reinits.empty())
    result.event_graph = event_graph(system, sorted.blocks);
  return result;
}

namespace {

template <typename List, typename Text>
std::string listed(const List& list, std::size_t shown, const Text& text) {
  std::string joined;
  std::size_t told = 0;
  for (const auto& one : list) {
    if (told == shown) return joined + " and " + std::to_string(list.size() - shown) + " more";
    joined += (told++ == 0 ? "" : ", ") + text(one);
  }
  return joined;
}

std::string listed(const std::vector<std::string>& list, std::size_t shown) {
  return listed(list, shown, [](const std::string& one) { return one; });
}

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace

std::string to_text(const Analysis& a, std::size_t shown) {
  std::string page = counted(a.equations, "equation") + " for " + counted(a.unknowns, "unknown");
  if (a.discrete_equations != 0) page += ", " + counted(a.discrete_equations, "discrete equation");
  page += "\n";
  const auto line = [&](const std::string& head, const std::string& rest) {
    page += head + (rest.empty() ? "" : ": " + rest) + "\n";
  };
  line(counted(a.aliases.size(), "variable") + " under another name",
       listed(a.aliases, shown, [](const Analysis::Alias& one) { return one.variable + " = " + one.value; }));
  line(counted(a.differentiated.size(), "equation") + " differentiated", "");
  for (std::size_t i = 0; i < a.differentiated.size(); ++i) {
    if (i == shown) {
      page += "  and " + std::to_string(a.differentiated.size() - shown) + " more\n";
      break;
    }
    const Analysis::Differentiated& one = a.differentiated[i];
    page += "  " + one.equation + (one.times == 1 ? "" : "    " + std::to_string(one.times) + " times");
    page +=
        one.where.line == 0 ? "\n" : "    " + one.where.file + ":" + std::to_string(one.where.line) + "\n";
  }
  if (!a.dummies.empty())
    line(counted(a.dummies.size(), "derivative") + " that follow from others", listed(a.dummies, shown));
  line(counted(a.states.size(), "state"), listed(a.states, shown));
  if (!a.states_for_ever) page += "  chosen at the start values; elsewhere others may be taken\n";
  if (!a.assumed_starts.empty())
    line("start values taken although nobody fixed them", listed(a.assumed_starts, shown));
  line(counted(a.explicit_blocks, "equation") + " solved one by one, " +
           counted(a.blocks.size(), "other block"),
       a.blocks.empty() ? "" : "the largest of " + counted(a.largest_block(), "unknown"));
  for (std::size_t i = 0; i < a.blocks.size(); ++i) {
    if (i == shown) {
      page += "  and " + counted(a.blocks.size() - shown, "more block") + "\n";
      break;
    }
    const Analysis::Block& one = a.blocks[i];
    page += "  " + one.kind + ", " + counted(one.unknowns.size(), "unknown") + ": " +
            listed(one.unknowns, shown) + "\n";
    if (!one.torn.empty() && one.torn.size() < one.unknowns.size())
      page += "    torn: " + listed(one.torn, shown) + "\n";
    if (!one.together_with.empty()) page += "    together with: " + listed(one.together_with, shown) + "\n";
    for (std::size_t e = 0; e < one.equations.size() && e < shown; ++e)
      page += "    " + one.equations[e] + "\n";
    if (one.equations.size() > shown)
      page += "    and " + std::to_string(one.equations.size() - shown) + " more\n";
  }
  line(counted(a.conditions.size(), "relation") + " that make events",
       listed(a.conditions, shown,
              [](const Analysis::Crossing& one) { return one.text + " (" + one.kind + ")"; }));
  if (a.event_graph.empty()) return page;
  line("event graph", counted(a.event_graph.size(), "node"));
  for (const auto& [role, head] :
       {std::pair(IterationRole::kLoop, "loop"), std::pair(IterationRole::kUpdate, "update"),
        std::pair(IterationRole::kApart, "not involved")}) {
    std::vector<std::string> texts;
    for (const EventGraphNode& node : a.event_graph)
      if (node.role == role) texts.push_back(node.text);
    page += std::string("  ") + head + " (" + std::to_string(texts.size()) + ")" +
            (texts.empty() ? "" : ": " + listed(texts, shown)) + "\n";
  }
  return page;
}

}  // namespace escapement::equations
