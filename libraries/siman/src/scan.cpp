// SPDX-License-Identifier: MIT
#include "escapement/siman/scan.h"
#include "escapement/siman/member_reference.h"

#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Scan::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Scan";
  type.doc = "SCAN: entities stay in the Queue before it until a condition is true.";
  type.parameters = {
      "siman.Scan",
      "",
      {expression("condition")
           .must()
           .because("looked at when something that it reads has changed, at the latest after each event; "
                    "attributes are those of the first entity in line"),
       stream_field()},
      {}};
  type.ports = {entity_in("from a siman.Queue"), entity_out("entities that found the condition true")};
  return type;
}

void Scan::bind(Binder& binder) {
  const std::size_t uses = binder.uses().size(), unmarked = binder.unmarked_reads();
  condition_ = binder.compile_required(*this, "condition", options_.condition, {.stream = options_.stream});
  every_event_ = binder.unmarked_reads() != unmarked;
  for (std::size_t i = uses; i < binder.uses().size(); ++i) {
    Member* const read = binder.uses()[i].second;
    if (read->marks_changes())
      read->add_watcher(*this);
    else
      every_event_ = true;
  }
  if (every_event_) binder.use_all();  // events of any block count
}

void Scan::start() {
  waiting_ = 0;
  evaluations_ = 0;
}

bool Scan::holds(Entity& entity) {
  ++evaluations_;
  EntityFrame frame(&entity);
  return condition_.evaluate_truth(frame);
}

bool Scan::may_pass(Entity& entity, QueueElement& /*queue*/) {
  return waiting_ == 0 && holds(entity);
}

Block* Scan::pass(Entity& entity) {
  return out.leave(entity);
}

bool Scan::wait(Entity& entity, QueueElement& /*queue*/) {
  entity.waits_for = this;
  ++waiting_;
  mark();  // it may be in front
  return false;
}

void Scan::give_up(Entity& entity) {
  QueueHold::give_up(entity);
  --waiting_;
  mark();
}

void Scan::mark() {
  if (!marked_ && waiting_ > 0) host().mark(*this);
}

bool Scan::look() {
  for (const QueueElement* queue : queues()) {
    Entity* const first = first_in(*queue);
    if (first == nullptr || !holds(*first)) continue;
    give_up(*first);
    let_go(*first, out);
    return true;
  }
  return false;
}

void Scan::archive(Archive& archive) {
  archive(waiting_, evaluations_);
}

}  // namespace escapement::siman
