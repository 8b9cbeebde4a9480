// SPDX-License-Identifier: MIT
#include "escapement/siman/qpick.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType QPick::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.QPick";
  type.doc = "QPICK: a free server chooses from which of several queues it serves next.";
  type.parameters = {"siman.QPick",
                     "",
                     {list("queues", reference("queue", "queues"))
                          .must()
                          .because("the queues of the Queue blocks that lead here, in order")},
                     Selection::check};
  for (Field& field : Selection::fields(SelectionOf::kQueues, "PreferredOrder"))
    type.parameters.fields.push_back(std::move(field));
  type.parameters.fields.push_back(stream_field());
  type.ports = {entity_in("from siman.Queue blocks"), entity_out("to a siman.Seize")};
  return type;
}

QPick::Options QPick::options_from(const registry::Arguments& arguments) {
  Options options;
  options.queues = references_from(arguments, "queues");
  options.selection = Selection::from(arguments, SelectionOf::kQueues, "PreferredOrder");
  options.stream = stream_from(arguments);
  return options;
}

void QPick::bind(Binder& binder) {
  for (const Reference& queue : options_.queues)
    queues_.push_back(binder.find<QueueElement>(*this, queue, "queue"));
  selector_ = Selector(*this, binder, options_.selection, "member", options_.stream, false);
}

Seize& QPick::seize() {
  if (seize_ != nullptr) return *seize_;
  seize_ = dynamic_cast<Seize*>(out.next());
  if (seize_ == nullptr) throw BuildError("'" + path() + "' must lead to a siman.Seize");
  seize_->pick_by(*this);
  return *seize_;
}

void QPick::check_links() {
  seize();
}

void QPick::add_queue(QueueElement& queue) {
  if (std::find(queues_.begin(), queues_.end(), &queue) == queues_.end())
    throw BuildError("'" + path() + "' is led to by a Queue block of '" + queue.path() +
                     "', which is not among its queues; add it");
  seize().add_queue(queue);
}

bool QPick::may_pass(Entity& entity, QueueElement& queue) {
  return seize_->may_pass(entity, queue);
}

void QPick::give_up(Entity& entity) {
  drawn_ = nullptr;
  seize_->give_up(entity);
}

const QueueElement* QPick::picked() {
  if (drawn_ != nullptr) return drawn_;
  const auto chosen = selector_.choose(
      nullptr, queues_.size(), [&](std::size_t i) { return seize_->waits_in(*queues_[i]); },
      [&](std::size_t i) { return -static_cast<double>(queues_[i]->size()); },
      [&](std::size_t i) { return static_cast<double>(queues_[i]->size()); });
  if (!chosen) return nullptr;
  if (selector_.rule() == SelectionRule::kRandom) drawn_ = queues_[*chosen];
  return queues_[*chosen];
}

void QPick::took(const QueueElement& queue) {
  drawn_ = nullptr;
  selector_.took(
      static_cast<std::size_t>(std::find(queues_.begin(), queues_.end(), &queue) - queues_.begin()));
}

void QPick::archive(Archive& archive) {
  auto* drawn = const_cast<QueueElement*>(drawn_);
  member_reference(archive, drawn);
  drawn_ = drawn;
  archive(selector_);
}

}  // namespace escapement::siman
