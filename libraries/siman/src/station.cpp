// SPDX-License-Identifier: MIT
#include "escapement/siman/station.h"

#include "escapement/core/error.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/set.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType StationBlock::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Station";
  type.doc = "STATION: entities that are sent to a station come out here.";
  type.parameters = {
      "siman.Station",
      "",
      {one_or_list("station", reference("station", "stations|sets"))
           .must()
           .because(
               "the station that it stands for; several, or a set of them, where one logic serves them all"),
       reference("saveAttribute", "attributes")
           .because("gets the number, from 1, of the entity's station in the list")},
      {}};
  type.ports = {entity_in("that come by a drawn coupling, beside those that are sent here"), entity_out()};
  return type;
}

StationBlock::Options StationBlock::options_from(const registry::Arguments& arguments) {
  Options options{references_from(arguments, "station")};
  if (arguments.has("saveAttribute")) options.save = reference_from(arguments, "saveAttribute");
  return options;
}

void StationBlock::bind(Binder& binder) {
  for (const Reference& reference : options_.stations) {
    if (auto* set = dynamic_cast<Set*>(Binder::find_any(*this, reference.name))) {
      for (StationElement* each : set->members_as<StationElement>(binder, *this, reference, "Station"))
        stations_.push_back(each);
    } else if (auto* station = binder.find<StationElement>(*this, reference, "station")) {
      stations_.push_back(station);
    }
  }
  // Thousands of blocks with a station each need none.
  if (stations_.size() != 1) places_.assign(binder.world().stations.size() + 1, 0);
  for (std::size_t i = 0; i < stations_.size(); ++i) {
    stations_[i]->stand(*this, binder);
    if (!places_.empty()) places_[static_cast<std::size_t>(stations_[i]->ordinal())] = i + 1;
  }
  if (stations_.size() == 1) {
    only_ = stations_.front();
    number_ = static_cast<std::int32_t>(only_->ordinal());
  }
  if (options_.stations.empty()) binder.fault(*this, {}, "'" + address() + "' names no station");
  if (options_.save.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, options_.save, "attribute"))
    slot_ = attribute->slot();
}

Block* StationBlock::enter(Entity& entity) {
  if (only_ != nullptr) [[likely]] {
    entity.itinerary.station = entity.itinerary.current = number_;
    entity.area = only_->area();
    if (slot_) entity.attributes[*slot_] = 1;
    return out.leave(entity);
  }
  const auto number = static_cast<std::size_t>(entity.itinerary.station);
  const std::size_t place = number < places_.size() ? places_[number] : 0;
  if (place == 0)
    host().fail(*this, "an entity of type '" + entity.type->path() + "' came with Entity.Station " +
                           std::to_string(number) +
                           ", which is none of the stations here; assign Entity.Station before, or send it "
                           "with a Route");
  entity.itinerary.current = entity.itinerary.station;
  entity.area = stations_[place - 1]->area();
  if (slot_) entity.attributes[*slot_] = static_cast<double>(place);
  return out.leave(entity);
}

}  // namespace escapement::siman
