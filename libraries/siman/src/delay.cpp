// SPDX-License-Identifier: MIT
#include "escapement/siman/delay.h"

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Delay::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Delay";
  type.doc = "DELAY: the entity stays for a time.";
  type.parameters = {"siman.Delay",
                     "",
                     {expression("duration")
                          .at_least(0)
                          .in("time")
                          .must()
                          .because("how long, drawn when the entity comes; 0 or more"),
                      allocation_field(), stream_field()},
                     {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

void Delay::bind(Binder& binder) {
  if (options_.duration.empty())
    binder.fault(*this, {}, "'" + address() + "' lacks the expression 'duration'");
  duration_ = binder.compile_in(*this, options_.field, options_.duration, 0, kInfinity,
                                {.time = true, .stream = options_.stream});
}

Block* Delay::enter(Entity& entity) {
  EntityFrame frame(&entity);
  const double duration = duration_.evaluate(frame);
  if (!(duration >= 0 && duration < kInfinity)) [[unlikely]]
    host().fail(*this, "the delay '" + duration_.text() + "' is " + to_text(duration) +
                           "; it must be a finite time of 0 or more (MX(0, ...) keeps it so)");
  entity.since = now();
  host().schedule(now() + duration, EventClass::kDelayEnd, *this, &entity);
  return nullptr;
}

void Delay::due(Entity* entity) {
  entity->spend(options_.allocation, now() - entity->since);
  host().move(*entity, out.leave(*entity));
}

}  // namespace escapement::siman
