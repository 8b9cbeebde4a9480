// SPDX-License-Identifier: MIT
#include "escapement/report/overview_csv.h"

#include <gtest/gtest.h>

namespace escapement::report {
namespace {

constexpr const char* kOverviewHeader =
    "section,owner,statistic,unit,average,halfWidth,halfWidthReason,minimumAverage,maximumAverage,minimum,"
    "maximum,final,observations,averageTime,standardPercent,restrictedPercent\n";

experiment::Result named(std::string name, statistics::Kind kind, double average) {
  experiment::Result result;
  result.name = std::move(name);
  result.kind = kind;
  result.average = average;
  return result;
}

TEST(OverviewCsv, FollowsTheCategories) {
  experiment::Results results;
  results.time_unit = "min";
  using statistics::Kind;
  experiment::Result states = named("States", Kind::kFrequency, 0);
  states.average.reset();
  states.frequencies = {{"Busy", true, 2, 6, 3.0, 75.0, 100.0}, {"Out of Range", false, 1, 2, 2.0, 25.0, {}}};
  experiment::Result wait = named("Drilling.Queue.WaitingTime", Kind::kTally, 2.5);
  wait.half_width.reason = "insufficient";
  wait.minimum_average = wait.minimum = 0;
  wait.maximum_average = wait.maximum = wait.final_value = 5;
  wait.observations = 4;
  results.statistics = {named("Cost", Kind::kOutput, 7), wait, named("Good, parts", Kind::kCounter, 3),
                        states, named("System.NumberOut", Kind::kCounter, 9)};
  EXPECT_EQ(to_overview_csv(results),
            std::string(kOverviewHeader) +
                "System,System,Number Out,,9,,,,,,,,0,,,\n"
                "Queues,Drilling.Queue,Waiting Time,min,2.5,,insufficient,0,5,0,5,5,4,,,\n"
                "User specified,Counters,\"Good, parts\",,3,,,,,,,,0,,,\n"
                "User specified,Outputs,Cost,,7,,,,,,,,,,,\n"
                "Frequencies,States,Busy,,,,,,,,,,2,3,75,100\n"
                "Frequencies,States,Out of Range,,,,,,,,,,1,2,25,\n");
}

TEST(OverviewCsv, HasAHeaderEvenWithoutStatistics) {
  EXPECT_EQ(to_overview_csv({}), kOverviewHeader);
}

}  // namespace
}  // namespace escapement::report
