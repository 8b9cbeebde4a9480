// SPDX-License-Identifier: MIT
#include "escapement/siman/select.h"

#include "escapement/core/error.h"
#include "fields.h"

namespace escapement::siman {

Select::Select(std::string name, Options options) : HoldBlock(std::move(name)), options_(std::move(options)) {
  if (options_.exits.empty()) throw BuildError("'" + this->name() + "' has no exits to choose among");
  for (const std::string& exit : options_.exits)
    exits_.push_back(std::make_unique<Exit>(*this, exit.c_str()));
}

registry::ComponentType Select::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Select";
  type.doc = "SELECT: an entity chooses among parallel Seize blocks.";
  type.parameters = {"siman.Select", "", {exits_field("to the Seize blocks")}, Selection::check};
  for (Field& field : Selection::fields(SelectionOf::kResources, "PreferredOrder"))
    type.parameters.fields.push_back(std::move(field));
  type.parameters.fields.push_back(stream_field());
  type.ports = {entity_in("from a siman.Queue")};
  type.ports_of = ports_with_exits(type.ports, "to a siman.Seize");
  return type;
}

Select::Options Select::options_from(const registry::Arguments& arguments) {
  return {exits_from(arguments), Selection::from(arguments, SelectionOf::kResources, "PreferredOrder"),
          stream_from(arguments)};
}

void Select::bind(Binder& binder) {
  selector_ = Selector(*this, binder, options_.selection, "member", options_.stream);
}

Seize::Alternatives& Select::seizes() {
  if (!alternatives_.all.empty()) return alternatives_;
  for (const auto& exit : exits_) {
    auto* seize = dynamic_cast<Seize*>(exit->next());
    if (seize == nullptr)
      throw BuildError("the exit '" + std::string(exit->name()) + "' of '" + path() +
                       "' must lead to a siman.Seize");
    alternatives_.all.push_back(seize);
  }
  for (Seize* seize : alternatives_.all) seize->join_alternatives(alternatives_);
  can_serve_.resize(alternatives_.all.size());
  return alternatives_;
}

void Select::check_links() {
  seizes();
}

void Select::add_queue(QueueElement& queue) {
  for (Seize* seize : seizes().all) seize->add_queue(queue);
}

bool Select::may_pass(Entity& entity, QueueElement& queue) {
  const std::vector<Seize*>& all = alternatives_.all;
  for (std::size_t i = all.size(); i-- > 0;)  // the first gives the priority
    can_serve_[i] = all[i]->may_pass(entity, queue);
  const auto chosen = selector_.choose(
      &entity, all.size(), [&](std::size_t i) { return can_serve_[i] != 0; },
      [&](std::size_t i) { return all[i]->free_units(); },
      [&](std::size_t i) { return all[i]->busy_units(); });
  if (!chosen) return false;
  selector_.took(*chosen);
  chosen_ = all[*chosen];
  return true;
}

Block* Select::pass(Entity& entity) {
  return chosen_->pass(entity);
}

bool Select::wait(Entity& entity, QueueElement& /*queue*/) {
  alternatives_.all.front()->begin_wait(entity);
  for (Seize* seize : alternatives_.all)
    if (seize->serve_now(entity)) return true;
  return false;
}

void Select::left(QueueElement& queue) {
  for (Seize* seize : alternatives_.all) seize->left(queue);
}

void Select::archive(Archive& archive) {
  archive(selector_);
}

}  // namespace escapement::siman
