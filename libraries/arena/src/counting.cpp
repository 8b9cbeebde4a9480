// SPDX-License-Identifier: MIT
#include "counting.h"

#include "escapement/siman/binder.h"
#include "escapement/siman/entity_type.h"

namespace escapement::arena {

void CountBlock::declare(siman::Binder& binder) {
  counter_ = &binder.counter(*this, parent()->path() + "." + suffix_, {parent(), {}});  // exits share a count
}

void VisitEnd::declare(siman::Binder& binder) {
  CountBlock::declare(binder);
  const std::string module = parent()->path() + ".";
  const bool costs = binder.world().costs();
  for (std::size_t c = 0; c < siman::kCategories; ++c) {
    times_[c] = &binder.tally(*this, module + siman::kCategoryTimeNames[c]);
    if (costs) costs_[c] = &binder.tally(*this, module + siman::kCategoryCostNames[c]);
  }
  total_ = &binder.tally(*this, module + "TotalTime");
  if (costs) total_cost_ = &binder.tally(*this, module + "TotalCost");
  const auto accumulate = [&](const std::string& name, const statistics::Tally& tally) {
    binder.output(*this, module + "Accumulated" + name, [&tally](double) { return tally.sum(); });
  };
  for (const siman::Category category : accumulated_) {
    const auto c = static_cast<std::size_t>(category);
    accumulate(siman::kCategoryTimeNames[c], *times_[c]);
    if (costs) accumulate(siman::kCategoryCostNames[c], *costs_[c]);
  }
  if (costs) accumulate("TotalCost", *total_cost_);
}

void VisitEnd::observe_costs(const siman::Entity& entity) {
  double sum = 0;
  for (std::size_t c = 0; c < siman::kCategories; ++c) {
    const double cost = entity.costs[c] - entity.costs_before_visit[c];
    costs_[c]->observe(cost);
    sum += cost;
  }
  total_cost_->observe(sum);
}

std::vector<registry::StatisticInfo> visit_statistics() {
  std::vector<registry::StatisticInfo> all;
  const std::vector<std::string> categories = siman::category_names();
  for (std::size_t c = 0; c < siman::kCategories; ++c)
    all.push_back({siman::kCategoryTimeNames[c], "tally",
                   "time of an entity in the module in category " + categories[c]});
  all.push_back({"TotalTime", "tally", "time in the module"});
  for (std::size_t c = 0; c < siman::kCategories; ++c)
    all.push_back(
        {siman::kCategoryCostNames[c], "tally",
         "where the model has costs: cost of an entity in the module in category " + categories[c]});
  all.push_back({"TotalCost", "tally", "where the model has costs: their sum"});
  for (std::size_t c = 0; c < siman::kCategories; ++c) {
    const std::string where = c == static_cast<std::size_t>(siman::Category::kWait)
                                  ? "where the module has a queue"
                                  : "where it is the module's allocation";
    all.push_back({std::string("Accumulated") + siman::kCategoryTimeNames[c], "output",
                   where + ": sum over all entities"});
    all.push_back({std::string("Accumulated") + siman::kCategoryCostNames[c], "output",
                   where + " and the model has costs: sum over all entities"});
  }
  all.push_back({"AccumulatedTotalCost", "output", "where the model has costs: sum over all entities"});
  return all;
}

}  // namespace escapement::arena
