// SPDX-License-Identifier: MIT
// An activity area (ACTIVITYAREAS): a part of the system to which stations belong, with the time, and the
// cost of it, that all entities have spent there by category (Kelton, Sadowski and Zupick, "activity areas").
// An area may be part of another one, which has what its parts have beside its own.
//
// An entity is in the area of the station where it came last; the way to the next station counts where it
// left. One that has been at no station of an area is in none. Time counts when its delay, wait or transfer
// ends. Statistics, as counters: VATime, NVATime, TranTime, WaitTime, OtherTime, TotalTime; where the model
// has costs VACost ... TotalCost, of times and of the use of resources.
#pragma once

#include <array>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/counter.h"

namespace escapement::siman {

class ActivityArea : public Member {
 public:
  explicit ActivityArea(std::string name, Reference parent = {})
      : Member(std::move(name)), within_(std::move(parent)) {}
  static registry::ComponentType descriptor();

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void archive(Archive&) override {}

  void spend(Category category, double duration, double cost);

 private:
  Reference within_;
  ActivityArea* around_ = nullptr;
  std::array<statistics::Counter*, kCategories + 1> times_{}, costs_{};  // and their sums
};

}  // namespace escapement::siman
