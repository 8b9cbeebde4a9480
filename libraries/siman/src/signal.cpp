// SPDX-License-Identifier: MIT
#include "escapement/siman/signal.h"
#include "escapement/siman/member_reference.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

double limit_of(const expressions::Expression& limit, const Block& block, Entity& entity) {
  if (!limit) return kInfinity;
  EntityFrame frame(&entity);
  const double value = limit.evaluate_checked(frame);
  if (!(value >= 0 && (value == std::floor(value) || value == kInfinity)))
    block.host().fail(block, "the limit '" + limit.text() + "' is " + to_text(value) +
                                 "; it must be a whole number of 0 or more");
  return value;
}

}  // namespace

registry::ComponentType Wait::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Wait";
  type.doc = "WAIT: entities stay in the Queue before it until their signal is given.";
  type.parameters = {
      "siman.Wait",
      "",
      {expression("signal").must().because(
           "the number that an entity waits for, evaluated when it comes; an attribute gives each its own"),
       expression("limit").at_least(0).because(
           "entities that one signal lets go here at the most; all when absent"),
       stream_field()},
      {}};
  type.ports = {entity_in("from a siman.Queue"), entity_out("entities whose signal was given")};
  return type;
}

void Wait::bind(Binder& binder) {
  signal_ = binder.compile_required(*this, "signal", options_.signal, {.stream = options_.stream});
  limit_ = binder.compile_in(*this, "limit", options_.limit, 0, kInfinity, {.stream = options_.stream});
  binder.world().waits.push_back(this);
}

bool Wait::wait(Entity& entity, QueueElement& /*queue*/) {
  EntityFrame frame(&entity);
  begin(entity, signal_.evaluate_checked(frame));
  return false;
}

void Wait::begin(Entity& entity, double signal) {
  entity.code = signal;
  entity.waits_for = this;
  ++waiting_[entity.code];
}

void Wait::give_up(Entity& entity) {
  QueueHold::give_up(entity);
  const auto count = waiting_.find(entity.code);
  if (--count->second == 0) waiting_.erase(count);
}

double Wait::release(double signal, double most, Entity& signaller) {
  const auto count = waiting_.find(signal);
  if (count == waiting_.end()) return 0;
  most = std::min({most, limit_of(limit_, *this, signaller), static_cast<double>(count->second)});
  double released = 0;
  for (const QueueElement* queue : queues()) {
    Entity* behind = nullptr;
    for (Entity* e = first_in(*queue); e != nullptr && released < most; e = behind) {
      behind = next_in(*queue, *e);
      if (e->code != signal) continue;
      give_up(*e);
      let_go(*e, out);
      ++released;
    }
  }
  return released;
}

registry::ComponentType Signal::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Signal";
  type.doc = "SIGNAL: lets entities go that wait for this signal, in every Wait of the model.";
  type.parameters = {"siman.Signal",
                     "",
                     {expression("signal").must().because("the number that is given"),
                      expression("limit").at_least(0).because(
                          "entities that it lets go at the most, over all Waits; all when absent"),
                      stream_field()},
                     {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

void Signal::bind(Binder& binder) {
  signal_ = binder.compile_required(*this, "signal", options_.signal, {.stream = options_.stream});
  limit_ = binder.compile_in(*this, "limit", options_.limit, 0, kInfinity, {.stream = options_.stream});
  binder.use_all();  // it reaches all Waits
}

Block* Signal::enter(Entity& entity) {
  EntityFrame frame(&entity);
  const double signal = signal_.evaluate_checked(frame);
  give_signal(world(), signal, limit_of(limit_, *this, entity), entity);
  return out.leave(entity);
}

double give_signal(World& world, double signal, double most, Entity& signaller) {
  double left = most;
  double released = 0;
  for (Wait* wait : world.waits) {
    if (left <= 0) break;
    const double here = wait->release(signal, left, signaller);
    left -= here;
    released += here;
  }
  return released;
}

void Wait::archive(Archive& archive) {
  archive(waiting_);
}

}  // namespace escapement::siman
