// SPDX-License-Identifier: MIT
// What blocks have in common that keep the entities of a Queue block until something else happens: Group,
// Combine, Match, Wait, Scan, Proceed, Detach. (Seize has a line of resources behind it and is on its own.)
//
//   L1  An entity joins the queue at its rank and waits; it is in line for its block only, whoever else uses
//       the queue.
//   L2  When it is let go it leaves the queue, which tallies its wait, and becomes ready: it moves after the
//       one that moves now, and after those that became ready before.
//   L3  Whoever takes it out of the queue otherwise (Remove, Pickup) ends its wait for the block.
#pragma once

#include <vector>

#include "escapement/siman/queue.h"

namespace escapement::siman {

class QueueHold : public HoldBlock {
 public:
  using HoldBlock::HoldBlock;

  bool may_pass(Entity& /*entity*/, QueueElement& /*queue*/) override { return false; }
  Block* pass(Entity& entity) override;
  void give_up(Entity& entity) override { entity.waits_for = nullptr; }
  void add_queue(QueueElement& queue) override;
  Block* next() const override { return nullptr; }

 protected:
  const std::vector<QueueElement*>& queues() const { return queues_; }
  // L2.
  void let_go(Entity& entity, Exit& by);
  Entity* first_in(const QueueElement& queue) const;
  Entity* next_in(const QueueElement& queue, const Entity& entity) const;

 private:
  std::vector<QueueElement*> queues_;
};

// L3: takes an entity out of the queue that it is in. The wait is tallied; those behind it may be served now.
void take_from_queue(Entity& entity);

}  // namespace escapement::siman
