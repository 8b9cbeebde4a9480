// SPDX-License-Identifier: MIT
// The queue in which the entities of a module wait: the module's own, <module>.Queue, or a declared one that
// other modules may use too.
#pragma once

#include <string>
#include <vector>

#include "escapement/arena/module.h"
#include "escapement/siman/queue.h"

namespace escapement::arena {

struct OwnQueue {
  siman::Reference shared{};               // a declared queue; empty: the module's own
  siman::QueueElement::Options options{};  // of the module's own queue

  // "queue" and "sharedQueue", and the check that there are not both.
  static std::vector<registry::Field> fields();
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
  static OwnQueue from(const registry::Arguments& arguments);
  static std::vector<registry::StatisticInfo> statistics();
};

}  // namespace escapement::arena
