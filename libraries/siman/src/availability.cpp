// SPDX-License-Identifier: MIT
#include "escapement/siman/availability.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "escapement/core/error.h"
#include "escapement/siman/failure.h"
#include "escapement/siman/interruptions.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {
namespace {

constexpr int kItemsAtOnce =
    100000;  // items of a schedule, or failures, without time passing; more is a loop

}  // namespace

void Availability::start() {
  target_ = resource_.options_.capacity;
  decreasing_ = item_waits_ = blocked_ = failed_ = false;
  cursor_ = {};
  turn_.clear();
  timers_.clear();
  if (Schedule* schedule = resource_.schedule_) {
    target_ = checked(schedule->value(0));
    resource_.set_scheduled(target_, target_);
    begin_item(resource_.now());
  }
  for (std::size_t i = 0; i < causes_.size(); ++i) start_up_time(i);
  if (!timers_.empty()) resource_.world().note_background();
}

double Availability::checked(double capacity) const {
  if (!(capacity >= 0) || capacity != std::floor(capacity) || capacity > Resource::kMostUnits)
    resource_.host().fail(resource_, "the schedule '" + resource_.schedule_->path() +
                                         "' gives a capacity of " + to_text(capacity) +
                                         "; it must be a whole number of 0 or more");
  return capacity;
}

void Availability::set_timer(Time at, std::int32_t what) {
  if (at == kInfinity) return;
  const EventClass event_class = what == kScheduleItem ? EventClass::kCapacity : EventClass::kFailure;
  const Calendar::Id id = resource_.host().schedule(at, event_class, resource_, nullptr);
  timers_.push_back({at, event_class, ++timer_order_, what, id});
}

void Availability::cancel_timer(std::int32_t what) {
  const auto timer =
      std::find_if(timers_.begin(), timers_.end(), [what](const Timer& t) { return t.what == what; });
  if (timer == timers_.end()) return;
  resource_.host().cancel(timer->id);
  timers_.erase(timer);
}

// The calendar says only that a timer is due; it is the first, in the calendar's order.
void Availability::due() {
  resource_.settled_ = false;  // statistics see the outcome only
  const Time now = resource_.now();
  at_once_ = now == last_due_ ? at_once_ + 1 : 0;
  last_due_ = now;
  if (at_once_ > kItemsAtOnce)
    resource_.host().fail(resource_, "zero-time loop: more than " + std::to_string(kItemsAtOnce) +
                                         " changes of the resource without time passing; give its schedule "
                                         "and its failures times above 0");
  const auto first = std::min_element(timers_.begin(), timers_.end(), [](const Timer& a, const Timer& b) {
    return std::tie(a.at, a.event_class, a.order) < std::tie(b.at, b.event_class, b.order);
  });
  const std::int32_t what = first->what;
  timers_.erase(first);
  if (what == kScheduleItem) {
    ++cursor_.item;
    item_began_ = now;
    change_to(checked(resource_.schedule_->value(cursor_.item)), resource_.options_.schedule_rule);
    item_waits_ = decreasing_;
    if (!item_waits_) begin_item(now);
  } else if (causes_[static_cast<std::size_t>(what)].phase == Phase::kDown) {
    repair();
  } else {
    fail(static_cast<std::size_t>(what));
  }
  go_on_decreasing();  // units that a change waited for may have been taken by another
  begin_waiting_repair();
  resource_.allocate();
  resource_.settle();
}

void Availability::begin_item(Time began) {
  set_timer(cursor_.end(*resource_.schedule_, began), kScheduleItem);
}

void Availability::change_to(double capacity, CapacityRule rule) {
  target_ = capacity;
  decreasing_ = false;
  const double over = resource_.busy_ - capacity;
  if (over > 0 && rule == CapacityRule::kPreempt) interrupt(over);  // V4
  if (over > 0 && rule == CapacityRule::kWait) {                    // V2
    decreasing_ = true;
    resource_.set_scheduled(std::min(resource_.capacity_, resource_.busy_), offered());
    decreasing_ = resource_.capacity_ > target_;
    return;
  }
  resource_.set_scheduled(capacity, offered());
}

void Availability::alter(double capacity) {
  resource_.settled_ = false;
  change_to(capacity, CapacityRule::kWait);
  begin_waiting_item();
  resource_.allocate();
  resource_.settle();
}

void Availability::begin_waiting_item() {
  if (decreasing_ || !item_waits_) return;
  item_waits_ = false;
  cursor_.shifted = cursor_.shifted || resource_.now() != item_began_;
  begin_item(resource_.now());
}

void Availability::go_on_decreasing() {
  if (!decreasing_) return;
  const double capacity = std::max(target_, resource_.busy_);
  decreasing_ = capacity > target_;
  resource_.set_scheduled(std::min(resource_.capacity_, capacity), offered());
  begin_waiting_item();
}

void Availability::released() {
  go_on_decreasing();
  for (std::size_t i = 0; i < causes_.size(); ++i) {
    Cause& cause = causes_[i];
    if (cause.failure->kind() == Failure::Kind::kCount && cause.phase == Phase::kUp &&
        ++cause.releases >= cause.limit)
      fail(i);
  }
  begin_waiting_repair();
}

void Availability::begin_waiting_repair() {
  if (!turn_.empty() && causes_[turn_.front()].phase == Phase::kWaiting && resource_.busy_ == 0) break_down();
}

void Availability::state_changed() {
  for (std::size_t i = 0; i < causes_.size(); ++i)
    if (causes_[i].failure->uptime_in()) follow_clock(i);
}

void Availability::start_up_time(std::size_t i) {
  Cause& cause = causes_[i];
  if (cause.failure->kind() == Failure::Kind::kCount) {
    cause.releases = 0;
    cause.limit = cause.failure->draw_count();
    cause.phase = Phase::kUp;
    return;
  }
  cause.left = cause.failure->draw_up_time();
  cause.phase = Phase::kStopped;
  follow_clock(i);
}

void Availability::follow_clock(std::size_t i) {
  Cause& cause = causes_[i];
  const auto state = cause.failure->uptime_in();
  const bool runs = !state || resource_.state() == *state;
  if (runs && cause.phase == Phase::kStopped) {
    cause.phase = Phase::kUp;
    cause.running_to = resource_.now() + cause.left;
    set_timer(cause.running_to, static_cast<std::int32_t>(i));
  } else if (!runs && cause.phase == Phase::kUp) {
    cause.phase = Phase::kStopped;
    cause.left = cause.running_to - resource_.now();
    cancel_timer(static_cast<std::int32_t>(i));
  }
}

void Availability::fail(std::size_t cause) {  // F3
  causes_[cause].phase = Phase::kQueued;
  turn_.push_back(cause);
  if (turn_.size() == 1) take_turn();
}

void Availability::take_turn() {  // F4
  Cause& cause = causes_[turn_.front()];
  blocked_ = true;
  resource_.set_scheduled(resource_.capacity_, offered());
  if (cause.rule == CapacityRule::kWait && resource_.busy_ > 0) {
    cause.phase = Phase::kWaiting;
    return;
  }
  if (cause.rule == CapacityRule::kPreempt && resource_.busy_ > 0) interrupt(resource_.busy_);
  break_down();
}

void Availability::break_down() {
  Cause& cause = causes_[turn_.front()];
  failed_ = true;
  cause.phase = Phase::kDown;
  set_timer(resource_.now() + cause.failure->draw_down_time(), static_cast<std::int32_t>(turn_.front()));
}

void Availability::repair() {  // F5
  const std::size_t repaired = turn_.front();
  turn_.erase(turn_.begin());
  failed_ = false;
  if (turn_.empty()) {
    blocked_ = false;
    resource_.set_scheduled(resource_.capacity_, offered());
  }
  start_up_time(repaired);
  if (!turn_.empty()) take_turn();
}

void Availability::interrupt(double units) {
  resource_.interruptions().take(units, {});
}

}  // namespace escapement::siman
