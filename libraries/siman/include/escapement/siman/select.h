// SPDX-License-Identifier: MIT
// SELECT: an entity chooses among parallel Seize blocks (Pegden, Shannon and Sadowski 1995). It stands
// between a Queue and the Seize blocks that its exits lead to.
//
//   L1  An entity that comes when one or more of them can serve it takes one by the rule. Capacity and number
//       are those of the resources that each names: free units, busy units.
//   L2  Else it waits for all of them, with the priority that the first gives it, and goes on behind the one
//       that serves it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/seize.h"
#include "escapement/siman/selection.h"

namespace escapement::siman {

class Select : public HoldBlock {
 public:
  struct Options {
    std::vector<std::string> exits;  // names of the ports, to Seize blocks
    Selection selection{};
    std::optional<std::uint64_t> stream{};
  };
  Select(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit& exit(std::size_t index) { return *exits_[index]; }

  void bind(Binder& binder) override;
  void check_links() override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override { seizes().all.front()->give_up(entity); }
  void left(QueueElement& queue) override;
  void add_queue(QueueElement& queue) override;
  void archive(Archive& archive) override;
  Block* next() const override { return alternatives_.granted->next(); }

 private:
  Seize::Alternatives& seizes();

  Options options_;
  std::vector<std::unique_ptr<Exit>> exits_;
  Selector selector_;
  Seize::Alternatives alternatives_;
  std::vector<char> can_serve_;
  Seize* chosen_ = nullptr;
};

}  // namespace escapement::siman
