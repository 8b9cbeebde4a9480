// SPDX-License-Identifier: MIT
#include "escapement/qss/hosting.h"

#include <map>
#include <numeric>
#include <unordered_map>

#include "escapement/core/error.h"
#include "escapement/qss/functions.h"
#include "host.h"

namespace escapement::qss {
namespace {

// Sets of blocks that share a host (union-find with path halving); each is known by its first member.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[a > b ? a : b] = a > b ? b : a;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<std::vector<Hosted*>> Hosting::partition(const std::vector<Hosted*>& hosted,
                                                     const std::vector<Route>& routes) {
  std::vector<Hosted*> blocks, rest;
  std::unordered_map<const Component*, std::size_t> place;
  for (Hosted* member : hosted) {
    if (dynamic_cast<Block*>(member) != nullptr) {
      place[member] = blocks.size();
      blocks.push_back(member);
    } else {
      rest.push_back(member);
    }
  }
  if (!rest.empty() && others_ == nullptr)
    throw BuildError("'" + rest.front()->path() +
                     "' is no continuous block and needs a host of its own library");
  std::vector<std::vector<Hosted*>> groups;
  if (others_ != nullptr && !(rest.empty() && !blocks.empty())) {
    std::vector<Route> other_routes;
    for (const Route& route : routes)
      if (place.count(&route.from->owner()) == 0 && place.count(&route.to->owner()) == 0)
        other_routes.push_back(route);
    groups = others_->partition(rest, other_routes);
  }
  Sets sets(blocks.size());
  for (const Route& route : routes) {
    const auto from = place.find(&route.from->owner()), to = place.find(&route.to->owner());
    if (from == place.end() || to == place.end()) continue;
    const bool stays = dynamic_cast<const FunctionBlock*>(&route.from->owner()) != nullptr ||
                       !same_type(route.from->type(), port_type<Signal>());
    if (mode_ == HostingMode::kTogether || stays) sets.unite(from->second, to->second);
  }
  std::map<std::size_t, std::vector<Hosted*>> by_first;
  for (std::size_t i = 0; i < blocks.size(); ++i) by_first[sets.find(i)].push_back(blocks[i]);
  for (auto& [first, group] : by_first) groups.push_back(std::move(group));
  return groups;
}

std::unique_ptr<Host> Hosting::make(std::string name, const std::vector<Hosted*>& group) {
  if (group.empty() || dynamic_cast<Block*>(group.front()) == nullptr)
    return others_->make(std::move(name), group);
  return std::make_unique<BlockHost>(std::move(name), group);
}

}  // namespace escapement::qss
