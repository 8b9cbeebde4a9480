// SPDX-License-Identifier: MIT
#include "escapement/experiment/scenario_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "escapement/core/error.h"

namespace escapement::experiment {
namespace {

using ::testing::ElementsAre;

// Two scenarios, one response; replication 3 of B gave nothing.
ScenarioValues sample() {
  ScenarioValues values;
  values.scenarios = {"A", "B"};
  values.responses = {"Wait"};
  values.values = {{{1.0}, {2.0}, {6.0}, {3.0}}, {{2.0}, {3.5}, {std::nullopt}, {4.0}}};
  return values;
}

TEST(Tabulate, MeansUseAllThatThereIs) {
  ScenarioResults results;
  tabulate(sample(), std::nullopt, results);
  ASSERT_EQ(results.responses.size(), 1U);
  const ScenarioMean& a = results.responses[0].rows[0];
  EXPECT_EQ(a.average, 3);
  EXPECT_EQ(a.replications, 4);
  EXPECT_EQ(a.minimum, 1);
  EXPECT_EQ(a.maximum, 6);
  // Deviations -2, -1, 3, 0: s^2 = 14/3, t(3) = 3.182446.
  EXPECT_NEAR(a.half_width.value.value(), 3.182446305 * std::sqrt(14.0 / 3 / 4), 1e-8);
  EXPECT_EQ(results.responses[0].rows[1].replications, 3);
  EXPECT_FALSE(results.comparison);
}

// Compared are replications 1, 2 and 4: differences B - A are 1, 1.5, 1: mean 7/6, s^2 = 1/12, t(2)
// = 4.302653.
TEST(Tabulate, PairsOfWholeReplicationsOnly) {
  ScenarioResults results;
  Comparison asked;
  asked.method = Compare::kPaired;
  tabulate(sample(), asked, results);
  const ComparisonTable& table = results.comparison.value();
  EXPECT_EQ(table.asked.base, "A");
  EXPECT_EQ(table.asked.response, "Wait");
  EXPECT_EQ(table.replications, 3);
  EXPECT_EQ(table.rows[0].verdict, "base");
  EXPECT_EQ(table.rows[0].mean, 2);
  EXPECT_NEAR(table.rows[1].difference.value(), 7.0 / 6, 1e-14);
  EXPECT_NEAR(table.rows[1].half_width.value(), 4.302652730 * std::sqrt(1.0 / 12 / 3), 1e-8);
  EXPECT_EQ(table.rows[1].verdict, "differs");
  EXPECT_GT(table.rows[1].independent.value(), table.rows[1].half_width.value());
}

TEST(Tabulate, SaysWhyThereIsNoComparison) {
  ScenarioValues values = sample();
  values.values[1] = {{2.0}};
  ScenarioResults results;
  tabulate(values, Comparison{}, results);
  EXPECT_EQ(results.comparison->missing, "fewer than 2 replications have a value in every scenario");
  EXPECT_TRUE(results.comparison->rows.empty());
  Comparison select;
  select.method = Compare::kSelect;
  tabulate(values, select, results);
  EXPECT_EQ(results.comparison->missing, "the selection did not come to its end");
  values.chosen = 0;
  tabulate(values, select, results);
  EXPECT_EQ(results.comparison->rows[0].verdict, "chosen");
  EXPECT_EQ(results.comparison->rows[1].verdict, "not chosen");
  select.base = "C";
  EXPECT_THROW(tabulate(values, select, results), InternalError);
}

TEST(Tabulate, NamesWhichMayBeBest) {
  for (const Compare method : {Compare::kBest, Compare::kScreening}) {
    ScenarioResults results;
    Comparison asked;
    asked.method = method;
    tabulate(sample(), asked, results);
    EXPECT_EQ(results.comparison->rows[0].verdict, "may be best");
    EXPECT_EQ(results.comparison->rows[1].verdict, "not the best");
  }
}

// A's half-width is 3.437 over 4. For 3: 4 (3.437/3)^2 = 5.25, so 6; for 0.1 at most twice as many; for 4 it
// is reached.
TEST(NextReplications, AsManyAsTheHalfWidthsAskFor) {
  ScenarioValues values = sample();
  values.values[1] = values.values[0];
  Until until;
  until.half_width = 3;
  EXPECT_EQ(next_replications(values, until, 4), 6);
  until.half_width = 0.1;
  EXPECT_EQ(next_replications(values, until, 4), 8);
  until.most = 7;
  EXPECT_EQ(next_replications(values, until, 4), 7);
  until.most = 3;
  EXPECT_EQ(next_replications(values, until, 4), 4);
  until.half_width = 4;
  EXPECT_EQ(next_replications(values, until, 4), 4);
}

}  // namespace
}  // namespace escapement::experiment
