// SPDX-License-Identifier: MIT
// WAIT and SIGNAL: entities wait in the queue before a Wait until their signal is given (Pegden, Shannon and
// Sadowski 1995; Arena's Hold and Signal).
//
//   G1  An entity that comes to a Wait evaluates the signal that it waits for, a number, and waits. A signal
//       that was given before does not count.
//   G2  An entity that comes to a Signal evaluates the signal, and the limit if there is one.
//   G3  The Waits of the whole model are gone through in the order of their paths. Of each, the entities that
//       wait for this number become ready in the order of the queue, up to the limit of the Wait, which is
//       evaluated for the entity that signals, and all together up to the limit of the Signal.
//   G4  The entity that signals goes on first.
#pragma once

#include <optional>
#include <unordered_map>

#include "escapement/siman/holding.h"

namespace escapement::siman {

class Wait : public QueueHold {
 public:
  struct Options {
    ExpressionText signal{};
    ExpressionText limit{};  // empty: none
    std::optional<std::uint64_t> stream{};
  };
  Wait(std::string name, Options options) : QueueHold(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void start() override { waiting_.clear(); }
  void archive(Archive& archive) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;
  // It has joined a queue and waits for that signal.
  void begin(Entity& entity, double signal);
  // G3 for this Wait: lets up to `most` entities go; answers how many went.
  double release(double signal, double most, Entity& signaller);

 private:
  Options options_;
  expressions::Expression signal_, limit_;
  std::unordered_map<double, std::size_t> waiting_;  // entities in line by signal
};

// G3 for the whole model; answers how many went.
double give_signal(World& world, double signal, double most, Entity& signaller);

class Signal : public Passage {
 public:
  struct Options {
    ExpressionText signal{};
    ExpressionText limit{};  // empty: none
    std::optional<std::uint64_t> stream{};
  };
  Signal(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  expressions::Expression signal_, limit_;
};

}  // namespace escapement::siman
