// SPDX-License-Identifier: MIT
#include "escapement/siman/entity.h"

#include <algorithm>
#include <unordered_set>

#include "escapement/core/archive.h"
#include "escapement/siman/activity_area.h"
#include "escapement/siman/code.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/member_reference.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/seize.h"

namespace escapement::siman {

// Attributes of several entities lie in one piece of memory: to be given so many small ones takes longer than
// the rest of making an entity.
[[gnu::noinline]] void EntityPool::add_entity() {
  constexpr std::size_t kTogether = 16;
  const std::size_t at = entities_.size() % kTogether, width = initial_.size();
  Entity& entity = entities_.emplace_back();
  entity.pool = this;
  if (at == 0) attributes_.push_back(std::make_unique<double[]>(kTogether * width));
  entity.attributes = attributes_.back().get() + at * width;
  if (free_.size() < entities_.size()) free_.resize(2 * entities_.size());
  free_[free_count_++] = &entity;
}

const Entity* EntityPool::find(double record) const {
  for (const Entity& entity : entities_)
    if (entity.record != 0 && static_cast<double>(entity.record) == record) return &entity;
  return nullptr;
}

// Who ends is in no delay and has no event; costs, where there are any, are set when it is made.
void EntityPool::give_back(Entity& entity) {
  if (!entity.holdings.empty() || !entity.lost.empty() || !entity.members.empty() ||
      entity.context != nullptr) [[unlikely]]
    end_obligations(entity);
  entity.times = {};
  entity.visit = {};
  entity.storages.clear();
  entity.itinerary = {};
  entity.area = nullptr;
  entity.queue = nullptr;
  entity.waits_for = nullptr;
  entity.moved_at = -1;
  entity.moves = 0;
  entity.record = 0;
  free_[free_count_++] = &entity;
  --alive_;
}

[[gnu::noinline]] void EntityPool::end_obligations(Entity& entity) {
  Resource::forget(entity);
  if (entity.context != nullptr) entity.context->abandon();
  entity.holdings.clear();
  for (Entity* member : entity.members) give_back(*member);
  entity.members.clear();
}

EntityHandle& EntityHandle::operator=(EntityHandle&& other) noexcept {
  std::swap(entity_, other.entity_);
  return *this;
}

EntityHandle::~EntityHandle() {
  if (entity_ != nullptr) entity_->pool->give_back(*entity_);
}

void Entity::Holding::archive(Archive& archive) {
  member_reference(archive, resource);
  archive(units, priority);
}

std::vector<Entity*> EntityPool::living() const {
  const std::unordered_set<const Entity*> free(free_.begin(),
                                               free_.begin() + static_cast<std::ptrdiff_t>(free_count_));
  std::vector<Entity*> all;
  for (const Entity& entity : entities_)
    if (free.count(&entity) == 0) all.push_back(const_cast<Entity*>(&entity));
  std::sort(all.begin(), all.end(), [](const Entity* a, const Entity* b) { return a->record < b->record; });
  return all;
}

void EntityPool::archive(Archive& archive) {
  std::size_t count = alive_, slots = initial_.size();
  archive(count, slots);
  if (slots != initial_.size())
    throw ArchiveError("entities were saved with " + std::to_string(slots) + " attributes, and have " +
                       std::to_string(initial_.size()) + " here");
  if (archive.loading()) {
    for (Entity* entity : living()) entity->members.clear();  // each is given back by itself
    for (Entity* entity : living()) give_back(*entity);
  }
  // All are identified before any refers to another.
  std::vector<Entity*> all = archive.saving() ? living() : std::vector<Entity*>(count);
  for (Entity*& entity : all) {
    if (archive.loading()) entity = &make();
    archive.identify(*entity);
  }
  for (Entity* entity : all) archive_entity(archive, *entity);
}

void EntityPool::archive_entity(Archive& archive, Entity& e) {
  member_reference(archive, e.type);
  member_reference(archive, e.waits_for);
  member_reference(archive, e.area);
  archive(e.serial, e.record, e.create_time, e.times, e.visit, e.visit_start, e.holdings);
  archive(e.since, e.rank, e.priority, e.order, e.moved_at, e.moves);
  member_reference(archive, e.delay);
  archive(e.event, e.due, e.allocation, e.remaining, e.cost_rate, e.holding_rate, e.costs,
          e.costs_before_visit);
  archive(e.itinerary.station, e.itinerary.current, e.itinerary.sequence, e.itinerary.jobstep);
  std::size_t lost = e.lost.size(), members = e.members.size(), storages = e.storages.size();
  archive(e.code, lost, members, storages);
  e.members.resize(members);
  for (Entity*& member : e.members) archive.reference(member);
  e.storages.resize(storages);
  for (Storage*& storage : e.storages) member_reference(archive, storage);
  e.lost.resize(lost);
  for (Resource*& resource : e.lost) member_reference(archive, resource);
  for (std::size_t slot = 0; slot < initial_.size(); ++slot) archive(e.attributes[slot]);
}

}  // namespace escapement::siman
