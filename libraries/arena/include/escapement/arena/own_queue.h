// SPDX-License-Identifier: MIT
// The queue in which the entities of a module wait: the module's own, <module>.Queue, or a declared one that
// other modules may use too, which may differ from entity to entity (Arena's "Queue Type": Queue, Set,
// Internal, Attribute or Expression).
#pragma once

#include <string>
#include <vector>

#include "escapement/arena/module.h"
#include "escapement/siman/queue.h"

namespace escapement::arena {

inline constexpr siman::ElementKeys kSharedQueueKeys{"sharedQueue", "queueIndex", "queueAttribute",
                                                     "queueExpression"};

struct OwnQueue {
  siman::ElementName shared{};             // declared queues; empty: the module's own
  siman::QueueElement::Options options{};  // of the module's own queue

  // "queue" and "sharedQueue", and the check that there are not both.
  static std::vector<registry::Field> fields();
  static std::vector<registry::Field> shared_fields();
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
  static OwnQueue from(const registry::Arguments& arguments);
  static std::vector<registry::StatisticInfo> statistics();
};

}  // namespace escapement::arena
