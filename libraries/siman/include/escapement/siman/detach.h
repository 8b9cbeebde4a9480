// SPDX-License-Identifier: MIT
// A detached QUEUE, Arena's infinite hold: entities stay in the queue before it until another block takes
// them: Remove, Pickup.
#pragma once

#include "escapement/siman/holding.h"

namespace escapement::siman {

class Detach : public QueueHold {
 public:
  using QueueHold::QueueHold;
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};

  void archive(Archive&) override {}

  bool wait(Entity& entity, QueueElement& /*queue*/) override {
    entity.waits_for = this;
    return false;
  }
};

}  // namespace escapement::siman
