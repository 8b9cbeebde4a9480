// SPDX-License-Identifier: MIT
// Arena's Match: a QUEUE for each entry, <module>.Queue1 ..., and MATCH; see siman/match.h.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/siman/match.h"

namespace escapement::arena {

class Match : public Module {
 public:
  Match(std::string name, siman::Match::Options options);
  static registry::ComponentType descriptor();
  static siman::Match::Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
