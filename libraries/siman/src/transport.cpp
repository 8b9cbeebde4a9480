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
                     {reference("transporter", "transporters|sets")
                          .must()
                          .because("the transporter, or a set of transporters"),
                      expression("unit").at_least(1).because(unit),
                      expression("member").at_least(1).because(
                          "of a set: number of the transporter, from 1; the one of which the entity has a "
                          "unit, or all of them, when absent")},
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
          GuidedPlace::options_from(arguments, "", false),
          arguments.expression("member")};
}

void TransporterBlock::bind(Binder& binder) {
  transporters_.bind(options_.transporter, *this, binder);
  unit_ = binder.compile(*this, "unit", options_.unit, {.stream = options_.stream});
  member_ = binder.compile(*this, "member", options_.member, {.stream = options_.stream});
  velocity_ = binder.compile(*this, "velocity", options_.velocity, {.stream = options_.stream});
  if (!options_.member.empty() && !transporters_.is_set() && !transporters_.empty())
    binder.fault(*this, options_.member.where,
                 "'" + transporters_.name() + "' is no set, so \"member\" says nothing",
                 "remove \"member\", or name a set of transporters");
}

double TransporterBlock::unit_number(Entity& entity, const Transporter& of) const {
  if (!unit_) return 0;
  EntityFrame frame(&entity);
  const double number = unit_.evaluate_checked(frame);
  of.unit_at(number, *this);  // 0 would mean any
  return number;
}

std::vector<Transporter*> TransporterBlock::meant(Entity& entity) const {
  if (!member_) return transporters_.all();
  EntityFrame frame(&entity);
  return {transporters_.all()[transporters_.member_at(member_.evaluate_checked(frame), *this)]};
}

TransporterBlock::Own TransporterBlock::own(Entity& entity) const {
  Transporter* of = transporters_.all().front();
  if (member_) {
    of = meant(entity).front();
  } else if (transporters_.is_set()) {
    EntityFrame frame(&entity);
    of = &transporters_.held_by(entity, unit_ ? unit_.evaluate_checked(frame) : 0);
  }
  return {of, of->unit_of(entity, unit_number(entity, *of), *this)};
}

void TransporterBlock::set_active(Entity& entity, bool active) const {
  for (Transporter* of : meant(entity)) {
    const double number = unit_number(entity, *of);
    for (std::size_t i = 0; i < of->units().size(); ++i)
      if (number == 0 || static_cast<double>(i + 1) == number) of->set_active(i, active);
  }
}

double TransporterBlock::velocity(Entity& entity, const Transporter& of) const {
  if (!velocity_) return of.velocity();
  EntityFrame frame(&entity);
  return velocity_.evaluate(frame);
}

void TransporterBlock::come(Entity& entity) const {
  const auto unit = static_cast<std::size_t>(entity.code);
  transporters_.moving_for(entity, unit).come(unit);
}

registry::ComponentType Move::descriptor() {
  return with_place(transporter_block(
      "siman.Move", "MOVE: moves the entity's unit of a transporter without the entity.", kOwnUnit, true));
}

void Move::bind(Binder& binder) {
  TransporterBlock::bind(binder);
  transporters().bind_place(place_, options_.place, *this, binder, options_.stream);
  if (options_.place.empty()) destination_.bind(options_.destination, *this, binder, options_.stream);
}

Block* Move::enter(Entity& entity) {
  const auto [of, unit] = own(entity);
  of->note_pick_up(unit, static_cast<bool>(place_));
  if (place_)
    return of->send(unit, place_.of(entity, *this), velocity(entity, *of), entity, *this) ? nullptr
                                                                                          : out.leave(entity);
  const std::int32_t station = entity.itinerary.station;
  StationElement& to = destination_.of(entity, *this);
  entity.itinerary.station = station;  // the entity stays
  return of->send(unit, to, velocity(entity, *of), entity, *this) ? nullptr : out.leave(entity);
}

void Move::due(Entity* entity) {
  come(*entity);
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
  transporters().bind_place(place_, options_.place, *this, binder, options_.stream);
}

Block* Transport::enter(Entity& entity) {
  const auto [of, unit] = own(entity);
  of->check_together(unit, entity, *this);
  StationElement& to = destination_.of(entity, *this);
  of->note_pick_up(unit, false);
  const double fast = velocity(entity, *of);
  const bool under_way = place_ ? of->send(unit, place_.of(entity, *this), fast, entity, *this)
                                : of->send(unit, to, fast, entity, *this);
  if (!under_way) return to.receive(entity, *this);
  to.send(entity);
  return nullptr;
}

void Transport::due(Entity* entity) {
  come(*entity);
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
  transporters().bind_place(place_, options_.place, *this, binder, options_.stream);
  if (!options_.place.empty()) return;
  destination_.bind(options_.destination, *this, binder, options_.stream);
  for (const Transporter* each : transporters().all())
    if (!each->guided())
      binder.fault(
          *this, {},
          "'" + address() + "' redirects units of '" + each->path() + "', but that is no Guided transporter",
          "only guided units can be sent elsewhere on their way");
}

Block* Redirect::enter(Entity& entity) {
  for (Transporter* of : meant(entity)) {
    const std::size_t unit = of->unit_at(unit_number(entity, *of), *this);
    if (place_) {
      of->redirect(unit, place_.of(entity, *this), nullptr, *this);
      continue;
    }
    const std::int32_t station = entity.itinerary.station;
    StationElement& to = destination_.of(entity, *this);
    entity.itinerary.station = station;
    of->redirect(unit, of->zone_of(to, *this), &to, *this);
  }
  return out.leave(entity);
}

registry::ComponentType Free::descriptor() {
  return transporter_block("siman.Free", "FREE: gives a unit of a transporter back; it stays where it is.",
                           kOwnUnit, false);
}

Block* Free::enter(Entity& entity) {
  const auto [of, unit] = own(entity);
  of->free(unit);
  return out.leave(entity);
}

registry::ComponentType Halt::descriptor() {
  return transporter_block("siman.Halt",
                           "HALT: makes units of a transporter inactive, busy ones when they are freed.",
                           kAnyUnit, false);
}

Block* Halt::enter(Entity& entity) {
  set_active(entity, false);
  return out.leave(entity);
}

registry::ComponentType Activate::descriptor() {
  return transporter_block("siman.Activate",
                           "ACTIVATE: makes units of a transporter active; those that wait get them.",
                           kAnyUnit, false);
}

Block* Activate::enter(Entity& entity) {
  set_active(entity, true);
  return out.leave(entity);
}

}  // namespace escapement::siman
