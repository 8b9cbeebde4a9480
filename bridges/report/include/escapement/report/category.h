// SPDX-License-Identifier: MIT
// Which part of a report a statistic belongs to, told from its dotted name.
//
// The grouping is that of a category overview as Arena users know it (Kelton, Sadowski and Zupick,
// "Simulation with Arena"): system, entity types, processes, queues, resources, and what the modeller asked
// for himself. A name is OWNER.QUANTITY, split at its last dot. In this order:
//
//   1. kind frequency                                                                -> frequencies
//   2. OWNER is System                                                               -> system
//   3. QUANTITY is WaitingTime, WaitingCost or NumberInQueue                         -> queue
//   4. InstantaneousUtilization, ScheduledUtilization, NumberBusy, NumberIdle, NumberScheduled,
//      TotalNumberSeized, BusyCost, IdleCost, UsageCost                              -> resource; a
//      transporter when OWNER.NumberScheduled is among the statistics, but no OWNER.InstantaneousUtilization
//   5. Utilization, NumberConveying, NumberAccumulated, Status, where OWNER.NumberConveying is there too
//                                                                                    -> conveyor
//   6. NumberInStorage                                                               -> storage
//   7. NumberIn, NumberOut, WIP, HoldingCostRate, NumberBalked, NumberReneged or a time or cost of one of the
//      six allocations (VA, NVA, Wait, Tran, Other, Total), also with the prefix Accumulated: an entity type
//      when OWNER.WIP is among the statistics, else a process
//   8. all others                                                                    -> user specified,
//      in groups by kind: tallies, time persistent, counters, outputs
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/experiment/results.h"

namespace escapement::report {

// In the order in which a report shows them.
enum class Category {
  kSystem,
  kEntity,
  kProcess,
  kQueue,
  kResource,
  kTransporter,
  kConveyor,
  kStorage,
  kUserSpecified,
  kFrequency
};

// "system", "entity", "process", "queue", "resource", "transporter", "conveyor", "storage", "userSpecified",
// "frequency": stable words for data.
const char* category_name(Category category);

// "System", "Entity types", "Processes", "Queues", "Resources", "Transporters", "Conveyors", "Storages",
// "User specified", "Frequencies": headings.
const char* category_title(Category category);

// A statistic within its group.
struct Member {
  std::size_t index = 0;  // into Results::statistics
  std::string label;      // "Waiting Time", "Accum. VA Time"; the whole name when user specified
  bool is_time = false;   // measured in the study's time unit
};

// The statistics of one entity type, process, queue or resource, or of one kind.
struct Group {
  std::string owner;  // "Drilling.Queue"; "Tallies" and so on for what the user specified; empty: frequencies
  std::vector<Member> members;
};

struct Section {
  Category category = Category::kSystem;
  std::vector<Group> groups;
};

// All statistics, each exactly once, in the order of Category; groups by the first appearance of their
// owner, members as they stand in `statistics`. Sections without statistics are left out.
std::vector<Section> overview(const std::vector<experiment::Result>& statistics);

// The words of a quantity: "NumberInQueue" -> "Number In Queue", "NVATime" -> "NVA Time", "WIP" -> "WIP".
std::string spaced_words(std::string_view quantity);

}  // namespace escapement::report
