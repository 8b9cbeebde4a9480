// SPDX-License-Identifier: MIT
// Arena's Separate: DUPLICATE, the entity leaving by `out` and its copies by `duplicate`, or SPLIT, the
// members of a temporary batch leaving by `out`; see siman/duplicate.h and siman/split.h.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/siman/members.h"

namespace escapement::arena {

class Separate : public Module {
 public:
  struct Options {
    bool split = false;
    siman::ExpressionText duplicates = 1.0;
    double percent_cost = 50;  // of times (and costs) that all duplicates together get
    siman::MemberAttributes members{};
    std::optional<std::uint64_t> stream{};
  };
  Separate(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
