// SPDX-License-Identifier: MIT
#include "escapement/siman/interruptions.h"

#include <algorithm>

#include "escapement/siman/delay.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/resource.h"

namespace escapement::siman {
namespace {

Entity::Holding* holding_of(Entity& entity, const Resource& resource) {
  for (Entity::Holding& holding : entity.holdings)
    if (holding.resource == &resource) return &holding;
  return nullptr;
}

}  // namespace

void Interruptions::clear() {
  holders_.clear();
  losses_.clear();
}

void Interruptions::released(Entity& entity) {
  holders_.erase(std::find(holders_.begin(), holders_.end(), &entity));
}

bool Interruptions::may_take(const Entity& entity, const Cause& cause) const {
  const Entity::Holding* holding = holding_of(const_cast<Entity&>(entity), resource_);
  const bool ends_now = entity.event != Entity::kNoEvent && entity.due == resource_.now();
  return holding->priority > cause.priority && !(entity.delay != nullptr && ends_now);
}

double Interruptions::takeable(const Cause& cause) const {
  double units = 0;
  for (Entity* entity : holders_)
    if (may_take(*entity, cause)) units += holding_of(*entity, resource_)->units;
  return units;
}

double Interruptions::take(double units, const Cause& cause) {
  double taken = 0;
  while (taken < units) {
    Entity* victim = nullptr;
    Entity::Holding* held = nullptr;
    for (Entity* entity : holders_) {
      if (!may_take(*entity, cause)) continue;
      Entity::Holding* holding = holding_of(*entity, resource_);
      if (held != nullptr && holding->priority < held->priority) continue;
      victim = entity;
      held = holding;
    }
    if (victim == nullptr) break;
    const double part = std::min(units - taken, held->units);
    const double priority = held->priority;
    resource_.withdraw(*victim, *held, part);
    taken += part;
    interrupt(*victim, part, priority, cause);
  }
  return taken;
}

void Interruptions::interrupt(Entity& entity, double units, double priority, const Cause& cause) {
  Delay* delay = entity.delay;
  if (delay != nullptr && entity.event != Entity::kNoEvent) delay->suspend(entity);
  if (cause.slot != kNoSlot && delay != nullptr) entity.attributes[cause.slot] = entity.remaining;
  if (cause.exit != nullptr && delay != nullptr) {
    delay->let_go(entity);
    resource_.host().make_ready(entity, cause.exit->leave(entity));
    return;
  }
  losses_.push_back({&entity, units, priority, cause.first});
  entity.lost.push_back(&resource_);
  resource_.change_waiting(1);
}

std::size_t Interruptions::first_place() const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < losses_.size(); ++i) {
    const Loss &a = losses_[i], &b = losses_[best];
    if (a.first != b.first ? a.first : !a.first && a.priority < b.priority) best = i;
  }
  return best;
}

const Interruptions::Loss* Interruptions::first() const {
  return losses_.empty() ? nullptr : &losses_[first_place()];
}

void Interruptions::erase(std::size_t place) {
  std::vector<Resource*>& lost = losses_[place].entity->lost;
  lost.erase(std::find(lost.begin(), lost.end(), &resource_));
  losses_.erase(losses_.begin() + static_cast<std::ptrdiff_t>(place));
  resource_.change_waiting(-1);
}

void Interruptions::restore() {
  const std::size_t place = first_place();
  const Loss loss = losses_[place];
  erase(place);
  resource_.restore(*loss.entity, loss.units, loss.priority);
  if (loss.entity->lost.empty() && loss.entity->delay != nullptr) loss.entity->delay->resume(*loss.entity);
}

double Interruptions::forgo(Entity& entity, double units) {
  double done = 0;
  for (std::size_t i = 0; i < losses_.size() && done < units;) {
    Loss& loss = losses_[i];
    if (loss.entity != &entity) {
      ++i;
      continue;
    }
    const double part = std::min(units - done, loss.units);
    loss.units -= part;
    done += part;
    if (loss.units == 0)
      erase(i);
    else
      ++i;
  }
  return done;
}

void Interruptions::forget(Entity& entity) {
  holders_.erase(std::remove(holders_.begin(), holders_.end(), &entity), holders_.end());
  for (std::size_t i = losses_.size(); i-- > 0;)
    if (losses_[i].entity == &entity) erase(i);
}

}  // namespace escapement::siman
