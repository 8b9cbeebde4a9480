// SPDX-License-Identifier: MIT
#include "escapement/report/category.h"

#include <gmock/gmock.h>

#include <map>

#include "escapement/core/error.h"
#include "report/sample_results.h"

namespace escapement::report {
namespace {

using testing::ElementsAre;
using testing::StrEq;
using testing::ThrowsMessage;

std::vector<experiment::Result> named(const std::vector<std::string>& names) {
  std::vector<experiment::Result> results;
  for (const std::string& name : names) results.emplace_back().name = name;
  return results;
}

// The category of each name, all being in one overview.
std::map<std::string, std::string> categories(const std::vector<experiment::Result>& results) {
  std::map<std::string, std::string> found;
  for (const Section& section : overview(results)) {
    for (const Group& group : section.groups) {
      for (const Member& member : group.members) {
        found[results[member.index].name] = category_name(section.category);
      }
    }
  }
  return found;
}

TEST(Category, IsToldByTheLastWord) {
  const auto found = categories(named({"System.NumberOut", "Drilling.Queue.WaitingTime", "Drill.NumberBusy",
                                       "Line.Drilling.NumberIn", "Drilling.AccumulatedVATime", "Cycle"}));
  EXPECT_EQ(found.at("System.NumberOut"), "system");
  EXPECT_EQ(found.at("Drilling.Queue.WaitingTime"), "queue");
  EXPECT_EQ(found.at("Drill.NumberBusy"), "resource");
  EXPECT_EQ(found.at("Line.Drilling.NumberIn"), "process");
  EXPECT_EQ(found.at("Drilling.AccumulatedVATime"), "process");
  EXPECT_EQ(found.at("Cycle"), "userSpecified");
}

TEST(Category, OfAnEntityTypeNeedsItsWip) {
  const auto found = categories(named({"Part.VATime", "Drilling.VATime", "Part.WIP", "Part.TotalCost"}));
  EXPECT_EQ(found.at("Part.VATime"), "entity");
  EXPECT_EQ(found.at("Part.WIP"), "entity");
  EXPECT_EQ(found.at("Part.TotalCost"), "entity");
  EXPECT_EQ(found.at("Drilling.VATime"), "process");
}

TEST(Category, OfUnknownWordsIsTheUsers) {
  const auto found = categories(named({"Line.Yield", "Line.RestTime", "NumberIn"}));
  for (const auto& [name, category] : found) EXPECT_EQ(category, "userSpecified") << name;
}

TEST(Category, TellsTransportersConveyorsAndStorages) {
  const auto found = categories(named(
      {"Cart.NumberBusy", "Cart.NumberScheduled", "Cart.ScheduledUtilization", "Drill.NumberBusy",
       "Drill.NumberScheduled", "Drill.InstantaneousUtilization", "Belt.NumberConveying", "Belt.Utilization",
       "Belt.Status", "My.Status", "Shelf.NumberInStorage", "Desk.NumberBalked", "Desk.NumberReneged"}));
  EXPECT_EQ(found.at("Cart.NumberBusy"), "transporter");
  EXPECT_EQ(found.at("Cart.ScheduledUtilization"), "transporter");
  EXPECT_EQ(found.at("Drill.NumberScheduled"), "resource");
  EXPECT_EQ(found.at("Belt.Utilization"), "conveyor");
  EXPECT_EQ(found.at("Belt.Status"), "conveyor");
  EXPECT_EQ(found.at("My.Status"), "userSpecified");
  EXPECT_EQ(found.at("Shelf.NumberInStorage"), "storage");
  EXPECT_EQ(found.at("Desk.NumberBalked"), "process");
  EXPECT_EQ(found.at("Desk.NumberReneged"), "process");
}

TEST(Overview, GroupsWhatTheUserSpecifiedByKind) {
  auto results = named({"A", "B", "C", "D"});
  results[0].kind = statistics::Kind::kOutput;
  results[1].kind = statistics::Kind::kCounter;
  results[2].kind = statistics::Kind::kTally;
  results[3].kind = statistics::Kind::kTimePersistent;
  std::vector<std::string> owners;
  const std::vector<Section> sections = overview(results);
  for (const Group& group : sections.at(0).groups) owners.push_back(group.owner);
  EXPECT_THAT(owners, ElementsAre("Tallies", "Time persistent", "Counters", "Outputs"));
}

TEST(Category, OfAFrequencyIsItsKind) {
  auto results = named({"Drill.NumberBusy"});
  results[0].kind = statistics::Kind::kFrequency;
  EXPECT_EQ(categories(results).at("Drill.NumberBusy"), "frequency");
}

TEST(Overview, KeepsEveryStatisticOnceInTheOrderOfCategories) {
  const experiment::Results sample = sample::machine_shop();
  std::vector<std::string> order;
  std::vector<int> seen(sample.statistics.size());
  for (const Section& section : overview(sample.statistics)) {
    order.push_back(category_title(section.category));
    for (const Group& group : section.groups) {
      for (const Member& member : group.members) ++seen.at(member.index);
    }
  }
  EXPECT_THAT(order, ElementsAre("System", "Entity types", "Processes", "Queues", "Resources",
                                 "User specified", "Frequencies"));
  EXPECT_THAT(seen, testing::Each(1));
}

TEST(Overview, GroupsByOwnerAndKeepsTheGivenOrder) {
  const auto sections = overview(named({"B.NumberBusy", "A.NumberBusy", "B.TotalNumberSeized"}));
  ASSERT_EQ(sections.size(), 1u);
  ASSERT_EQ(sections[0].groups.size(), 2u);
  EXPECT_EQ(sections[0].groups[0].owner, "B");
  EXPECT_EQ(sections[0].groups[0].members[1].index, 2u);
  EXPECT_EQ(sections[0].groups[0].members[1].label, "Total Number Seized");
  EXPECT_EQ(sections[0].groups[1].owner, "A");
}

TEST(Overview, KnowsWhatIsATime) {
  const auto sections = overview(named({"Q.WaitingTime", "Q.NumberInQueue", "My.Time"}));
  EXPECT_TRUE(sections[0].groups[0].members[0].is_time);
  EXPECT_FALSE(sections[0].groups[0].members[1].is_time);
  EXPECT_FALSE(sections[1].groups[0].members[0].is_time) << "a user's statistic may have any unit";
  EXPECT_EQ(sections[1].groups[0].members[0].label, "My.Time");
}

TEST(Overview, CutsALongWord) {
  const auto sections = overview(named({"Drilling.AccumulatedWaitTime", "Drilling.NumberIn"}));
  EXPECT_EQ(sections.at(0).groups.at(0).members.at(0).label, "Accum. Wait Time");
  EXPECT_TRUE(sections.at(0).groups.at(0).members.at(0).is_time);
}

TEST(Overview, OfNothingIsEmpty) {
  EXPECT_TRUE(overview({}).empty());
}

TEST(SpacedWords, SplitsAtCapitals) {
  EXPECT_EQ(spaced_words("NumberInQueue"), "Number In Queue");
  EXPECT_EQ(spaced_words("NVATime"), "NVA Time");
  EXPECT_EQ(spaced_words("WIP"), "WIP");
  EXPECT_EQ(spaced_words("AccumulatedVATime"), "Accumulated VA Time");
  EXPECT_EQ(spaced_words(""), "");
}

TEST(Category, OutsideTheEnumerationIsAnInternalError) {
  EXPECT_THAT([] { category_name(static_cast<Category>(99)); },
              ThrowsMessage<InternalError>(StrEq("category_name: no such category: 99")));
  EXPECT_THAT([] { category_title(static_cast<Category>(99)); },
              ThrowsMessage<InternalError>(StrEq("category_title: no such category: 99")));
}

}  // namespace
}  // namespace escapement::report
