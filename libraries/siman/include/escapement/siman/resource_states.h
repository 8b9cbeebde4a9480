// SPDX-License-Identifier: MIT
// The state of a resource as STATE(resource) and frequencies see it: the number of one of its state set, from
// 1, or an automatic one, -1 to -4 (Rockwell Automation, Arena Variables Guide, "resource states").
//
//   1. A block that chooses a state, by an assignment or a seize, sets it; it lasts until the automatic state
//   changes.
//   2. Else, where the state set has a state for what the resource is now (automatic, or a failure that
//   acts): that.
//   3. Else the automatic state.
#pragma once

#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/siman/resource_options.h"
#include "escapement/statistics/frequency.h"

namespace escapement::siman {

class Failure;
class StateSet;

enum class ResourceState { kIdle = -1, kBusy = -2, kInactive = -3, kFailed = -4 };

class ResourceStates {
 public:
  void bind(Member& resource, const ResourceOptions& options, Binder& binder);
  void start(ResourceState automatic, const std::string& initial);
  // The automatic state is that now.
  void observe(ResourceState automatic) {
    if (set_ != nullptr && automatic != automatic_) [[unlikely]] {
      automatic_ = automatic;
      chosen_ = 0;
    }
  }
  // A state of the set, from 1, that holds while the automatic one is `automatic`; 0 or below: the automatic
  // one. Throws SimulationError in `by` when there is none of that number.
  void choose(double number, ResourceState automatic, const Member& resource, const Member& by);
  double number(ResourceState automatic, const Failure* acting) const;
  void archive(Archive& archive);

  // Before the run, for the resource whose options these are: names of the states of its set; categories for
  // a frequency, the states of the set and behind them the automatic ones that none of them stands for; and
  // the number of a state by its name, 0 when there is none.
  static std::vector<std::string> names(const Member& resource, const ResourceOptions& options);
  static std::vector<statistics::Category> categories(const Member& resource, const ResourceOptions& options);
  static double by_name(const Member& resource, const ResourceOptions& options, const std::string& name);

 private:
  const StateSet* set_ = nullptr;
  std::size_t chosen_ = 0;  // of the set, from 1; 0: automatic
  ResourceState automatic_ = ResourceState::kIdle;
};

}  // namespace escapement::siman
