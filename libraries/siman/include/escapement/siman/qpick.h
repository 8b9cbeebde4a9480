// SPDX-License-Identifier: MIT
// QPICK: a free server chooses from which of several queues it serves next (Pegden, Shannon and Sadowski
// 1995). It stands between the Queue blocks, which all lead to it, and one Seize. Queues are numbered in the
// order in which they are declared in `queues`.
//
// When units are free for the Seize behind it, the queue is chosen among those where somebody waits; its
// first entity is then the candidate of that Seize (resource.h, A1), whatever the priorities of the others.
#pragma once

#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/seize.h"
#include "escapement/siman/selection.h"

namespace escapement::siman {

class QPick : public HoldBlock {
 public:
  struct Options {
    std::vector<Reference> queues;
    Selection selection{};
    std::optional<std::uint64_t> stream{};
  };
  QPick(std::string name, Options options) : HoldBlock(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void check_links() override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override { return seize_->pass(entity); }
  bool wait(Entity& entity, QueueElement& queue) override { return seize_->wait(entity, queue); }
  void give_up(Entity& entity) override;
  void left(QueueElement& queue) override { seize_->left(queue); }
  void add_queue(QueueElement& queue) override;
  void archive(Archive& archive) override;
  Block* next() const override { return seize_->next(); }

  // The queue whose turn it is, nullptr when nobody waits. A random choice stands until somebody is taken.
  const QueueElement* picked();
  void took(const QueueElement& queue);

 private:
  Seize& seize();

  Options options_;
  Selector selector_;
  std::vector<QueueElement*> queues_;
  Seize* seize_ = nullptr;
  const QueueElement* drawn_ = nullptr;
};

}  // namespace escapement::siman
