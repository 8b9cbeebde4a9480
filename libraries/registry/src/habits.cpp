// SPDX-License-Identifier: MIT
#include "habits.h"

namespace escapement::registry::internal {
namespace {

struct Habit {
  std::string_view record;  // empty: in any
  std::string_view key;
  std::string_view instead;
};

// The prompts of Arena's modules (Kelton, Sadowski and Zupick, Simulation with Arena) by the names under
// which they would be looked for first.
constexpr Habit kHabits[] = {
    {"", "delayType", "write the distribution itself: \"delay\": \"TRIA(1, 3, 6)\""},
    {"", "minimumValue", "write the distribution itself: \"delay\": \"TRIA(1, 3, 6)\""},
    {"", "delayTime", "it is called \"delay\""},
    {"", "queueType", "a module's own queue is \"queue\"; a declared one, or a set, is \"sharedQueue\""},
    {"", "reportStatistics", "it is called \"report\""},
    {"arena.Create", "value",
     "it is called \"interarrival\": a number or a distribution such as \"EXPO(5)\""},
    {"arena.Create", "expression", "it is called \"interarrival\""},
    {"arena.Create", "timeBetweenArrivals", "it is called \"interarrival\""},
    {"arena.Create", "batchSize", "it is called \"entitiesPerArrival\""},
    {"arena.Process", "logic", "it is called \"action\""},
    {"arena.Process", "expression", "it is called \"delay\""},
    {"arena.Process", "quantity", "units stand with the resource: {\"resource\": \"Drill\", \"units\": 2}"},
    {"arena.Decide", "percentTrue", "it is called \"probability\" and goes from 0 to 1"},
    {"arena.Decide", "expression", "it is called \"condition\", such as \"size > 2\""},
    {"arena.Decide", "if", "it is called \"condition\", such as \"Entity.Type == Part\""},
    {"arena.Batch", "batchSize", "it is called \"size\""},
    {"arena.Batch", "saveCriterion", "it is called \"save\""},
    {"arena.Batch", "rule", "with \"attribute\" only entities with one value of it go together"},
    {"arena.Batch", "representativeEntityType", "it is called \"entity\""},
    {"arena.Separate", "numberOfDuplicates", "it is called \"duplicates\""},
    {"arena.Separate", "percentCostToDuplicates", "it is called \"percentCost\""},
    {"arena.Record", "attribute", "it is called \"since\": the attribute that holds when the interval began"},
    {"arena.Record", "tallyName", "it is called \"statistic\""},
    {"arena.Record", "counterName", "it is called \"statistic\""},
    {"arena.Record", "expression", "it is called \"value\""},
    {"arena.Hold", "holdType", "it is called \"kind\"; \"signal\" or \"condition\" alone say it too"},
    {"arena.Hold", "waitForValue", "it is called \"signal\""},
    {"arena.Signal", "value", "it is called \"signal\""},
    {"arena.Signal", "signalValue", "it is called \"signal\""},
    {"arena.Route", "routeTime", "it is called \"duration\""},
    {"arena.Leave", "routeTime", "it is called \"duration\""},
    {"resource and units", "name", "it is called \"resource\""},
    {"resource and units", "type", "a set is named by \"resource\" too"},
    {"resource and units", "quantity", "it is called \"units\""},
    {"resource and units", "selectionRule", "it is called \"rule\""},
    {"assignment", "type",
     "say what it is by the key: {\"attribute\": \"size\", \"value\": 3}, or \"size = 3\""},
    {"assignment", "name",
     "say what it is by the key: {\"attribute\": \"size\", \"value\": 3}, or \"size = 3\""},
    {"assignment", "newValue", "it is called \"value\""},
    {"step", "delay",
     "assign it to an attribute: \"assignments\": [\"work = 3\"], and use that in the station's delay"},
    {"queue", "type", "it is called \"ranking\""},
    {"queue", "attribute", "it is called \"by\""},
    {"resource", "scheduleName", "it is called \"schedule\""},
    {"resource", "type", "a \"schedule\" instead of a \"capacity\" makes the difference"},
    {"resource", "busyPerHour", "it is called \"busyCost\""},
    {"resource", "idlePerHour", "it is called \"idleCost\""},
    {"resource", "perUse", "it is called \"useCost\""},
    {"conveyor", "type", "it is called \"kind\""},
    {"transporter", "type", "it is called \"kind\""},
    {"transporter", "numberOfUnits", "it is called \"units\""},
    {"transporter", "distanceSet", "it is called \"distances\""},
    {"transporter", "initialPosition", "it is called \"position\""},
    {"transporter", "initialStatus", "it is called \"active\""},
    {"transporter", "failures",
     "transporters have none: an entity that passes arena.Halt, a Delay and arena.Activate breaks a unit "
     "down"},
    {"transporter", "schedule",
     "transporters have none: an entity that passes arena.Halt, a Delay and arena.Activate takes a unit "
     "away"},
    {"station", "parentActivityArea", "it is called \"activityArea\""},
    {"station", "associatedIntersection", "it is called \"intersection\""},
    {"failure", "mtbf", "it is called \"upTime\""},
    {"failure", "mttr", "it is called \"downTime\""},
    {"failure", "upTimeUnits", "a time may have its own unit, such as \"5 h\""},
    {"failure", "downTimeUnits", "a time may have its own unit, such as \"5 h\""},
    {"failure", "uptimeInThisStateOnly", "it is called \"uptimeIn\""},
    {"variable", "initialValue", "it is called \"initial\""},
    {"variable", "initialValues", "it is called \"initial\""},
    {"attribute", "initialValue", "it is called \"initial\""},
    {"schedule", "durations", "they are called \"values\": [{\"value\": 2, \"duration\": \"4 h\"}, ...]"},
    {"tally", "expression", "a tally is what siman.Tally and arena.Record observe into; see there"},
    {"tally", "value", "a tally is what siman.Tally and arena.Record observe into; see there"},
    {"time-persistent statistic", "expression", "it is called \"value\""},
    {"output", "expression", "it is called \"value\""},
    {"frequency", "expression", "it is called \"value\""},
    {"experiment", "numberOfReplications", "it is called \"replications\""},
    {"experiment", "replicationLength", "it is called \"length\""},
    {"experiment", "warmUpPeriod", "it is called \"warmup\""},
    {"experiment", "warmupPeriod", "it is called \"warmup\""},
    {"experiment", "terminatingCondition", "it is called \"terminate\""},
    {"experiment", "baseTimeUnits", "it is \"timeUnit\" of the study"},
    {"experiment", "hoursPerDay", "days have 24 hours; a schedule tells who works when"},
};

}  // namespace

std::string_view instead_of_key(std::string_view record, std::string_view key) {
  // Messages name a component behind its type: "arena.Batch 'Pack'".
  const std::string_view kind = record.substr(0, record.find(" '"));
  for (const Habit& habit : kHabits)
    if (habit.key == key && (habit.record.empty() || habit.record == kind)) return habit.instead;
  return {};
}

}  // namespace escapement::registry::internal
