// SPDX-License-Identifier: MIT
// Costs of entities and resources (entity_type.h).
#include <gtest/gtest.h>

#include "escapement/siman/duplicate.h"
#include "escapement/siman/group.h"
#include "escapement/siman/split.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;

// In hours. Holding 2 per hour; X costs 10 busy, 4 idle per hour and 5 per use. Two jobs of 3 from 0:
//   first:  3 h at 2 + 10, value added: 36, and 5 per use
//   second: waits 3 h at 2: 6; 3 h at 12: 36, and 5 per use
// Initial costs of 7 (other) count with the entities, not in the system's total.
TEST(Costs, OfEntitiesResourcesAndTheSystem) {
  Model model;
  model.environment.time_unit = "h";
  EntityType::Costs costs;
  costs.holding = 2;
  costs.initial[static_cast<std::size_t>(Category::kOther)] = 7;
  model.add<EntityType>("Job", costs);
  model.add<QueueElement>("Line");
  Resource::Options options;
  options.busy_cost = 10;
  options.idle_cost = 4;
  options.use_cost = 5;
  model.add<Resource>("X", options);
  auto& create = model.arrivals("Arrives", 0.0, 0.0, 2);
  Station station(model, "S", "Line", {{"X"}}, 3.0);
  auto& last = model.add<Delay>("Last", Delay::Options{1.0, Category::kTransfer});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, station.enqueue.in);
  model.link(station.end.out, last.in);
  model.link(last.out, done.in);
  model.run();
  EXPECT_DOUBLE_EQ(model.tally("Job.VACost"), 36);
  EXPECT_DOUBLE_EQ(model.tally("Job.WaitCost"), 6 / 2.0);
  EXPECT_DOUBLE_EQ(model.tally("Job.TranCost"), 2);
  EXPECT_DOUBLE_EQ(model.tally("Job.NVACost"), 0);
  EXPECT_DOUBLE_EQ(model.tally("Job.OtherCost"), 7 + 5);  // the use is charged where the Seize says
  EXPECT_DOUBLE_EQ(model.tally("Job.TotalCost"), 36 + 3 + 2 + 12);
  EXPECT_DOUBLE_EQ(model.output("X.BusyCost"), 60);
  EXPECT_DOUBLE_EQ(model.output("X.IdleCost"), 4);  // from 6 to 7
  EXPECT_DOUBLE_EQ(model.output("X.UsageCost"), 10);
  EXPECT_DOUBLE_EQ(model.output("System.TotalCost"), 60 + 4 + 10 + 2 * (4 + 7));
}

TEST(Costs, RatesAreByTheHour) {
  Model model;  // in seconds
  EntityType::Costs costs;
  costs.holding = 3600;
  model.add<EntityType>("Job", costs);
  auto& create = model.arrivals("Arrives", 0.0, {}, 1);
  auto& delay = model.add<Delay>("Stay", Delay::Options{5.0, Category::kNonValueAdded});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, delay.in);
  model.link(delay.out, done.in);
  model.run();
  EXPECT_DOUBLE_EQ(model.tally("Job.NVACost"), 5);
}

TEST(Costs, AreNotCollectedWithoutAny) {
  Shop shop;
  shop.add<Resource>("X", 1.0);
  shop.job("A", 0, {{"X"}}, 1);
  shop.run();
  EXPECT_EQ(shop.statistics.find_tally("Job.TotalCost"), nullptr);
  EXPECT_EQ(shop.statistics.find_output("System.TotalCost"), nullptr);
  EXPECT_EQ(shop.statistics.find_output("X.BusyCost"), nullptr);
}

// As in the first test: the second job waits 3 h at 2 per hour.
TEST(Costs, OfWaitingInAQueue) {
  Model model;
  model.environment.time_unit = "h";
  EntityType::Costs costs;
  costs.holding = 2;
  model.add<EntityType>("Job", costs);
  model.add<QueueElement>("Line");
  model.add<Resource>("X", 1.0);
  auto& create = model.arrivals("Arrives", 0.0, 0.0, 2);
  Station station(model, "S", "Line", {{"X"}}, 3.0);
  model.link(create.out, station.enqueue.in);
  model.run();
  EXPECT_EQ(model.observations("Line.WaitingCost"), 2u);
  EXPECT_DOUBLE_EQ(model.tally("Line.WaitingCost"), 6 / 2.0);
  EXPECT_DOUBLE_EQ(model.statistics.find_tally("Line.WaitingCost")->minimum().value(), 0);
}

// Two entities at 0, held at 2 per hour; from 1 on the rate of each is 5; both leave at 4.
TEST(Costs, HoldingRatesThatBlocksAssign) {
  Model model;
  model.environment.time_unit = "min";
  EntityType::Costs costs;
  costs.holding = 2;
  model.add<EntityType>("Job", costs);
  auto& create = model.arrivals("Arrives", 0.0, 0.0, 2);
  auto& first = model.add<Delay>("First", Delay::Options{60.0});
  auto& assign = model.add<Assign>(
      "Raise", Assign::Options{{Assignment::parse({"Entity.HoldCostRate = Entity.HoldCostRate + 3"})}});
  auto& second = model.add<Delay>("Second", Delay::Options{180.0, Category::kWait});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, first.in);
  model.link(first.out, assign.in);
  model.link(assign.out, second.in);
  model.link(second.out, done.in);
  model.run();
  EXPECT_DOUBLE_EQ(model.tally("Job.VACost"), 2);
  EXPECT_DOUBLE_EQ(model.tally("Job.WaitCost"), 15);
  EXPECT_DOUBLE_EQ(model.output("System.TotalCost"), 2 * (2 + 15));
  EXPECT_DOUBLE_EQ(model.average("Job.HoldingCostRate"), (4 * 1 + 10 * 3) / 4.0);
}

// A group of two at 3 per hour each, their representative at 6, is together for 2 h and worth 12 then: half
// of it to each member. Members of a temporary group cost their own rate, too.
TEST(Costs, AreSharedOutWhenAGroupIsSplit) {
  Model model;
  model.environment.time_unit = "h";
  EntityType::Costs part, pallet;
  part.holding = 3;
  pallet.holding = 6;
  model.add<EntityType>("Part", part);
  model.add<EntityType>("Pallet", pallet);
  model.add<QueueElement>("Line");
  Create::Options options;
  options.entity = "Part";
  options.interarrival = 1.0;
  options.max_batches = 2;
  auto& create = model.add<Create>("Arrives", options);
  auto& enqueue = model.add<Queue>("Enqueue", Queue::Options{"Line"});
  Group::Options grouping;
  grouping.size = 2.0;
  grouping.entity = "Pallet";
  auto& group = model.add<Group>("Join", grouping);
  auto& ride = model.add<Delay>("Ride", Delay::Options{2.0, Category::kTransfer});
  auto& split = model.add<Split>("Part_again", MemberAttributes{});
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, enqueue.in);
  model.link(enqueue.out, group.in);
  model.link(group.out, ride.in);
  model.link(ride.out, split.in);
  model.link(split.out, done.in);
  model.run();
  EXPECT_DOUBLE_EQ(model.tally("Part.TranCost"), 2 * 3 + 2 * 6 / 2.0);
  EXPECT_DOUBLE_EQ(model.tally("Part.WaitCost"), 3 / 2.0);  // the first waits 1 h
  EXPECT_DOUBLE_EQ(model.output("System.TotalCost"), 3 * (3 + 2) + 6 * 2);
}

// Of a permanent group the representative has what its members cost before: 1 h of waiting of the first.
TEST(Costs, GoToTheRepresentativeOfAPermanentGroup) {
  Model model;
  model.environment.time_unit = "h";
  EntityType::Costs part;
  part.holding = 3;
  model.add<EntityType>("Part", part);
  model.add<EntityType>("Pack");
  model.add<QueueElement>("Line");
  Create::Options options;
  options.entity = "Part";
  options.interarrival = 1.0;
  options.max_batches = 2;
  auto& create = model.add<Create>("Arrives", options);
  auto& enqueue = model.add<Queue>("Enqueue", Queue::Options{"Line"});
  Group::Options grouping;
  grouping.size = 2.0;
  grouping.entity = "Pack";
  grouping.permanent = true;
  auto& combine = model.add<Group>("Join", grouping);
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, enqueue.in);
  model.link(enqueue.out, combine.in);
  model.link(combine.out, done.in);
  model.run();
  EXPECT_DOUBLE_EQ(model.tally("Pack.WaitCost"), 3);
  EXPECT_DOUBLE_EQ(model.tally("Pack.TotalCost"), 3);
}

// One with 8 of cost makes two copies with 50 percent: 2 each, and keeps 4.
TEST(Costs, AreSharedWithDuplicates) {
  Model model;
  model.environment.time_unit = "h";
  EntityType::Costs job;
  job.holding = 4;
  model.add<EntityType>("Job", job);
  auto& create = model.arrivals("Arrives", 0.0, {}, 1);
  auto& stay = model.add<Delay>("Stay", Delay::Options{2.0});
  Duplicate::Options options;
  options.copies = {2.0};
  options.share_percent = 50;
  auto& copy = model.add<Duplicate>("Copy", options);
  auto& done = model.add<Dispose>("Done");
  model.link(create.out, stay.in);
  model.link(stay.out, copy.in);
  model.link(copy.out, done.in);
  model.link(copy.copies(), done.in);
  model.run();
  EXPECT_EQ(model.observations("Job.VACost"), 3u);
  EXPECT_DOUBLE_EQ(model.tally("Job.VACost"), 8 / 3.0);
  EXPECT_DOUBLE_EQ(model.statistics.find_tally("Job.VACost")->minimum().value(), 2);
  EXPECT_DOUBLE_EQ(model.statistics.find_tally("Job.VACost")->maximum().value(), 4);
}

}  // namespace
}  // namespace escapement::siman
