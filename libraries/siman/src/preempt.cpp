// SPDX-License-Identifier: MIT
#include "escapement/siman/preempt.h"

#include "escapement/siman/interruptions.h"
#include "fields.h"

namespace escapement::siman {

Preempt::Preempt(std::string name, Options options)
    : Seize(std::move(name), {{options.resource}, options.priority, options.stream}),
      preempt_(std::move(options)),
      slot_(Interruptions::kNoSlot) {}

registry::ComponentType Preempt::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Preempt";
  type.doc = "PREEMPT: seizes units of a resource, if need be from less urgent holders.";
  type.parameters = {"siman.Preempt",
                     "",
                     {reference("resource", "resources").must().because("what is seized"),
                      expression("units").at_least(1).by_default("1").because("units of it; no variates"),
                      expression("priority")
                          .by_default("1")
                          .because("units are taken from holders with a greater one; smaller is more urgent"),
                      reference("remaining", "attributes")
                          .because("attribute of a preempted entity that gets the time left of its delay"),
                      stream_field()},
                     {}};
  type.ports = {
      entity_in("from a siman.Queue"),
      entity_out(),
      {"preempted", false, "entity",
       "holders that were preempted in a delay; they resume it later when nothing is coupled here", true}};
  return type;
}

Preempt::Options Preempt::options_from(const registry::Arguments& arguments) {
  Options options;
  options.resource.resource = reference_from(arguments, "resource");
  options.resource.units = arguments.expression("units", 1.0);
  options.priority = arguments.expression("priority", 1.0);
  if (arguments.has("remaining")) options.remaining = reference_from(arguments, "remaining");
  options.stream = stream_from(arguments);
  return options;
}

void Preempt::bind(Binder& binder) {
  Seize::bind(binder);
  resource_ = dynamic_cast<Resource*>(Binder::find_any(*this, preempt_.resource.resource.name));
  if (resource_ != nullptr) resource_->note_preempted(binder);
  if (preempt_.remaining.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, preempt_.remaining, "attribute"))
    slot_ = attribute->slot();
}

bool Preempt::may_pass(Entity& entity, QueueElement& queue) {
  if (Seize::may_pass(entity, queue)) return true;
  const double units = units_of(*resource_, entity);
  const double shortage = units - resource_->free_units();
  if (shortage > 0 && shortage <= resource_->preemptable(entity.priority))  // P2
    resource_->preempt(shortage, entity.priority, preempted.next() == nullptr ? nullptr : &preempted, slot_);
  return false;  // it may be that somebody in the queue is more urgent
}

}  // namespace escapement::siman
