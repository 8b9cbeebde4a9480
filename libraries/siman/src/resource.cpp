// SPDX-License-Identifier: MIT
#include "escapement/siman/resource.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/availability.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/failure.h"
#include "escapement/siman/interruptions.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/schedule.h"
#include "escapement/siman/seize.h"

namespace escapement::siman {

namespace {

constexpr double kSecondsInHour = 3600;

}  // namespace

Resource::Resource(std::string name, double capacity) : Resource(std::move(name), Options{capacity}) {}

Resource::Resource(std::string name, Options options)
    : Member(std::move(name)),
      options_(std::move(options)),
      capacity_(options_.capacity),
      offered_(options_.capacity) {
  const double capacity = options_.capacity;
  if (!(capacity >= 0) || capacity != std::floor(capacity) || capacity > kMostUnits)
    throw BuildError("capacity of resource '" + this->name() + "' is " + to_text(capacity) +
                     "; it must be a whole number of 0 or more");
}

Resource::~Resource() = default;

void Resource::declare(Binder& binder) {
  number_busy_ = &binder.time_persistent(*this, path() + ".NumberBusy");
  number_scheduled_ = &binder.time_persistent(*this, path() + ".NumberScheduled", options_.capacity);
  utilization_ = &binder.time_persistent(*this, path() + ".InstantaneousUtilization");
  seized_ = &binder.counter(*this, path() + ".TotalNumberSeized");
  binder.output_ratio(*this, path() + ".ScheduledUtilization", *number_busy_, *number_scheduled_);
  if (binder.world().costs()) declare_costs(binder);
}

void Resource::declare_costs(Binder& binder) {
  const double hour =
      kSecondsInHour / registry::seconds_in(binder.world().environment().time_unit).value_or(1);
  busy_rate_ = options_.busy_cost / hour;
  idle_rate_ = options_.idle_cost / hour;
  costs_ = busy_rate_ > 0 || options_.use_cost > 0;
  if (idle_rate_ > 0) idle_ = &binder.time_persistent(*this, path() + ".NumberIdle", options_.capacity);
  binder.output(*this, path() + ".BusyCost",
                [this](double t) { return busy_rate_ * number_busy_->integral(t); });
  binder.output(*this, path() + ".IdleCost",
                [this](double t) { return idle_ == nullptr ? 0 : idle_rate_ * idle_->integral(t); });
  binder.output(*this, path() + ".UsageCost",
                [this](double) { return options_.use_cost * seized_->value(); });
}

double Resource::total_cost(double t) const {
  return busy_rate_ * number_busy_->integral(t) + (idle_ == nullptr ? 0 : idle_rate_ * idle_->integral(t)) +
         options_.use_cost * seized_->value();
}

void Resource::bind(Binder& binder) {
  if (!options_.schedule.empty()) {
    schedule_ = binder.find<Schedule>(*this, options_.schedule, "schedule");
    if (schedule_ != nullptr && schedule_->kind() != Schedule::Kind::kCapacity)
      binder.fault(*this, options_.schedule.where,
                   "resource '" + path() + "' needs a schedule of type Capacity; '" + options_.schedule.name +
                       "' is of type " + Schedule::kind_name(schedule_->kind()),
                   "change the type, or name another schedule");
    if (options_.schedule_rule == CapacityRule::kPreempt) note_preempted(binder);
    availability();
  }
  for (const FailureUse& use : options_.failures) {
    Failure* failure = binder.find<Failure>(*this, use.failure, "failure");
    if (use.rule == CapacityRule::kPreempt) note_preempted(binder);
    if (failure != nullptr) availability().add_failure(*failure, use.rule);
  }
  states_.bind(*this, options_, binder);
}

void Resource::start() {
  capacity_ = offered_ = options_.capacity;
  busy_ = 0;
  settled_ = true;
  find_short_ways();
  if (interruptions_ != nullptr) interruptions_->clear();
  if (availability_ != nullptr) availability_->start();
  if (schedule_ != nullptr) {  // the extremes begin with the schedule's first value
    number_scheduled_->clear(now());
    if (idle_ != nullptr) idle_->clear(now());
  }
  states_.start(state(), options_.initial_state);
}

void Resource::due(Entity* /*entity*/) {
  availability_->due();
  world().after_background_event();
}

Availability& Resource::availability() {
  if (availability_ == nullptr) availability_ = std::make_unique<Availability>(*this);
  return *availability_;
}

Interruptions& Resource::interruptions() {
  return *interruptions_;
}

double Resource::greatest_capacity() const {
  if (altered_) return kInfinity;
  if (options_.schedule.empty()) return options_.capacity;
  const bool known = schedule_ != nullptr && schedule_->size() > 0 && schedule_->is_constant();
  return known ? schedule_->greatest_value() : kInfinity;
}

void Resource::note_altered(Binder& /*binder*/) {
  altered_ = true;
  availability();
}

// Entities are interrupted where they are, which may be anywhere.
void Resource::note_preempted(Binder& binder) {
  binder.use_all();
  if (interruptions_ == nullptr) interruptions_ = std::make_unique<Interruptions>(*this);
}

void Resource::set_capacity(double capacity, const Member& by) {
  if (!(capacity >= 0) || capacity != std::floor(capacity) || capacity > kMostUnits)
    host().fail(by, "the new capacity of resource '" + path() + "' is " + to_text(capacity) +
                        "; it must be a whole number of 0 or more");
  availability_->alter(capacity);
}

void Resource::set_scheduled(double capacity, double offered) {
  capacity_ = capacity;
  offered_ = offered;
  number_scheduled_->set(now(), capacity_);
  observe();
}

double Resource::utilization() const {
  if (busy_ <= 0) return 0;
  return busy_ >= capacity_ ? 1 : busy_ / capacity_;
}

Resource::State Resource::state() const {
  if (availability_ != nullptr && availability_->failed()) return State::kFailed;
  if (busy_ > 0) return State::kBusy;
  return capacity_ > 0 ? State::kIdle : State::kInactive;
}

bool Resource::ended() const {
  return schedule_ != nullptr && !schedule_->repeats() && capacity_ == 0;
}

double Resource::total_seized() const {
  return seized_->value();
}

void Resource::observe_change() {
  number_busy_->set(now(), busy_);
  utilization_->set(now(), utilization());
  if (idle_ != nullptr) [[unlikely]]
    idle_->set(now(), std::max(0.0, capacity_ - busy_));
  states_.observe(state());
  if (availability_ != nullptr) [[unlikely]]
    availability_->state_changed();
}

double Resource::state_number() const {
  return states_.number(state(), availability_ == nullptr ? nullptr : availability_->acting());
}

void Resource::set_state(double number, const Member& by) {
  states_.choose(number, state(), *this, by);
}

void Resource::take_more(Entity& entity, double units, double priority) {
  busy_ += units;
  for (Entity::Holding& holding : entity.holdings)
    if (holding.resource == this) {
      holding.units += units;
      return;
    }
  entity.holdings.push_back({this, units, priority});
  if (interruptions_ != nullptr) [[unlikely]]
    interruptions_->seized(entity);
}

void Resource::restore(Entity& entity, double units, double priority) {
  take(entity, units, priority);
  if (costs_) renew_cost_rate(entity);
}

double Resource::preempt(double units, double priority, Exit* exit, std::size_t slot) {
  const double taken = interruptions_->take(units, {priority, false, exit, slot});
  if (availability_ != nullptr) {
    settled_ = false;  // the units are seized at once
    availability_->go_on_decreasing();
    settled_ = true;
  }
  return taken;
}

double Resource::preemptable(double priority) const {
  return interruptions_->takeable({priority, false, nullptr});
}

double Resource::target_capacity() const {
  return availability_ == nullptr ? capacity_ : availability_->target();
}

void Resource::forget(Entity& entity) {
  for (const Entity::Holding& holding : entity.holdings)
    if (holding.resource->interruptions_ != nullptr) holding.resource->interruptions_->forget(entity);
  while (!entity.lost.empty()) entity.lost.back()->interruptions_->forget(entity);
}

void Resource::hand_over(Entity& from, Entity& to) {
  while (!from.holdings.empty()) {
    const Entity::Holding held = from.holdings.back();
    held.resource->withdraw(from, from.holdings.back(), held.units);
    held.resource->restore(to, held.units, held.priority);
  }
}

void Resource::charge_use(Entity& entity, double units, Category category) const {
  entity.costs[static_cast<std::size_t>(category)] += options_.use_cost * units;
  if (entity.area != nullptr) spend_in(*entity.area, category, 0, options_.use_cost * units);
}

void Resource::renew_cost_rate(Entity& entity) {
  entity.cost_rate = entity.type->per_time_unit(entity.holding_rate);
  for (const Entity::Holding& holding : entity.holdings)
    entity.cost_rate += holding.units * holding.resource->busy_rate_;
}

void Resource::give_some_back(Entity& entity, double units, const Member& by) {
  if (!entity.holdings.empty() && entity.holdings.back().resource == this &&
      units <= entity.holdings.back().units) {
    take_back(entity, entity.holdings.back(), units);
    return;
  }
  const auto holding = std::find_if(entity.holdings.begin(), entity.holdings.end(),
                                    [this](const Entity::Holding& h) { return h.resource == this; });
  const double held = holding == entity.holdings.end() ? 0 : holding->units;
  if (!(units <= held) && interruptions_ != nullptr) {
    units -= interruptions_->forgo(entity, units - held);
    if (units == 0) return;
  }
  if (!(units <= held))
    host().fail(by, "an entity of type '" + entity.type->path() + "' releases " + to_text(units) +
                        " of resource '" + path() + "' but holds " + to_text(held) +
                        "; seize it first, or release fewer");
  take_back(entity, *holding, units);
}

void Resource::take_back(Entity& entity, Entity::Holding& holding, double units) {
  withdraw(entity, holding, units);
  settled_ = false;
  if (availability_ != nullptr) [[unlikely]]
    availability_->released();
}

void Resource::withdraw(Entity& entity, Entity::Holding& holding, double units) {
  holding.units -= units;
  if (holding.units == 0) {
    if (&holding == &entity.holdings.back()) [[likely]]
      entity.holdings.pop_back();
    else
      entity.holdings.erase(entity.holdings.begin() + (&holding - entity.holdings.data()));
    if (interruptions_ != nullptr) [[unlikely]]
      interruptions_->released(entity);
  }
  busy_ -= units;
  if (costs_) [[unlikely]]
    renew_cost_rate(entity);
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
  if (interruptions_ != nullptr)
    if (const Interruptions::Loss* loss = interruptions_->first();
        loss != nullptr && Interruptions::comes_before(*loss, entity) && free_units() < loss->units)
      return true;
  for (const Line& line : lines_) {
    const Entity* candidate = line.queue->empty() ? nullptr : line.seize->first_in(*line.queue, *this);
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
    const Entity* candidate = line.seize->first_in(*line.queue, *this);
    if (candidate == nullptr || !line.seize->offers(*line.queue)) continue;
    if (first != nullptr && !comes_before(*candidate, *first)) continue;
    best = &line;
    first = candidate;
  }
  return best;
}

void Resource::find_short_ways() {
  line_units_ = lines_.size() == 1 && interruptions_ == nullptr ? lines_.front().seize->plain_units() : 0;
  bare_ = interruptions_ == nullptr && availability_ == nullptr && !costs_;
}

bool Resource::allocate_in_line(const Entity* moving) {
  bool moving_served = false;
  Seize& seize = *lines_.front().seize;
  QueueElement& queue = *lines_.front().queue;
  while (waiting_ > 0 && free_units() >= line_units_) {
    Entity* entity = queue.first();
    while (entity != nullptr && entity->waits_for != &seize) entity = queue.next(*entity);
    if (entity == nullptr) break;
    this->seize(*entity, line_units_);
    entity->waits_for = nullptr;
    --waiting_;
    queue.leave(*entity);
    observe();
    if (entity == moving)
      moving_served = true;
    else
      host().make_ready(*entity, seize.next());
  }
  return moving_served;
}

bool Resource::allocate_by_rules(const Entity* moving) {
  bool moving_served = false;
  bool any_passed_over = false;
  while (waiting_ > 0 && free_units() > 0) {
    Line* line = first_line();
    if (interruptions_ != nullptr) [[unlikely]]
      if (const Interruptions::Loss* loss = interruptions_->first();
          loss != nullptr && (line == nullptr || Interruptions::comes_before(
                                                     *loss, *line->seize->first_in(*line->queue, *this)))) {
        if (free_units() < loss->units) break;
        interruptions_->restore();
        observe();
        continue;
      }
    if (line == nullptr) break;
    Entity& entity = *line->seize->first_in(*line->queue, *this);
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

void Resource::archive(Archive& archive) {
  find_short_ways();
  archive(capacity_, offered_, busy_, settled_, waiting_, states_);
  if (availability_ != nullptr) archive(*availability_);
  if (interruptions_ != nullptr) archive(*interruptions_);
}

}  // namespace escapement::siman
