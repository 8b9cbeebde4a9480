// SPDX-License-Identifier: MIT
// Arena's Create: CREATE and a count of what it made (<module>.NumberOut).
#pragma once

#include "escapement/arena/module.h"
#include "escapement/siman/create.h"

namespace escapement::arena {

class Create : public Module {
 public:
  Create(std::string name, siman::Create::Options options);
  static registry::ComponentType descriptor();
  static siman::Create::Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
