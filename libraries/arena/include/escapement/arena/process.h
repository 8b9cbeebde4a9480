// SPDX-License-Identifier: MIT
// Arena's Process with its four actions:
//   Delay                DELAY
//   SeizeDelay           QUEUE, SEIZE, DELAY; what is seized stays seized
//   SeizeDelayRelease    QUEUE, SEIZE, DELAY, RELEASE
//   DelayRelease         DELAY, RELEASE
// Entities that find the queue full, whose patience ends, or that an Interrupt of "<module>.Delay" takes out,
// leave by `balked`, `reneged` and `interrupted` and count as out, without times in the module. The blocks
// stand between two blocks that count entities in and out and tally their times in the module.
#pragma once

#include "escapement/arena/seizing.h"

namespace escapement::arena {

class Process : public SeizingModule {
 public:
  enum class Action { kDelay, kSeizeDelay, kSeizeDelayRelease, kDelayRelease };
  struct Options : SeizingOptions {
    Action action = Action::kSeizeDelayRelease;
    siman::ExpressionText delay{};
    bool report = true;  // whether its statistics, those of its queue apart, stand in the results
    // `allocation` is that of the delay, too
    Options() { allocation = siman::Category::kValueAdded; }
  };
  Process(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

 private:
  void leave_early(PortBase& from, const char* name, const char* port, bool report);
};

}  // namespace escapement::arena
