// SPDX-License-Identifier: MIT
#include "escapement/siman/state_set.h"

#include <algorithm>

#include "escapement/siman/failure.h"

namespace escapement::siman {
namespace {

// In the order of Resource::State, which counts down from -1.
const std::vector<std::string> kStateNames = {"Idle", "Busy", "Inactive", "Failed"};

}  // namespace

std::vector<std::string> resource_state_names() {
  return kStateNames;
}

std::optional<Resource::State> resource_state_from(const std::string& name) {
  for (std::size_t i = 0; i < kStateNames.size(); ++i)
    if (kStateNames[i] == name) return static_cast<Resource::State>(-1 - static_cast<int>(i));
  return std::nullopt;
}

registry::ComponentType StateSet::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.StateSet";
  type.section = "stateSets";
  type.doc = "A state set: names for the states of resources, numbered from 1.";
  Record state{
      "state",
      "",
      {string("state").must().because("its name"),
       choice("auto", kStateNames).because("the automatic state that it stands for"),
       reference("failure", "failures").because("the failure that it stands for, while that acts")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        if (v.find("auto") != nullptr && v.find("failure") != nullptr)
          out.push_back({v.where(), "a state stands for an automatic state or for a failure, not both",
                         "remove \"auto\" or \"failure\""});
      }};
  type.parameters = {"state set",
                     "",
                     {list("states", record_or("state", std::move(state), FieldType::kString, "state"))
                          .must()
                          .because("a name, or {\"state\": ..., \"auto\": ...}, or {\"state\": ..., "
                                   "\"failure\": ...}")},
                     {}};
  return type;
}

std::vector<StateSet::State> StateSet::states_from(const registry::Arguments& arguments) {
  std::vector<State> states;
  for (const registry::Arguments& each : arguments.records("states")) {
    State state;
    state.name = each.string("state", "");
    state.automatic = resource_state_from(each.string("auto", ""));
    if (each.has("failure")) state.failure = reference_from(each, "failure");
    states.push_back(std::move(state));
  }
  return states;
}

void StateSet::bind(Binder& binder) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (number_of(states_[i].name) != i + 1)
      binder.fault(*this, {}, "state set '" + path() + "' has two states '" + states_[i].name + "'",
                   "give them different names");
    failures_.push_back(
        states_[i].failure.empty() ? nullptr : binder.find<Failure>(*this, states_[i].failure, "failure"));
  }
  if (states_.empty()) binder.fault(*this, {}, "state set '" + path() + "' has no states", "name one");
}

std::vector<std::string> StateSet::names() const {
  std::vector<std::string> names;
  for (const State& state : states_) names.push_back(state.name);
  return names;
}

std::size_t StateSet::number_of(const std::string& name) const {
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (states_[i].name == name) return i + 1;
  return 0;
}

std::size_t StateSet::number_of(Resource::State automatic, const Failure* acting) const {
  if (acting != nullptr)
    for (std::size_t i = 0; i < failures_.size(); ++i)
      if (failures_[i] == acting) return i + 1;
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (states_[i].automatic == automatic) return i + 1;
  return 0;
}

}  // namespace escapement::siman
