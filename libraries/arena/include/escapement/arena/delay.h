// SPDX-License-Identifier: MIT
// Arena's Delay: DELAY. The port `interrupted` is for entities that a siman.Interrupt block takes out, which
// names the delay as <module>.Delay.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/siman/delay.h"

namespace escapement::arena {

class Delay : public Module {
 public:
  Delay(std::string name, siman::Delay::Options options);
  static registry::ComponentType descriptor();
  static siman::Delay::Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
