// SPDX-License-Identifier: MIT
#include "escapement/siman/capture.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"
#include "traffic.h"
#include "vehicle.h"

namespace escapement::siman {
namespace {

registry::Field network_field() {
  return registry::reference("network", "networks").must().because("the network of the zones");
}

}  // namespace

registry::Field NamedZones::field(const char* doc, bool required) {
  using namespace registry;
  Record zone{"zones",
              "",
              {reference("intersection", "intersections").because("an intersection"),
               reference("link", "links").because("a link"),
               expression("zone").at_least(1).because(
                   "of the link: its number from the beginning, from 1; all of them when absent")},
              [](const Value& v, std::vector<Diagnostic>& out) {
                const bool link = v.find("link") != nullptr;
                if ((v.find("intersection") != nullptr) == link)
                  out.push_back({v.where(), "zones are those of an intersection or of a link",
                                 "give one of \"intersection\" and \"link\""});
                if (v.find("zone") != nullptr && !link)
                  out.push_back({v.find("zone")->where(), "\"zone\" needs \"link\"", "add \"link\""});
              }};
  Field field = one_or_list("zones", record("zones", std::move(zone)));
  field.required = required;
  field.doc = doc;
  return field;
}

std::vector<NamedZones::Part> NamedZones::from(const registry::Arguments& arguments) {
  std::vector<Part> parts;
  for (const registry::Arguments& each : arguments.records("zones")) {
    Part part;
    if (each.has("intersection")) part.intersection = reference_from(each, "intersection");
    if (each.has("link")) part.link = reference_from(each, "link");
    part.zone = each.expression("zone");
    parts.push_back(std::move(part));
  }
  return parts;
}

void NamedZones::bind(const std::vector<Part>& parts, const GuideNetwork& network, Member& owner,
                      Binder& binder, std::optional<std::uint64_t> stream) {
  network_ = &network;
  if (network.zones() == 0) return;  // its faults are told
  for (const Part& part : parts) {
    Bound bound;
    const Reference& reference = part.link.empty() ? part.intersection : part.link;
    if (!part.link.empty()) {
      bound.link = binder.find<NetworkLink>(owner, part.link, "link");
      if (bound.link == nullptr) continue;
      bound.first = network.zone_of(*bound.link, 1);
      bound.count = bound.link->zones();
      bound.number = binder.compile(owner, "zone", part.zone, {.stream = stream});
    } else if (const auto* found = binder.find<Intersection>(owner, part.intersection, "intersection")) {
      bound.first = network.zone_of(*found);
    } else {
      continue;
    }
    if (bound.first == GuideNetwork::kNowhere)
      binder.fault(owner, reference.where,
                   "'" + reference.name + "' is no place of network '" + network.path() + "'",
                   "name one of its intersections or links");
    parts_.push_back(std::move(bound));
  }
}

std::vector<GuideNetwork::Zone> NamedZones::of(Entity& entity, const Member& owner) const {
  std::vector<GuideNetwork::Zone> zones;
  for (const Bound& part : parts_) {
    if (!part.number) {
      for (std::size_t i = 0; i < part.count; ++i)
        zones.push_back(part.first + static_cast<GuideNetwork::Zone>(i));
      continue;
    }
    EntityFrame frame(&entity);
    const double number = part.number.evaluate_checked(frame);
    zones.push_back(network_->zone_of(*part.link, number));
    if (zones.back() == GuideNetwork::kNowhere)
      owner.host().fail(owner, "link '" + part.link->path() + "' has no zone " + to_text(number) + " ('" +
                                   part.number.text() + "'); zones are numbered from 1 to " +
                                   std::to_string(part.link->zones()));
  }
  return zones;
}

registry::ComponentType Capture::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Capture";
  type.doc =
      "CAPTURE: entities take zones of a guide path, so that vehicles do not get into them; they wait in the "
      "Queue before it.";
  type.parameters = {
      "siman.Capture",
      "",
      {network_field(), NamedZones::field("what they take, all of it at once", true), stream_field()},
      {}};
  type.ports = {entity_in("from a siman.Queue"), entity_out("that have the zones")};
  return type;
}

Capture::Options Capture::options_from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "network"), NamedZones::from(arguments), stream_from(arguments)};
}

void Capture::bind(Binder& binder) {
  network_ = binder.find<GuideNetwork>(*this, options_.network, "network");
  if (network_ == nullptr || !network_->find(binder)) return;
  zones_.bind(options_.zones, *network_, *this, binder, options_.stream);
  network_->traffic().enlist(*this);
}

// A zone that the entity lacks, with whoever has it.
GuideNetwork::Zone Capture::missing(Entity& entity) const {
  const Traffic& traffic = network_->traffic();
  for (const GuideNetwork::Zone zone : zones_.of(entity, *this)) {
    const Vehicle* holder = traffic.holder(zone);
    const std::uint64_t captor = traffic.captor(zone);
    if ((holder != nullptr && holder->captor() != entity.record) || (captor != 0 && captor != entity.record))
      return zone;
  }
  return GuideNetwork::kNowhere;
}

void Capture::take(Entity& entity) {
  for (const GuideNetwork::Zone zone : zones_.of(entity, *this))
    network_->traffic().capture(zone, entity.record);
}

bool Capture::may_pass(Entity& entity, QueueElement& /*queue*/) {
  return waiting_ == 0 && missing(entity) == GuideNetwork::kNowhere;
}

Block* Capture::pass(Entity& entity) {
  take(entity);
  return out.leave(entity);
}

bool Capture::wait(Entity& entity, QueueElement& /*queue*/) {
  entity.waits_for = this;
  ++waiting_;
  return false;
}

void Capture::give_up(Entity& entity) {
  QueueHold::give_up(entity);
  --waiting_;
}

void Capture::left(QueueElement& /*queue*/) {
  serve(UINT64_MAX);
}

bool Capture::wants(GuideNetwork::Zone zone) {
  for (const QueueElement* queue : queues())
    if (Entity* const first = first_in(*queue)) {
      const std::vector<GuideNetwork::Zone> zones = zones_.of(*first, *this);
      if (std::find(zones.begin(), zones.end(), zone) != zones.end()) return true;
    }
  return false;
}

void Capture::serve(std::uint64_t before) {
  for (const QueueElement* queue : queues())
    for (Entity* first = first_in(*queue);
         first != nullptr && first->order < before && missing(*first) == GuideNetwork::kNowhere;
         first = first_in(*queue)) {
      take(*first);
      give_up(*first);
      let_go(*first, out);
    }
}

HoldBlock::Lack Capture::lacks(Entity& entity) {
  const GuideNetwork::Zone zone = missing(entity);
  if (zone == GuideNetwork::kNowhere) return {"to be served"};
  const Vehicle* holder = network_->traffic().holder(zone);
  if (holder != nullptr && holder->captor() != 0)
    return {network_->name_of(zone) + ", where " + holder->name() + " is", {holder->captor()}};
  if (holder != nullptr)
    return {network_->name_of(zone) + ", where " + holder->name() + " stands, which nobody has allocated"};
  return {network_->name_of(zone) + ", which is captured", {network_->traffic().captor(zone)}};
}

void Capture::archive(Archive& archive) {
  archive(waiting_);
}

registry::ComponentType Relinquish::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Relinquish";
  type.doc = "RELINQUISH: entities give zones of a guide path back that they have captured.";
  type.parameters = {
      "siman.Relinquish",
      "",
      {network_field(), NamedZones::field("what they give back; all that they have when absent", false),
       stream_field()},
      {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

Relinquish::Options Relinquish::options_from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "network"), NamedZones::from(arguments), stream_from(arguments)};
}

void Relinquish::bind(Binder& binder) {
  network_ = binder.find<GuideNetwork>(*this, options_.network, "network");
  if (network_ == nullptr || !network_->find(binder)) return;
  zones_.bind(options_.zones, *network_, *this, binder, options_.stream);
}

Block* Relinquish::enter(Entity& entity) {
  Traffic& traffic = network_->traffic();
  std::vector<GuideNetwork::Zone> zones = zones_.of(entity, *this);
  if (options_.zones.empty()) {
    zones.resize(network_->zones());
    std::iota(zones.begin(), zones.end(), GuideNetwork::Zone{0});
    std::erase_if(zones, [&](GuideNetwork::Zone zone) { return traffic.captor(zone) != entity.record; });
  }
  for (const GuideNetwork::Zone zone : zones) {
    if (traffic.captor(zone) != entity.record)
      host().fail(*this, "an entity of type '" + entity.type->path() + "' relinquishes " +
                             network_->name_of(zone) + ", which it has not captured; let it pass a Capture");
    traffic.relinquish(zone);
  }
  traffic.serve();
  return out.leave(entity);
}

}  // namespace escapement::siman
