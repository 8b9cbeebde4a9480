// SPDX-License-Identifier: MIT
// Arena's Batch: QUEUE and GROUP (temporary) or COMBINE (permanent); see siman/group.h.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/arena/own_queue.h"
#include "escapement/siman/group.h"

namespace escapement::arena {

class Batch : public Module {
 public:
  struct Options {
    siman::Group::Options group{};
    OwnQueue queue{};
  };
  Batch(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
