// SPDX-License-Identifier: MIT
#include "escapement/siman/queue_blocks.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

std::vector<registry::Field> QueuePlace::fields(const char* queue_doc) {
  using namespace registry;
  std::vector<Field> all = ElementName::fields(QueueElement::kKind, kQueueKeys, queue_doc);
  all.push_back(
      expression("rank").at_least(1).by_default("1").because("place in the queue, from 1 at the head"));
  return all;
}

void QueuePlace::check(const registry::Value& value, std::vector<Diagnostic>& out) {
  ElementName::check(value, QueueElement::kKind, kQueueKeys, true, out);
}

QueuePlace QueuePlace::from(const registry::Arguments& arguments) {
  return {ElementName::from(arguments, kQueueKeys), arguments.expression("rank", 1.0)};
}

void QueuePlaceBlock::bind(Binder& binder) {
  queue_.bind(place_.queue, *this, binder);
  rank_ = binder.compile_in(*this, "rank", place_.rank, 1, kInfinity, {.random = false});
}

std::size_t QueuePlaceBlock::rank(Entity& entity, const QueueElement& queue, std::size_t most) const {
  EntityFrame frame(&entity);
  const double rank = rank_.evaluate_checked(frame);
  if (!(rank >= 1 && rank == std::floor(rank) && rank <= static_cast<double>(most)))
    host().fail(*this, "the rank '" + rank_.text() + "' is " + to_text(rank) + ", and " +
                           std::to_string(queue.size()) + " entities are in queue '" + queue.path() + "'; " +
                           (most == 0 ? "nobody is there: test NQ(queue) first"
                                      : "a whole number from 1 to " + std::to_string(most) + " is allowed"));
  return static_cast<std::size_t>(rank);
}

registry::ComponentType Remove::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Remove";
  type.doc = "REMOVE: takes an entity out of a queue.";
  type.parameters = {"siman.Remove", "",
                     QueuePlace::fields("the queue that it is taken from, or a set of queues"),
                     QueuePlace::check};
  type.ports = {entity_in(),
                entity_out("entities that came, first"),
                {"removed", false, "entity", "entities that were taken out of the queue"}};
  return type;
}

Block* Remove::enter(Entity& entity) {
  const QueueElement& from = queue(entity);
  Entity& taken = *from.at_rank(rank(entity, from, from.size()));
  take_from_queue(taken);
  host().make_ready(taken, removed.leave(taken));
  return out.leave(entity);
}

registry::ComponentType Copy::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Copy";
  type.doc = "COPY: makes a copy of an entity that waits in a queue.";
  type.parameters = {"siman.Copy", "",
                     QueuePlace::fields("the queue of the entity that is copied, or a set of queues"),
                     QueuePlace::check};
  type.ports = {entity_in(),
                entity_out("entities that came, first"),
                {"copy", false, "entity", "copies of entities in the queue"}};
  return type;
}

Block* Copy::enter(Entity& entity) {
  const QueueElement& from = queue(entity);
  Entity& made = world().duplicate(*from.at_rank(rank(entity, from, from.size())), now());
  host().make_ready(made, copy.leave(made));
  return out.leave(entity);
}

registry::ComponentType Insert::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Insert";
  type.doc = "INSERT: puts an entity into a queue at a rank.";
  type.parameters = {"siman.Insert", "",
                     QueuePlace::fields("the queue that it is put into, or a set of queues"),
                     QueuePlace::check};
  type.ports = {entity_in()};
  return type;
}

void Insert::refuse(const QueueElement& queue) const {
  host().fail(*this, "an entity can be put into queue '" + queue.path() +
                         "' only when one block waits behind it, and there are " +
                         std::to_string(queue.holds().size()) +
                         "; let one siman.Queue with that queue lead to the block that it is to wait for");
}

void Insert::start() {
  for (const QueueElement* each : queues()) {
    if (each->holds().size() == 1 || queues().size() > 1) continue;
    refuse(*each);
  }
}

Block* Insert::enter(Entity& entity) {
  QueueElement& into = queue(entity);
  if (into.holds().size() != 1) refuse(into);
  HoldBlock& hold = *into.holds().front();
  const std::size_t at = rank(entity, into, into.size() + 1);
  if (hold.may_pass(entity, into)) {
    into.pass_through();
    return hold.pass(entity);
  }
  into.join_at(entity, at);
  if (hold.wait(entity, into)) return hold.next();
  into.observe();
  return nullptr;
}

}  // namespace escapement::siman
