// SPDX-License-Identifier: MIT
#include "escapement/siman/interrupt.h"

#include "escapement/siman/attribute.h"
#include "escapement/siman/delay.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Interrupt::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Interrupt";
  type.doc = "Interrupt: the entities in a Delay leave it by its port \"interrupted\".";
  type.parameters = {
      "siman.Interrupt",
      "",
      {reference("delay", "").must().because("a siman.Delay, or that of a module: \"Working.Delay\""),
       reference("remaining", "attributes").because("attribute that gets the time left of the delay"),
       expression("entity").because(
           "number (IDENT) of the one that is interrupted, if it is there; all when absent"),
       stream_field()},
      {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

Interrupt::Options Interrupt::options_from(const registry::Arguments& arguments) {
  Options options{reference_from(arguments, "delay")};
  if (arguments.has("remaining")) options.remaining = reference_from(arguments, "remaining");
  options.entity = arguments.expression("entity");
  options.stream = stream_from(arguments);
  return options;
}

void Interrupt::bind(Binder& binder) {
  delay_ = binder.find<Delay>(*this, options_.delay, "Delay block");
  if (delay_ != nullptr) delay_->track();
  entity_ = binder.compile(*this, "entity", options_.entity, {.stream = options_.stream});
  if (options_.remaining.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, options_.remaining, "attribute"))
    slot_ = attribute->slot();
}

Block* Interrupt::enter(Entity& entity) {
  EntityFrame frame(&entity);
  delay_->interrupt(slot_, entity_ ? std::optional(entity_.evaluate_checked(frame)) : std::nullopt);
  return out.leave(entity);
}

}  // namespace escapement::siman
