// SPDX-License-Identifier: MIT
#include "escapement/siman/deadlock.h"

#include <algorithm>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/siman/conveyor.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/seize.h"
#include "escapement/siman/transporter.h"
#include "traffic.h"
#include "vehicle.h"

namespace escapement::siman {
namespace {

// What an entity waits for, and who has it.
struct Reason {
  std::string model_path;
  std::string text;  // "waits at 'Seize' for 1 of 'Drill'"; empty: it waits for nothing that others have
  std::vector<std::uint64_t> holders{};
  bool ended = false;  // nobody will bring it back
};

Reason wait_of(const World& world, const Entity& entity) {
  if (entity.waits_for != nullptr) {
    const HoldBlock::Lack lack = entity.waits_for->lacks(const_cast<Entity&>(entity));  // changes nothing
    const std::string path = entity.waits_for->address();
    if (lack.what.empty()) return {path, {}};
    return {path, "waits at '" + path + "' for " + lack.what, lack.holders, lack.ended};
  }
  for (const Conveyor* conveyor : world.conveyors)
    if (conveyor->conveys(entity))
      return {conveyor->path(),
              "waits on conveyor '" + conveyor->path() + "' for the cells ahead" +
                  (conveyor->active() ? "" : " (it is stopped)"),
              conveyor->standing()};
  for (const Transporter* transporter : world.transporters) {
    const Traffic& traffic = transporter->network().traffic();
    const Vehicle* vehicle = traffic.standing_for(entity);
    if (vehicle == nullptr || &vehicle->owner() != transporter) continue;
    const Traffic::Obstacle obstacle = traffic.obstacle(*vehicle);
    Reason wait{transporter->path(),
                "waits for " + vehicle->name() + ", which stands because of " + obstacle.what};
    for (const Vehicle* other : obstacle.vehicles) {
      wait.text += ", where " + other->name() + " is";
      if (other->captor() != 0) wait.holders.push_back(other->captor());
    }
    if (obstacle.captor != 0) wait.holders.push_back(obstacle.captor);
    return wait;
  }
  return {};
}

std::string entity_text(const Entity& entity) {
  return "entity " + std::to_string(entity.record) + " of type '" + entity.type->path() + "'";
}

// Of those that wait for what others have, at a block as a rule, the one that has waited longest.
const Entity* longest_waiting(const World& world) {
  const Entity* first = nullptr;
  for (const Entity& entity : world.pool().all()) {
    if (entity.record == 0) continue;
    const bool at_block = entity.waits_for != nullptr;
    if (first != nullptr && (first->waits_for != nullptr) >= at_block &&
        ((first->waits_for != nullptr) > at_block || first->order <= entity.order))
      continue;
    if (!wait_of(world, entity).text.empty()) first = &entity;
  }
  return first;
}

// The holder that tells most: one that waits itself.
const Entity* holder_of(const World& world, const std::vector<std::uint64_t>& holders) {
  const Entity* found = nullptr;
  for (const std::uint64_t record : holders) {
    const Entity* holder = world.pool().find(static_cast<double>(record));
    if (holder == nullptr) continue;
    if (!wait_of(world, *holder).text.empty()) return holder;
    if (found == nullptr) found = holder;
  }
  return found;
}

}  // namespace

std::optional<Deadlock> find_deadlock(const World& world, const char* state) {
  const Entity* const first = longest_waiting(world);
  if (first == nullptr) return std::nullopt;
  const bool resources = dynamic_cast<Seize*>(first->waits_for) != nullptr;
  Deadlock deadlock{wait_of(world, *first).model_path,
                    std::string("entities wait") + (resources ? " for resources" : "") + " and " + state};
  std::vector<const Entity*> seen;
  for (const Entity* entity = first; entity != nullptr;) {
    if (std::find(seen.begin(), seen.end(), entity) != seen.end()) {
      deadlock.message += "; that closes the cycle: seize in one order everywhere, or all at once";
      break;
    }
    seen.push_back(entity);
    deadlock.message += "; " + entity_text(*entity) + " ";
    const Reason wait = wait_of(world, *entity);
    if (wait.text.empty()) {
      deadlock.message +=
          entity->queue == nullptr ? "is not in a queue" : "waits in '" + entity->queue->path() + "'";
      break;
    }
    deadlock.message += wait.text;
    entity = holder_of(world, wait.holders);
    deadlock.message += entity != nullptr ? ", which entity " + std::to_string(entity->record) + " holds"
                        : wait.ended      ? ", whose schedule has ended with a capacity of 0"
                                          : ", which no entity in the model holds";
  }
  return deadlock;
}

}  // namespace escapement::siman
