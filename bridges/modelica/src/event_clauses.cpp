// SPDX-License-Identifier: MIT
#include "event_clauses.h"

#include <map>

namespace escapement::modelica {

using equations::VariableIndex;

std::vector<std::string> in_order(const std::vector<Clause>& clauses, const equations::Terms& terms,
                                  const std::vector<equations::Solution>& solutions,
                                  const std::function<void(const Clause&)>& circle) {
  std::map<VariableIndex, std::size_t> giver;
  for (std::size_t c = 0; c < clauses.size(); ++c)
    if (clauses[c].gives) giver.emplace(*clauses[c].gives, c);
  std::map<VariableIndex, std::set<VariableIndex>> through;
  for (const equations::Solution& one : solutions) {
    std::set<VariableIndex>& all = through[one.variable];
    for (const VariableIndex v : terms.variables_in(one.value)) {
      all.insert(v);
      if (const auto found = through.find(v); found != through.end())
        all.insert(found->second.begin(), found->second.end());
    }
  }
  std::vector<int> state(clauses.size(), 0);
  std::vector<std::string> out;
  bool told = false;
  const auto visit = [&](const auto& self, std::size_t c) -> void {
    if (state[c] == 2) return;
    if (state[c] == 1) {
      if (!told) circle(clauses[c]);
      told = true;
      return;
    }
    state[c] = 1;
    std::set<VariableIndex> reads = clauses[c].reads;
    for (const VariableIndex v : clauses[c].reads)
      if (const auto found = through.find(v); found != through.end())
        reads.insert(found->second.begin(), found->second.end());
    for (const VariableIndex v : reads)
      if (const auto found = giver.find(v); found != giver.end()) self(self, found->second);
    state[c] = 2;
    out.push_back(clauses[c].text);
  };
  for (std::size_t c = 0; c < clauses.size(); ++c) visit(visit, c);
  return out;
}

}  // namespace escapement::modelica
