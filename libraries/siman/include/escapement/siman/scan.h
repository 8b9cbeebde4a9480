// SPDX-License-Identifier: MIT
// SCAN: entities wait in the queue before it until a condition is true (Pegden, Shannon and Sadowski 1995;
// Arena's Hold, "scan for condition").
//
//   C1  An entity that finds nobody before it and the condition true passes at once; others wait.
//   C2  After an event, when nobody is ready at this time any more, the Scans of the host are looked at in
//   the
//       order of their paths. The first one whose condition is true lets its first entity go, which moves
//       until it stops; then C2 again. So an entity sees what those before it have changed.
//   C3  The condition may name attributes: they are those of the entity in front.
//
// Cost: a condition is evaluated only when somebody waits and something that it reads may have changed.
// Queues, resources, variables, storages, blockages mark their changes (Member::marks_changes). A condition
// that reads something else (TNOW, a statistic, J, a variate) is evaluated after each event at which somebody
// waits, and only then: it does not find the instant between events at which TNOW passes a value.
#pragma once

#include <cstdint>
#include <optional>

#include "escapement/siman/holding.h"

namespace escapement::siman {

class Scan : public QueueHold {
 public:
  struct Options {
    ExpressionText condition{};
    std::optional<std::uint64_t> stream{};
  };
  Scan(std::string name, Options options) : QueueHold(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void start() override;
  void archive(Archive& archive) override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;

  // What the condition reads may have changed, or somebody else is in front.
  void mark();
  // For the host: C2 for this Scan. True when an entity was let go.
  virtual bool look();
  bool somebody_waits() const { return waiting_ > 0; }
  bool at_every_event() const { return every_event_; }
  std::uint64_t evaluations() const { return evaluations_; }  // of the condition so far

 private:
  bool holds(Entity& entity);

 protected:
  void look_at_every_event() { every_event_ = true; }
  void count_evaluation() { ++evaluations_; }

 private:
  friend class ProcessHost;
  std::size_t place_ = 0;  // among the Scans of the host
  bool marked_ = false;    // in the host's list

  Options options_;
  expressions::Expression condition_;
  bool every_event_ = false;
  std::size_t waiting_ = 0;
  std::uint64_t evaluations_ = 0;
};

}  // namespace escapement::siman
