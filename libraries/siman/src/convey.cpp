// SPDX-License-Identifier: MIT
#include "escapement/siman/convey.h"

#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

registry::ComponentType conveyor_block(const char* name, std::string doc) {
  registry::ComponentType type;
  type.name = name;
  type.doc = std::move(doc);
  type.parameters = {
      name, "", {registry::reference("conveyor", "conveyors").must().because("the conveyor")}, {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

}  // namespace

registry::ComponentType Convey::descriptor() {
  registry::ComponentType type = conveyor_block(
      "siman.Convey", "CONVEY: carries entities, which have cells of the conveyor, to a station.");
  type.parameters.check = Destination::check;
  for (registry::Field& field : Destination::fields()) type.parameters.fields.push_back(std::move(field));
  type.parameters.fields.push_back(stream_field());
  type.ports = {entity_in()};
  return type;
}

Convey::Options Convey::options_from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "conveyor"), Destination::options_from(arguments),
          stream_from(arguments)};
}

void Convey::bind(Binder& binder) {
  conveyor_ = binder.find<Conveyor>(*this, options_.conveyor, "conveyor");
  destination_.bind(options_.destination, *this, binder, options_.stream);
}

Block* Convey::enter(Entity& entity) {
  conveyor_->convey(entity, destination_.of(entity, *this), *this);
  return nullptr;
}

registry::ComponentType ExitConveyor::descriptor() {
  return conveyor_block("siman.Exit", "EXIT: gives the entity's cells of a conveyor back.");
}

void ExitConveyor::bind(Binder& binder) {
  conveyor_ = binder.find<Conveyor>(*this, reference_, "conveyor");
}

Block* ExitConveyor::enter(Entity& entity) {
  conveyor_->unload(entity, *this);
  return out.leave(entity);
}

registry::ComponentType StartConveyor::descriptor() {
  registry::ComponentType type =
      conveyor_block("siman.Start", "START: the conveyor moves on, perhaps with another velocity.");
  type.parameters.fields.push_back(
      registry::expression("velocity").in("length/time").because("above 0; the same as before when absent"));
  type.parameters.fields.push_back(stream_field());
  return type;
}

StartConveyor::Options StartConveyor::options_from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "conveyor"), arguments.expression("velocity"), stream_from(arguments)};
}

void StartConveyor::bind(Binder& binder) {
  conveyor_ = binder.find<Conveyor>(*this, options_.conveyor, "conveyor");
  velocity_ = binder.compile(*this, "velocity", options_.velocity, {.stream = options_.stream});
}

Block* StartConveyor::enter(Entity& entity) {
  if (velocity_) {
    EntityFrame frame(&entity);
    conveyor_->set_velocity(velocity_.evaluate(frame), *this);
  }
  conveyor_->set_active(true);
  return out.leave(entity);
}

registry::ComponentType StopConveyor::descriptor() {
  return conveyor_block("siman.Stop", "STOP: the conveyor stands at once; entities keep their places.");
}

void StopConveyor::bind(Binder& binder) {
  conveyor_ = binder.find<Conveyor>(*this, reference_, "conveyor");
}

Block* StopConveyor::enter(Entity& entity) {
  conveyor_->set_active(false);
  return out.leave(entity);
}

}  // namespace escapement::siman
