// SPDX-License-Identifier: MIT
#include "event_order.h"

#include <set>
#include <utility>

namespace escapement::qss_solver {
namespace {

std::uint32_t gives(const Plan& p, const EventNode& node) {
  switch (node.kind) {
    case EventNode::Kind::kReinit:
      return kNone;
    case EventNode::Kind::kCondition:
      return p.held[p.system.conditions[node.target].variable];
    default:
      return node.target;
  }
}

}  // namespace

void order_event_nodes(Plan& p, std::vector<std::vector<std::uint32_t>> node_reads) {
  const std::size_t count = p.event_nodes.size();
  p.solved_for.assign(p.system.conditions.size(), false);
  std::vector<int> giver(p.slots, -1);
  for (std::size_t n = 0; n < count; ++n)
    if (const std::uint32_t slot = gives(p, p.event_nodes[n]); slot != kNone)
      giver[slot] = static_cast<int>(n);
  equations::Incidence incidence{count, std::vector<std::vector<int>>(count)};
  equations::Matching own{std::vector<int>(count), count};
  for (std::size_t n = 0; n < count; ++n) {
    own.unknown_of[n] = static_cast<int>(n);
    std::set<int> needs{static_cast<int>(n)};
    for (const std::uint32_t slot : node_reads[n])
      if (giver[slot] >= 0 && !needs.insert(giver[slot]).second && giver[slot] == static_cast<int>(n))
        p.tangled = p.tangled || !p.event_nodes[n].needs.empty();
    incidence.of_equation[n].assign(needs.begin(), needs.end());
  }
  std::vector<EventNode> ordered;
  std::vector<std::vector<std::uint32_t>> reads;
  for (const equations::EquationBlock& block : equations::sorted_blocks(incidence, own)) {
    // Circles through held variables alone are gone through until nothing changes; blocks in them are for
    // EventIteration.
    bool tangled = false;
    if (block.equations.size() > 1)
      for (const int n : block.equations)
        tangled = tangled || !p.event_nodes[static_cast<std::size_t>(n)].needs.empty();
    p.tangled = p.tangled || tangled;
    for (const int n : block.equations) {
      const EventNode& node = p.event_nodes[static_cast<std::size_t>(n)];
      if (tangled && node.kind == EventNode::Kind::kCondition && !node.needs.empty())
        p.solved_for[node.target] = true;
      ordered.push_back(std::move(p.event_nodes[static_cast<std::size_t>(n)]));
      reads.push_back(std::move(node_reads[static_cast<std::size_t>(n)]));
    }
  }
  p.event_nodes = std::move(ordered);
  std::vector<std::vector<std::uint32_t>> readers(p.slots);
  for (std::uint32_t n = 0; n < count; ++n)
    for (const std::uint32_t slot : reads[n]) readers[slot].push_back(n);
  for (const auto& row : readers) p.event_readers.add(row);
}

}  // namespace escapement::qss_solver
