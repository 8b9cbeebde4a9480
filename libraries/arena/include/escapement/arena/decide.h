// SPDX-License-Identifier: MIT
// Arena's Decide: by chance or by condition, two ways (exits `true` and `false`) or many (`out1`, `out2` ...
// and `else`). By chance one random number serves a passage; conditions are tested in order, the first true
// one wins.
#pragma once

#include <optional>
#include <vector>

#include "escapement/arena/module.h"
#include "escapement/siman/branch.h"

namespace escapement::arena {

class Decide : public Module {
 public:
  struct Options {
    bool by_chance = true;
    bool two_way = true;
    std::vector<siman::ExpressionText> tests;  // probabilities or conditions; exactly one when two-way
    std::optional<std::uint64_t> stream{};
  };
  // Throws BuildError when the number of tests does not fit.
  Decide(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
