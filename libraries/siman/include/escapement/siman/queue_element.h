// SPDX-License-Identifier: MIT
// A queue (QUEUES): where entities wait, and in which order they leave.
//
// Rankings: FIFO, LIFO, and by an expression of the entity at its arrival, lowest or highest first; ties keep
// the order of arrival. First-in orders are a list (O(1)), ranked ones a balanced tree (O(log n)).
// Statistics: NumberInQueue (time-persistent) and WaitingTime (tally, when an entity leaves; an entity that
// need not wait counts with 0); where the model has costs also WaitingCost, that time at the entity's rate.
#pragma once

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/element_choice.h"
#include "escapement/statistics/tally.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

enum class Ranking { kFirstInFirstOut, kLastInFirstOut, kLowestFirst, kHighestFirst };

class QueueElement : public Member {
 public:
  struct Options {
    Ranking ranking = Ranking::kFirstInFirstOut;
    ExpressionText by{};  // what ranked queues rank by, usually an attribute
    bool report = true;   // whether its statistics stand in the results
  };
  explicit QueueElement(std::string name) : QueueElement(std::move(name), Options{}) {}
  QueueElement(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {
    set_reported(options_.report);
  }
  static constexpr ElementKind kKind{"queue", "queues", "Queue"};
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void archive(Archive& archive) override;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // The entity joins at its rank; the wait begins now. It counts as one that waits from observe() on, so that
  // one which is served on the spot was never in line.
  void join(Entity& entity);
  void observe() { number_->set(now(), static_cast<double>(static_cast<std::int64_t>(size_))); }
  // It joins at that rank, 1 to size() + 1, whatever the ranking says.
  void join_at(Entity& entity, std::size_t rank);
  // The entity leaves: the wait is tallied and added to its wait time.
  void leave(Entity& entity);
  // The entity leaves as if it had not joined: nothing is tallied.
  void withdraw(Entity& entity);
  // An entity passes without waiting.
  void pass_through() {
    waiting_time_->observe(0);
    if (waiting_cost_ != nullptr) [[unlikely]]
      waiting_cost_->observe(0);
  }

  Entity* first() const {
    if (size_ == 0) return nullptr;
    return const_cast<Entity*>(ranked() ? &*tree_.begin() : &list_.front());
  }
  Entity* next(const Entity& entity) const;  // the one behind, nullptr at the end
  Entity* at_rank(std::size_t rank) const;   // from 1
  Entity* last() const;
  Entity* previous(const Entity& entity) const;  // the one in front, nullptr at the head
  // The blocks that entities wait for here.
  void add_hold(HoldBlock& hold);
  const std::vector<HoldBlock*>& holds() const { return holds_; }
  bool marks_changes() const override { return true; }
  // Whether a is in front of b; both wait here.
  bool before(const Entity& a, const Entity& b) const;

 private:
  using List =
      boost::intrusive::list<Entity, boost::intrusive::member_hook<Entity, ListHook, &Entity::in_list>,
                             boost::intrusive::constant_time_size<false>>;
  struct InFront {
    bool operator()(const Entity& a, const Entity& b) const {
      return a.rank < b.rank || (a.rank == b.rank && a.order < b.order);
    }
  };
  using Tree =
      boost::intrusive::set<Entity, boost::intrusive::member_hook<Entity, TreeHook, &Entity::in_tree>,
                            boost::intrusive::compare<InFront>, boost::intrusive::constant_time_size<false>>;

  void take_out(Entity& entity) {
    if (ranked())
      tree_.erase(tree_.iterator_to(entity));
    else
      list_.erase(list_.iterator_to(entity));
    entity.queue = nullptr;
    --size_;
    changed();
    // Who waited in a long line is no more in the cache; the first one is asked for while others act.
    if (size_ > kLong) [[unlikely]]
      fetch_ahead(*first());
    if (entity.event != Entity::kNoEvent) [[unlikely]]
      end_patience(entity);
  }
  static constexpr std::size_t kLong = 500;  // entities, some 600 bytes each
  static void fetch_ahead(const Entity& entity) {
    __builtin_prefetch(&entity.in_list);  // each on a line of its own
    __builtin_prefetch(&entity.delay);
    __builtin_prefetch(&entity.times);
    __builtin_prefetch(&entity.context);
    __builtin_prefetch(&entity.itinerary);
    __builtin_prefetch(&entity.lost);
  }
  void end_patience(Entity& entity);

  bool ranked() const { return options_.ranking >= Ranking::kLowestFirst; }

  Options options_;
  expressions::Expression by_;
  List list_;
  Tree tree_;
  std::size_t size_ = 0;
  std::vector<HoldBlock*> holds_;
  statistics::TimePersistent* number_ = nullptr;
  statistics::Tally* waiting_time_ = nullptr;
  statistics::Tally* waiting_cost_ = nullptr;  // where the model has costs
};

// Which queue a block means: "queue", "index", "attribute", "expression".
using QueueChoice = ElementChoice<QueueElement>;
inline constexpr ElementKeys kQueueKeys{"queue"};

}  // namespace escapement::siman
