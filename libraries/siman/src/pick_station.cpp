// SPDX-License-Identifier: MIT
#include "escapement/siman/pick_station.h"

#include "escapement/siman/attribute.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/resource.h"
#include "fields.h"

namespace escapement::siman {

std::vector<registry::Field> PickStation::fields() {
  using namespace registry;
  Record candidate{"candidate",
                   "",
                   {reference("station", "stations").must().because("a station to choose"),
                    reference("queue", "queues").because("adds the number of entities that wait there"),
                    reference("resource", "resources").because("adds the number of its busy units"),
                    expression("expression").because("adds its value")},
                   {}};
  return {
      list("stations", record_or("candidate", std::move(candidate), FieldType::kString, "station"))
          .must()
          .because("those to choose from; ties go to the first"),
      choice("rule", {"Minimum", "Maximum"}).by_default("Minimum").because("which sum of terms is chosen"),
      boolean("numberEnRoute")
          .by_default("true")
          .because("whether the entities on their way to the station are a term of the sum"),
      reference("saveAttribute", "attributes").because("gets the number of the station"), stream_field()};
}

registry::ComponentType PickStation::descriptor() {
  registry::ComponentType type;
  type.name = "siman.PickStation";
  type.doc = "Chooses a station by the least or greatest sum of what is waiting, busy and on the way there.";
  type.parameters = {"siman.PickStation", "", fields(), {}};
  type.ports = {entity_in(), entity_out("Entity.Station is the station that was chosen")};
  return type;
}

PickStation::Options PickStation::options_from(const registry::Arguments& arguments) {
  Options options;
  for (const registry::Arguments& each : arguments.records("stations")) {
    Candidate candidate{reference_from(each, "station"), {}, {}, each.expression("expression")};
    if (each.has("queue")) candidate.queue = reference_from(each, "queue");
    if (each.has("resource")) candidate.resource = reference_from(each, "resource");
    options.stations.push_back(std::move(candidate));
  }
  options.maximum = arguments.string("rule", "Minimum") == "Maximum";
  options.en_route = arguments.boolean("numberEnRoute", true);
  if (arguments.has("saveAttribute")) options.save = reference_from(arguments, "saveAttribute");
  options.stream = stream_from(arguments);
  return options;
}

void PickStation::bind(Binder& binder) {
  for (const Candidate& c : options_.stations) {
    Bound bound;
    bound.station = binder.find<StationElement>(*this, c.station, "station");
    if (!c.queue.empty()) bound.queue = binder.find<QueueElement>(*this, c.queue, "queue");
    if (!c.resource.empty()) bound.resource = binder.find<Resource>(*this, c.resource, "resource");
    bound.expression = binder.compile(*this, "stations[" + std::to_string(bound_.size()) + "].expression",
                                      c.expression, {.stream = options_.stream});
    bound_.push_back(std::move(bound));
  }
  if (bound_.empty())
    binder.fault(*this, {}, "'" + address() + "' has no stations to choose from", "name one");
  if (options_.save.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, options_.save, "attribute"))
    slot_ = attribute->slot();
}

Block* PickStation::enter(Entity& entity) {
  EntityFrame frame(&entity);
  const Bound* best = nullptr;
  double least = 0;
  for (const Bound& candidate : bound_) {
    double sum = options_.en_route ? candidate.station->en_route() : 0;
    if (candidate.queue != nullptr) sum += static_cast<double>(candidate.queue->size());
    if (candidate.resource != nullptr) sum += candidate.resource->busy();
    if (candidate.expression) sum += candidate.expression.evaluate_checked(frame);
    if (options_.maximum) sum = -sum;
    if (best != nullptr && sum >= least) continue;
    best = &candidate;
    least = sum;
  }
  entity.itinerary.station = static_cast<std::int32_t>(best->station->ordinal());
  if (slot_) entity.attributes[*slot_] = static_cast<double>(best->station->ordinal());
  return out.leave(entity);
}

}  // namespace escapement::siman
