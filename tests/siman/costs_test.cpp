// SPDX-License-Identifier: MIT
// Costs of entities and resources (entity_type.h).
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace escapement::siman
