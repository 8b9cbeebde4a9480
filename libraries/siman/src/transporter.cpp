// SPDX-License-Identifier: MIT
#include "escapement/siman/transporter.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "escapement/core/error.h"
#include "escapement/siman/allocate.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/transport.h"
#include "traffic.h"
#include "vehicle.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kControls = {"Start", "End", "Distance"};

// Guided transporters have a network, those on free paths have distances.
void check_kind(const registry::Value& v, std::vector<Diagnostic>& out) {
  const auto text_of = [&v](const char* field) {
    const registry::Value* value = v.find(field);
    return value == nullptr ? std::string() : value->text();
  };
  const bool guided = text_of("kind") == "Guided";
  const char* const needed = guided ? "network" : "distances";
  if (v.find(needed) == nullptr)
    out.push_back({v.where(),
                   std::string(guided ? "a Guided transporter" : "a transporter on free paths") +
                       " needs \"" + needed + "\"",
                   guided ? "add \"network\": the name of one" : "add \"distances\": the name of some"});
  static constexpr std::array kGuidedOnly = {"network",       "acceleration", "deceleration",
                                             "turningFactor", "zoneControl",  "controlDistance",
                                             "sizeInZones",   "sizeInLength"};
  if (guided && v.find("distances") != nullptr)
    out.push_back({v.find("distances")->where(), "\"distances\" has no meaning for a Guided transporter",
                   "remove it; the lengths of the links count"});
  for (const char* field : kGuidedOnly)
    if (!guided && v.find(field) != nullptr)
      out.push_back({v.find(field)->where(),
                     "\"" + std::string(field) + "\" has no meaning for a transporter on free paths",
                     "remove it, or set \"kind\" to \"Guided\""});
  if (v.find("sizeInZones") != nullptr && v.find("sizeInLength") != nullptr)
    out.push_back({v.find("sizeInLength")->where(), "a vehicle has one size",
                   "keep one of \"sizeInZones\" and \"sizeInLength\""});
  const bool by_distance = text_of("zoneControl") == "Distance", given = v.find("controlDistance") != nullptr;
  if (by_distance != given)
    out.push_back({v.where(),
                   by_distance ? "zoneControl Distance needs \"controlDistance\""
                               : "\"controlDistance\" has no meaning without zoneControl Distance",
                   by_distance ? "add it: a length" : "remove it, or choose that rule"});
}

}  // namespace

Transporter::Transporter(std::string name, Options options)
    : Member(std::move(name)), options_(std::move(options)) {}

Transporter::~Transporter() = default;

registry::ComponentType Transporter::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Transporter";
  type.section = "transporters";
  type.doc = "A transporter: units that carry entities between stations, one at a time.";
  Record position{
      "position",
      "",
      {reference("at", "stations|intersections|links").must().because("a place"),
       integer("zone").at_least(1).because("of a link: which zone, from its beginning"),
       boolean("active").because("whether the unit there can be had at the start; as \"active\" of "
                                 "the transporter when absent")},
      {}};
  type.parameters = {
      "transporter",
      "",
      {integer("units").at_least(1).at_most(1000000).by_default("1").because("how many there are"),
       number("velocity").above(0).in("length/time").must().because("how fast they are"),
       reference("distances", "distances").because("FreePath: how far it is between stations"),
       one_or_list("position", record_or("place", std::move(position), FieldType::kString, "at"))
           .must()
           .because("where they are at first: one station for all, or one for each unit; Guided: a station, "
                    "an intersection, or a link with a zone, for each unit"),
       boolean("active").by_default("true").because("whether they can be had at the start"),
       choice("kind", {"FreePath", "Guided"})
           .by_default("FreePath")
           .because("whether units find their way by themselves, or are vehicles on a network of links"),
       reference("network", "networks").because("Guided: the network that they run on"),
       number("acceleration")
           .above(0)
           .in("length/time^2")
           .because("Guided: how fast they gain velocity; at once when absent"),
       number("deceleration")
           .above(0)
           .in("length/time^2")
           .because("Guided: how fast they lose it; at once when absent"),
       number("turningFactor")
           .above(0)
           .at_most(1)
           .by_default("1")
           .because("Guided: of the velocity where links of different directions meet"),
       choice("zoneControl", kControls)
           .by_default(kControls[0])
           .because(
               "Guided: they give up the zone behind when they start into the next, when they are at its "
               "end, or a distance into it"),
       number("controlDistance")
           .at_least(0)
           .in("length")
           .because("zoneControl Distance: the distance; a shorter zone is gone through to its end"),
       integer("sizeInZones").at_least(1).by_default("1").because("Guided: how many zones each is long"),
       number("sizeInLength")
           .above(0)
           .in("length")
           .because("Guided: its length instead; it has one zone then, and turns round at dead ends")},
      check_kind};
  type.statistics = {{"NumberBusy", "timePersistent", "units that are allocated"},
                     {"NumberScheduled", "timePersistent", "units that are active"},
                     {"ScheduledUtilization", "output", "busy over active units, in the long run"}};
  return type;
}

Transporter::Options Transporter::options_from(const registry::Arguments& arguments) {
  Options options;
  options.units = static_cast<std::size_t>(arguments.integer("units", 1));
  options.velocity = arguments.number("velocity", 1);
  if (arguments.has("distances")) options.distances = reference_from(arguments, "distances");
  for (const registry::Arguments& each : arguments.records("position")) {
    options.positions.push_back(reference_from(each, "at"));
    options.position_zones.push_back(static_cast<std::size_t>(each.integer("zone", 0)));
    options.position_active.push_back(each.boolean("active", arguments.boolean("active", true)));
  }
  options.active = arguments.boolean("active", true);
  if (arguments.has("network")) options.network = reference_from(arguments, "network");
  Guide& guide = options.guide;
  guide.acceleration = arguments.number("acceleration", kInfinity);
  guide.deceleration = arguments.number("deceleration", kInfinity);
  guide.turning_factor = arguments.number("turningFactor", 1);
  guide.zones = static_cast<std::size_t>(arguments.integer("sizeInZones", 1));
  guide.length = arguments.number("sizeInLength", 0);
  const std::string control = arguments.string("zoneControl", kControls[0]);
  for (std::size_t i = 0; i < kControls.size(); ++i)
    if (kControls[i] == control) guide.control = static_cast<ZoneControl>(i);
  guide.distance = arguments.number("controlDistance", 0);
  return options;
}

void Transporter::declare(Binder& binder) {
  number_busy_ = &binder.time_persistent(*this, path() + ".NumberBusy");
  const std::vector<bool>& each = options_.position_active;
  const bool single = each.size() == 1 || each.size() != options_.units;  // else a fault is told in bind()
  double active = 0;
  for (std::size_t i = 0; i < options_.units; ++i) active += options_.starts_active(single ? 0 : i) ? 1 : 0;
  number_scheduled_ = &binder.time_persistent(*this, path() + ".NumberScheduled", active);
  binder.output_ratio(*this, path() + ".ScheduledUtilization", *number_busy_, *number_scheduled_);
}

void Transporter::bind(Binder& binder) {
  if (!options_.network.empty()) return bind_guided(binder);
  distances_ = binder.find<Distances>(*this, options_.distances, "distances");
  const std::size_t given = options_.positions.size();
  if (given != 1 && given != options_.units)
    binder.fault(*this, {},
                 "transporter '" + path() + "' has " + std::to_string(options_.units) + " units and " +
                     std::to_string(given) + " initial positions",
                 "give one station for all, or one for each unit");
  for (const Reference& reference : options_.positions)
    positions_.push_back(binder.find<StationElement>(*this, reference, "station"));
  for (std::size_t i = 0; i < options_.position_zones.size(); ++i)
    if (options_.position_zones[i] != 0) fault_no_zones(binder, options_.positions[i]);
}

void Transporter::find_network(Binder& binder) {
  if (sought_network_ || options_.network.empty()) return;
  sought_network_ = true;
  network_ = binder.find<GuideNetwork>(*this, options_.network, "network");
}

void Transporter::bind_guided(Binder& binder) {
  find_network(binder);
  if (network_ == nullptr || !network_->find(binder)) return;
  network_->traffic().enlist(*this);
  binder.world().transporters.push_back(this);
  const std::size_t given = options_.positions.size();
  if (given != options_.units)
    binder.fault(*this, {},
                 "transporter '" + path() + "' has " + std::to_string(options_.units) + " units and " +
                     std::to_string(given) + " initial positions",
                 "give each unit a place of its own");
  for (std::size_t i = 0; i < given; ++i) bind_position(binder, i);
  const Guide& guide = options_.guide;
  for (const NetworkLink* link : network_->links())
    if (guide.length > link->zone_length())
      binder.fault(*this, options_.network.where,
                   "\"sizeInLength\" of transporter '" + path() + "' is " + to_text(guide.length) +
                       ", but the zones of link '" + link->path() + "' are " + to_text(link->zone_length()) +
                       " long",
                   "give \"sizeInZones\" instead, or make the zones longer");
}

void Transporter::fault_no_zones(Binder& binder, const Reference& reference) {
  binder.fault(*this, reference.where, "'" + reference.name + "' is no link, so it has no zones",
               "remove \"zone\"");
}

void Transporter::bind_position(Binder& binder, std::size_t place) {
  const Reference& reference = options_.positions[place];
  const std::size_t number = place < options_.position_zones.size() ? options_.position_zones[place] : 0;
  Component* const found = Binder::find_any(*this, reference.name);
  auto* const link = dynamic_cast<NetworkLink*>(found);
  GuideNetwork::Place at;
  if (link != nullptr) {
    at = {network_->zone_of(*link, static_cast<double>(number)), 1};
  } else if (auto* const intersection = dynamic_cast<Intersection*>(found)) {
    at.zone = network_->zone_of(*intersection);
  } else if (auto* const station =
                 binder.find<StationElement>(*this, reference, "station, intersection or link")) {
    const Intersection* there = station->intersection(binder);
    if (there != nullptr) at.zone = network_->zone_of(*there);
  } else {
    return;
  }
  if (link == nullptr && number != 0) fault_no_zones(binder, reference);
  if (at.zone == GuideNetwork::kNowhere)
    binder.fault(*this, reference.where,
                 "unit " + std::to_string(place + 1) + " of transporter '" + path() + "' is to be at '" +
                     reference.name + "' at first, which is no place of network '" + network_->path() + "'",
                 link != nullptr ? "give the \"zone\" of a link, 1 to its \"zones\""
                                 : "give one of its intersections, a station at one, or a link with a zone");
  places_.push_back(at);
}

void Transporter::start() {
  units_.assign(options_.units, {});
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (!guided()) units_[i].at = positions_[positions_.size() == 1 ? 0 : i];
    units_[i].active = options_.starts_active(i);
  }
  waiting_ = 0;
}

void Transporter::place_vehicles() {
  vehicles_.clear();
  for (std::size_t i = 0; i < places_.size(); ++i) vehicles_.emplace_back(*this, i, places_[i]);
  for (Vehicle& vehicle : vehicles_) vehicle.place();
}

void Transporter::due(Entity* entity) {
  vehicles_[static_cast<std::size_t>(entity->code)].due();
}

double Transporter::distance(std::size_t unit, const StationElement& to, const Member& by) const {
  const StationElement& from = *units_[unit].at;
  if (const auto length = distances_->between(from.ordinal(), to.ordinal())) return *length;
  host().fail(by, "a unit of transporter '" + path() + "' is to go from '" + from.path() + "' to '" +
                      to.path() + "', but '" + distances_->path() +
                      "' gives no distance between them; add it");
}

double Transporter::nearness(std::size_t unit, const Entity& entity) const {
  if (entity.itinerary.current == 0) return kInfinity;
  if (guided()) {
    const StationElement& here = *world().stations[static_cast<std::size_t>(entity.itinerary.current) - 1];
    const Intersection* there = here.intersection();
    const GuideNetwork::Zone zone = there == nullptr ? GuideNetwork::kNowhere : network_->zone_of(*there);
    return zone == GuideNetwork::kNowhere ? kInfinity : vehicles_[unit].distance(zone);
  }
  return distances_->between(units_[unit].at->ordinal(), entity.itinerary.current).value_or(kInfinity);
}

void Transporter::observe() {
  number_busy_->set(now(), busy());
  number_scheduled_->set(now(), active());
}

double Transporter::busy() const {
  return static_cast<double>(
      std::count_if(units_.begin(), units_.end(), [](const Unit& unit) { return unit.holder != 0; }));
}

double Transporter::active() const {
  return static_cast<double>(
      std::count_if(units_.begin(), units_.end(), [](const Unit& unit) { return unit.active; }));
}

void Transporter::allocate_to(Entity& entity, std::size_t unit) {
  units_[unit].holder = entity.record;
  observe();
}

std::size_t Transporter::unit_at(double number, const Member& by) const {
  if (!(number >= 1 && number <= static_cast<double>(units_.size())) || number != std::floor(number))
    host().fail(by, "asks for unit " + to_text(number) + " of transporter '" + path() +
                        "'; it must be a whole number from 1 to " + std::to_string(units_.size()));
  return static_cast<std::size_t>(number) - 1;
}

std::size_t Transporter::unit_of(const Entity& entity, double number, const Member& by) const {
  if (number == 0) {
    for (std::size_t i = 0; i < units_.size(); ++i)
      if (units_[i].holder == entity.record) return i;
  } else if (const std::size_t unit = unit_at(number, by); units_[unit].holder == entity.record) {
    return unit;
  }
  host().fail(by, "an entity of type '" + entity.type->path() + "' has not allocated " +
                      (number == 0 ? "a unit" : "unit " + to_text(number)) + " of transporter '" + path() +
                      "'; let it pass an Allocate or a Request");
}

void Transporter::check_velocity(double velocity, const Member& block) const {
  if (!(velocity > 0 && velocity < kInfinity))
    host().fail(block, "the velocity of transporter '" + path() + "' would be " + to_text(velocity) +
                           "; it must be above 0");
}

bool Transporter::send(std::size_t unit, StationElement& to, double velocity, Entity& entity, Member& block) {
  if (guided()) return send(unit, zone_of(to, block), velocity, entity, block);
  check_velocity(velocity, block);
  const double length = distance(unit, to, block);
  if (length == 0) {
    units_[unit].at = &to;
    return false;
  }
  units_[unit].to = &to;
  entity.since = now();
  entity.code = static_cast<double>(unit);
  host().schedule(now() + length / velocity, EventClass::kDelayEnd, block, &entity);
  return true;
}

bool Transporter::send(std::size_t unit, GuideNetwork::Zone to, double velocity, Entity& entity,
                       Member& block) {
  check_velocity(velocity, block);
  entity.since = now();
  entity.code = static_cast<double>(unit);
  return vehicles_[unit].send(to, velocity, entity, static_cast<Block&>(block));
}

void Transporter::redirect(std::size_t unit, GuideNetwork::Zone to, StationElement* station,
                           const Member& by) {
  Vehicle& vehicle = vehicles_[unit];
  if (!vehicle.under_way()) return;
  const auto* user = dynamic_cast<const UnitUser*>(vehicle.block());
  if (station != nullptr && user != nullptr && user->carries(*vehicle.entity())) {
    Entity& carried = *vehicle.entity();
    world().stations[static_cast<std::size_t>(carried.itinerary.station) - 1]->divert(carried, *station);
  }
  vehicle.redirect(to, by);
}

GuideNetwork::Zone Transporter::zone_of(const StationElement& station, const Member& by) const {
  const Intersection* there = station.intersection();
  const GuideNetwork::Zone zone = there == nullptr ? GuideNetwork::kNowhere : network_->zone_of(*there);
  if (zone == GuideNetwork::kNowhere)
    host().fail(by, "a unit of transporter '" + path() + "' is to go to station '" + station.path() +
                        "', which is at no intersection of network '" + network_->path() +
                        "'; give the station an \"intersection\"");
  return zone;
}

void Transporter::fail_no_way(const std::string& vehicle, GuideNetwork::Zone from, GuideNetwork::Zone to,
                              const Member& by) const {
  host().fail(by, vehicle + " is to go from " + network_->name_of(from) + " to " + network_->name_of(to) +
                      ", but network '" + network_->path() +
                      "' has no way there; add a link, or make links Bidirectional");
}

void Transporter::check_together(std::size_t unit, const Entity& entity, const Member& by) const {
  const std::int32_t current = entity.itinerary.current;
  const StationElement* station =
      current == 0 ? nullptr : world().stations[static_cast<std::size_t>(current) - 1];
  if (guided()) {
    if (units_[unit].picks_up) return;
    const GuideNetwork::Zone front = vehicles_[unit].front().zone;
    const Intersection* there = station == nullptr ? nullptr : station->intersection();
    if (there != nullptr && network_->zone_of(*there) == front) return;
    host().fail(by, vehicles_[unit].name() + " is at " + network_->name_of(front) +
                        ", but the entity of type '" + entity.type->path() + "' is at " +
                        (station == nullptr ? std::string("none") : "'" + station->path() + "'") +
                        "; let it Request the unit, or Move the unit there");
  }
  const StationElement& place = *units_[unit].at;
  if (station != &place)
    host().fail(by, "unit " + std::to_string(unit + 1) + " of transporter '" + path() + "' is at station '" +
                        place.path() + "', but the entity of type '" + entity.type->path() + "' is at " +
                        (station == nullptr ? std::string("none") : "'" + station->path() + "'") +
                        "; let it Request the unit, or Move the unit there");
}

std::size_t Transporter::unit_numbered(double number) const {
  if (!(number >= 1 && number <= static_cast<double>(units_.size())) || number != std::floor(number))
    throw expressions::EvaluationError("the unit of transporter '" + path() + "' is " + to_text(number) +
                                       "; it must be a whole number from 1 to " +
                                       std::to_string(units_.size()));
  return static_cast<std::size_t>(number) - 1;
}

double Transporter::status(std::size_t unit) const {
  return units_[unit].holder != 0 ? 1 : units_[unit].active ? 0 : 2;
}

void Transporter::come(std::size_t unit) {
  units_[unit].at = units_[unit].to;
  units_[unit].to = nullptr;
}

void Transporter::free(std::size_t unit) {
  units_[unit].holder = 0;
  units_[unit].picks_up = false;
  if (units_[unit].halted) units_[unit].active = units_[unit].halted = false;
  serve();
  observe();
}

void Transporter::set_active(std::size_t unit, bool active) {
  Unit& u = units_[unit];
  u.halted = !active && u.holder != 0;
  u.active = active || u.halted;
  if (active) serve();
  observe();
}

void Transporter::add_line(Allocate& allocate, QueueElement& queue) {
  for (const Line& line : lines_)
    if (line.allocate == &allocate && line.queue == &queue) return;
  lines_.push_back({&allocate, &queue});
}

bool Transporter::has_free_unit() const {
  return std::any_of(units_.begin(), units_.end(), [](const Unit& unit) { return unit.is_free(); });
}

bool Transporter::serve(const Entity* moving) {
  bool served = false;
  while (waiting_ > 0 && has_free_unit()) {
    Entity* best = nullptr;
    Allocate* block = nullptr;
    double best_nearness = 0;
    for (const Line& line : lines_) {
      Entity* first = line.queue->first();
      while (first != nullptr &&
             (first->waits_for != line.allocate || !line.allocate->can_serve(*first, *this)))
        first = line.queue->next(*first);
      if (first == nullptr) continue;
      const double nearness = line.allocate->nearest(*first, *this);
      if (best != nullptr && std::tuple(best->priority, best_nearness, best->order) <=
                                 std::tuple(first->priority, nearness, first->order))
        continue;
      best = first;
      block = line.allocate;
      best_nearness = nearness;
    }
    if (best == nullptr) break;
    served = served || best == moving;
    block->grant(*best, best == moving);
  }
  return served;
}

void Transporter::Unit::archive(Archive& archive) {
  member_reference(archive, at);
  member_reference(archive, to);
  archive(holder, active, halted, picks_up);
}

void Transporter::archive(Archive& archive) {
  archive(units_, waiting_);
}

}  // namespace escapement::siman
