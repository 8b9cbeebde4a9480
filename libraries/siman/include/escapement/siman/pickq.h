// SPDX-License-Identifier: MIT
// PICKQ: an entity chooses which of several queues to join (Pegden, Shannon and Sadowski 1995). Its exits
// lead to Queue blocks; those that are full are no candidates, unless nothing would keep the entity waiting
// there. When all are full it leaves by `balk`, or ends when nothing is coupled there.
//
// The number in a queue is that of entities that wait; "nobody waits" and "the server is free" are not told
// apart, so an expression may do better: MX(NQ(A) + NR(X), ...) by rule SpecificMember.
//
// Jockeying: an entity in one queue moves to another when some other entity takes it out with a Remove block
// (or when its patience ends) and it goes to a PickQ from there.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/selection.h"

namespace escapement::siman {

class PickQ : public Block {
 public:
  struct Options {
    std::vector<std::string> exits;  // names of the ports, to Queue blocks
    Selection selection{SelectionRule::kSmallestNumber};
    std::optional<std::uint64_t> stream{};
  };
  PickQ(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit balk{*this, "balk", true};
  Exit& exit(std::size_t index) { return *exits_[index]; }

  void bind(Binder& binder) override;
  void check_links() override;
  Block* enter(Entity& entity) override;
  void archive(Archive& archive) override;

 private:
  Options options_;
  std::vector<std::unique_ptr<Exit>> exits_;
  Selector selector_;
  std::vector<Queue*> queues_;
};

}  // namespace escapement::siman
