// SPDX-License-Identifier: MIT
// Arena's Seize: QUEUE and SEIZE. Entities wait until all that they ask for is free and take it together.
#pragma once

#include "escapement/arena/seizing.h"

namespace escapement::arena {

class Seize : public SeizingModule {
 public:
  Seize(std::string name, SeizingOptions options);
  static registry::ComponentType descriptor();
  static SeizingOptions options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
