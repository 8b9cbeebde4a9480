// SPDX-License-Identifier: MIT
#include "escapement/siman/activity_area.h"

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"

namespace escapement::siman {
namespace {

constexpr std::array<const char*, kCategories + 1> kAreaTimes = {"VATime",   "NVATime",   "TranTime",
                                                                 "WaitTime", "OtherTime", "TotalTime"};
constexpr std::array<const char*, kCategories + 1> kAreaCosts = {"VACost",   "NVACost",   "TranCost",
                                                                 "WaitCost", "OtherCost", "TotalCost"};

}  // namespace

registry::ComponentType ActivityArea::descriptor() {
  registry::ComponentType type;
  type.name = "siman.ActivityArea";
  type.section = "activityAreas";
  type.doc = "An activity area: stations that belong together, and what entities spend there.";
  type.parameters = {
      "activity area",
      "",
      {registry::reference("parent", "activityAreas").because("the area of which it is a part")},
      {}};
  for (std::size_t c = 0; c <= kCategories; ++c)
    type.statistics.push_back({kAreaTimes[c], "counter",
                               c < kCategories ? "time that entities have spent there in this category"
                                               : "the sum of these times"});
  for (std::size_t c = 0; c <= kCategories; ++c)
    type.statistics.push_back(
        {kAreaCosts[c], "counter",
         c < kCategories ? "where the model has costs: cost of that" : "the sum of them"});
  return type;
}

void ActivityArea::declare(Binder& binder) {
  for (std::size_t c = 0; c <= kCategories; ++c)
    times_[c] = &binder.counter(*this, path() + "." + kAreaTimes[c]);
  if (!binder.world().costs()) return;
  for (std::size_t c = 0; c <= kCategories; ++c)
    costs_[c] = &binder.counter(*this, path() + "." + kAreaCosts[c]);
}

void ActivityArea::bind(Binder& binder) {
  if (within_.empty()) return;
  around_ = binder.find<ActivityArea>(*this, within_, "activity area");
  std::size_t steps = 0;
  for (const ActivityArea* area = this; area != nullptr && !area->within_.empty(); ++steps) {
    area = dynamic_cast<const ActivityArea*>(Binder::find_any(*area, area->within_.name));
    if (area != this && steps < 1000) continue;
    binder.fault(*this, within_.where, "activity area '" + path() + "' is a part of itself",
                 "let \"parent\" lead to a larger area");
    around_ = nullptr;
    break;
  }
}

void ActivityArea::spend(Category category, double duration, double cost) {
  for (ActivityArea* area = this; area != nullptr; area = area->around_) {
    for (const std::size_t c : {static_cast<std::size_t>(category), kCategories}) {
      if (duration != 0) area->times_[c]->increment(duration);
      if (area->costs_[c] != nullptr && cost != 0) area->costs_[c]->increment(cost);
    }
  }
}

void spend_in(ActivityArea& area, Category category, double duration, double cost) {
  area.spend(category, duration, cost);
}

}  // namespace escapement::siman
