// SPDX-License-Identifier: MIT
#include "escapement/siman/release.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Release::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Release";
  type.doc =
      "RELEASE: gives units of resources back; the releasing entity moves on before those that waited.";
  type.parameters = {
      "siman.Release",
      "",
      {ResourceUnits::field("resources",
                            "what is released: a name, or {\"resource\": ..., \"units\": ...}, or a list",
                            UnitsFor::kRelease)
           .must()},
      {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

void Release::bind(Binder& binder) {
  for (const ResourceUnits& unit : resources_) {
    bool is_set = false;
    std::vector<Resource*> found = unit.find(*this, binder, is_set);
    Part part{is_set || found.empty() ? nullptr : found.front(), unit.compile(*this, binder)};
    if (is_set) {
      part.members = std::move(found);
      part.rule = unit.release_rule;
      Selection selection{SelectionRule::kPreferredOrder, unit.selection.member};
      if (part.rule == ReleaseRule::kSpecificMember) selection.rule = SelectionRule::kSpecificMember;
      part.selector = Selector(*this, binder, selection, "member", std::nullopt);
    }
    parts_.push_back(std::move(part));
  }
  if (is_plain()) {
    plain_ = parts_.front().resource;
    plain_units_ = *parts_.front().units.constant();
  }
  if (resources_.empty()) binder.fault(*this, {}, "'" + address() + "' names no resource to release");
}

bool Release::is_plain() const {
  if (parts_.size() != 1 || parts_.front().resource == nullptr) return false;
  const auto units = parts_.front().units.constant();
  return units && is_unit_count(*units);
}

Resource* Release::chosen_of(Part& part, Entity& entity) {
  const auto in_set = [&](const Resource* resource) {
    return std::find(part.members.begin(), part.members.end(), resource) != part.members.end();
  };
  if (part.rule == ReleaseRule::kSpecificMember)
    return part.members[part.selector.specific(&entity, part.members.size())];
  Resource* found = nullptr;
  for (const Entity::Holding& holding : entity.holdings) {
    if (!in_set(holding.resource)) continue;
    found = holding.resource;
    if (part.rule == ReleaseRule::kFirstMemberSeized) break;
  }
  if (found == nullptr)  // it may have lost them
    for (Resource* lost : entity.lost)
      if (in_set(lost)) found = lost;
  if (found == nullptr)
    host().fail(*this, "an entity of type '" + entity.type->path() + "' releases a member of the set of '" +
                           part.members.front()->path() + "' but holds none; seize it first");
  return found;
}

Block* Release::enter(Entity& entity) {
  if (plain_ != nullptr) [[likely]] {
    plain_->give_back(entity, plain_units_, *this);
    plain_->allocate();
    plain_->settle();
    return out.leave(entity);
  }
  return release_all(entity);
}

// All units are back before any is handed on, so that a waiting entity which needs several can have them.
Block* Release::release_all(Entity& entity) {
  EntityFrame frame(&entity);
  for (Part& part : parts_) {
    part.chosen = part.resource;
    if (part.chosen == nullptr) [[unlikely]]
      part.chosen = chosen_of(part, entity);
    const double units = part.units.evaluate_checked(frame);
    if (!is_unit_count(units)) [[unlikely]]
      host().fail(*this, "releases " + to_text(units) + " units of resource '" + part.chosen->path() +
                             "' ('" + part.units.text() + "'); it must be a whole number of 1 or more");
    part.chosen->give_back(entity, units, *this);
  }
  for (const Part& part : parts_) part.chosen->allocate();
  for (const Part& part : parts_) part.chosen->settle();
  return out.leave(entity);
}

}  // namespace escapement::siman
