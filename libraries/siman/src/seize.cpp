// SPDX-License-Identifier: MIT
#include "escapement/siman/seize.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::Field ResourceUnits::field(const char* name, const char* doc) {
  registry::Record record{
      "resource and units",
      "",
      {registry::reference("resource", "resources").must(),
       registry::expression("units").at_least(1).by_default("1").because("units of it; no variates")},
      {}};
  return registry::one_or_list(name, registry::record_or("resource", std::move(record),
                                                         registry::FieldType::kString, "resource"))
      .because(doc);
}

std::vector<ResourceUnits> ResourceUnits::from(const registry::Arguments& arguments, std::string_view name) {
  std::vector<ResourceUnits> all;
  for (const registry::Arguments& each : arguments.records(name))
    all.push_back({reference_from(each, "resource"), each.expression("units", 1.0)});
  return all;
}

expressions::Expression ResourceUnits::compile(Member& member, Binder& binder) const {
  expressions::Expression expression =
      binder.compile_in(member, "units", units, 1, kInfinity, {.random = false});
  if (const auto value = expression.constant(); value && *value >= 1 && !is_unit_count(*value))
    binder.fault(
        member, units.where,
        "units of resource '" + resource.name + "' in '" + member.address() + "' are " + to_text(*value),
        "give a whole number");
  return expression;
}

registry::ComponentType Seize::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Seize";
  type.doc = "SEIZE: takes units of resources, all together or none; entities wait in the Queue before it.";
  type.parameters = {
      "siman.Seize",
      "",
      {ResourceUnits::field("resources",
                            "what is seized: a name, or {\"resource\": ..., \"units\": ...}, or a list")
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
  for (const ResourceUnits& part : options_.resources) {
    Resource* resource = binder.find<Resource>(*this, part.resource, "resource");
    for (const Need& need : needs_)
      if (resource != nullptr && need.resource == resource)
        binder.fault(*this, part.resource.where,
                     "'" + address() + "' names resource '" + part.resource.name + "' twice",
                     "name it once and raise its units");
    Need need{resource, part.compile(*this, binder)};
    const double units = need.fixed = need.units.constant().value_or(0);
    const double most = resource == nullptr ? kInfinity : resource->greatest_capacity();
    if (most > 0 && units > most)
      binder.fault(*this, part.resource.where,
                   "'" + address() + "' asks for " + to_text(units) + " units of resource '" +
                       part.resource.name + "', which has " + to_text(most),
                   "it would wait for ever: ask for fewer, or raise the capacity");
    needs_.push_back(std::move(need));
  }
  if (options_.resources.empty()) binder.fault(*this, {}, "'" + address() + "' names no resource to seize");
  for (const Need& need : needs_) costs_ = costs_ || (need.resource != nullptr && need.resource->has_costs());
  priority_ = binder.compile(*this, "priority", options_.priority, {.stream = options_.stream});
}

void Seize::fed_by(Block& feeder) {
  if (dynamic_cast<Queue*>(&feeder) == nullptr)
    throw BuildError("'" + feeder.path() + "' leads to '" + path() +
                     "' directly; entities must be able to wait: put a siman.Queue between them");
}

void Seize::add_queue(QueueElement& queue) {
  if (std::find(queues_.begin(), queues_.end(), &queue) != queues_.end()) return;
  queues_.push_back(&queue);
  for (const Need& need : needs_)
    if (need.resource != nullptr) need.resource->add_line(*this, queue);
}

Block* Seize::enter(Entity& /*entity*/) {
  throw InternalError("an entity came to '" + path() + "' past its queue");
}

double Seize::evaluated_units(const Need& need, const Entity& entity) {
  EntityFrame frame(const_cast<Entity*>(&entity));  // expressions change nothing
  const double units = need.units.evaluate_checked(frame);
  if (!is_unit_count(units))
    host().fail(*this, "asks for " + to_text(units) + " units of resource '" + need.resource->path() +
                           "' ('" + need.units.text() + "'); it must be a whole number of 1 or more");
  return units;
}

bool Seize::may_pass(Entity& entity, QueueElement& /*queue*/) {
  EntityFrame frame(&entity);
  entity.priority = priority_.is_constant() ? *priority_.constant() : priority_.evaluate_checked(frame);
  for (const Need& need : needs_)
    if (need.resource->waiting() > 0 || need.resource->free_units() < units(need, entity)) return false;
  return true;
}

Block* Seize::pass(Entity& entity) {
  take_all(entity);
  observe_resources();
  if (costs_) [[unlikely]]  // after the wait is charged, at the rate of what it held until now
    Resource::renew_cost_rate(entity);
  return out.leave(entity);
}

void Seize::observe_resources() {
  for (const Need& need : needs_) need.resource->observe();
}

void Seize::give_up(Entity& entity) {
  entity.waits_for = nullptr;
  for (const Need& need : needs_) need.resource->change_waiting(-1);
}

void Seize::left_early() {
  for (const Need& need : needs_) need.resource->allocate();
}

bool Seize::wait(Entity& entity, QueueElement& /*queue*/) {
  entity.waits_for = this;
  for (const Need& need : needs_) need.resource->change_waiting(1);
  for (const Need& need : needs_)
    if (need.resource->allocate(&entity)) return true;
  return false;
}

Entity* Seize::first_in(const QueueElement& queue) const {
  Entity* entity = queue.first();
  while (entity != nullptr && entity->waits_for != this) entity = queue.next(*entity);
  return entity;
}

Resource* Seize::short_of(Entity& entity, Resource& own) {
  Resource* shortage = nullptr;
  for (const Need& need : needs_) {
    const bool short_of_it = need.resource->free_units() < units(need, entity);
    if (need.resource == &own) {
      if (short_of_it) return &own;
    } else if (short_of_it || need.resource->holds_back(entity)) {
      shortage = need.resource;
    }
  }
  return shortage;
}

double Seize::units_of(const Resource& resource, const Entity& entity) {
  for (const Need& need : needs_)
    if (need.resource == &resource) return units(need, entity);
  return 0;
}

void Seize::grant(Entity& entity) {
  take_all(entity);
  for (const Need& need : needs_) need.resource->change_waiting(-1);
  entity.queue->leave(entity);
  entity.waits_for = nullptr;
  if (costs_) [[unlikely]]  // after the wait is charged, at the rate of what it held until now
    Resource::renew_cost_rate(entity);
}

void Seize::take_all(Entity& entity) {
  for (const Need& need : needs_) {
    const double wanted = units(need, entity);
    need.resource->seize(entity, wanted);
    if (costs_) [[unlikely]]
      need.resource->charge_use(entity, wanted, options_.allocation);
  }
}

}  // namespace escapement::siman
