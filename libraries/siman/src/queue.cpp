// SPDX-License-Identifier: MIT
#include "escapement/siman/queue.h"

#include <typeinfo>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/seize.h"
#include "fields.h"

namespace escapement::siman {

void HoldBlock::fed_by(Block& feeder) {
  if (dynamic_cast<Queue*>(&feeder) == nullptr)
    throw BuildError("'" + feeder.path() + "' leads to '" + path() +
                     "' directly; entities must be able to wait: put a siman.Queue between them");
}

Block* HoldBlock::enter(Entity& /*entity*/) {
  throw InternalError("an entity came to '" + path() + "' past its queue");
}

registry::ComponentType Queue::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Queue";
  type.doc = "QUEUE: entities wait here for the block behind it, a Seize.";
  type.parameters = {
      "siman.Queue", "",
      ElementName::fields(QueueElement::kKind, kQueueKeys, "the queue that they wait in, or a set of queues"),
      [](const Value& v, std::vector<Diagnostic>& out) {
        ElementName::check(v, QueueElement::kKind, kQueueKeys, true, out);
      }};
  for (Field& field : std::vector<Field>{
           integer("capacity")
               .at_least(0)
               .because("entities that may wait; one that finds it full balks. Infinite when absent"),
           expression("patience")
               .at_least(0)
               .in("time")
               .because("an entity that has waited so long reneges; for ever when absent"),
           stream_field()})
    type.parameters.fields.push_back(std::move(field));
  type.ports = {entity_in(),
                entity_out("to the block that holds"),
                {"balk", false, "entity", "entities that find the queue full", true},
                {"reneged", false, "entity", "entities whose patience has ended", true}};
  type.statistics = {{"NumberBalked", "counter", "with a capacity: entities that found the queue full"},
                     {"NumberReneged", "counter", "with a patience: entities that gave up"}};
  return type;
}

void Queue::bind(Binder& binder) {
  choice_.bind(options_.queue, *this, binder);
  queue_ = choice_.fixed();
  differs_ = queue_ == nullptr && !choice_.among().empty();
  patience_ = binder.compile_in(*this, "patience", options_.patience, 0, kInfinity,
                                {.time = true, .stream = options_.stream});
}

void Queue::declare(Binder& binder) {
  if (options_.capacity < kInfinity) number_balked_ = &binder.counter(*this, address() + ".NumberBalked");
  if (!options_.patience.empty()) number_reneged_ = &binder.counter(*this, address() + ".NumberReneged");
}

void Queue::check_links() {
  hold_ = dynamic_cast<HoldBlock*>(out.next());
  if (hold_ == nullptr)
    throw BuildError("'" + path() +
                     "' must lead to a block that entities wait for, such as siman.Seize, but leads to " +
                     (out.next() == nullptr ? std::string("nothing") : "'" + out.next()->path() + "'"));
  const std::vector<QueueElement*>& among = choice_.among();
  for (QueueElement* queue : queue_ != nullptr ? std::vector<QueueElement*>{queue_} : among) {
    hold_->add_queue(*queue);
    queue->add_hold(*hold_);
  }
}

// No class derived from Seize: it may do otherwise.
void Queue::start() {
  if (differs_ || typeid(*hold_) != typeid(Seize)) return;
  auto* const seize = static_cast<Seize*>(hold_);
  if (seize->is_plain()) seize_ = seize;
}

Block* Queue::enter(Entity& entity) {
  if (seize_ == nullptr) [[unlikely]]
    return enter_for_any(entity);
  if (seize_->passes(entity)) {
    queue_->pass_through();
    return seize_->take_plain(entity);
  }
  const bool full = is_full();
  queue_->join(entity);
  if (seize_->wait_plain(entity)) [[unlikely]]
    return seize_->next();
  return begin_wait(entity, full);
}

Block* Queue::enter_for_any(Entity& entity) {
  if (differs_) [[unlikely]]
    queue_ = &choice_.of(entity);
  if (hold_->may_pass(entity, *queue_)) {
    queue_->pass_through();
    return hold_->pass(entity);
  }
  const bool full = is_full();
  queue_->join(entity);
  // It may be the most urgent one that can be served: then it has not waited at all.
  if (hold_->wait(entity, *queue_)) return hold_->next();
  return begin_wait(entity, full);
}

inline bool Queue::is_full() const {
  return number_balked_ != nullptr && static_cast<double>(queue_->size()) >= options_.capacity;
}

inline Block* Queue::begin_wait(Entity& entity, bool was_full) {
  if (was_full) [[unlikely]]
    return turn_away(entity);
  queue_->observe();
  if (patience_) [[unlikely]]
    begin_patience(entity);
  return nullptr;
}

[[gnu::noinline]] Block* Queue::turn_away(Entity& entity) {
  number_balked_->increment();
  hold_->give_up(entity);
  queue_->withdraw(entity);
  return balk.leave(entity);
}

[[gnu::noinline]] void Queue::begin_patience(Entity& entity) {
  EntityFrame frame(&entity);
  const double patience = patience_.evaluate(frame);
  if (!(patience >= 0))
    host().fail(*this, "the patience '" + patience_.text() + "' is " + to_text(patience) +
                           "; it must be a time of 0 or more (MX(0, ...) keeps it so)");
  if (patience < kInfinity)
    entity.event = host().schedule(now() + patience, EventClass::kDelayEnd, *this, &entity);
}

void Queue::due(Entity* entity) {
  entity->event = Entity::kNoEvent;
  queue_ = entity->queue;
  number_reneged_->increment();
  hold_->give_up(*entity);
  queue_->leave(*entity);
  hold_->left(*queue_);
  host().move(*entity, reneged.leave(*entity));
}

}  // namespace escapement::siman
