// SPDX-License-Identifier: MIT
#include "escapement/siman/transporter.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "escapement/core/error.h"
#include "escapement/siman/allocate.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {

registry::ComponentType Transporter::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Transporter";
  type.section = "transporters";
  type.doc = "A transporter: units that carry entities between stations, one at a time.";
  type.parameters = {
      "transporter",
      "",
      {integer("units").at_least(1).at_most(1000000).by_default("1").because("how many there are"),
       number("velocity").above(0).in("length/time").must().because("how fast they are"),
       reference("distances", "distances").must().because("how far it is between stations"),
       one_or_list("position", reference("station", "stations"))
           .must()
           .because("where they are at first: one station for all, or one for each unit"),
       boolean("active").by_default("true").because("whether they can be had at the start"),
       choice("kind", {"FreePath", "Guided"})
           .by_default("FreePath")
           .because("Guided, on a network of links, is not supported yet and refused")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* kind = v.find("kind");
        if (kind != nullptr && kind->text() == "Guided")
          out.push_back({kind->where(), "guided transporters are not supported yet",
                         "use FreePath with the distances along the guide"});
      }};
  type.statistics = {{"NumberBusy", "timePersistent", "units that are allocated"},
                     {"NumberScheduled", "timePersistent", "units that are active"},
                     {"ScheduledUtilization", "output", "busy over active units, in the long run"}};
  return type;
}

Transporter::Options Transporter::options_from(const registry::Arguments& arguments) {
  Options options;
  options.units = static_cast<std::size_t>(arguments.integer("units", 1));
  options.velocity = arguments.number("velocity", 1);
  options.distances = reference_from(arguments, "distances");
  options.positions = references_from(arguments, "position");
  options.active = arguments.boolean("active", true);
  return options;
}

void Transporter::declare(Binder& binder) {
  number_busy_ = &binder.time_persistent(*this, path() + ".NumberBusy");
  number_scheduled_ = &binder.time_persistent(*this, path() + ".NumberScheduled",
                                              options_.active ? static_cast<double>(options_.units) : 0);
  binder.output_ratio(*this, path() + ".ScheduledUtilization", *number_busy_, *number_scheduled_);
}

void Transporter::bind(Binder& binder) {
  distances_ = binder.find<Distances>(*this, options_.distances, "distances");
  const std::size_t given = options_.positions.size();
  if (given != 1 && given != options_.units)
    binder.fault(*this, {},
                 "transporter '" + path() + "' has " + std::to_string(options_.units) + " units and " +
                     std::to_string(given) + " initial positions",
                 "give one station for all, or one for each unit");
  for (const Reference& reference : options_.positions)
    positions_.push_back(binder.find<StationElement>(*this, reference, "station"));
}

void Transporter::start() {
  units_.assign(options_.units, {});
  for (std::size_t i = 0; i < units_.size(); ++i) {
    units_[i].at = positions_[positions_.size() == 1 ? 0 : i];
    units_[i].active = options_.active;
  }
  waiting_ = 0;
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

bool Transporter::send(std::size_t unit, StationElement& to, double velocity, Entity& entity, Member& block) {
  if (!(velocity > 0 && velocity < kInfinity))
    host().fail(block, "the velocity of transporter '" + path() + "' would be " + to_text(velocity) +
                           "; it must be above 0");
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

void Transporter::come(std::size_t unit) {
  units_[unit].at = units_[unit].to;
  units_[unit].to = nullptr;
}

void Transporter::free(std::size_t unit) {
  units_[unit].holder = 0;
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

bool Transporter::serve(const Entity* moving) {
  bool served = false;
  while (waiting_ > 0 &&
         std::any_of(units_.begin(), units_.end(), [](const Unit& u) { return u.is_free(); })) {
    Entity* best = nullptr;
    Allocate* block = nullptr;
    double best_nearness = 0;
    for (const Line& line : lines_) {
      Entity* first = line.queue->first();
      while (first != nullptr && (first->waits_for != line.allocate || !line.allocate->can_serve(*first)))
        first = line.queue->next(*first);
      if (first == nullptr) continue;
      const double nearness = line.allocate->nearest(*first);
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
  archive(holder, active, halted);
}

void Transporter::archive(Archive& archive) {
  archive(units_, waiting_);
}

}  // namespace escapement::siman
