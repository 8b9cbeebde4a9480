// SPDX-License-Identifier: MIT
#include "escapement/siman/seize.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/qpick.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Seize::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Seize";
  type.doc = "SEIZE: takes units of resources, all together or none; entities wait in the Queue before it.";
  type.parameters = {
      "siman.Seize",
      "",
      {ResourceUnits::field("resources",
                            "what is seized: a name, or {\"resource\": ..., \"units\": ...}, or a list",
                            UnitsFor::kSeize)
           .must(),
       expression("priority")
           .by_default("1")
           .because("among those that wait for one resource; smaller is more urgent"),
       choice("allocation", category_names())
           .by_default("Other")
           .because("the category that the cost of use is charged to"),
       stream_field()},
      {}};
  type.ports = {entity_in("from a siman.Queue"), entity_out()};
  return type;
}

Seize::Options Seize::options_from(const registry::Arguments& arguments) {
  return {ResourceUnits::from(arguments, "resources"), arguments.expression("priority", 1.0),
          stream_from(arguments), category_from(arguments.string("allocation", "Other"))};
}

void Seize::bind(Binder& binder) {
  std::vector<const Resource*> named;
  for (const ResourceUnits& part : options_.resources) {
    bool is_set = false;
    std::vector<Resource*> found = part.find(*this, binder, is_set);
    Need need{is_set || found.empty() ? nullptr : found.front(), part.compile(*this, binder)};
    const double units = need.fixed = need.units.constant().value_or(0);
    double most = found.empty() ? kInfinity : 0;
    for (Resource* resource : found) {
      if (part.number.empty()) {
        if (std::find(named.begin(), named.end(), resource) != named.end())
          binder.fault(*this, part.resource.where,
                       "'" + address() + "' names resource '" +
                           (is_set ? resource->path() : part.resource.name) + "' twice",
                       "name it once and raise its units");
        named.push_back(resource);
      }
      if (std::find(resources_.begin(), resources_.end(), resource) == resources_.end())
        resources_.push_back(resource);
      most = std::max(most, resource->greatest_capacity());
      costs_ = costs_ || resource->has_costs();
    }
    if (most > 0 && units > most)
      binder.fault(*this, part.resource.where,
                   "'" + address() + "' asks for " + to_text(units) + " units of resource '" + part.text() +
                       "', which has " + to_text(most),
                   "it would wait for ever: ask for fewer, or raise the capacity");
    by_number_ = by_number_ || !part.number.empty();
    if (is_set) {
      need.members = std::move(found);
      bind_set(need, part, binder);
    }
    if (!part.state.empty()) bind_state(need, part, binder);
    needs_.push_back(std::move(need));
  }
  if (options_.resources.empty()) binder.fault(*this, {}, "'" + address() + "' names no resource to seize");
  priority_ = binder.compile(*this, "priority", options_.priority, {.stream = options_.stream});
  fixed_priority_ = priority_.constant();
  if (needs_.size() != 1) return;
  const Need& need = needs_.front();
  if (need.resource == nullptr || need.fixed == 0 || costs_ || !need.states.empty()) return;
  plain_ = need.resource;
  plain_count_ = need.fixed;
}

void Seize::bind_set(Need& need, const ResourceUnits& part, Binder& binder) {
  of_sets_ = true;
  specific_ = specific_ || part.selection.rule == SelectionRule::kSpecificMember;
  need.selector = Selector(*this, binder, part.selection, part.text() + ".member", options_.stream);
  if (part.save.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, part.save, "attribute"))
    need.slot = attribute->slot();
}

// A number may mean a resource without that state: that is told when it is seized.
void Seize::bind_state(Need& need, const ResourceUnits& part, Binder& binder) {
  const std::vector<Resource*> found =
      need.resource != nullptr ? std::vector<Resource*>{need.resource} : need.members;
  bool known = false;
  for (const Resource* resource : found) {
    need.states.push_back(resource->state_by_name(part.state.name));
    known = known || need.states.back() > 0;
    if (need.states.back() == 0 && part.number.empty())
      binder.fault(*this, part.state.where,
                   "resource '" + resource->path() + "' has no state '" + part.state.name + "' for '" +
                       address() + "'",
                   resource->state_names().empty() ? "give it a state set that has it"
                                                   : "its states: " + list_text(resource->state_names()));
  }
  if (!known && !part.number.empty())
    binder.fault(*this, part.state.where, "no resource has the state '" + part.state.name + "'",
                 "give one a state set that has it");
}

void Seize::fed_by(Block& feeder) {
  if (dynamic_cast<HoldBlock*>(&feeder) == nullptr) HoldBlock::fed_by(feeder);  // behind a Select or a QPick
}

void Seize::add_queue(QueueElement& queue) {
  if (std::find(queues_.begin(), queues_.end(), &queue) != queues_.end()) return;
  queues_.push_back(&queue);
  for (Resource* resource : resources_) resource->add_line(*this, queue);
}

double Seize::evaluated_units(const Need& need, const Entity& entity) {
  EntityFrame frame(const_cast<Entity*>(&entity));  // expressions change nothing
  const double units = need.units.evaluate_checked(frame);
  if (!is_unit_count(units))
    host().fail(*this, "asks for " + to_text(units) + " units of resource '" +
                           (need.resource != nullptr ? need.resource : need.members.front())->path() +
                           "' ('" + need.units.text() + "'); it must be a whole number of 1 or more");
  return units;
}

Resource* Seize::only_of(Need& need, const Entity& entity) {
  if (need.resource != nullptr || need.selector.rule() != SelectionRule::kSpecificMember)
    return need.resource;
  return need.members[need.selector.specific(const_cast<Entity*>(&entity), need.members.size())];
}

bool Seize::is_for(Need& need, const Entity& entity, const Resource& resource) {
  if (const Resource* only = only_of(need, entity)) return only == &resource;
  return std::find(need.members.begin(), need.members.end(), &resource) != need.members.end();
}

template <class MayServe>
Resource* Seize::choose(Need& need, Entity& entity, MayServe may_serve) {
  if (need.resource != nullptr) return may_serve(*need.resource) ? need.resource : nullptr;
  const std::vector<Resource*>& members = need.members;
  const auto chosen = need.selector.choose(
      &entity, members.size(), [&](std::size_t i) { return may_serve(*members[i]); },
      [&](std::size_t i) { return members[i]->free_units(); },
      [&](std::size_t i) { return members[i]->busy(); });
  if (!chosen) return nullptr;
  need.selector.took(*chosen);
  if (need.slot != kNoSlot) entity.attributes[need.slot] = static_cast<double>(*chosen + 1);
  return members[*chosen];
}

bool Seize::may_pass(Entity& entity, QueueElement& /*queue*/) {
  if (plain_ != nullptr) [[likely]]
    return passes(entity);
  set_priority(entity);
  if (of_sets_) [[unlikely]]
    return can_pass(entity);
  for (const Need& need : needs_)
    if (need.resource->waiting() > 0 || need.resource->free_units() < units(need, entity)) return false;
  return true;
}

void Seize::evaluate_priority(Entity& entity) {
  EntityFrame frame(&entity);
  entity.priority = priority_.evaluate_checked(frame);
}

bool Seize::can_pass(Entity& entity) {
  return std::all_of(needs_.begin(), needs_.end(), [&](Need& need) {
    const double wanted = units(need, entity);
    const auto may_serve = [&](const Resource& r) { return r.waiting() == 0 && r.free_units() >= wanted; };
    if (const Resource* only = only_of(need, entity)) return may_serve(*only);
    return std::any_of(need.members.begin(), need.members.end(), [&](Resource* r) { return may_serve(*r); });
  });
}

Block* Seize::pass(Entity& entity) {
  if (plain_ != nullptr) [[likely]]
    return take_plain(entity);
  take_all(entity, true);
  observe_resources();
  if (costs_) [[unlikely]]
    Resource::renew_cost_rate(entity);
  return out.leave(entity);
}

void Seize::observe_resources() {
  for (Resource* resource : resources_) resource->observe();
}

void Seize::change_waiting(int by) {
  for (Resource* resource : resources_) resource->change_waiting(by);
}

void Seize::join_alternatives(Alternatives& alternatives) {
  alternatives_ = &alternatives;
  token_ = alternatives.all.front();
}

bool Seize::offers(const QueueElement& queue) {
  return pick_ == nullptr || pick_->picked() == &queue;
}

bool Seize::waits_in(const QueueElement& queue) const {
  const Entity* entity = queue.first();
  while (entity != nullptr && entity->waits_for != token_) entity = queue.next(*entity);
  return entity != nullptr;
}

double Seize::free_units() const {
  double units = 0;
  for (const Resource* resource : resources_) units += resource->free_units();
  return units;
}

double Seize::busy_units() const {
  double units = 0;
  for (const Resource* resource : resources_) units += resource->busy();
  return units;
}

void Seize::begin_wait(Entity& entity) {
  entity.waits_for = const_cast<Seize*>(token_);
  if (alternatives_ == nullptr) return change_waiting(1);
  for (Seize* each : alternatives_->all) each->change_waiting(1);
}

void Seize::give_up(Entity& entity) {
  entity.waits_for = nullptr;
  if (alternatives_ == nullptr) return change_waiting(-1);
  for (Seize* each : alternatives_->all) each->change_waiting(-1);
}

bool Seize::serve_now(Entity& entity) {
  for (Resource* resource : resources_)
    if (resource->free_units() > 0 && resource->allocate(&entity)) return true;
  return false;
}

void Seize::left(QueueElement& /*queue*/) {
  for (Resource* resource : resources_) resource->allocate();
}

bool Seize::wait(Entity& entity, QueueElement& /*queue*/) {
  if (is_plain()) [[likely]]
    return wait_plain(entity);
  begin_wait(entity);
  return serve_now(entity);
}

bool Seize::wants(const Entity& entity, const Resource& own) {
  return std::any_of(needs_.begin(), needs_.end(), [&](Need& need) { return is_for(need, entity, own); });
}

double Seize::plain_units() const {
  const bool plain = needs_.size() == 1 && needs_.front().resource != nullptr && !costs_ && !specific_ &&
                     alternatives_ == nullptr && pick_ == nullptr && token_ == this &&
                     needs_.front().states.empty();
  return plain ? needs_.front().fixed : 0;
}

Entity* Seize::first_in(const QueueElement& queue, const Resource& own) {
  Entity* entity = queue.first();
  while (entity != nullptr && (entity->waits_for != token_ || (specific_ && !wants(*entity, own))))
    entity = queue.next(*entity);
  return entity;
}

Resource* Seize::short_of(Entity& entity, Resource& own) {
  Resource* shortage = nullptr;
  for (Need& need : needs_) {
    const double wanted = units(need, entity);
    if (is_for(need, entity, own)) {
      if (own.free_units() < wanted) return &own;
      continue;
    }
    const auto may_serve = [&](const Resource& r) {
      return r.free_units() >= wanted && !r.holds_back(entity);
    };
    if (Resource* only = only_of(need, entity)) {
      if (!may_serve(*only)) shortage = only;
    } else if (std::none_of(need.members.begin(), need.members.end(),
                            [&](Resource* r) { return may_serve(*r); })) {
      shortage = need.members.front();
    }
  }
  return shortage;
}

const Resource& Seize::lacking(Entity& entity) {
  for (Need& need : needs_) {
    const double wanted = units(need, entity);
    const auto may_serve = [&](const Resource* r) { return r->free_units() >= wanted; };
    const Resource* const only = only_of(need, entity);
    if (only != nullptr ? !may_serve(only)
                        : std::none_of(need.members.begin(), need.members.end(), may_serve))
      return only != nullptr ? *only : *need.members.front();
  }
  return *resources_.front();
}

double Seize::units_of(const Resource& resource, const Entity& entity) {
  for (Need& need : needs_)
    if (is_for(need, entity, resource)) return units(need, entity);
  return 0;
}

void Seize::grant(Entity& entity) {
  const QueueElement* const from = entity.queue;
  take_all(entity, false);
  give_up(entity);
  entity.queue->leave(entity);
  if (alternatives_ != nullptr) [[unlikely]]
    alternatives_->granted = this;
  if (pick_ != nullptr) [[unlikely]]
    pick_->took(*from);
  if (costs_) [[unlikely]]  // after the wait is charged, at the rate of what it held until now
    Resource::renew_cost_rate(entity);
}

// For plain needs Resource::allocate_in_line() does without this: a need for which something is added here is
// not plain (plain_units).
void Seize::take_all(Entity& entity, bool passing) {
  for (Need& need : needs_) {
    const double wanted = units(need, entity);
    Resource* resource = need.resource;
    if (resource == nullptr) [[unlikely]]
      resource = choose(need, entity, [&](const Resource& r) {
        return r.free_units() >= wanted && (passing ? r.waiting() == 0 : !r.holds_back(entity));
      });
    if (by_number_) [[unlikely]]
      refuse_twice(*resource, need, entity);
    resource->seize(entity, wanted);
    if (!need.states.empty()) [[unlikely]]
      set_state(need, *resource);
    if (costs_) [[unlikely]]
      resource->charge_use(entity, wanted, options_.allocation);
  }
}

// Only a number can mean a resource that is named, too.
void Seize::refuse_twice(const Resource& resource, const Need& need, const Entity& entity) {
  for (Need& other : needs_)
    if (&other != &need && only_of(other, entity) == &resource)
      host().fail(*this,
                  "asks twice for resource '" + resource.path() +
                      "', once by its number; raise its units instead, or let the number mean another");
}

void Seize::set_state(const Need& need, Resource& resource) {
  const auto member = std::find(need.members.begin(), need.members.end(), &resource);
  const double state = need.resource != nullptr
                           ? need.states.front()
                           : need.states[static_cast<std::size_t>(member - need.members.begin())];
  if (state == 0)
    host().fail(*this,
                "resource '" + resource.path() +
                    "' has not the state that it is to have when it is seized; give it a state set that "
                    "has it");
  resource.set_state(state, *this);
}

HoldBlock::Lack Seize::lacks(Entity& entity) {
  const Resource& lacking = this->lacking(entity);
  Lack lack{to_text(units_of(lacking, entity)) + " of '" + lacking.path() + "' (" + to_text(lacking.busy()) +
            " of " + to_text(lacking.capacity()) + " busy)"};
  for (const Entity& other : world().pool().all())
    if (std::any_of(other.holdings.begin(), other.holdings.end(),
                    [&](const Entity::Holding& holding) { return holding.resource == &lacking; }))
      lack.holders.push_back(other.record);
  lack.ended = lacking.ended();
  return lack;
}

void Seize::wrap(Wrap wrap_units, Wrap wrap_priority) {
  if (!needs_.empty()) {
    needs_.front().units = wrap_units(std::move(needs_.front().units));
    needs_.front().fixed = 0;
    plain_ = nullptr;
  }
  priority_ = wrap_priority(std::move(priority_));
  fixed_priority_ = priority_.constant();
}

void Seize::archive(Archive& archive) {
  for (Need& need : needs_) archive(need.selector);
}

}  // namespace escapement::siman
