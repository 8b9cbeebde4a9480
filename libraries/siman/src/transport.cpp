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

constexpr const char* kOwnUnit = "number of the unit, from 1; the one that the entity has when absent";
constexpr const char* kAnyUnit = "number of the unit, from 1; all of them when absent";

}  // namespace

TransporterBlock::Options TransporterBlock::options_from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "transporter"), arguments.expression("unit"),
          arguments.expression("velocity"), Destination::options_from(arguments), stream_from(arguments)};
}

void TransporterBlock::bind(Binder& binder) {
  transporter_ = binder.find<Transporter>(*this, options_.transporter, "transporter");
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
  return transporter_block("siman.Move", "MOVE: moves the entity's unit of a transporter without the entity.",
                           kOwnUnit, true);
}

void Move::bind(Binder& binder) {
  TransporterBlock::bind(binder);
  destination_.bind(options_.destination, *this, binder, options_.stream);
}

Block* Move::enter(Entity& entity) {
  const std::size_t unit = transporter().unit_of(entity, unit_number(entity), *this);
  const std::int32_t own = entity.itinerary.station;
  StationElement& to = destination_.of(entity, *this);
  entity.itinerary.station = own;  // the entity stays
  return transporter().send(unit, to, velocity(entity), entity, *this) ? nullptr : out.leave(entity);
}

void Move::due(Entity* entity) {
  transporter().come(static_cast<std::size_t>(entity->code));
  entity->spend(Category::kWait, now() - entity->since);
  host().move(*entity, out.leave(*entity));
}

registry::ComponentType Transport::descriptor() {
  registry::ComponentType type = transporter_block(
      "siman.Transport", "TRANSPORT: carries entities to a station with the unit that they have.", kOwnUnit,
      true);
  type.ports = {entity_in()};
  return type;
}

void Transport::bind(Binder& binder) {
  TransporterBlock::bind(binder);
  destination_.bind(options_.destination, *this, binder, options_.stream);
}

Block* Transport::enter(Entity& entity) {
  const std::size_t unit = transporter().unit_of(entity, unit_number(entity), *this);
  const StationElement& place = *transporter().units()[unit].at;
  if (entity.itinerary.current != place.ordinal())
    host().fail(
        *this,
        "unit " + std::to_string(unit + 1) + " of transporter '" + transporter().path() +
            "' is at station '" + place.path() + "', but the entity of type '" + entity.type->path() +
            "' is at " +
            (entity.itinerary.current == 0
                 ? std::string("none")
                 : "'" + world().stations[static_cast<std::size_t>(entity.itinerary.current) - 1]->path() +
                       "'") +
            "; let it Request the unit, or Move the unit there");
  StationElement& to = destination_.of(entity, *this);
  if (!transporter().send(unit, to, velocity(entity), entity, *this)) return to.receive(entity, *this);
  to.send(entity);
  return nullptr;
}

void Transport::due(Entity* entity) {
  const auto unit = static_cast<std::size_t>(entity->code);
  transporter().come(unit);
  entity->spend(Category::kTransfer, now() - entity->since);
  host().move(*entity, transporter().units()[unit].at->arrive(*entity, *this));
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
