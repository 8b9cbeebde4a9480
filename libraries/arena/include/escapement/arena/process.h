// SPDX-License-Identifier: MIT
// Arena's Process with its four actions:
//   Delay                DELAY
//   SeizeDelay           QUEUE, SEIZE, DELAY; what is seized stays seized
//   SeizeDelayRelease    QUEUE, SEIZE, DELAY, RELEASE
//   DelayRelease         DELAY, RELEASE
// between two blocks that count entities in and out and tally their times in the module.
#pragma once

#include <optional>
#include <vector>

#include "escapement/arena/module.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/seize.h"

namespace escapement::arena {

class Process : public Module {
 public:
  enum class Action { kDelay, kSeizeDelay, kSeizeDelayRelease, kDelayRelease };
  struct Options {
    Action action = Action::kSeizeDelayRelease;
    std::vector<siman::ResourceUnits> resources{};
    siman::ExpressionText delay{};
    siman::ExpressionText priority = 2.0;  // 1 high, 2 medium, 3 low
    siman::Category allocation = siman::Category::kValueAdded;
    siman::Reference queue{};  // a declared queue; empty: <module>.Queue, of the module's own
    siman::QueueElement::Options queue_options{};  // of the module's own queue
    std::optional<std::uint64_t> stream{};
  };
  Process(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
