// SPDX-License-Identifier: MIT
// Arena's Dispose: a count of what came (<module>.NumberIn) and DISPOSE.
#pragma once

#include "escapement/arena/module.h"

namespace escapement::arena {

class Dispose : public Module {
 public:
  explicit Dispose(std::string name, bool record_entity_statistics = true);
  static registry::ComponentType descriptor();
};

}  // namespace escapement::arena
