// SPDX-License-Identifier: MIT
#include "escapement/siman/dispose.h"

#include "escapement/siman/binder.h"
#include "escapement/siman/world.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Dispose::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Dispose";
  type.doc = "DISPOSE: the entity is done.";
  type.parameters = {"siman.Dispose",
                     "",
                     {registry::boolean("recordEntityStatistics")
                          .by_default("true")
                          .because("tally its times with its type")},
                     {}};
  type.ports = {entity_in()};
  return type;
}

void Dispose::declare(Binder& binder) {
  if (count_for_module_) number_in_ = &binder.counter(*this, parent()->path() + ".NumberIn");
}

Block* Dispose::enter(Entity& entity) {
  if (number_in_ != nullptr) number_in_->increment();
  world().destroy(entity, now(), record_);
  return nullptr;
}

}  // namespace escapement::siman
