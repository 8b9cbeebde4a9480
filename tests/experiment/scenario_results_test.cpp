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

// Pairs (1, 5), (2, 4), (4, 2.5) as in the test of antithetic_pairs: mean 37/12, variance of the mean 1/144,
// t(2) = 4.302653; plain variance (7/3 + 19/12) / 12 = 0.326389 with t(5) = 2.570582. The last replication
// has no partner.
TEST(Tabulate, AntitheticPairsAreOneValueEach) {
  ScenarioValues values;
  values.scenarios = {"A", "B"};
  values.responses = {"Wait"};
  values.antithetic = true;
  for (const double shift : {0.0, 1.0}) {
    std::vector<ResponseValues> scenario;
    for (const double value : {1.0, 5.0, 2.0, 4.0, 4.0, 2.5}) scenario.push_back({value + shift});
    scenario.push_back({std::nullopt});
    scenario.push_back({9.0});
    values.values.push_back(scenario);
  }
  ScenarioResults results;
  tabulate(values, Comparison{}, results);
  const ScenarioMean& a = results.responses[0].rows[0];
  EXPECT_NEAR(a.average.value(), 37.0 / 12, 1e-14);
  EXPECT_NEAR(a.half_width.value.value(), 4.302652730 / 12, 1e-8);
  EXPECT_NEAR(a.saved.value(), 1 - (1.0 / 144) / (47.0 / 144), 1e-12);
  EXPECT_NEAR(a.plain_half_width.value(), 2.446911851 * std::sqrt(47.0 / 144), 1e-8);  // t(6) of 7 values
  EXPECT_EQ(a.maximum, 9);
  // In the comparison too: three pairs in both, each differing by 1.
  EXPECT_EQ(results.comparison->replications, 6);
  EXPECT_NEAR(results.comparison->rows[1].difference.value(), 1, 1e-14);
  EXPECT_NEAR(results.comparison->rows[1].half_width.value(), 0, 1e-12);
}

// Y = 2 C + 1 in scenario A, with the control's mean known to be 3; in B the control does not vary.
TEST(Tabulate, AControlTakesItsShareOut) {
  ScenarioValues values;
  values.scenarios = {"A", "B"};
  values.responses = {"Wait"};
  values.values = {{{3.0}, {9.0}, {5.0}, {17.0}}, {{3.0}, {9.0}, {5.0}, {17.0}}};
  values.control = Control{"Service", {3, 3}, {{1.0, 4.0, 2.0, 8.0}, {3.0, 3.0, 3.0, 3.0}}};
  ScenarioResults results;
  tabulate(values, std::nullopt, results);
  EXPECT_EQ(results.control, "Service");
  const ScenarioMean &a = results.responses[0].rows[0], &b = results.responses[0].rows[1];
  EXPECT_DOUBLE_EQ(a.average.value(), 7);
  EXPECT_NEAR(a.saved.value(), 1, 1e-12);
  EXPECT_EQ(b.average, 8.5);
  EXPECT_FALSE(b.saved.has_value());
  EXPECT_GT(b.half_width.value.value(), 0);
  // With pairs: (6, 11) against the pairs' controls (2.5, 5) are two values, too few to correct by.
  values.antithetic = true;
  tabulate(values, std::nullopt, results);
  EXPECT_EQ(results.responses[0].rows[0].average, 8.5);
  EXPECT_TRUE(results.responses[0].rows[0].saved.has_value());
}

// Scenarios without common random numbers: Welch's interval and test. Means 3 and 4, variances 14/3 and 2/3
// of 4 values: standard error sqrt(14/12 + 2/12) = 1.154701; degrees (16/12)^2 / ((14/12)^2/3 + (2/12)^2/3)
// = 3.84. With two samples F is the square of the difference over its standard error: 0.75.
TEST(Tabulate, IndependentScenariosAreComparedByWelch) {
  ScenarioValues values;
  values.scenarios = {"A", "B"};
  values.responses = {"Wait"};
  values.values = {{{1.0}, {2.0}, {6.0}, {3.0}}, {{3.0}, {4.0}, {4.0}, {5.0}}};
  values.independent = true;
  ScenarioResults results;
  tabulate(values, Comparison{}, results);
  const ComparisonTable& table = results.comparison.value();
  EXPECT_EQ(table.rows[1].half_width, table.rows[1].independent);
  EXPECT_NEAR(table.anova.value().f, 0.75, 1e-12);
  EXPECT_NEAR(table.anova->denominator_degrees, 3.84, 1e-12);
  EXPECT_GT(table.anova->p_value, 0.3);
  values.independent = false;
  tabulate(values, Comparison{}, results);
  EXPECT_FALSE(results.comparison->anova.has_value());
}

// A's half-width is 3.437 over 4. For 3: 4 (3.437/3)^2 = 5.25, so 6; for 0.1 at most twice as many; for 4 it
// is reached.
TEST(NextReplications, AsManyAsTheHalfWidthsAskFor) {
  ScenarioValues values = sample();
  values.values[1] = values.values[0];
  Until until;
  until.half_width = 3;
  EXPECT_EQ(next_replications(values, until, 4), 6);
  // Pairs: means 1.5 and 4.5, half-width 12.706 * 1.5 = 19: twice as many, and an even number.
  values.antithetic = true;
  until.most = 7;
  EXPECT_EQ(next_replications(values, until, 4), 6);
  until.most = 1000;
  values.antithetic = false;
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
