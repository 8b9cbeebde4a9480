// SPDX-License-Identifier: MIT
#include "escapement/report/results_csv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "report/sample_results.h"

namespace escapement::report {
namespace {

constexpr const char* kHeader =
    "name,kind,average,halfWidth,halfWidthReason,minimum,maximum,minimumAverage,maximumAverage,final,"
    "observations,category,time,averageTime,standardPercent,restrictedPercent\n";

experiment::Results with(const std::vector<experiment::Result>& statistics) {
  experiment::Results results;
  results.statistics = statistics;
  return results;
}

TEST(ResultsCsv, HasAHeaderEvenWithoutStatistics) {
  EXPECT_EQ(to_csv({}), kHeader);
}

TEST(ResultsCsv, WritesARowPerStatistic) {
  experiment::Result wait;
  wait.name = "Q.WaitingTime";
  wait.average = 0.1;
  wait.half_width.value = 0.025;
  wait.minimum = 0;
  wait.maximum = 1e-20;
  wait.minimum_average = 0.05;
  wait.maximum_average = 0.15;
  wait.final_value = 2;
  wait.observations = 12;
  experiment::Result busy = wait;
  busy.name = "R.NumberBusy";
  busy.kind = statistics::Kind::kTimePersistent;
  EXPECT_EQ(to_csv(with({wait, busy})),
            std::string(kHeader) +
                "Q.WaitingTime,tally,0.1,0.025,,0,1e-20,0.05,0.15,2,12,,,,,\n"
                "R.NumberBusy,timePersistent,0.1,0.025,,0,1e-20,0.05,0.15,2,,,,,,\n");
}

TEST(ResultsCsv, LeavesEmptyWhatThereIsNot) {
  experiment::Result empty;
  empty.name = "Rework.Delay";
  empty.half_width.reason = "insufficient";
  experiment::Result states = empty;
  states.name = "Mill.State";
  states.kind = statistics::Kind::kFrequency;
  states.observations = 3;
  experiment::Result odd = empty;
  odd.name = "Odd";
  odd.kind = statistics::Kind::kOutput;
  odd.average = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(to_csv(with({empty, states, odd})), std::string(kHeader) +
                                                    "Rework.Delay,tally,,,insufficient,,,,,,0,,,,,\n"
                                                    "Mill.State,frequency,,,,,,,,,3,,,,,\n"
                                                    "Odd,output,,,insufficient,,,,,,,,,,,\n");
}

TEST(ResultsCsv, WritesARowPerCategoryOfAFrequency) {
  experiment::Result states;
  states.name = "Mill.State";
  states.kind = statistics::Kind::kFrequency;
  states.observations = 3;
  states.frequencies = {{"Busy", true, 2, 6, 3.0, 75.0, 100.0}, {"Out of Range", false, 1, 2, 2.0, 25.0, {}}};
  EXPECT_EQ(to_csv(with({states})), std::string(kHeader) +
                                        "Mill.State,frequency,,,,,,,,,3,,,,,\n"
                                        "Mill.State,frequency,,,,,,,,,2,Busy,6,3,75,100\n"
                                        "Mill.State,frequency,,,,,,,,,1,Out of Range,2,2,25,\n");
}

TEST(ResultsCsv, QuotesAsRfc4180Says) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("\r"), "\"\r\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST(ResultsCsv, IsTheSameForEqualResultsHoweverLongTheyTook) {
  experiment::Results one = sample::machine_shop(), other = sample::machine_shop();
  other.wall_seconds = 99;
  EXPECT_EQ(to_csv(one), to_csv(other));
  const std::string csv = to_csv(one);
  std::size_t rows = one.statistics.size();
  for (const auto& result : one.statistics) rows += result.frequencies.size();
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + static_cast<long>(rows));
}

}  // namespace
}  // namespace escapement::report
