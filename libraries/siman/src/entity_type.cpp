// SPDX-License-Identifier: MIT
#include "escapement/siman/entity_type.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/binder.h"

namespace escapement::siman {

const std::array<const char*, kCategories> kCategoryTimeNames = {"VATime", "NVATime", "TranTime", "WaitTime",
                                                                 "OtherTime"};

const std::array<const char*, kCategories> kCategoryCostNames = {"VACost", "NVACost", "TranCost", "WaitCost",
                                                                 "OtherCost"};

std::vector<std::string> category_names() {
  return {"VA", "NVA", "Transfer", "Wait", "Other"};
}

Category category_from(const std::string& name) {
  const std::vector<std::string> names = category_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Category>(i);
  throw InternalError("'" + name + "' is no category of time; known: " + list_text(names));
}

namespace {

constexpr std::array<const char*, kCategories> kInitialCosts = {
    "initialVACost", "initialNVACost", "initialTranCost", "initialWaitCost", "initialOtherCost"};

}  // namespace

EntityType::Costs EntityType::costs_from(const registry::Arguments& arguments) {
  Costs costs;
  costs.holding = arguments.number("holdingCost", 0);
  for (std::size_t c = 0; c < kCategories; ++c) costs.initial[c] = arguments.number(kInitialCosts[c], 0);
  return costs;
}

bool EntityType::declares_costs() const {
  return costs_.holding > 0 ||
         std::any_of(costs_.initial.begin(), costs_.initial.end(), [](double c) { return c > 0; });
}

double EntityType::total_holding_cost(double t) const {
  if (holding_rates_ != nullptr) return holding_rates_->integral(t) / time_units_in_hour_;
  return per_time_unit(costs_.holding) * wip_->integral(t);
}

registry::ComponentType EntityType::descriptor() {
  registry::ComponentType type;
  type.name = "siman.EntityType";
  type.section = "entities";
  type.doc = "A type of entity: what flows through the blocks.";
  using registry::number;
  type.parameters = {
      "entity type",
      "",
      {number("holdingCost").at_least(0).in("cost/h").by_default("0").because("of an entity in the system")},
      {}};
  for (const char* field : kInitialCosts)
    type.parameters.fields.push_back(number(field).at_least(0).in("cost").by_default("0").because(
        "what an entity has cost when it is created, in this category"));
  type.statistics = {{"NumberIn", "counter", "entities of the type that came in"},
                     {"NumberOut", "counter", "entities of the type that left"},
                     {"WIP", "timePersistent", "entities of the type in the system"}};
  for (std::size_t c = 0; c < kCategories; ++c)
    type.statistics.push_back({kCategoryTimeNames[c], "tally",
                               "time of an entity in category " + category_names()[c] + ", when it leaves"});
  type.statistics.push_back({"TotalTime", "tally", "time of an entity in the system, when it leaves"});
  for (std::size_t c = 0; c < kCategories; ++c)
    type.statistics.push_back({kCategoryCostNames[c], "tally",
                               "where the model has costs: cost of an entity in category " +
                                   category_names()[c] + ", when it leaves"});
  type.statistics.push_back({"TotalCost", "tally", "where the model has costs: their sum"});
  type.statistics.push_back(
      {"HoldingCostRate", "timePersistent",
       "where a block assigns Entity.HoldCostRate: cost per hour of holding all entities of "
       "the type in the system"});
  return type;
}

void EntityType::declare(Binder& binder) {
  number_in_ = &binder.counter(*this, path() + ".NumberIn");
  number_out_ = &binder.counter(*this, path() + ".NumberOut");
  wip_ = &binder.time_persistent(*this, path() + ".WIP");
  for (std::size_t c = 0; c < kCategories; ++c)
    times_[c] = &binder.tally(*this, path() + "." + kCategoryTimeNames[c]);
  total_ = &binder.tally(*this, path() + ".TotalTime");
  time_units_in_hour_ = 3600 / registry::seconds_in(binder.world().environment().time_unit).value_or(1);
  if (!binder.world().costs()) return;
  if (binder.world().holding_rates())
    holding_rates_ = &binder.time_persistent(*this, path() + ".HoldingCostRate");
  for (std::size_t c = 0; c < kCategories; ++c)
    cost_tallies_[c] = &binder.tally(*this, path() + "." + kCategoryCostNames[c]);
  total_cost_ = &binder.tally(*this, path() + ".TotalCost");
}

void EntityType::count_in(double t, double holding_rate) {
  number_in_->increment();
  change_wip(t, 1);
  change_holding_rate(t, holding_rate);
}

void EntityType::count_out(double t, double holding_rate) {
  number_out_->increment();
  change_wip(t, -1);
  change_holding_rate(t, -holding_rate);
}

void EntityType::change_holding_rate(double t, double by) {
  if (holding_rates_ != nullptr) [[unlikely]]
    holding_rates_->set(t, holding_rates_->value() + by);
}

void EntityType::change_wip(double t, double by) {
  wip_->set(t, wip_->value() + by);
}

void EntityType::record(const Entity& entity, double t) {
  for (std::size_t c = 0; c < kCategories; ++c) times_[c]->observe(entity.times[c]);
  total_->observe(t - entity.create_time);
  if (total_cost_ == nullptr) return;
  double sum = 0;
  for (std::size_t c = 0; c < kCategories; ++c) {
    cost_tallies_[c]->observe(entity.costs[c]);
    sum += entity.costs[c];
  }
  total_cost_->observe(sum);
}

}  // namespace escapement::siman
