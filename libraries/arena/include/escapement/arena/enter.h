// SPDX-License-Identifier: MIT
// Arena's Enter: STATION, DELAY for unloading, and one of RELEASE, EXIT and FREE of what the entity came
// with.
#pragma once

#include <vector>

#include "escapement/arena/module.h"
#include "escapement/siman/release.h"
#include "escapement/siman/station.h"

namespace escapement::arena {

class Enter : public Module {
 public:
  struct Options {
    siman::StationBlock::Options station;
    siman::ExpressionText delay{};  // empty: none
    siman::Category allocation = siman::Category::kOther;
    std::vector<siman::ResourceUnits> resources{};  // to release
    siman::Reference conveyor{};                    // to exit
    siman::Reference transporter{};                 // to free
    std::optional<std::uint64_t> stream{};
  };
  Enter(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
