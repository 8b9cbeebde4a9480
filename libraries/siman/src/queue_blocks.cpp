// SPDX-License-Identifier: MIT
#include "escapement/siman/queue_blocks.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

std::vector<registry::Field> QueuePlace::fields(const char* queue_doc) {
  using namespace registry;
  return {reference("queue", "queues").must().because(queue_doc),
          expression("rank").at_least(1).by_default("1").because("place in the queue, from 1 at the head")};
}

QueuePlace QueuePlace::from(const registry::Arguments& arguments) {
  return {reference_from(arguments, "queue"), arguments.expression("rank", 1.0)};
}

void QueuePlaceBlock::bind(Binder& binder) {
  queue_ = binder.find<QueueElement>(*this, place_.queue, "queue");
  rank_ = binder.compile_in(*this, "rank", place_.rank, 1, kInfinity, {.random = false});
}

std::size_t QueuePlaceBlock::rank(Entity& entity, std::size_t most) const {
  EntityFrame frame(&entity);
  const double rank = rank_.evaluate_checked(frame);
  if (!(rank >= 1 && rank == std::floor(rank) && rank <= static_cast<double>(most)))
    host().fail(*this, "the rank '" + rank_.text() + "' is " + to_text(rank) + ", and " +
                           std::to_string(queue_->size()) + " entities are in queue '" + queue_->path() +
                           "'; " +
                           (most == 0 ? "nobody is there: test NQ(queue) first"
                                      : "a whole number from 1 to " + std::to_string(most) + " is allowed"));
  return static_cast<std::size_t>(rank);
}

registry::ComponentType Remove::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Remove";
  type.doc = "REMOVE: takes an entity out of a queue.";
  type.parameters = {"siman.Remove", "", QueuePlace::fields("the queue that it is taken from"), {}};
  type.ports = {entity_in(),
                entity_out("entities that came, first"),
                {"removed", false, "entity", "entities that were taken out of the queue"}};
  return type;
}

Block* Remove::enter(Entity& entity) {
  Entity& taken = *queue().at_rank(rank(entity, queue().size()));
  take_from_queue(taken);
  host().make_ready(taken, removed.leave(taken));
  return out.leave(entity);
}

registry::ComponentType Copy::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Copy";
  type.doc = "COPY: makes a copy of an entity that waits in a queue.";
  type.parameters = {"siman.Copy", "", QueuePlace::fields("the queue of the entity that is copied"), {}};
  type.ports = {entity_in(),
                entity_out("entities that came, first"),
                {"copy", false, "entity", "copies of entities in the queue"}};
  return type;
}

Block* Copy::enter(Entity& entity) {
  Entity& made = world().duplicate(*queue().at_rank(rank(entity, queue().size())), now());
  host().make_ready(made, copy.leave(made));
  return out.leave(entity);
}

registry::ComponentType Insert::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Insert";
  type.doc = "INSERT: puts an entity into a queue at a rank.";
  type.parameters = {"siman.Insert", "", QueuePlace::fields("the queue that it is put into"), {}};
  type.ports = {entity_in()};
  return type;
}

void Insert::start() {
  if (queue().holds().size() != 1)
    host().fail(*this, "an entity can be put into queue '" + queue().path() +
                           "' only when one block waits behind it, and there are " +
                           std::to_string(queue().holds().size()) +
                           "; let one siman.Queue with that queue lead to the block that it is to wait for");
}

Block* Insert::enter(Entity& entity) {
  HoldBlock& hold = *queue().holds().front();
  const std::size_t at = rank(entity, queue().size() + 1);
  if (hold.may_pass(entity, queue())) {
    queue().pass_through();
    return hold.pass(entity);
  }
  queue().join_at(entity, at);
  if (hold.wait(entity, queue())) return hold.next();
  queue().observe();
  return nullptr;
}

}  // namespace escapement::siman
