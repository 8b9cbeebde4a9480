// SPDX-License-Identifier: MIT
#include "variables_table.h"

#include <gmock/gmock.h>

#include "escapement/report/results_table.h"

namespace escapement::report::internal {
namespace {

using testing::HasSubstr;
using testing::Not;

experiment::ContinuousResults two_variables() {
  experiment::ContinuousResults results;
  results.solver = "cvode";
  results.tolerance = 1e-6;
  results.trajectory.names = {"tank.level", "open"};
  results.trajectory.units = {"m", "1"};
  results.trajectory.times = {0, 1, 2};
  results.trajectory.columns = {{1, 0.25, 2}, {0, 0, 0}};
  results.trajectory.final_values = {2.0625, 1};
  results.trajectory.counters.steps = 12;
  results.trajectory.counters.evaluations = 20;
  results.trajectory.counters.events = 1;
  return results;
}

TEST(VariablesTable, ShowsStartExtremesEndAndWork) {
  EXPECT_EQ(variables_table(two_variables(), 100, false),
            "\n"
            "Variables         Start   Minimum  Maximum    Final\n"
            "---------------------------------------------------\n"
            "tank.level (m)        1  0.250000        2  2.06250\n"
            "open                  0         0        0        1\n"
            "\n"
            "cvode, tolerance 1e-06: 12 steps, 20 evaluations, 1 event, 0 restarts\n");
}

TEST(VariablesTable, TellsRejectedSteps) {
  experiment::ContinuousResults results = two_variables();
  results.trajectory.counters.rejected = 3;
  EXPECT_THAT(variables_table(results, 100, false), HasSubstr("12 steps (3 rejected), 20 evaluations"));
}

// Of 30 variables the even ones move, each by itself, the last two of them one level down; five of those that
// stand still fill up the table: the first, since the others only repeat it, and then those on top of the
// model.
TEST(VariablesTable, OfManyTakesThoseThatMoveAndStandNearTheTop) {
  experiment::ContinuousResults results;
  results.solver = "ida";
  for (int i = 0; i < 30; ++i) {
    results.trajectory.names.push_back((i >= 26 ? "part.v" : "v") + std::to_string(i));
    results.trajectory.units.emplace_back();
    results.trajectory.columns.push_back({0, i % 2 == 0 ? 1.0 + i : 0.0});
    results.trajectory.final_values.push_back(0);
  }
  const std::string text = variables_table(results, 100, false);
  for (int i = 0; i < 26; ++i) {
    const std::string line = "\nv" + std::to_string(i) + ' ';
    if (i % 2 == 0 || i < 10)
      EXPECT_THAT(text, HasSubstr(line));
    else
      EXPECT_THAT(text, Not(HasSubstr(line)));
  }
  EXPECT_THAT(text, HasSubstr("\npart.v26 "));
  EXPECT_THAT(text, HasSubstr("\npart.v28 "));
  EXPECT_THAT(text, Not(HasSubstr("part.v27")));
  EXPECT_THAT(text, HasSubstr("\n20 of 30 variables; --out DIR and --format json give all\n"));
}

// Both ends of a wire: 19 pairs of currents that differ in sign only. One of each pair is there before any
// second.
TEST(VariablesTable, OfManyTakesWhatIsNotTheNegativeOfAnother) {
  experiment::ContinuousResults results;
  for (int i = 0; i < 19; ++i)
    for (const double sign : {1.0, -1.0}) {
      results.trajectory.names.push_back((sign > 0 ? "p" : "n") + std::to_string(i));
      results.trajectory.units.emplace_back();
      results.trajectory.columns.push_back({0, sign * (1 + i)});
      results.trajectory.final_values.push_back(0);
    }
  const std::string text = variables_table(results, 100, false);
  for (int i = 0; i < 19; ++i) EXPECT_THAT(text, HasSubstr("\np" + std::to_string(i) + ' '));
  EXPECT_THAT(text, HasSubstr("\nn0 "));
  EXPECT_THAT(text, Not(HasSubstr("\nn1 ")));
}

TEST(VariablesTable, StandsInTheResultsOfAModelWithoutStatistics) {
  experiment::Results results;
  results.model = "tank";
  results.replications = results.completed = 1;
  results.length = 2;
  results.continuous = two_variables();
  const std::string text = to_table(results, {.width = 100, .unicode = false});
  EXPECT_THAT(text, HasSubstr("seed 12345\n\nVariables "));
  EXPECT_THAT(text, Not(HasSubstr("No statistics")));
}

// A run that failed before the first row of its trajectory.
TEST(VariablesTable, HasDashesWhereNothingWasRecorded) {
  experiment::ContinuousResults results = two_variables();
  results.trajectory.columns = {{}, {}};
  EXPECT_THAT(variables_table(results, 100, false),
              HasSubstr("tank.level (m)        -        -        -  2.06250\n"));
}

}  // namespace
}  // namespace escapement::report::internal
