// SPDX-License-Identifier: MIT
#include "escapement/siman/pickup.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

std::size_t whole(const expressions::Expression& expression, const char* what, double least,
                  const Block& block, Entity& entity) {
  EntityFrame frame(&entity);
  const double value = expression.evaluate_checked(frame);
  if (!(value >= least && value == std::floor(value) && value < 1e15))
    block.host().fail(block, std::string("the ") + what + " '" + expression.text() + "' is " +
                                 to_text(value) + "; it must be a whole number of " + to_text(least) +
                                 " or more");
  return static_cast<std::size_t>(value);
}

// The rank from which on some are taken of as many as there are. Of nobody, rank 1 may be asked for.
std::size_t rank_among(std::size_t size, const std::string& where, const char* count, std::size_t quantity,
                       const expressions::Expression& expression, const Block& block, Entity& entity) {
  const std::size_t rank = whole(expression, "rank", 1, block, entity);
  if (quantity > 0 && rank > std::max<std::size_t>(size, 1))
    block.host().fail(block, "the rank '" + expression.text() + "' is " + std::to_string(rank) + ", and " +
                                 std::to_string(size) + (size == 1 ? " entity is in " : " entities are in ") +
                                 where + "; a rank from 1 to " +
                                 std::to_string(std::max<std::size_t>(size, 1)) + " is allowed: test " +
                                 count + " first, or let the quantity be 0 then");
  return rank;
}

std::vector<registry::Field> quantity_and_rank(const char* of) {
  using namespace registry;
  return {expression("quantity").at_least(0).by_default("1").because("how many at the most"),
          expression("rank").at_least(1).by_default("1").because(std::string("place in the ") + of +
                                                                 " of the first of them, from 1")};
}

}  // namespace

registry::ComponentType Pickup::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Pickup";
  type.doc = "PICKUP: takes entities out of a queue and adds them to its group.";
  std::vector<Field> fields = quantity_and_rank("queue");
  std::vector<Field> from = ElementName::fields(QueueElement::kKind, kQueueKeys,
                                                "the queue they are taken from, or a set of queues");
  fields.insert(fields.begin(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  type.parameters = {"siman.Pickup", "", std::move(fields), [](const Value& v, std::vector<Diagnostic>& out) {
                       ElementName::check(v, QueueElement::kKind, kQueueKeys, true, out);
                     }};
  type.ports = {entity_in(), entity_out("entities that came, with their group")};
  return type;
}

Pickup::Options Pickup::options_from(const registry::Arguments& arguments) {
  return {ElementName::from(arguments, kQueueKeys), arguments.expression("quantity", 1.0),
          arguments.expression("rank", 1.0)};
}

void Pickup::bind(Binder& binder) {
  queue_.bind(options_.queue, *this, binder);
  quantity_ = binder.compile_in(*this, "quantity", options_.quantity, 0, kInfinity, {.random = false});
  rank_ = binder.compile_in(*this, "rank", options_.rank, 1, kInfinity, {.random = false});
}

Block* Pickup::enter(Entity& entity) {
  std::size_t left = whole(quantity_, "quantity", 0, *this, entity);
  QueueElement& queue = queue_.of(entity);
  Entity* next = queue.at_rank(
      rank_among(queue.size(), "queue '" + queue.path() + "'", "NQ(queue)", left, rank_, *this, entity));
  // All leave their holds first: who is taken is not served in between.
  const std::size_t before = entity.members.size();
  for (; left > 0 && next != nullptr; --left) {
    Entity& taken = *next;
    next = queue.next(taken);
    if (taken.waits_for != nullptr) taken.waits_for->give_up(taken);
    queue.leave(taken);
    add_member(entity, taken);
  }
  if (entity.members.size() > before)
    for (HoldBlock* each : queue.holds()) each->left(queue);
  return out.leave(entity);
}

registry::ComponentType Dropoff::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Dropoff";
  type.doc = "DROPOFF: lets members of its group go.";
  std::vector<Field> fields = quantity_and_rank("group");
  for (Field& field : MemberAttributes::fields()) fields.push_back(std::move(field));
  type.parameters = {"siman.Dropoff", "", std::move(fields), MemberAttributes::check};
  type.ports = {entity_in(),
                entity_out("entities that came, first"),
                {"members", false, "entity", "members that were let go"}};
  return type;
}

Dropoff::Options Dropoff::options_from(const registry::Arguments& arguments) {
  return {arguments.expression("quantity", 1.0), arguments.expression("rank", 1.0),
          MemberAttributes::from(arguments)};
}

void Dropoff::bind(Binder& binder) {
  quantity_ = binder.compile_in(*this, "quantity", options_.quantity, 0, kInfinity, {.random = false});
  rank_ = binder.compile_in(*this, "rank", options_.rank, 1, kInfinity, {.random = false});
  rule_.bind(*this, binder);
}

Block* Dropoff::enter(Entity& entity) {
  std::size_t left = whole(quantity_, "quantity", 0, *this, entity);
  const std::size_t place =
      rank_among(entity.members.size(), "the group", "NG", left, rank_, *this, entity) - 1;
  for (; left > 0 && place < entity.members.size(); --left) {
    Entity& member = take_member(entity, place);
    rule_.apply(entity, member, world().pool().attributes());
    host().make_ready(member, members.leave(member));
  }
  return out.leave(entity);
}

}  // namespace escapement::siman
