// SPDX-License-Identifier: MIT
// ACCESS: gives an entity cells of a conveyor at the station where it is, all of them next to each other;
// until then it waits in the Queue block before it. Who is served when is told in conveyor.h.
#pragma once

#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/conveyor.h"
#include "escapement/siman/queue.h"

namespace escapement::siman {

class Access : public HoldBlock {
 public:
  struct Options {
    Reference conveyor;
    ExpressionText cells = 1.0;  // a whole number from 1 to the conveyor's most
    std::optional<std::uint64_t> stream{};
  };
  Access(std::string name, Options options) : HoldBlock(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void archive(Archive&) override {}
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;
  void left(QueueElement& queue) override;
  void add_queue(QueueElement& queue) override;
  Lack lacks(Entity& entity) override;
  Block* next() const override { return out.next(); }

  // For Conveyor::serve: the entity, which waits here, gets its cells.
  void grant(Entity& entity, double place);

 private:
  Options options_;
  Conveyor* conveyor_ = nullptr;
  expressions::Expression cells_;
};

}  // namespace escapement::siman
