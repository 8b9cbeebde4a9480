// SPDX-License-Identifier: MIT
#include "escapement/siman/process_hosting.h"

#include <map>
#include <numeric>
#include <typeindex>

#include "escapement/core/error.h"
#include "escapement/siman/activity_area.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/queue.h"

namespace escapement::siman {
namespace {

// Sets of members that must share a host (union-find with path halving).
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t a, std::size_t b) {
    const std::size_t x = find(a), y = find(b);
    parent_[std::max(x, y)] = std::min(x, y);
  }

 private:
  std::vector<std::size_t> parent_;
};

// Numbers what has a number in expressions and entities: types from 1, attributes by slot.
void number_elements(const std::vector<Hosted*>& hosted, World& world) {
  std::int64_t types = 0;
  std::vector<double> initial;
  std::map<std::type_index, std::int64_t> numbers;
  for (Hosted* member : hosted) {
    if (auto* element = dynamic_cast<Member*>(member))
      element->set_ordinal(++numbers[std::type_index(typeid(*element))]);
    if (auto* type = dynamic_cast<EntityType*>(member)) type->set_index(++types);
    if (auto* attribute = dynamic_cast<Attribute*>(member)) {
      attribute->set_slot(initial.size());
      if (attribute->is_text()) world.note_text(attribute->slot());
      initial.push_back(attribute->is_text() ? world.texts().number_of(attribute->initial_text())
                                             : attribute->initial());
    }
  }
  world.pool().set_attributes(std::move(initial));
}

void declare_total_cost(const std::vector<Member*>& members, statistics::Collector& statistics) {
  std::vector<const Resource*> resources;
  std::vector<const EntityType*> types;
  for (const Member* member : members) {
    if (const auto* resource = dynamic_cast<const Resource*>(member)) resources.push_back(resource);
    if (const auto* type = dynamic_cast<const EntityType*>(member)) types.push_back(type);
  }
  statistics.output("System.TotalCost", [resources, types](double t) {
    double total = 0;
    for (const Resource* resource : resources) total += resource->total_cost(t);
    for (const EntityType* type : types) total += type->total_holding_cost(t);
    return total;
  });
}

bool holds_no_state(const Member& element) {
  return dynamic_cast<const Attribute*>(&element) != nullptr ||
         dynamic_cast<const EntityType*>(&element) != nullptr ||
         dynamic_cast<const ActivityArea*>(&element) != nullptr;
}

}  // namespace

ProcessHosting::ProcessHosting(registry::Environment& environment, HostingMode mode)
    : world_(environment), mode_(mode) {}

ProcessHosting::~ProcessHosting() = default;

std::vector<std::vector<Hosted*>> ProcessHosting::partition(const std::vector<Hosted*>& hosted,
                                                            const std::vector<Route>& routes) {
  number_elements(hosted, world_);
  std::vector<Diagnostic> faults;
  Binder binder(world_, faults);
  std::vector<Member*> members;
  for (Hosted* h : hosted)
    if (auto* member = dynamic_cast<Member*>(h)) members.push_back(member);
  world_.set_all_members(members);
  for (const Member* member : members) {
    if (member->declares_costs()) world_.note_costs();
    if (member->assigns_holding_rates()) world_.note_holding_rates();
  }
  // Elements first: a block that takes a name of theirs is told, not they.
  for (const bool blocks : {false, true})
    for (Member* member : members)
      if ((dynamic_cast<Block*>(member) != nullptr) == blocks) member->declare(binder);
  if (world_.costs()) declare_total_cost(members, world_.statistics());
  for (Member* member : members) member->bind(binder);
  if (!faults.empty()) throw InputError(std::move(faults));

  if (mode_ == HostingMode::kTogether || binder.uses_all()) return {hosted};
  std::map<const Component*, std::size_t> place;
  for (std::size_t i = 0; i < hosted.size(); ++i) place[hosted[i]] = i;
  Groups groups(hosted.size());
  for (const auto& [member, element] : binder.uses())
    if (!holds_no_state(*element)) groups.unite(place[member], place[element]);
  for (const Route& route : routes)
    if ((dynamic_cast<Queue*>(&route.from->owner()) != nullptr ||
         dynamic_cast<HoldBlock*>(&route.from->owner()) != nullptr) &&
        (dynamic_cast<HoldBlock*>(&route.to->owner()) != nullptr))
      groups.unite(place[&route.from->owner()], place[&route.to->owner()]);
  std::map<std::size_t, std::vector<Hosted*>> by_root;
  for (std::size_t i = 0; i < hosted.size(); ++i) by_root[groups.find(i)].push_back(hosted[i]);
  std::vector<std::vector<Hosted*>> result;
  for (auto& [root, group] : by_root) result.push_back(std::move(group));
  return result;
}

std::unique_ptr<Host> ProcessHosting::make(std::string name, const std::vector<Hosted*>& group) {
  return std::make_unique<ProcessHost>(std::move(name), world_, group);
}

}  // namespace escapement::siman
