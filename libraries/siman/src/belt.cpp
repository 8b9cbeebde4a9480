// SPDX-License-Identifier: MIT
#include "belt.h"

#include <algorithm>
#include <cmath>

#include "escapement/siman/member_reference.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {

std::vector<std::uint64_t> Belt::records(State state) const {
  std::vector<std::uint64_t> all;
  for (const std::unique_ptr<Item>& item : items_)
    if (item->state == state) all.push_back(item->record);
  return all;
}

Belt::Item* Belt::find(const Entity& entity) const {
  const auto found = by_record_.find(entity.record);
  return found == by_record_.end() ? nullptr : found->second;
}

double Belt::ahead(double a, double b) const {
  if (!path_.loop()) return b - a;
  double distance = std::fmod(b - a, path_.length());
  if (distance < 0) distance += path_.length();
  return path_.length() - distance < tolerance_ ? 0 : distance;
}

Belt::Item& Belt::add(Entity& entity, double place, double length) {
  auto item = std::make_unique<Item>(Item{&entity, entity.record, length, place});
  Item& added = *item;
  std::size_t at = 0;  // without anybody ahead
  double least = kInfinity;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const double distance = ahead(place, position(*items_[i]));
    if (distance < 0 || distance >= least) continue;
    least = distance;
    at = i + 1;
  }
  items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(at), std::move(item));
  by_record_[entity.record] = &added;
  count(added, 1);
  return added;
}

void Belt::count(const Item& item, int by) {
  const auto state = static_cast<std::size_t>(item.state);
  counts_[state] += static_cast<std::size_t>(by);
  lengths_[state] +=
      by * (item.state == State::kAccumulated ? accumulation_length(conveyor_, item) : item.length);
  if (counts_[state] == 0) lengths_[state] = 0;  // no rounding is left
}

void Belt::remove(Item& item) {
  cancel(item);
  count(item, -1);
  by_record_.erase(item.record);
  items_.erase(
      std::find_if(items_.begin(), items_.end(), [&](const auto& each) { return each.get() == &item; }));
}

void Belt::set_state(Item& item, State state) {
  count(item, -1);
  item.state = state;
  count(item, 1);
}

void Belt::deliver(Item& item) {
  Entity& entity = *item.entity;
  StationElement& station = *item.to;
  item.to = nullptr;
  entity.spend(Category::kTransfer, conveyor_.now() - entity.since);
  conveyor_.host().make_ready(entity, station.arrive(entity, conveyor_));
}

void Belt::schedule(Item& item, Time at) {
  cancel(item);
  item.event = conveyor_.host().schedule(at, EventClass::kDelayEnd, conveyor_, item.entity);
}

void Belt::cancel(Item& item) {
  if (item.event != Entity::kNoEvent) conveyor_.host().cancel(item.event);
  item.event = Entity::kNoEvent;
}

// The rigid belt.

double RigidBelt::travelled() const {
  return running_ ? way_ + velocity() * (conveyor_.now() - since_) : way_;
}

void RigidBelt::settle() {
  way_ = travelled();
  const double cells = way_ / conveyor_.cell();
  if (std::abs(cells - std::round(cells)) < 1e-9) way_ = std::round(cells) * conveyor_.cell();
  since_ = conveyor_.now();
}

void RigidBelt::plan() {
  settle();
  if (next_ != nullptr) cancel(*next_);
  next_ = nullptr;
  if (empty()) way_ = 0;  // N2
  running_ = conveyor_.active() && !empty() && count(State::kStanding) == 0;
  for (const auto& item : items_)
    if (item->state == State::kMoving && (next_ == nullptr || item->target < next_->target))
      next_ = item.get();
  if (next_ == nullptr) return;
  const double way = next_->target - way_;
  if (way <= tolerance_)
    schedule(*next_, since_);  // it is there, even if the belt stops now
  else if (running_)
    schedule(*next_, since_ + way / velocity());
}

double RigidBelt::position(const Item& item) const {
  const double front = item.front + travelled() - item.anchor;
  return path_.loop() && front >= path_.length() ? std::fmod(front, path_.length()) : front;
}

void RigidBelt::load(Entity& entity, double place, double length) {
  settle();
  add(entity, place, length).anchor = way_;
  plan();
}

void RigidBelt::convey(Item& item, double distance) {
  settle();
  item.target = way_ + distance;
  set_state(item, State::kMoving);
  plan();
}

void RigidBelt::unload(Item& item) {
  if (next_ == &item) next_ = nullptr;
  remove(item);
  plan();
}

void RigidBelt::due(Item& item) {
  way_ = item.target;
  since_ = conveyor_.now();
  next_ = nullptr;
  for (const auto& each : items_) {
    if (each->state != State::kMoving || each->target - way_ > tolerance_) continue;
    each->front = path_.loop() ? std::fmod(each->front + way_ - each->anchor, path_.length())
                               : each->front + way_ - each->anchor;
    each->anchor = way_;
    set_state(*each, State::kStanding);
    deliver(*each);
  }
  running_ = false;
  plan();
}

// The belt goes on by `way` until its cells are at the stations and nobody is in those that are asked for: an
// entity is over them while the belt is between from and to. Those ahead are met first.
double RigidBelt::free_after(double place, double length) const {
  if (!conveyor_.active()) return kInfinity;
  const double cell = conveyor_.cell();
  double cells = travelled() / cell;
  if (std::abs(cells - std::round(cells)) < 1e-9) cells = std::round(cells);
  double way = (std::ceil(cells) - cells) * cell;
  if (way > 0 && !running_) return kInfinity;
  struct Over {
    double from, to;
  };
  std::vector<Over> all;
  for (const auto& item : items_) {
    const double behind = place - position(*item);  // the way until its front is at the place
    for (const int round : {-1, 0, 1}) {
      if (round != 0 && !path_.loop()) continue;
      const double at = behind + round * path_.length();
      if (at + item->length > 0) all.push_back({at - length, at + item->length});
    }
  }
  std::sort(all.begin(), all.end(), [](const Over& a, const Over& b) { return a.from < b.from; });
  for (const Over& over : all)
    if (way > over.from + tolerance_ && way < over.to - tolerance_) way = over.to;
  if (way <= tolerance_) return 0;
  if (!running_ || (path_.loop() && way > path_.length())) return kInfinity;
  return way / velocity();
}

// The accumulating belt.

double AccumulatingBelt::position(const Item& item) const {
  if (item.state != State::kMoving || !conveyor_.active()) return item.front;
  const double front = item.front + velocity() * (conveyor_.now() - item.anchor);
  return path_.loop() && front >= path_.length() ? front - path_.length() : front;
}

std::size_t AccumulatingBelt::place_of(const Item& item) const {
  return static_cast<std::size_t>(
      std::find_if(items_.begin(), items_.end(), [&](const auto& each) { return each.get() == &item; }) -
      items_.begin());
}

Belt::Item* AccumulatingBelt::ahead_of(std::size_t i) const {
  if (i > 0) return items_[i - 1].get();
  return path_.loop() && items_.size() > 1 ? items_.back().get() : nullptr;
}

Belt::Item* AccumulatingBelt::behind(const Item& item) const {
  const std::size_t next = place_of(item) + 1;
  if (next < items_.size()) return items_[next].get();
  return path_.loop() && items_.size() > 1 ? items_.front().get() : nullptr;
}

void AccumulatingBelt::settle(Item& item) {
  if (item.state == State::kMoving && conveyor_.active()) {
    item.target -= velocity() * (conveyor_.now() - item.anchor);
    item.front = position(item);
  }
  item.anchor = conveyor_.now();
}

void AccumulatingBelt::change(Item& item, State state) {
  settle(item);
  if (item.state == State::kMoving && state == State::kAccumulated) item.stopped = conveyor_.now();
  set_state(item, state);
  plan(item);
  if (Item* follower = behind(item)) plan(*follower);
}

void AccumulatingBelt::plan(Item& item) {
  cancel(item);
  if (item.state == State::kMoving && item.target <= tolerance_)
    return schedule(item, conveyor_.now());  // it is there, even if the conveyor stops now
  if (item.state == State::kStanding || !conveyor_.active()) return;
  const Item* const other = ahead_of(place_of(item));
  const bool other_stands = other != nullptr && other->state != State::kMoving;
  const double gap = other == nullptr ? kInfinity : ahead(position(item), position(*other));
  const double room = other == nullptr ? kInfinity : gap - accumulation_length(conveyor_, *other);
  if (item.state == State::kMoving && other != nullptr && !other_stands && item.closing == conveyor_.now() &&
      gap < other->length - tolerance_) {  // the other stood for no time: it has not closed up to it
    item.closing = -1;
    set_state(item, State::kAccumulated);
    plan(item);
    if (Item* follower = behind(item)) plan(*follower);
    return;
  }
  if (item.state == State::kMoving) {
    settle(item);
    if (other_stands && room < item.target - tolerance_) {
      if (room <= tolerance_) return change(item, State::kAccumulated);
      return schedule(item, conveyor_.now() + room / velocity());
    }
    return schedule(item, conveyor_.now() + std::max(0.0, item.target) / velocity());
  }
  if (other_stands) {
    if (room <= tolerance_) return;
    item.closing = conveyor_.now();
    return change(item, State::kMoving);
  }
  // One that comes up at the very instant at which the other moves off does not stop.
  const double lacking = other == nullptr || item.stopped == conveyor_.now() ? 0 : other->length - gap;
  if (lacking <= tolerance_) return change(item, State::kMoving);
  schedule(item, conveyor_.now() + lacking / velocity());
}

void AccumulatingBelt::load(Entity& entity, double place, double length) {
  Item& item = add(entity, place, length);
  item.anchor = conveyor_.now();
  if (Item* follower = behind(item)) plan(*follower);
}

void AccumulatingBelt::convey(Item& item, double distance) {
  item.target = distance;
  change(item, State::kAccumulated);  // from which it starts, if it may
}

void AccumulatingBelt::unload(Item& item) {
  Item* const follower = behind(item);
  remove(item);
  if (follower != nullptr) plan(*follower);
}

void AccumulatingBelt::before_change() {
  for (const auto& item : items_) {
    settle(*item);
    cancel(*item);
  }
}

void AccumulatingBelt::after_change() {
  for (const auto& item : items_) item->anchor = conveyor_.now();
  for (std::size_t i = 0; i < items_.size(); ++i) plan(*items_[i]);
}

void AccumulatingBelt::due(Item& item) {
  if (item.state == State::kAccumulated) return change(item, State::kMoving);
  settle(item);
  if (item.target > tolerance_) return change(item, State::kAccumulated);
  // It has come: its place is that of the station, whatever the rounding.
  item.front += item.target;
  if (path_.loop() && item.front >= path_.length() - tolerance_) item.front -= path_.length();
  item.target = 0;
  deliver(item);
  change(item, State::kStanding);
}

double AccumulatingBelt::free_after(double place, double length) const {
  if (!conveyor_.active()) return kInfinity;
  for (const auto& item : items_) {
    const bool moves = item->state == State::kMoving;
    const double distance = ahead(place, position(*item));  // of its front; on a loop of 0 or more
    if (distance >= 0 && distance < item->length - tolerance_)
      return moves ? (item->length - distance) / velocity() : kInfinity;
    const double behind = path_.loop() ? path_.length() - distance : -distance;
    if (behind > 0 && behind < length - tolerance_)
      return moves ? (behind + item->length) / velocity() : kInfinity;
  }
  return 0;
}

void Belt::Item::archive(Archive& archive) {
  Entity* conveyed = to == nullptr ? nullptr : entity;  // else it may be anywhere by now
  archive.reference(conveyed);
  if (archive.loading()) entity = conveyed;
  member_reference(archive, to);
  archive(record, length, front, anchor, target, state, stopped, closing, event);
}

void Belt::archive(Archive& archive) {
  std::size_t count = items_.size();
  archive(count);
  if (archive.loading()) {
    items_.clear();
    by_record_.clear();
    for (std::size_t i = 0; i < count; ++i) items_.push_back(std::make_unique<Item>());
  }
  for (const auto& item : items_) {
    archive(*item);
    by_record_[item->record] = item.get();
  }
  for (std::size_t state = 0; state < std::size(counts_); ++state) archive(counts_[state], lengths_[state]);
}

void RigidBelt::archive(Archive& archive) {
  Belt::archive(archive);
  std::size_t next = 0;  // its place, from 1; 0: none
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (items_[i].get() == next_) next = i + 1;
  archive(way_, since_, running_, next);
  if (archive.loading()) next_ = next == 0 ? nullptr : items_.at(next - 1).get();
}

}  // namespace escapement::siman
