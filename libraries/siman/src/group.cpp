// SPDX-License-Identifier: MIT
#include "escapement/siman/group.h"
#include "escapement/siman/member_reference.h"

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/seize.h"
#include "fields.h"

namespace escapement::siman {
registry::ComponentType Group::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Group";
  type.doc =
      "GROUP: entities of the Queue before it go on as one, temporarily; siman.Split makes them many again.";
  type.parameters = {
      "siman.Group",
      "",
      {expression("size").at_least(1).must().because("entities in a group, evaluated at each arrival"),
       save_criterion_field("save"),
       expression("match").because(
           "only entities of one value of this go together, usually an attribute; any entities when absent"),
       reference("entity", "entities")
           .because("type of the representative; that of the member whose attributes it has when absent"),
       stream_field()},
      {}};
  type.ports = {entity_in("from a siman.Queue"), entity_out("the representatives")};
  return type;
}

registry::ComponentType Combine::descriptor() {
  registry::ComponentType type = Group::descriptor();
  type.name = type.parameters.name = "siman.Combine";
  type.doc = "COMBINE: entities of the Queue before it become one, for ever.";
  return type;
}

Group::Options Group::options_from(const registry::Arguments& arguments) {
  Options options;
  options.size = arguments.expression("size");
  options.save = save_criterion_from(arguments, "save");
  options.match = arguments.expression("match");
  if (arguments.has("entity")) options.entity = reference_from(arguments, "entity");
  options.stream = stream_from(arguments);
  return options;
}

void Group::bind(Binder& binder) {
  if (options_.size.empty())
    binder.fault(*this, {}, "'" + address() + "' lacks the expression '" + options_.size_field + "'");
  size_ =
      binder.compile_in(*this, options_.size_field, options_.size, 1, kInfinity, {.stream = options_.stream});
  match_ = binder.compile(*this, "match", options_.match, {.random = false, .text = true});
  if (!options_.entity.empty()) type_ = binder.find<EntityType>(*this, options_.entity, "entity type");
}

// When the second one is known, in whatever order blocks are linked.
void Group::add_queue(QueueElement& queue) {
  QueueHold::add_queue(queue);
  if (queues().size() > 1)
    throw BuildError("'" + path() + "' is led to from the queues '" + queues()[0]->path() + "' and '" +
                     queues()[1]->path() + "'; a group is formed in one queue: let the ways before it meet");
}

bool Group::wait(Entity& entity, QueueElement& queue) {
  EntityFrame frame(&entity);
  const double size = size_.evaluate_checked(frame);
  if (!is_unit_count(size))
    host().fail(*this, std::string("the ") + options_.size_field + " '" + size_.text() + "' is " +
                           to_text(size) + "; it must be a whole number of 1 or more");
  entity.code = match_ ? match_.evaluate_checked(frame) : 0;
  entity.waits_for = this;
  if (static_cast<double>(++waiting_[entity.code]) < size) return false;
  form(queue, entity.code, static_cast<std::size_t>(size));
  return true;
}

void Group::give_up(Entity& entity) {
  QueueHold::give_up(entity);
  const auto count = waiting_.find(entity.code);
  if (--count->second == 0) waiting_.erase(count);
}

void Group::form(QueueElement& queue, double match, std::size_t size) {
  members_.clear();
  for (Entity* e = first_in(queue); members_.size() < size; e = next_in(queue, *e))
    if (e->code == match) members_.push_back(e);
  for (Entity* member : members_) {
    give_up(*member);
    queue.leave(*member);
  }
  const bool last = options_.save == SaveCriterion::kLast;
  Entity& representative = world().create(type_ != nullptr ? *type_
                                          : last           ? *members_.back()->type
                                                           : *members_.front()->type,
                                          now());
  representative.itinerary = (last ? members_.back() : members_.front())->itinerary;
  save_attributes(representative, members_, options_.save, world());
  for (Entity* member : members_) {
    if (member->moved_at == now() && member->moves > representative.moves) {  // so that a loop is found
      representative.moved_at = now();
      representative.moves = member->moves;
    }
    if (!options_.permanent) {
      add_member(representative, *member);
      continue;
    }
    Resource::hand_over(*member, representative);
    for (std::size_t c = 0; c < kCategories; ++c) representative.costs[c] += member->costs[c];
    world().destroy(*member, now(), false);
  }
  host().make_ready(representative, out.leave(representative));
}

void Group::archive(Archive& archive) {
  archive(waiting_);
}

}  // namespace escapement::siman
