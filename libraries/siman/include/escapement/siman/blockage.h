// SPDX-License-Identifier: MIT
// BLOCKAGES, BLOCK, UNBLOCK and PROCEED: a count that keeps entities from going on while it is above 0
// (Pegden, Shannon and Sadowski 1995).
//
//   B1  Block adds to the counts of the named blockages, Unblock takes from them; a count below 0 is a
//   run-time
//       error.
//   B2  An entity that comes to a Proceed passes when the counts of all blockages named there are 0 and
//   nobody
//       waits; else it waits in the queue before it.
//   B3  When all are 0 the entities that wait become ready in the order of the queue, Proceed by Proceed in
//   the
//       order of their paths. The entity that unblocks goes on first.
#pragma once

#include <vector>

#include "escapement/siman/holding.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Proceed;

class Blockage : public Member {
 public:
  explicit Blockage(std::string name, double initial = 0) : Member(std::move(name)), initial_(initial) {}
  static registry::ComponentType descriptor();

  void declare(Binder& binder) override;
  void start() override { count_ = initial_; }
  void archive(Archive& archive) override;
  bool marks_changes() const override { return true; }

  double count() const { return count_; }
  void change(double by);
  void add_proceed(Proceed& proceed) { proceeds_.push_back(&proceed); }

 private:
  double initial_;
  double count_ = 0;
  std::vector<Proceed*> proceeds_;
  statistics::TimePersistent* number_ = nullptr;
};

// BLOCK (by +1) and UNBLOCK (by -1).
class BlockageBlock : public Passage {
 public:
  BlockageBlock(std::string name, std::vector<Reference> blockages, double by)
      : Passage(std::move(name)), references_(std::move(blockages)), by_(by) {}

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  std::vector<Reference> references_;
  std::vector<Blockage*> blockages_;
  double by_;
};

class RaiseBlockage : public BlockageBlock {
 public:
  RaiseBlockage(std::string name, std::vector<Reference> blockages)
      : BlockageBlock(std::move(name), std::move(blockages), 1) {}
  static registry::ComponentType descriptor();
};

class LowerBlockage : public BlockageBlock {
 public:
  LowerBlockage(std::string name, std::vector<Reference> blockages)
      : BlockageBlock(std::move(name), std::move(blockages), -1) {}
  static registry::ComponentType descriptor();
};

class Proceed : public QueueHold {
 public:
  Proceed(std::string name, std::vector<Reference> blockages)
      : QueueHold(std::move(name)), references_(std::move(blockages)) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void start() override { waiting_ = 0; }
  void archive(Archive& archive) override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override { return out.leave(entity); }
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;
  void look();  // B3 for this Proceed

 private:
  bool open() const;
  std::vector<Reference> references_;
  std::vector<Blockage*> blockages_;
  std::size_t waiting_ = 0;
};

std::vector<Reference> blockages_from(const registry::Arguments& arguments);

}  // namespace escapement::siman
