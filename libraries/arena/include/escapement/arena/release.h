// SPDX-License-Identifier: MIT
// Arena's Release: RELEASE.
#pragma once

#include <vector>

#include "escapement/arena/module.h"
#include "escapement/siman/resource_units.h"

namespace escapement::arena {

class Release : public Module {
 public:
  Release(std::string name, std::vector<siman::ResourceUnits> resources);
  static registry::ComponentType descriptor();
};

}  // namespace escapement::arena
