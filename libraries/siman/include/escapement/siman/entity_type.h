// SPDX-License-Identifier: MIT
// The entity type element (ENTITIES): what Table 1 of the messages paper asks for is collected for each type:
// NumberIn, NumberOut, WIP, and for entities that leave VATime, NVATime, TranTime, WaitTime, OtherTime,
// TotalTime.
//
// Costs (Kelton, Sadowski and Zupick, "activity-based costing"), where any resource or type has some: an
// entity costs its type's holding cost and the busy cost of what it holds, per hour, charged to the category
// of the time; and the cost per use of what it seizes. For entities that leave: VACost, NVACost, TranCost,
// WaitCost, OtherCost, TotalCost. System.TotalCost is that of all resources and of holding all entities;
// initial costs are not in it.
#pragma once

#include <array>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/counter.h"
#include "escapement/statistics/tally.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

// "VATime", "NVATime", "TranTime", "WaitTime", "OtherTime": in the order of Category.
extern const std::array<const char*, kCategories> kCategoryTimeNames;
extern const std::array<const char*, kCategories> kCategoryCostNames;  // "VACost" ... in the same order
// "VA", "NVA", "Transfer", "Wait", "Other", as studies write them.
std::vector<std::string> category_names();
Category category_from(const std::string& name);  // throws InternalError for another word

class EntityType : public Member {
 public:
  struct Costs {
    double holding = 0;       // per hour, for every entity in the system
    CategoryTimes initial{};  // what each has cost when it comes; no part of the system's total
  };
  explicit EntityType(std::string name) : EntityType(std::move(name), Costs{}) {}
  EntityType(std::string name, Costs costs) : Member(std::move(name)), costs_(costs) {}
  static registry::ComponentType descriptor();
  static Costs costs_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void archive(Archive&) override {}
  bool declares_costs() const override;

  double holding_cost() const { return costs_.holding; }  // per hour, of a new entity
  double per_time_unit(double per_hour) const { return per_hour / time_units_in_hour_; }
  const CategoryTimes& initial_costs() const { return costs_.initial; }
  double total_holding_cost(double t_end) const;  // of all entities that were in the system

  // An entity of the type comes or goes, with what holding it costs per hour.
  void count_in(double t, double holding_rate);
  void count_out(double t, double holding_rate);
  // Where Entity.HoldCostRate is assigned: the rates of all entities of the type change by that much.
  void change_holding_rate(double t, double by);
  void change_wip(double t, double by);
  void record(const Entity& entity, double t);

  double number_in() const { return number_in_->value(); }
  double number_out() const { return number_out_->value(); }
  double wip() const { return wip_->value(); }
  std::int64_t index() const { return index_; }  // from 1, in path order: the value of Entity.Type
  void set_index(std::int64_t index) { index_ = index; }

 private:
  statistics::Counter* number_in_ = nullptr;
  statistics::Counter* number_out_ = nullptr;
  statistics::TimePersistent* wip_ = nullptr;
  std::array<statistics::Tally*, kCategories> times_{};
  statistics::Tally* total_ = nullptr;
  Costs costs_;
  double time_units_in_hour_ = 1;
  statistics::TimePersistent* holding_rates_ = nullptr;         // of all entities together, where they vary
  std::array<statistics::Tally*, kCategories> cost_tallies_{};  // where the model has costs
  statistics::Tally* total_cost_ = nullptr;
  std::int64_t index_ = 0;
};

}  // namespace escapement::siman
