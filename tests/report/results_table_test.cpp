// SPDX-License-Identifier: MIT
#include "escapement/report/results_table.h"

#include <gmock/gmock.h>

#include <sstream>

#include "report/sample_results.h"

namespace escapement::report {
namespace {

using testing::HasSubstr;
using testing::Not;

experiment::Results small() {
  experiment::Results results;
  results.model = "drill-press";
  results.replications = results.completed = 2;
  results.length = 480;
  results.warmup = 60;
  results.time_unit = "min";
  experiment::Result out;
  out.name = "System.NumberOut";
  out.kind = statistics::Kind::kCounter;
  out.average = out.minimum_average = out.maximum_average = out.minimum = out.maximum = 80;
  out.half_width.value = 0;
  out.observations = 160;
  experiment::Result wait;
  wait.name = "Drilling.Queue.WaitingTime";
  wait.average = 1.23456;
  wait.half_width.value = 0.123456;
  wait.minimum = 0;
  wait.maximum = 7.5;
  wait.minimum_average = 1;
  wait.maximum_average = 1.5;
  wait.observations = 160;
  results.statistics = {out, wait};
  return results;
}

TEST(ResultsTable, ShowsTheRunAndTheCategories) {
  EXPECT_EQ(to_table(small(), {.width = 100, .unicode = false}),
            "drill-press\n"
            "2 replications of 480 min, warm-up 60 min, seed 12345\n"
            "\n"
            "System                Average  Half width  Min. avg.  Max. avg.  Minimum  Maximum  Count\n"
            "----------------------------------------------------------------------------------------\n"
            "Number Out                 80           0         80         80       80       80\n"
            "\n"
            "Queues                Average  Half width  Min. avg.  Max. avg.  Minimum  Maximum  Count\n"
            "----------------------------------------------------------------------------------------\n"
            "Drilling.Queue\n"
            "  Waiting Time (min)    1.235       0.123          1      1.500        0    7.500    160\n");
}

TEST(ResultsTable, OfOneReplicationHasTheLastValuesAndNoExtremesOfAverages) {
  auto results = small();
  results.replications = results.completed = 1;
  results.statistics[1].half_width = {std::nullopt, "correlated"};
  results.statistics[1].final_value = 2.25;
  EXPECT_EQ(to_table(results, {.width = 100, .unicode = false}),
            "drill-press\n"
            "1 replication of 480 min, warm-up 60 min, seed 12345\n"
            "\n"
            "System                Average  Half width  Minimum  Maximum  Final  Count\n"
            "-------------------------------------------------------------------------\n"
            "Number Out                 80           0       80       80      -\n"
            "\n"
            "Queues                Average  Half width  Minimum  Maximum  Final  Count\n"
            "-------------------------------------------------------------------------\n"
            "Drilling.Queue\n"
            "  Waiting Time (min)    1.235  correlated        0    7.500  2.250    160\n");
}

TEST(ResultsTable, FitsTheTerminal) {
  EXPECT_THAT(to_table(small(), {.width = 80, .unicode = false}),
              HasSubstr("Average  Half width  Minimum  Maximum  Count\n"));
  EXPECT_THAT(to_table(small(), {.width = 60, .unicode = false}), HasSubstr("Average  Half width  Count\n"));
  EXPECT_THAT(to_table(small(), {.width = 47, .unicode = false}), HasSubstr("Average  Half width\n"));
  EXPECT_EQ(to_table(small(), {.width = 1}), to_table(small(), {.width = 40}));
  auto one = small();
  one.completed = 1;
  EXPECT_THAT(to_table(one, {.width = 60, .unicode = false}), HasSubstr("Average  Half width  Count\n"));
  for (const int width : {40, 60, 80, 100, 120}) {
    std::istringstream lines(to_table(sample::machine_shop(), {.width = width, .unicode = false}));
    std::string line;
    std::getline(lines, line);
    std::getline(lines, line);  // the heading is not part of a table
    while (std::getline(lines, line)) EXPECT_LE(line.size(), static_cast<std::size_t>(width)) << line;
  }
}

TEST(ResultsTable, ShowsWhatThereIsNotAsADash) {
  experiment::Results results;
  results.statistics.emplace_back().name = "Rework";
  results.statistics.back().half_width.reason = "insufficient";
  EXPECT_THAT(to_table(results, {.unicode = false}),
              HasSubstr("Rework                  -  insufficient        -        -      -      0\n"));
  EXPECT_THAT(to_table(results), HasSubstr("–"));
}

TEST(ResultsTable, ShowsFrequenciesByCategory) {
  EXPECT_THAT(to_table(sample::machine_shop(), {.unicode = false}),
              HasSubstr("Frequencies       Visits  Average time  Standard %  Restricted %\n"
                        "----------------------------------------------------------------\n"
                        "Mill.State\n"
                        "  BUSY               210         15.60          78            78\n"
                        "  IDLE               212         4.358          22            22\n"
                        "  Out of Range         0             -           0\n"));
}

TEST(ResultsTable, SaysSoWhenThereIsNothing) {
  experiment::Results results;
  results.model = "empty";
  results.replications = 1;
  EXPECT_EQ(to_table(results),
            "empty\n1 replication until no event is left, seed 12345\n\nNo statistics were collected.\n");
}

TEST(ResultsTable, TellsFailuresAndInterruption) {
  auto results = small();
  results.replications = 4;
  EXPECT_EQ(trouble_text(results), "");
  results.failures = {{3, 12.5, "Line.Press", "the delay is -1"}, {4, 2, "", "too many micro-steps"}};
  EXPECT_EQ(trouble_text(results),
            "Failed: 2 of 4 replications finished; the figures are of those.\n"
            "Replication 3 failed at time 12.5 min in Line.Press: the delay is -1\n"
            "Replication 4 failed at time 2 min: too many micro-steps\n");
  results.failures.clear();
  results.interrupted = true;
  EXPECT_EQ(trouble_text(results), "Interrupted: 2 of 4 replications finished; the figures are of those.\n");
  results.completed = 0;
  EXPECT_EQ(trouble_text(results),
            "Interrupted: 0 of 4 replications finished; the figures are of what was collected until then.\n");
  results.completed = 2;
  EXPECT_THAT(to_table(results), HasSubstr("Interrupted: 2 of 4"));
  EXPECT_THAT(to_table(small()), Not(HasSubstr("Interrupted")));
}

}  // namespace
}  // namespace escapement::report
