// SPDX-License-Identifier: MIT
#include "escapement/siman/holding.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {

Block* QueueHold::pass(Entity& /*entity*/) {
  throw InternalError("an entity passed '" + path() + "', where all wait");
}

void QueueHold::add_queue(QueueElement& queue) {
  if (std::find(queues_.begin(), queues_.end(), &queue) == queues_.end()) queues_.push_back(&queue);
}

void QueueHold::let_go(Entity& entity, Exit& by) {
  entity.waits_for = nullptr;
  entity.queue->leave(entity);
  host().make_ready(entity, by.leave(entity));
}

Entity* QueueHold::first_in(const QueueElement& queue) const {
  Entity* entity = queue.first();
  while (entity != nullptr && entity->waits_for != this) entity = queue.next(*entity);
  return entity;
}

Entity* QueueHold::next_in(const QueueElement& queue, const Entity& entity) const {
  Entity* behind = queue.next(entity);
  while (behind != nullptr && behind->waits_for != this) behind = queue.next(*behind);
  return behind;
}

void take_from_queue(Entity& entity) {
  HoldBlock* const hold = entity.waits_for;
  QueueElement& queue = *entity.queue;
  if (hold != nullptr) hold->give_up(entity);
  queue.leave(entity);
  if (hold != nullptr) hold->left(queue);
}

}  // namespace escapement::siman
