// SPDX-License-Identifier: MIT
// QUEUE: entities wait here for the block behind it, which must be one that holds (a Seize). With a capacity,
// an entity that would have to wait and finds the queue full balks: it leaves by `balk`, or ends when nothing
// is coupled there. With a patience, an entity that has waited so long reneges: it leaves by `reneged`, or
// ends; those behind it may be served then, and it moves first. One that is served at the instant at which
// its patience ends, by an event before that in the calendar's order, does not renege.
//
// Which queue it is may differ from entity to entity (element_choice.h): the member of a set that an index
// says, or the queue of a number that an attribute or an expression gives, evaluated when the entity comes.
// The capacity counts for each queue.
#pragma once

#include <limits>
#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"
#include "escapement/siman/queue_element.h"
#include "escapement/statistics/counter.h"

namespace escapement::siman {

// A block behind a Queue: it lets entities pass or leaves them waiting.
class HoldBlock : public Block {
 public:
  using Block::Block;
  // BuildError when something else than a Queue leads here.
  void fed_by(Block& feeder) override;
  // Entities come by their queue: InternalError.
  Block* enter(Entity& entity) override;
  // Whether the entity, which comes to `queue`, may pass at once.
  virtual bool may_pass(Entity& entity, QueueElement& queue) = 0;
  // It passes: takes what it needs and answers where it goes on.
  virtual Block* pass(Entity& entity) = 0;
  // It has joined the queue and waits. Answers true when it came free at once after all.
  virtual bool wait(Entity& entity, QueueElement& queue) = 0;
  // It waits no more, but has not got what it waited for.
  virtual void give_up(Entity& entity) = 0;
  // Some entity has given up and left the queue: those behind it may be served.
  virtual void left(QueueElement& /*queue*/) {}
  // Entities may wait for this block in `queue`.
  virtual void add_queue(QueueElement& queue) = 0;
  // What an entity that waits for this block lacks, and the records of entities that have it, those first
  // that matter most: for diagnoses when nothing can happen any more (deadlock.h). `what` continues "waits
  // for".
  struct Lack {
    std::string what{};  // empty: that is not known here
    std::vector<std::uint64_t> holders{};
    bool ended = false;  // nobody will bring it back
  };
  virtual Lack lacks(Entity& /*entity*/) { return {}; }
  // Where an entity goes on that came free at once in wait(); nullptr when it has been taken care of.
  virtual Block* next() const = 0;
};

class Seize;

class Queue : public Passage {
 public:
  struct Options {
    ElementName queue{};
    double capacity = std::numeric_limits<double>::infinity();
    ExpressionText patience{};  // drawn when an entity begins to wait; empty: for ever
    std::optional<std::uint64_t> stream{};
  };
  Queue(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  Exit balk{*this, "balk", true};
  Exit reneged{*this, "reneged", true};

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void check_links() override;
  void start() override;
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;
  QueueElement& element() const { return *queue_; }
  double room() const { return options_.capacity - static_cast<double>(queue_->size()); }
  // Whether all entities come to one queue: element() and room() are of that one only.
  bool has_one_queue() const { return !differs_; }
  // Whether an entity that comes now would not balk.
  bool takes(Entity& entity) { return room() >= 1 || hold_->may_pass(entity, *queue_); }

 private:
  Block* enter_for_any(Entity& entity);
  inline bool is_full() const;
  inline Block* begin_wait(Entity& entity, bool was_full);
  Block* turn_away(Entity& entity);
  void begin_patience(Entity& entity);
  Options options_;
  QueueChoice choice_;
  bool differs_ = false;           // from entity to entity: then the queue of the one that came last is
  QueueElement* queue_ = nullptr;  // the queue
  HoldBlock* hold_ = nullptr;
  Seize* seize_ = nullptr;  // hold_, when it is a plain one (seize.h) and all come to one queue
  expressions::Expression patience_;
  statistics::Counter* number_balked_ = nullptr;  // with a capacity
  statistics::Counter* number_reneged_ = nullptr;
};

}  // namespace escapement::siman
