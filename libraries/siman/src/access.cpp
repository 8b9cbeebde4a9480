// SPDX-License-Identifier: MIT
#include "escapement/siman/access.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Access::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Access";
  type.doc = "ACCESS: gives entities cells of a conveyor at their station; they wait in the Queue before it.";
  type.parameters = {"siman.Access",
                     "",
                     {reference("conveyor", "conveyors").must().because("the conveyor that they get on"),
                      expression("cells").at_least(1).by_default("1").because(
                          "cells that the entity needs, side by side: a whole number"),
                      stream_field()},
                     {}};
  type.ports = {entity_in("from a siman.Queue"), entity_out()};
  return type;
}

Access::Options Access::options_from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "conveyor"), arguments.expression("cells", 1.0), stream_from(arguments)};
}

void Access::bind(Binder& binder) {
  conveyor_ = binder.find<Conveyor>(*this, options_.conveyor, "conveyor");
  cells_ = binder.compile_in(*this, "cells", options_.cells, 1,
                             conveyor_ == nullptr ? kInfinity : conveyor_->max_cells(),
                             {.stream = options_.stream});
}

void Access::add_queue(QueueElement& queue) {
  conveyor_->add_line(*this, queue);
}

bool Access::may_pass(Entity& entity, QueueElement& /*queue*/) {
  EntityFrame frame(&entity);
  entity.code = cells_.evaluate(frame);
  if (!(entity.code >= 1 && entity.code <= conveyor_->max_cells()) || entity.code != std::floor(entity.code))
    host().fail(*this, "asks for " + to_text(entity.code) + " cells of conveyor '" + conveyor_->path() +
                           "' ('" + cells_.text() +
                           "'); it must be a whole number from 1 to its \"maxCells\", " +
                           to_text(conveyor_->max_cells()));
  if (conveyor_->carries(entity))
    host().fail(*this, "an entity of type '" + entity.type->path() + "' has cells of conveyor '" +
                           conveyor_->path() + "' already; let it pass an Exit first");
  const double place = conveyor_->place_of(entity, *this);
  return !conveyor_->somebody_waits(place) && conveyor_->is_free(place, entity.code);
}

Block* Access::pass(Entity& entity) {
  conveyor_->load(entity, conveyor_->place_of(entity, *this), entity.code);
  conveyor_->serve();  // what the others wait for is farther away now
  return out.leave(entity);
}

bool Access::wait(Entity& entity, QueueElement& /*queue*/) {
  entity.waits_for = this;
  conveyor_->change_waiting(conveyor_->place_of(entity, *this), 1);
  conveyor_->serve();
  return false;
}

void Access::give_up(Entity& entity) {
  entity.waits_for = nullptr;
  conveyor_->change_waiting(conveyor_->place_of(entity, *this), -1);
}

void Access::left(QueueElement& /*queue*/) {
  conveyor_->serve();
}

HoldBlock::Lack Access::lacks(Entity& entity) {
  return {to_text(entity.code) + (entity.code == 1 ? " cell" : " cells") + " of conveyor '" +
              conveyor_->path() + "'" + (conveyor_->active() ? "" : " (which is stopped)"),
          conveyor_->standing()};
}

void Access::grant(Entity& entity, double place) {
  give_up(entity);
  entity.queue->leave(entity);
  conveyor_->load(entity, place, entity.code);
  host().make_ready(entity, out.leave(entity));
}

}  // namespace escapement::siman
