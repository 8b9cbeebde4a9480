// SPDX-License-Identifier: MIT
#include "escapement/siman/resource_options.h"

#include "escapement/core/error.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kRules = {"Wait", "Ignore", "Preempt"};

}  // namespace

std::vector<std::string> capacity_rule_names() {
  return kRules;
}

CapacityRule capacity_rule_from(const std::string& name) {
  for (std::size_t i = 0; i < kRules.size(); ++i)
    if (kRules[i] == name) return static_cast<CapacityRule>(i);
  throw InternalError("'" + name + "' is no capacity rule; known: " + list_text(kRules));
}

registry::ComponentType ResourceOptions::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Resource";
  type.section = "resources";
  type.doc = "A resource: units that entities seize and release.";
  Record failure{"failure of a resource",
                 "",
                 {reference("failure", "failures").must(),
                  choice("rule", kRules)
                      .by_default("Ignore")
                      .because("when it comes while units are busy: wait for them, ignore that, or preempt")},
                 {}};
  type.parameters = {
      "resource",
      "",
      {integer("capacity").at_least(0).by_default("1").because("units that there are"),
       reference("schedule", "schedules")
           .because("units by a schedule of type Capacity, instead of a capacity"),
       choice("scheduleRule", kRules)
           .by_default("Wait")
           .because("when the capacity falls below the busy units: wait for them, ignore that, or preempt"),
       one_or_list("failures", record_or("failure", std::move(failure), FieldType::kString, "failure"))
           .because("a name, or {\"failure\": ..., \"rule\": ...}, or a list"),
       number("busyCost").at_least(0).in("cost/h").by_default("0").because("of a busy unit"),
       number("idleCost").at_least(0).in("cost/h").by_default("0").because("of a scheduled unit not busy"),
       number("useCost").at_least(0).in("cost").by_default("0").because("of each unit at each seize"),
       reference("stateSet", "stateSets").because("names for its states, and states that blocks set"),
       string("initialState").because("a state of the state set; the automatic one when absent")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* schedule = v.find("schedule");
        if (schedule != nullptr && v.find("capacity") != nullptr)
          out.push_back({schedule->where(), "a resource has a capacity or a schedule, not both",
                         "remove \"capacity\" or \"schedule\""});
        if (const Value* rule = v.find("scheduleRule"); rule != nullptr && schedule == nullptr)
          out.push_back({rule->where(), "\"scheduleRule\" has no effect without a schedule",
                         "remove it, or add \"schedule\""});
        if (const Value* state = v.find("initialState"); state != nullptr && v.find("stateSet") == nullptr)
          out.push_back({state->where(), "\"initialState\" has no effect without a state set",
                         "remove it, or add \"stateSet\""});
      }};
  type.statistics = {
      {"NumberBusy", "timePersistent", "units that are seized"},
      {"NumberScheduled", "timePersistent", "units that there are"},
      {"InstantaneousUtilization", "timePersistent", "busy share of the scheduled units at each instant"},
      {"ScheduledUtilization", "output", "average busy units over average scheduled units"},
      {"TotalNumberSeized", "counter", "units seized"},
      {"BusyCost", "output", "where the model has costs: of busy units"},
      {"IdleCost", "output", "where the model has costs: of scheduled units that are not busy"},
      {"UsageCost", "output", "where the model has costs: of the seizes"}};
  return type;
}

ResourceOptions ResourceOptions::from(const registry::Arguments& arguments) {
  ResourceOptions options;
  options.capacity = static_cast<double>(arguments.integer("capacity", 1));
  if (arguments.has("schedule")) options.schedule = reference_from(arguments, "schedule");
  options.schedule_rule = capacity_rule_from(arguments.string("scheduleRule", "Wait"));
  for (const registry::Arguments& each : arguments.records("failures"))
    options.failures.push_back(
        {reference_from(each, "failure"), capacity_rule_from(each.string("rule", "Ignore"))});
  options.busy_cost = arguments.number("busyCost", 0);
  options.idle_cost = arguments.number("idleCost", 0);
  options.use_cost = arguments.number("useCost", 0);
  if (arguments.has("stateSet")) options.state_set = reference_from(arguments, "stateSet");
  options.initial_state = arguments.string("initialState", "");
  return options;
}

}  // namespace escapement::siman
