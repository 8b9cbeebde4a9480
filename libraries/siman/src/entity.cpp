// SPDX-License-Identifier: MIT
#include "escapement/siman/entity.h"

#include <algorithm>

#include "escapement/siman/resource.h"

namespace escapement::siman {

Entity& EntityPool::make() {
  ++alive_;
  Entity* entity;
  if (free_.empty()) {
    entity = &entities_.emplace_back();
    entity->pool = this;
    entity->attributes = attributes_.emplace_back(std::make_unique<double[]>(initial_.size() + 1)).get();
    if (free_.capacity() < entities_.size())
      free_.reserve(2 * entities_.size());  // giving back never allocates
  } else {
    entity = free_.back();
    free_.pop_back();
  }
  std::copy(initial_.begin(), initial_.end(), entity->attributes);
  return *entity;
}

const Entity* EntityPool::find(double record) const {
  for (const Entity& entity : entities_)
    if (entity.record != 0 && static_cast<double>(entity.record) == record) return &entity;
  return nullptr;
}

void EntityPool::give_back(Entity& entity) {
  if (!entity.holdings.empty() || !entity.lost.empty()) [[unlikely]]
    Resource::forget(entity);
  entity.times = {};
  entity.visit = {};
  entity.holdings.clear();
  for (Entity* member : entity.members) give_back(*member);
  entity.members.clear();
  entity.storages.clear();
  entity.itinerary = {};
  entity.queue = nullptr;
  entity.waits_for = nullptr;
  entity.moved_at = -1;
  entity.moves = 0;
  entity.record = 0;
  entity.event = Entity::kNoEvent;
  entity.delay = nullptr;
  entity.cost_rate = 0;
  entity.costs = {};
  free_.push_back(&entity);
  --alive_;
}

EntityHandle& EntityHandle::operator=(EntityHandle&& other) noexcept {
  std::swap(entity_, other.entity_);
  return *this;
}

EntityHandle::~EntityHandle() {
  if (entity_ != nullptr) entity_->pool->give_back(*entity_);
}

}  // namespace escapement::siman
