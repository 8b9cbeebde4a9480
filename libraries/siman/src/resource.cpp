// SPDX-License-Identifier: MIT
#include "escapement/siman/resource.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/seize.h"

namespace escapement::siman {

Resource::Resource(std::string name, double capacity)
    : Member(std::move(name)), initial_capacity_(capacity), capacity_(capacity) {
  if (!(capacity >= 0) || capacity != static_cast<double>(static_cast<long long>(capacity)))
    throw BuildError("capacity of resource '" + this->name() + "' is " + to_text(capacity) +
                     "; it must be a whole number of 0 or more");
}

registry::ComponentType Resource::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Resource";
  type.section = "resources";
  type.doc = "A resource: units that entities seize and release.";
  type.parameters = {
      "resource", "", {integer("capacity").at_least(0).by_default("1").because("units that there are")}, {}};
  type.statistics = {
      {"NumberBusy", "timePersistent", "units that are seized"},
      {"NumberScheduled", "timePersistent", "units that there are"},
      {"InstantaneousUtilization", "timePersistent", "busy share of the scheduled units at each instant"},
      {"ScheduledUtilization", "output", "average busy units over average scheduled units"},
      {"TotalNumberSeized", "counter", "units seized"}};
  return type;
}

void Resource::declare(Binder& binder) {
  number_busy_ = &binder.time_persistent(*this, path() + ".NumberBusy");
  number_scheduled_ = &binder.time_persistent(*this, path() + ".NumberScheduled", initial_capacity_);
  utilization_ = &binder.time_persistent(*this, path() + ".InstantaneousUtilization");
  seized_ = &binder.counter(*this, path() + ".TotalNumberSeized");
  binder.output_ratio(*this, path() + ".ScheduledUtilization", *number_busy_, *number_scheduled_);
}

void Resource::start() {
  capacity_ = initial_capacity_;
  busy_ = 0;
  settled_ = true;
}

double Resource::utilization() const {
  if (busy_ <= 0) return 0;
  return busy_ >= capacity_ ? 1 : busy_ / capacity_;
}

Resource::State Resource::state() const {
  if (busy_ > 0) return State::kBusy;
  return capacity_ > 0 ? State::kIdle : State::kInactive;
}

double Resource::total_seized() const {
  return seized_->value();
}

void Resource::observe() {
  changed();
  if (!settled_) return;
  number_busy_->set(now(), busy_);
  utilization_->set(now(), utilization());
}

void Resource::settle() {
  settled_ = true;
  observe();
}

void Resource::seize(Entity& entity, double units) {
  busy_ += units;
  seized_->increment(units);
  for (Entity::Holding& holding : entity.holdings)
    if (holding.resource == this) {
      holding.units += units;
      return;
    }
  entity.holdings.push_back({this, units});
}

void Resource::give_back(Entity& entity, double units, const Member& by) {
  const auto holding = std::find_if(entity.holdings.begin(), entity.holdings.end(),
                                    [this](const Entity::Holding& h) { return h.resource == this; });
  const double held = holding == entity.holdings.end() ? 0 : holding->units;
  if (!(units <= held))
    host().fail(by, "an entity of type '" + entity.type->path() + "' releases " + to_text(units) +
                        " of resource '" + path() + "' but holds " + to_text(held) +
                        "; seize it first, or release fewer");
  holding->units -= units;
  if (holding->units == 0) entity.holdings.erase(holding);
  busy_ -= units;
  settled_ = false;
}

void Resource::add_line(Seize& seize, QueueElement& queue) {
  lines_.push_back({&seize, &queue});
}

namespace {

// A2, for entities that wait for one resource.
bool comes_before(const Entity& a, const Entity& b) {
  if (a.priority != b.priority) return a.priority < b.priority;
  return a.queue == b.queue ? a.queue->before(a, b) : a.order < b.order;
}

}  // namespace

bool Resource::holds_back(const Entity& entity) const {
  for (const Line& line : lines_) {
    const Entity* candidate = line.queue->empty() ? nullptr : line.seize->first_in(*line.queue);
    if (candidate == nullptr || candidate == &entity || !comes_before(*candidate, entity)) continue;
    if (free_units() < line.seize->units_of(*this, *candidate)) return true;
  }
  return false;
}

// A1 and A2.
Resource::Line* Resource::first_line() {
  Line* best = nullptr;
  const Entity* first = nullptr;
  for (Line& line : lines_) {
    if (line.passed_over || line.queue->empty()) continue;
    const Entity* candidate = line.seize->first_in(*line.queue);
    if (candidate == nullptr) continue;
    if (first != nullptr && !comes_before(*candidate, *first)) continue;
    best = &line;
    first = candidate;
  }
  return best;
}

bool Resource::allocate(const Entity* moving) {
  bool moving_served = false;
  bool any_passed_over = false;
  while (waiting_ > 0 && free_units() > 0) {
    Line* line = first_line();
    if (line == nullptr) break;
    Entity& entity = *line->seize->first_in(*line->queue);
    Resource* shortage = line->seize->short_of(entity, *this);
    if (shortage == this) break;  // A4
    if (shortage != nullptr) {    // A5
      line->passed_over = any_passed_over = true;
      continue;
    }
    line->seize->grant(entity);  // A3
    line->seize->observe_resources();
    if (&entity == moving)
      moving_served = true;
    else
      host().make_ready(entity, line->seize->next());
  }
  if (any_passed_over)
    for (Line& line : lines_) line.passed_over = false;
  return moving_served;
}

}  // namespace escapement::siman
