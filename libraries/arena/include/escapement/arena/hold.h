// SPDX-License-Identifier: MIT
// Arena's Hold: QUEUE and WAIT (for a signal), SCAN (for a condition), or a detached QUEUE (until Remove or
// Pickup takes the entities); see siman/signal.h, siman/scan.h, siman/detach.h. Arena's Signal: SIGNAL.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/arena/own_queue.h"
#include "escapement/siman/signal.h"

namespace escapement::arena {

class Hold : public Module {
 public:
  enum class Kind { kSignal, kCondition, kInfinite };
  struct Options {
    Kind kind = Kind::kInfinite;
    siman::ExpressionText value{};  // the signal or the condition
    siman::ExpressionText limit{};  // entities that one signal lets go; empty: all
    OwnQueue queue{};
    std::optional<std::uint64_t> stream{};
  };
  Hold(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

class Signal : public Module {
 public:
  Signal(std::string name, siman::Signal::Options options);
  static registry::ComponentType descriptor();
  static siman::Signal::Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
