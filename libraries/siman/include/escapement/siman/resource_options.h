// SPDX-License-Identifier: MIT
// What a study says of a resource (RESOURCES): its descriptor and the options read by it.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"

namespace escapement::siman {

// When units are to go, or fail, and are busy (availability.h).
enum class CapacityRule { kWait, kIgnore, kPreempt };
std::vector<std::string> capacity_rule_names();
CapacityRule capacity_rule_from(const std::string& name);  // throws InternalError for another word

struct ResourceOptions {
  struct FailureUse {
    Reference failure;
    CapacityRule rule = CapacityRule::kIgnore;
  };
  double capacity = 1;   // without a schedule
  Reference schedule{};  // of type Capacity
  CapacityRule schedule_rule = CapacityRule::kWait;
  std::vector<FailureUse> failures{};
  double busy_cost = 0, idle_cost = 0;  // per hour and unit
  double use_cost = 0;                  // per unit seized
  Reference state_set{};
  std::string initial_state{};  // one of the set's; empty: automatic

  static registry::ComponentType descriptor();
  static ResourceOptions from(const registry::Arguments& arguments);
  bool has_costs() const { return busy_cost > 0 || idle_cost > 0 || use_cost > 0; }
};

}  // namespace escapement::siman
