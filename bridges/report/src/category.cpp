// SPDX-License-Identifier: MIT
#include "escapement/report/category.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "escapement/core/error.h"

namespace escapement::report {
namespace {

constexpr std::array<Category, 10> kAll = {Category::kSystem,   Category::kEntity,   Category::kProcess,
                                           Category::kQueue,    Category::kResource, Category::kTransporter,
                                           Category::kConveyor, Category::kStorage,  Category::kUserSpecified,
                                           Category::kFrequency};
constexpr std::array<std::string_view, 3> kOfQueue = {"WaitingTime", "WaitingCost", "NumberInQueue"};
constexpr std::array<std::string_view, 9> kOfResource = {"NumberIdle",
                                                         "InstantaneousUtilization",
                                                         "ScheduledUtilization",
                                                         "NumberBusy",
                                                         "NumberScheduled",
                                                         "TotalNumberSeized",
                                                         "BusyCost",
                                                         "IdleCost",
                                                         "UsageCost"};
constexpr std::array<std::string_view, 4> kOfConveyor = {"Utilization", "NumberConveying",
                                                         "NumberAccumulated", "Status"};
constexpr std::array<std::string_view, 6> kOfFlow = {"NumberIn",        "NumberOut",    "WIP",
                                                     "HoldingCostRate", "NumberBalked", "NumberReneged"};
constexpr std::array<std::string_view, 6> kAllocations = {"VA", "NVA", "Wait", "Tran", "Other", "Total"};
constexpr std::string_view kAccumulated = "Accumulated";
constexpr std::string_view kTime = "Time";
constexpr std::string_view kCost = "Cost";

template <typename Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool of_flow(std::string_view quantity) {
  if (contains(kOfFlow, quantity)) return true;
  if (quantity.starts_with(kAccumulated)) quantity.remove_prefix(kAccumulated.size());
  if (!quantity.ends_with(kTime) && !quantity.ends_with(kCost)) return false;
  quantity.remove_suffix(kTime.size());
  return contains(kAllocations, quantity);
}

// OWNER and QUANTITY of a name; a name without a dot is all quantity.
struct Parts {
  std::string_view owner, quantity;
};

Parts split(std::string_view name) {
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) return {{}, name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

// Owners that have a statistic of a certain quantity, which tells what they are.
class Owners {
 public:
  explicit Owners(const std::vector<experiment::Result>& statistics) {
    for (const auto& result : statistics) {
      const auto [owner, quantity] = split(result.name);
      if (contains(kTelling, quantity)) telling_.insert({owner, quantity});
    }
  }
  bool has(std::string_view owner, std::string_view quantity) const {
    return telling_.contains({owner, quantity});
  }

 private:
  static constexpr std::array<std::string_view, 4> kTelling = {"WIP", "NumberScheduled",
                                                               "InstantaneousUtilization", "NumberConveying"};
  std::set<std::pair<std::string_view, std::string_view>> telling_;
};

Category category_of(const experiment::Result& result, const Owners& owners) {
  const auto [owner, quantity] = split(result.name);
  if (result.kind == statistics::Kind::kFrequency) return Category::kFrequency;
  if (owner == "System") return Category::kSystem;
  if (owner.empty()) return Category::kUserSpecified;
  if (contains(kOfQueue, quantity)) return Category::kQueue;
  if (contains(kOfResource, quantity))
    return owners.has(owner, "NumberScheduled") && !owners.has(owner, "InstantaneousUtilization")
               ? Category::kTransporter
               : Category::kResource;
  if (contains(kOfConveyor, quantity) && owners.has(owner, "NumberConveying")) return Category::kConveyor;
  if (quantity == "NumberInStorage") return Category::kStorage;
  if (of_flow(quantity)) return owners.has(owner, "WIP") ? Category::kEntity : Category::kProcess;
  return Category::kUserSpecified;
}

std::string_view kind_heading(statistics::Kind kind) {
  switch (kind) {
    case statistics::Kind::kTally:
      return "Tallies";
    case statistics::Kind::kTimePersistent:
      return "Time persistent";
    case statistics::Kind::kCounter:
      return "Counters";
    case statistics::Kind::kOutput:
      return "Outputs";
    case statistics::Kind::kFrequency:
      break;
  }
  return {};
}

Group& group_of(Section& section, std::string_view owner) {
  const auto same = [owner](const Group& group) { return group.owner == owner; };
  const auto found = std::find_if(section.groups.begin(), section.groups.end(), same);
  if (found != section.groups.end()) return *found;
  return section.groups.emplace_back(Group{std::string(owner), {}});
}

// The words of a quantity; a long one is cut, so that a table has room for its figures.
std::string label_of(std::string_view quantity) {
  if (!quantity.starts_with(kAccumulated)) return spaced_words(quantity);
  return "Accum. " + spaced_words(quantity.substr(kAccumulated.size()));
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

}  // namespace

const char* category_name(Category category) {
  switch (category) {
    case Category::kSystem:
      return "system";
    case Category::kEntity:
      return "entity";
    case Category::kProcess:
      return "process";
    case Category::kQueue:
      return "queue";
    case Category::kResource:
      return "resource";
    case Category::kTransporter:
      return "transporter";
    case Category::kConveyor:
      return "conveyor";
    case Category::kStorage:
      return "storage";
    case Category::kUserSpecified:
      return "userSpecified";
    case Category::kFrequency:
      return "frequency";
  }
  throw InternalError("category_name: no such category: " + std::to_string(static_cast<int>(category)));
}

const char* category_title(Category category) {
  switch (category) {
    case Category::kSystem:
      return "System";
    case Category::kEntity:
      return "Entity types";
    case Category::kProcess:
      return "Processes";
    case Category::kQueue:
      return "Queues";
    case Category::kResource:
      return "Resources";
    case Category::kTransporter:
      return "Transporters";
    case Category::kConveyor:
      return "Conveyors";
    case Category::kStorage:
      return "Storages";
    case Category::kUserSpecified:
      return "User specified";
    case Category::kFrequency:
      return "Frequencies";
  }
  throw InternalError("category_title: no such category: " + std::to_string(static_cast<int>(category)));
}

std::vector<Section> overview(const std::vector<experiment::Result>& statistics) {
  const Owners owners(statistics);
  std::vector<Section> sections;
  for (const Category category : kAll) sections.push_back({category, {}});
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const Category category = category_of(statistics[i], owners);
    const bool users = category == Category::kUserSpecified || category == Category::kFrequency;
    const auto [owner, quantity] = split(statistics[i].name);
    Section& section = sections[static_cast<std::size_t>(category)];
    group_of(section, users ? kind_heading(statistics[i].kind) : owner)
        .members.push_back(
            {i, users ? statistics[i].name : label_of(quantity), !users && quantity.ends_with(kTime)});
  }
  std::vector<Group>& specified = sections[static_cast<std::size_t>(Category::kUserSpecified)].groups;
  std::stable_sort(specified.begin(), specified.end(), [&](const Group& a, const Group& b) {
    return statistics[a.members.front().index].kind < statistics[b.members.front().index].kind;
  });
  std::erase_if(sections, [](const Section& section) { return section.groups.empty(); });
  return sections;
}

std::string spaced_words(std::string_view quantity) {
  std::string text;
  for (std::size_t i = 0; i < quantity.size(); ++i) {
    // A word begins at a capital after a small letter, and at the last capital of a run before a small
    // letter.
    const bool after_small = i > 0 && !is_upper(quantity[i - 1]);
    const bool before_small = i + 1 < quantity.size() && quantity[i + 1] >= 'a' && quantity[i + 1] <= 'z';
    if (i > 0 && is_upper(quantity[i]) && (after_small || before_small)) text += ' ';
    text += quantity[i];
  }
  return text;
}

}  // namespace escapement::report
