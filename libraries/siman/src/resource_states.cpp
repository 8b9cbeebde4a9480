// SPDX-License-Identifier: MIT
#include "escapement/siman/resource_states.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/state_set.h"

namespace escapement::siman {
namespace {

// Sets may be bound after those who ask.
const StateSet* set_of(const Member& resource, const ResourceOptions& options) {
  return dynamic_cast<const StateSet*>(Binder::find_any(resource, options.state_set.name));
}

}  // namespace

void ResourceStates::bind(Member& resource, const ResourceOptions& options, Binder& binder) {
  if (options.state_set.empty()) return;
  set_ = binder.find<StateSet>(resource, options.state_set, "state set");
  if (set_ != nullptr && !options.initial_state.empty() && set_->number_of(options.initial_state) == 0)
    binder.fault(resource, options.state_set.where,
                 "'" + options.initial_state + "' is no state of '" + options.state_set.name + "'",
                 "known: " + list_text(set_->names()));
}

void ResourceStates::start(ResourceState automatic, const std::string& initial) {
  automatic_ = automatic;
  chosen_ = set_ == nullptr ? 0 : set_->number_of(initial);
}

void ResourceStates::choose(double number, ResourceState automatic, const Member& resource,
                            const Member& by) {
  const std::size_t most = set_ == nullptr ? 0 : set_->size();
  if (number != std::floor(number) || number > static_cast<double>(most) ||
      number < static_cast<double>(ResourceState::kFailed))
    resource.host().fail(by, "the new state of resource '" + resource.path() + "' is " + to_text(number) +
                                 "; it has " + std::to_string(most) +
                                 " states of a state set, and -4 to 0 mean the automatic state");
  chosen_ = number > 0 ? static_cast<std::size_t>(number) : 0;
  automatic_ = automatic;  // it holds from here on, also where units have just been seized
}

double ResourceStates::number(ResourceState automatic, const Failure* acting) const {
  if (chosen_ != 0) return static_cast<double>(chosen_);
  const std::size_t named = set_ == nullptr ? 0 : set_->number_of(automatic, acting);
  return named != 0 ? static_cast<double>(named) : static_cast<double>(automatic);
}

std::vector<std::string> ResourceStates::names(const Member& resource, const ResourceOptions& options) {
  const StateSet* const set = set_of(resource, options);
  return set == nullptr ? std::vector<std::string>{} : set->names();
}

std::vector<statistics::Category> ResourceStates::categories(const Member& resource,
                                                             const ResourceOptions& options) {
  std::vector<statistics::Category> categories;
  const StateSet* const set = set_of(resource, options);
  const std::vector<std::string> all = names(resource, options);
  for (std::size_t i = 0; i < all.size(); ++i)
    categories.push_back(statistics::value_category(all[i], static_cast<double>(i + 1)));
  for (const std::string& name : resource_state_names()) {
    const ResourceState state = *resource_state_from(name);
    if ((set == nullptr || set->number_of(state, nullptr) == 0) &&
        std::find(all.begin(), all.end(), name) == all.end())
      categories.push_back(statistics::value_category(name, static_cast<double>(state)));
  }
  return categories;
}

double ResourceStates::by_name(const Member& resource, const ResourceOptions& options,
                               const std::string& name) {
  const StateSet* const set = set_of(resource, options);
  return set == nullptr ? 0 : static_cast<double>(set->number_of(name));
}

void ResourceStates::archive(Archive& archive) {
  archive(chosen_, automatic_);
}

}  // namespace escapement::siman
