// SPDX-License-Identifier: MIT
// REMOVE, COPY and INSERT: an entity reaches into a queue (Pegden, Shannon and Sadowski 1995; Arena's
// Remove).
//
//   Remove  takes the entity at a rank out of the queue, which ends its wait, whatever it waits for, and
//           tallies it. It becomes ready and leaves by `removed`; the entity that removed it goes on first.
//   Copy    makes a copy of the entity at a rank, which stays; the copy becomes ready and leaves by `copy`.
//   Insert  puts the entity that comes into the queue at a rank, whatever the queue's ranking; it waits there
//           for the block that the queue leads to, as if it had come through the Queue block.
//
// The queue may differ from entity to entity (element_choice.h). A rank counts from 1 at the head. Nobody at
// that rank is a run-time error; for Insert one behind the last is allowed.
#pragma once

#include <optional>

#include "escapement/siman/holding.h"

namespace escapement::siman {

struct QueuePlace {
  ElementName queue{};
  ExpressionText rank = 1.0;
  static std::vector<registry::Field> fields(const char* queue_doc);
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
  static QueuePlace from(const registry::Arguments& arguments);
};

// The base of blocks that name a place in a queue.
class QueuePlaceBlock : public Block {
 public:
  QueuePlaceBlock(std::string name, QueuePlace place) : Block(std::move(name)), place_(std::move(place)) {}
  void bind(Binder& binder) override;
  void archive(Archive&) override {}

 protected:
  // The queue for the entity that comes.
  QueueElement& queue(Entity& entity) const { return queue_.of(entity); }
  const std::vector<QueueElement*>& queues() const { return queue_.among(); }
  // The rank in that queue, evaluated for the entity; from 1 to `most`, else the run fails.
  std::size_t rank(Entity& entity, const QueueElement& queue, std::size_t most) const;

 private:
  QueuePlace place_;
  QueueChoice queue_;
  expressions::Expression rank_;
};

class Remove : public QueuePlaceBlock {
 public:
  using QueuePlaceBlock::QueuePlaceBlock;
  static registry::ComponentType descriptor();
  Entry in{*this, "in"};
  Exit out{*this, "out"};
  Exit removed{*this, "removed"};
  Block* enter(Entity& entity) override;
};

class Copy : public QueuePlaceBlock {
 public:
  using QueuePlaceBlock::QueuePlaceBlock;
  static registry::ComponentType descriptor();
  Entry in{*this, "in"};
  Exit out{*this, "out"};
  Exit copy{*this, "copy"};
  Block* enter(Entity& entity) override;
};

class Insert : public QueuePlaceBlock {
 public:
  using QueuePlaceBlock::QueuePlaceBlock;
  static registry::ComponentType descriptor();
  Entry in{*this, "in"};
  void start() override;
  Block* enter(Entity& entity) override;

 private:
  [[noreturn]] void refuse(const QueueElement& queue) const;
};

}  // namespace escapement::siman
