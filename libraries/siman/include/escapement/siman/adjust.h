// SPDX-License-Identifier: MIT
// Arena's Adjust Variable: a variable moves to a value at a rate, in steps; the entity is held until it is
// there.
//
//   V1  Value, rate (per time unit, its sign does not matter) and interval are evaluated when the entity
//   comes.
//       A variable that has the value lets it pass at once.
//   V2  Every interval the variable moves by rate times interval towards the value. The last step is cut so
//   that
//       the value is reached at the time that the rate says, exactly; then the entity goes on.
//   V3  What others assign meanwhile is kept: steps add to it. At the end the variable has the value.
// The time is charged to Other.
#pragma once

#include <optional>
#include <unordered_map>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/variable.h"

namespace escapement::siman {

class Adjust : public Block {
 public:
  struct Options {
    Reference variable{};
    ExpressionText row{}, column{};
    ExpressionText to{};
    ExpressionText rate{};
    ExpressionText interval = 1.0;
    std::optional<std::uint64_t> stream{};
  };
  Adjust(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void start() override { tasks_.clear(); }
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;

 private:
  struct Task {
    std::size_t place;  // in the variable
    double from, to, rate, interval;
    double start, end;  // times
    double steps = 0;   // done
    double moved = 0;   // by them
  };
  void schedule_step(Entity& entity, Task& task);
  double above_zero(const expressions::Expression& expression, const char* what, double value) const;

  Options options_;
  Variable* variable_ = nullptr;
  expressions::Expression row_, column_, to_, rate_, interval_;
  std::unordered_map<Entity*, Task> tasks_;
};

}  // namespace escapement::siman
