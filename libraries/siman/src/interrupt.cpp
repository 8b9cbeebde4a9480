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
       reference("remaining", "attributes").because("attribute that gets the time left of the delay")},
      {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

Interrupt::Options Interrupt::options_from(const registry::Arguments& arguments) {
  Options options{reference_from(arguments, "delay")};
  if (arguments.has("remaining")) options.remaining = reference_from(arguments, "remaining");
  return options;
}

void Interrupt::bind(Binder& binder) {
  delay_ = binder.find<Delay>(*this, options_.delay, "Delay block");
  if (delay_ != nullptr) delay_->track();
  if (options_.remaining.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, options_.remaining, "attribute"))
    slot_ = attribute->slot();
}

Block* Interrupt::enter(Entity& entity) {
  delay_->interrupt_all(slot_);
  return out.leave(entity);
}

}  // namespace escapement::siman
