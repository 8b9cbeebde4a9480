// SPDX-License-Identifier: MIT
#include "escapement/siman/queue_element.h"

#include <algorithm>
#include "escapement/core/archive.h"

#include "escapement/siman/process_host.h"
#include "escapement/siman/world.h"
#include "fields.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kRankings = {"FirstInFirstOut", "LastInFirstOut", "LowestAttributeValue",
                                            "HighestAttributeValue"};

}  // namespace

registry::ComponentType QueueElement::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.QueueElement";
  type.section = "queues";
  type.doc = "A queue: where entities wait, and in which order they leave.";
  type.parameters = {
      "queue",
      "",
      {choice("ranking", kRankings)
           .by_default(kRankings[0])
           .because("who leaves first; ties keep the order of arrival"),
       expression("by").because(
           "what ranked queues rank by, evaluated when an entity joins; an attribute as a rule"),
       report_field()},
      {}};
  type.parameters.check = [](const Value& v, std::vector<Diagnostic>& out) {
    const Value* ranking = v.find("ranking");
    const bool ranked =
        ranking != nullptr && (ranking->text() == kRankings[2] || ranking->text() == kRankings[3]);
    if (ranked && v.find("by") == nullptr)
      out.push_back(
          {ranking->where(), "ranking " + ranking->text() + " needs \"by\"", "add \"by\": \"<attribute>\""});
    if (const Value* by = v.find("by"); by != nullptr && !ranked)
      out.push_back({by->where(), "\"by\" has no effect without a ranking by value",
                     "set \"ranking\" to \"" + kRankings[2] + "\" or \"" + kRankings[3] + "\""});
  };
  type.statistics = {
      {"NumberInQueue", "timePersistent", "entities that wait"},
      {"WaitingTime", "tally", "wait of an entity, when it leaves the queue; no wait counts as 0"},
      {"WaitingCost", "tally",
       "where the model has costs: what an entity and what it holds cost while it waited"}};
  return type;
}

QueueElement::Options QueueElement::options_from(const registry::Arguments& arguments) {
  Options options;
  const std::string ranking = arguments.string("ranking", kRankings[0]);
  for (std::size_t i = 0; i < kRankings.size(); ++i)
    if (kRankings[i] == ranking) options.ranking = static_cast<Ranking>(i);
  options.by = arguments.expression("by");
  options.report = arguments.boolean("report", true);
  return options;
}

void QueueElement::declare(Binder& binder) {
  number_ = &binder.time_persistent(*this, path() + ".NumberInQueue");
  waiting_time_ = &binder.tally(*this, path() + ".WaitingTime");
  if (binder.world().costs()) waiting_cost_ = &binder.tally(*this, path() + ".WaitingCost");
}

void QueueElement::bind(Binder& binder) {
  if (ranked() && options_.by.empty())
    binder.fault(*this, {}, "queue '" + path() + "' is ranked but has nothing to rank by");
  by_ = binder.compile(*this, "by", options_.by, {.random = false});
}

void QueueElement::join(Entity& entity) {
  entity.queue = this;
  entity.since = now();
  entity.order = world().next_order();
  if (ranked()) {
    EntityFrame frame(&entity);
    const double value = by_.evaluate_checked(frame);
    entity.rank = options_.ranking == Ranking::kLowestFirst ? value : -value;
    tree_.insert(entity);
  } else if (options_.ranking == Ranking::kFirstInFirstOut) {
    list_.push_back(entity);
  } else {
    list_.push_front(entity);
  }
  ++size_;
  changed();
}

// The order of arrival is what before() and the comparison of several queues go by. So the newcomer takes the
// order of the one whose place it takes, that one the order of the next, and so on to the end where newcomers
// join; there the newest order goes.
void QueueElement::join_at(Entity& entity, std::size_t rank) {
  entity.queue = this;
  entity.since = now();
  Entity* const there = at_rank(rank);  // nullptr: at the end
  std::uint64_t* place = &entity.order;
  const auto move_up = [&place](Entity& e) {
    *place = e.order;
    place = &e.order;
  };
  if (options_.ranking == Ranking::kLastInFirstOut) {
    for (Entity* e = there == nullptr ? last() : previous(*there); e != nullptr; e = previous(*e))
      move_up(*e);
  } else if (ranked()) {
    const Entity* const key = there != nullptr ? there : last();
    EntityFrame frame(&entity);
    const double own = by_.evaluate_checked(frame);
    entity.rank = key != nullptr ? key->rank : options_.ranking == Ranking::kLowestFirst ? own : -own;
    for (Entity* e = there; e != nullptr && e->rank == entity.rank; e = next(*e)) move_up(*e);
  } else {
    for (Entity* e = there; e != nullptr; e = next(*e)) move_up(*e);
  }
  *place = world().next_order();
  if (ranked())
    tree_.insert(entity);
  else
    list_.insert(there == nullptr ? list_.end() : list_.iterator_to(*there), entity);
  ++size_;
  changed();
}

void QueueElement::end_patience(Entity& entity) {
  host().cancel(entity.event);
  entity.event = Entity::kNoEvent;
}

void QueueElement::withdraw(Entity& entity) {
  take_out(entity);
}

void QueueElement::leave(Entity& entity) {
  take_out(entity);
  observe();
  const double wait = now() - entity.since;
  waiting_time_->observe(wait);
  if (waiting_cost_ != nullptr) [[unlikely]]
    waiting_cost_->observe(wait * entity.cost_rate);
  entity.spend(Category::kWait, wait);
}

Entity* QueueElement::next(const Entity& entity) const {
  if (ranked()) {
    const auto behind = std::next(tree_.iterator_to(entity));
    return behind == tree_.end() ? nullptr : const_cast<Entity*>(&*behind);
  }
  const auto behind = std::next(list_.iterator_to(entity));
  return behind == list_.end() ? nullptr : const_cast<Entity*>(&*behind);
}

Entity* QueueElement::last() const {
  if (size_ == 0) return nullptr;
  return const_cast<Entity*>(ranked() ? &*tree_.rbegin() : &list_.back());
}

Entity* QueueElement::previous(const Entity& entity) const {
  if (&entity == first()) return nullptr;
  return const_cast<Entity*>(ranked() ? &*std::prev(tree_.iterator_to(entity))
                                      : &*std::prev(list_.iterator_to(entity)));
}

void QueueElement::add_hold(HoldBlock& hold) {
  if (std::find(holds_.begin(), holds_.end(), &hold) == holds_.end()) holds_.push_back(&hold);
}

Entity* QueueElement::at_rank(std::size_t rank) const {
  if (rank == 0 || rank > size_) return nullptr;
  Entity* entity = first();
  while (--rank > 0) entity = next(*entity);
  return entity;
}

bool QueueElement::before(const Entity& a, const Entity& b) const {
  if (ranked()) return InFront{}(a, b);
  return options_.ranking == Ranking::kFirstInFirstOut ? a.order < b.order : a.order > b.order;
}

void QueueElement::archive(Archive& archive) {
  std::size_t count = size_;
  archive(count);
  if (archive.loading()) {
    list_.clear();
    tree_.clear();
    size_ = count;
  }
  Entity* entity = archive.saving() ? first() : nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    archive.reference(entity);
    if (archive.saving()) {
      entity = next(*entity);
      continue;
    }
    if (entity == nullptr)
      throw ArchiveError("queue '" + path() + "' was saved with nobody at a place in it");
    entity->queue = this;
    if (ranked())
      tree_.insert(*entity);
    else
      list_.push_back(*entity);
  }
}

}  // namespace escapement::siman
