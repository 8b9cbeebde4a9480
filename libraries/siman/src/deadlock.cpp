// SPDX-License-Identifier: MIT
#include "escapement/siman/deadlock.h"

#include <algorithm>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/seize.h"

namespace escapement::siman {
namespace {

std::string entity_text(const Entity& entity) {
  return "entity " + std::to_string(entity.record) + " of type '" + entity.type->path() + "'";
}

// Where it waits for resources; nullptr when it waits for something else, or not at all.
Seize* seize_of(const Entity& entity) {
  return entity.waits_for == nullptr ? nullptr : dynamic_cast<Seize*>(entity.waits_for);
}

const Entity* longest_waiting(const EntityPool& pool) {
  const Entity* first = nullptr;
  for (const Entity& entity : pool.all())
    if (seize_of(entity) != nullptr && (first == nullptr || entity.order < first->order)) first = &entity;
  return first;
}

// The holder of the resource that tells most: one that waits itself.
const Entity* holder_of(const EntityPool& pool, const Resource& resource) {
  const Entity* found = nullptr;
  for (const Entity& entity : pool.all()) {
    const bool holds =
        std::any_of(entity.holdings.begin(), entity.holdings.end(),
                    [&](const Entity::Holding& holding) { return holding.resource == &resource; });
    if (!holds) continue;
    if (entity.waits_for != nullptr) return &entity;
    if (found == nullptr) found = &entity;
  }
  return found;
}

}  // namespace

std::optional<Deadlock> find_deadlock(const World& world) {
  const EntityPool& pool = world.pool();
  const Entity* const first = longest_waiting(pool);
  if (first == nullptr) return std::nullopt;
  Deadlock deadlock{first->waits_for->address(), "entities wait for resources and no event is left"};
  std::vector<const Entity*> seen;
  for (const Entity* entity = first; entity != nullptr;) {
    if (std::find(seen.begin(), seen.end(), entity) != seen.end()) {
      deadlock.message += "; that closes the cycle: seize in one order everywhere, or all at once";
      break;
    }
    seen.push_back(entity);
    deadlock.message += "; " + entity_text(*entity);
    Seize* const seize = seize_of(*entity);
    if (seize == nullptr) {
      deadlock.message +=
          entity->queue == nullptr ? " is not in a queue" : " waits in '" + entity->queue->path() + "'";
      break;
    }
    const Resource& lacking = seize->lacking(*const_cast<Entity*>(entity));  // expressions change nothing
    deadlock.message += " waits at '" + seize->address() + "' for " +
                        to_text(seize->units_of(lacking, *entity)) + " of '" + lacking.path() + "' (" +
                        to_text(lacking.busy()) + " of " + to_text(lacking.capacity()) + " busy)";
    entity = holder_of(pool, lacking);
    deadlock.message += entity == nullptr ? lacking.ended()
                                                ? ", whose schedule has ended with a capacity of 0"
                                                : ", which no entity in the model holds"
                                          : ", which entity " + std::to_string(entity->record) + " holds";
  }
  return deadlock;
}

}  // namespace escapement::siman
