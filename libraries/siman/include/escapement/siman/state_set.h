// SPDX-License-Identifier: MIT
// A state set (STATESETS): names for the states of resources that name it, numbered from 1 in their order. A
// state may stand for an automatic one (Idle, Busy, Inactive, Failed) or for the time that a certain failure
// acts; the others are set by blocks and last until the automatic state changes (Rockwell Automation, Arena
// Variables Guide, "resource states").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/resource.h"

namespace escapement::siman {

class StateSet : public Member {
 public:
  struct State {
    std::string name;
    std::optional<Resource::State> automatic{};
    Reference failure{};
  };
  StateSet(std::string name, std::vector<State> states)
      : Member(std::move(name)), states_(std::move(states)) {}
  static registry::ComponentType descriptor();
  static std::vector<State> states_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;

  std::size_t size() const { return states_.size(); }
  std::vector<std::string> names() const;
  // From 1; 0 when there is none.
  std::size_t number_of(const std::string& name) const;
  std::size_t number_of(Resource::State automatic, const Failure* acting) const;

 private:
  std::vector<State> states_;
  std::vector<const Failure*> failures_;  // by state
};

// "Idle", "Busy", "Inactive", "Failed".
std::vector<std::string> resource_state_names();
std::optional<Resource::State> resource_state_from(const std::string& name);

}  // namespace escapement::siman
