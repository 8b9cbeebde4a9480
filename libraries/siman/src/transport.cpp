// SPDX-License-Identifier: MIT
#include "escapement/siman/transport.h"

#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

registry::ComponentType transporter_block(const char* name, std::string doc, const char* unit, bool moves) {
  using namespace registry;
  ComponentType type;
  type.name = name;
  type.doc = std::move(doc);
  type.parameters = {name,
                     "",
                     {reference("transporter", "transporters").must().because("the transporter"),
                      expression("unit").at_least(1).because(unit)},
                     {}};
  if (moves) {
    type.parameters.check = Destination::check;
    for (Field& field : Destination::fields()) type.parameters.fields.push_back(std::move(field));
    type.parameters.fields.push_back(
        expression("velocity").in("length/time").because("the transporter's when absent"));
  }
  type.parameters.fields.push_back(stream_field());
  type.ports = {entity_in(), entity_out()};
  return type;
}

// A station, or a place of the network of a guided transporter.
void check_place(const registry::Value& v, std::vector<Diagnostic>& out) {
  if (GuidedPlace::check(v, "", out) == 0) return Destination::check(v, out);
  for (const char* field : {"station", "stationNumber", "bySequence"})
    if (const registry::Value* other = v.find(field))
      out.push_back({other->where(), "a unit goes to a station or to a place of its network, not to both",
                     "remove \"" + std::string(field) + "\", or the place"});
}

registry::ComponentType with_place(registry::ComponentType type) {
  type.parameters.check = check_place;
  for (registry::Field& field : GuidedPlace::fields("", "the unit goes to", false))
    type.parameters.fields.push_back(std::move(field));
  return type;
}

constexpr const char* kOwnUnit = "number of the unit, from 1; the one that the entity has when absent";
constexpr const char* kAnyUnit = "number of the unit, from 1; all of them when absent";

}  // namespace

TransporterBlock::Options TransporterBlock::options_from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "transporter"),
          arguments.expression("unit"),
          arguments.expression("velocity"),
          Destination::options_from(arguments),
          stream_from(arguments),
          GuidedPlace::options_from(arguments, "", false)};
}

void TransporterBlock::bind(Binder& binder) {
  transporter_ = binder.find<Transporter>(*this, options_.transporter, "transporter");
  if (transporter_ != nullptr) transporter_->find_network(binder);
  unit_ = binder.compile(*this, "unit", options_.unit, {.stream = options_.stream});
  velocity_ = binder.compile(*this, "velocity", options_.velocity, {.stream = options_.stream});
}

double TransporterBlock::unit_number(Entity& entity) const {
  if (!unit_) return 0;
  EntityFrame frame(&entity);
  const double number = unit_.evaluate_checked(frame);
  transporter_->unit_at(number, *this);  // 0 would mean any
  return number;
}

double TransporterBlock::velocity(Entity& entity) const {
  if (!velocity_) return transporter_->velocity();
  EntityFrame frame(&entity);
  return velocity_.evaluate(frame);
}

registry::ComponentType Move::descriptor() {
  return with_place(transporter_block(
      "siman.Move", "MOVE: moves the entity's unit of a transporter without the entity.", kOwnUnit, true));
}

void Move::bind(Binder& binder) {
  TransporterBlock::bind(binder);
  place_.bind(options_.place, *this, binder, found(), options_.stream);
  if (options_.place.empty()) destination_.bind(options_.destination, *this, binder, options_.stream);
}

Block* Move::enter(Entity& entity) {
  const std::size_t unit = transporter().unit_of(entity, unit_number(entity), *this);
  transporter().note_pick_up(unit, static_cast<bool>(place_));
  if (place_)
    return transporter().send(unit, place_.of(entity, *this), velocity(entity), entity, *this)
               ? nullptr
               : out.leave(entity);
  const std::int32_t own = entity.itinerary.station;
  StationElement& to = destination_.of(entity, *this);
  entity.itinerary.station = own;  // the entity stays
  return transporter().send(unit, to, velocity(entity), entity, *this) ? nullptr : out.leave(entity);
}

void Move::due(Entity* entity) {
  transporter().come(static_cast<std::size_t>(entity->code));
  host().move(*entity, came(*entity));
}

Block* Move::came(Entity& entity) {
  entity.spend(Category::kTransfer, now() - entity.since);
  return out.leave(entity);
}

registry::ComponentType Transport::descriptor() {
  registry::ComponentType type = transporter_block(
      "siman.Transport", "TRANSPORT: carries entities to a station with the unit that they have.", kOwnUnit,
      true);
  for (registry::Field& field : GuidedPlace::fields("unit", "the unit goes to instead", true))
    type.parameters.fields.push_back(std::move(field));
  type.parameters.check = [](const registry::Value& v, std::vector<Diagnostic>& out) {
    Destination::check(v, out);
    GuidedPlace::check(v, "unit", out);
  };
  type.ports = {entity_in()};
  return type;
}

TransporterBlock::Options Transport::options_from(const registry::Arguments& arguments) {
  Options options = TransporterBlock::options_from(arguments);
  options.place = GuidedPlace::options_from(arguments, "unit", true);
  return options;
}

void Transport::bind(Binder& binder) {
  TransporterBlock::bind(binder);
  destination_.bind(options_.destination, *this, binder, options_.stream);
  place_.bind(options_.place, *this, binder, found(), options_.stream);
}

Block* Transport::enter(Entity& entity) {
  const std::size_t unit = transporter().unit_of(entity, unit_number(entity), *this);
  transporter().check_together(unit, entity, *this);
  StationElement& to = destination_.of(entity, *this);
  transporter().note_pick_up(unit, false);
  const bool under_way =
      place_ ? transporter().send(unit, place_.of(entity, *this), velocity(entity), entity, *this)
             : transporter().send(unit, to, velocity(entity), entity, *this);
  if (!under_way) return to.receive(entity, *this);
  to.send(entity);
  return nullptr;
}

void Transport::due(Entity* entity) {
  transporter().come(static_cast<std::size_t>(entity->code));
  host().move(*entity, came(*entity));
}

Block* Transport::came(Entity& entity) {
  entity.spend(Category::kTransfer, now() - entity.since);
  return world().stations[static_cast<std::size_t>(entity.itinerary.station) - 1]->arrive(entity, *this);
}

registry::ComponentType Redirect::descriptor() {
  registry::ComponentType type = with_place(transporter_block(
      "siman.Redirect", "REDIRECT: sends a guided unit that is under way to another place instead.",
      "number of the unit, from 1", true));
  for (registry::Field& field : type.parameters.fields)
    if (field.name == "unit") field.required = true;
  std::erase_if(type.parameters.fields, [](const registry::Field& field) {
    return field.name == "velocity" || field.name == "bySequence";
  });
  return type;
}

void Redirect::bind(Binder& binder) {
  TransporterBlock::bind(binder);
  place_.bind(options_.place, *this, binder, found(), options_.stream);
  if (options_.place.empty()) destination_.bind(options_.destination, *this, binder, options_.stream);
  if (options_.place.empty() && found() != nullptr && !found()->guided())
    binder.fault(
        *this, {},
        "'" + address() + "' redirects units of '" + found()->path() + "', but that is no Guided transporter",
        "only guided units can be sent elsewhere on their way");
}

Block* Redirect::enter(Entity& entity) {
  const std::size_t unit = transporter().unit_at(unit_number(entity), *this);
  if (place_) {
    transporter().redirect(unit, place_.of(entity, *this), nullptr, *this);
  } else {
    const std::int32_t own = entity.itinerary.station;
    StationElement& to = destination_.of(entity, *this);
    entity.itinerary.station = own;
    transporter().redirect(unit, transporter().zone_of(to, *this), &to, *this);
  }
  return out.leave(entity);
}

registry::ComponentType Free::descriptor() {
  return transporter_block("siman.Free", "FREE: gives a unit of a transporter back; it stays where it is.",
                           kOwnUnit, false);
}

Block* Free::enter(Entity& entity) {
  transporter().free(transporter().unit_of(entity, unit_number(entity), *this));
  return out.leave(entity);
}

registry::ComponentType Halt::descriptor() {
  return transporter_block("siman.Halt",
                           "HALT: makes units of a transporter inactive, busy ones when they are freed.",
                           kAnyUnit, false);
}

Block* Halt::enter(Entity& entity) {
  const double number = unit_number(entity);
  for (std::size_t i = 0; i < transporter().units().size(); ++i)
    if (number == 0 || static_cast<double>(i + 1) == number) transporter().set_active(i, false);
  return out.leave(entity);
}

registry::ComponentType Activate::descriptor() {
  return transporter_block("siman.Activate",
                           "ACTIVATE: makes units of a transporter active; those that wait get them.",
                           kAnyUnit, false);
}

Block* Activate::enter(Entity& entity) {
  const double number = unit_number(entity);
  for (std::size_t i = 0; i < transporter().units().size(); ++i)
    if (number == 0 || static_cast<double>(i + 1) == number) transporter().set_active(i, true);
  return out.leave(entity);
}

}  // namespace escapement::siman
