// SPDX-License-Identifier: MIT
#include "escapement/siman/route.h"

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType RouteBlock::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Route";
  type.doc = "ROUTE: sends entities to a station, where they arrive after a time.";
  type.parameters = {"siman.Route", "", Destination::fields(), Destination::check};
  type.parameters.fields.push_back(
      expression("duration")
          .at_least(0)
          .in("time")
          .by_default("0")
          .because("how long they are on the way, charged to transfer; with 0 they go on at once"));
  type.parameters.fields.push_back(stream_field());
  type.ports = {entity_in()};
  return type;
}

RouteBlock::Options RouteBlock::options_from(const registry::Arguments& arguments) {
  return {Destination::options_from(arguments), arguments.expression("duration", 0.0),
          stream_from(arguments)};
}

void RouteBlock::bind(Binder& binder) {
  destination_.bind(options_.destination, *this, binder, options_.stream);
  duration_ = binder.compile_in(*this, "duration", options_.duration, 0, kInfinity,
                                {.time = true, .stream = options_.stream});
}

Block* RouteBlock::enter(Entity& entity) {
  StationElement& station = destination_.of(entity, *this);
  EntityFrame frame(&entity);
  const double duration = duration_.evaluate(frame);
  if (!(duration >= 0 && duration < kInfinity)) [[unlikely]]
    host().fail(*this, "the duration '" + duration_.text() + "' is " + to_text(duration) +
                           "; it must be a finite time of 0 or more (MX(0, ...) keeps it so)");
  if (duration == 0) return station.receive(entity, *this);
  station.send(entity);
  entity.since = now();
  host().schedule(now() + duration, EventClass::kDelayEnd, *this, &entity);
  return nullptr;
}

void RouteBlock::due(Entity* entity) {
  entity->spend(Category::kTransfer, now() - entity->since);
  StationElement& station = *world().stations[static_cast<std::size_t>(entity->itinerary.station) - 1];
  host().move(*entity, station.arrive(*entity, *this));
}

}  // namespace escapement::siman
