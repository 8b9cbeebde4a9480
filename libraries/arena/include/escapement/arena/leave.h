// SPDX-License-Identifier: MIT
// Arena's Leave: a QUEUE with SEIZE, ACCESS or REQUEST for what the entity needs to go, DELAY for loading,
// and ROUTE, CONVEY or TRANSPORT to a station, or the exit "out".
#pragma once

#include <vector>

#include "escapement/arena/onward.h"
#include "escapement/arena/own_queue.h"
#include "escapement/siman/allocate.h"
#include "escapement/siman/resource_units.h"

namespace escapement::arena {

class Leave : public Module {
 public:
  struct Options {
    std::vector<siman::ResourceUnits> resources{};  // to seize
    siman::ExpressionText cells = 1.0;              // of the conveyor, to access
    siman::Allocate::Options request{};             // with a transporter
    siman::ExpressionText priority = 1.0;
    OwnQueue queue{};
    siman::ExpressionText delay{};  // empty: none
    siman::Category allocation = siman::Category::kOther;
    Onward onward{};
  };
  Leave(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
