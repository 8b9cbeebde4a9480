// SPDX-License-Identifier: MIT
// Arena's Assign: ASSIGN.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/siman/assign.h"

namespace escapement::arena {

class Assign : public Module {
 public:
  Assign(std::string name, siman::Assign::Options options);
  static registry::ComponentType descriptor();
  static siman::Assign::Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
