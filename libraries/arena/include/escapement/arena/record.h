// SPDX-License-Identifier: MIT
// Arena's Record: COUNT or TALLY. Observes a count, the entity's times, an interval, the time between
// passages, or an expression. The statistic has the module's name unless another is given.
#pragma once

#include <memory>

#include "escapement/arena/module.h"
#include "escapement/siman/record_blocks.h"

namespace escapement::arena {

class Record : public Module {
 public:
  Record(std::string name, siman::Count::Options count);
  Record(std::string name, siman::Tally::Options tally);
  static registry::ComponentType descriptor();
  static std::unique_ptr<Record> make(const std::string& name, const registry::Arguments& arguments);
};

}  // namespace escapement::arena
