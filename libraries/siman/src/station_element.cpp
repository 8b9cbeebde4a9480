// SPDX-License-Identifier: MIT
#include "escapement/siman/station_element.h"
#include "escapement/siman/member_reference.h"

#include "escapement/core/error.h"
#include "escapement/siman/activity_area.h"
#include "escapement/siman/code.h"
#include "escapement/siman/intersection.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/station.h"

namespace escapement::siman {

registry::ComponentType StationElement::descriptor() {
  registry::ComponentType type;
  type.name = "siman.StationElement";
  type.section = "stations";
  type.doc = "A station: a place that entities are sent to.";
  type.parameters = {
      "station",
      "",
      {registry::reference("activityArea", "activityAreas").because("the area that it belongs to"),
       registry::reference("intersection", "intersections").because("where it is for guided transporters")},
      {}};
  type.statistics = {{"NumberEnRoute", "timePersistent", "entities that are on their way there"}};
  return type;
}

void StationElement::declare(Binder& binder) {
  number_ = &binder.time_persistent(*this, path() + ".NumberEnRoute");
  binder.world().stations.push_back(this);
}

void StationElement::bind(Binder& binder) {
  intersection(binder);
  if (!belongs_to_.empty()) area_ = binder.find<ActivityArea>(*this, belongs_to_, "activity area");
}

const Intersection* StationElement::intersection(Binder& binder) {
  if (intersection_ == nullptr && !at_.empty())
    intersection_ = binder.find<Intersection>(*this, at_, "intersection");
  return intersection_;
}

void StationElement::stand(StationBlock& block, Binder& binder) {
  if (block_ != nullptr && block_ != &block)
    binder.fault(
        block, {},
        "'" + block_->address() + "' and '" + block.address() + "' both stand for station '" + path() + "'",
        "let one block stand for it, and lead the other's entities there");
  block_ = &block;
}

void StationElement::need_block(const Member& sender) const {
  if (block_ == nullptr)
    throw BuildError("'" + sender.address() + "' sends entities to station '" + path() +
                     "', but no block stands for it; add a siman.Station block with \"station\": \"" +
                     name() + "\"");
}

void StationElement::change(double by) {
  en_route_ += by;
  number_->set(now(), en_route_);
  changed();
}

void StationElement::send(Entity& entity) {
  entity.itinerary.station = static_cast<std::int32_t>(ordinal());
  entity.itinerary.current = 0;
  change(1);
}

void StationElement::divert(Entity& entity, StationElement& to) {
  change(-1);
  to.send(entity);
}

Block* StationElement::arrive(Entity& entity, const Member& by) {
  change(-1);
  return receive(entity, by);
}

Block* StationElement::receive(Entity& entity, const Member& by) {
  if (entity.context != nullptr) [[unlikely]]
    if (Block* process = entity.context->come_to(*this)) return process;
  if (block_ == nullptr) [[unlikely]]
    host().fail(by, "sends an entity to station '" + path() +
                        "', but no block stands for it; add a siman.Station block for it");
  entity.itinerary.station = entity.itinerary.current = static_cast<std::int32_t>(ordinal());
  return block_;
}

void StationElement::archive(Archive& archive) {
  archive(en_route_);
}

}  // namespace escapement::siman
