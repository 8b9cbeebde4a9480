// SPDX-License-Identifier: MIT
#include "escapement/siman/pickq.h"
#include "escapement/siman/member_reference.h"

#include "escapement/core/error.h"
#include "fields.h"

namespace escapement::siman {

PickQ::PickQ(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {
  if (options_.exits.empty()) throw BuildError("'" + this->name() + "' has no exits to choose among");
  for (const std::string& exit : options_.exits)
    exits_.push_back(std::make_unique<Exit>(*this, exit.c_str()));
}

registry::ComponentType PickQ::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.PickQ";
  type.doc = "PICKQ: an entity chooses which of several queues to join.";
  type.parameters = {"siman.PickQ", "", {exits_field("to the Queue blocks")}, Selection::check};
  for (Field& field : Selection::fields(SelectionOf::kQueues, "SmallestNumberInQueue"))
    type.parameters.fields.push_back(std::move(field));
  type.parameters.fields.push_back(stream_field());
  type.ports = {entity_in(), {"balk", false, "entity", "entities that find all queues full", true}};
  type.ports_of = ports_with_exits(type.ports, "to a siman.Queue");
  return type;
}

PickQ::Options PickQ::options_from(const registry::Arguments& arguments) {
  return {exits_from(arguments), Selection::from(arguments, SelectionOf::kQueues, "SmallestNumberInQueue"),
          stream_from(arguments)};
}

void PickQ::bind(Binder& binder) {
  selector_ = Selector(*this, binder, options_.selection, "member", options_.stream);
}

void PickQ::check_links() {
  for (const auto& exit : exits_) {
    auto* queue = dynamic_cast<Queue*>(exit->next());
    if (queue == nullptr)
      throw BuildError("the exit '" + std::string(exit->name()) + "' of '" + path() +
                       "' must lead to a siman.Queue");
    if (!queue->has_one_queue())
      throw BuildError("the exit '" + std::string(exit->name()) + "' of '" + path() + "' leads to '" +
                       queue->path() +
                       "', whose queue differs from entity to entity; name one queue for each exit");
    queues_.push_back(queue);
  }
}

Block* PickQ::enter(Entity& entity) {
  const auto chosen = selector_.choose(
      &entity, queues_.size(), [&](std::size_t i) { return queues_[i]->takes(entity); },
      [&](std::size_t i) { return queues_[i]->room(); },
      [&](std::size_t i) { return static_cast<double>(queues_[i]->element().size()); });
  if (!chosen) return balk.leave(entity);
  selector_.took(*chosen);
  return exits_[*chosen]->leave(entity);
}

void PickQ::archive(Archive& archive) {
  archive(selector_);
}

}  // namespace escapement::siman
