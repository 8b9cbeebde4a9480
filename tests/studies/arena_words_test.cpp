// SPDX-License-Identifier: MIT
// Words that people bring from Arena: names of statistics as values, dates, limits of counters, and what is
// said of those that are not there.
#include "studies/support.h"

namespace escapement::studies::arena_words {
namespace {

using ::testing::HasSubstr;

// Parts at 0, 1 ... 5, each 10 in the module; the warm-up ends at 3, the run at 5.5. Since then 3 came.
std::string study(const std::string& outputs,
                  const std::string& experiment = "{'warmup': 3, 'length': 5.5}") {
  return quoted(
      "{'timeUnit': 'h', 'entities': {'Part': {}}, 'attributes': {'size': {}}, 'queues': {'Line': {}},"
      "'resources': {'Drill': {'capacity': 20}}, 'counters': {'Made': {'limit': 50}, 'Free': {}},"
      "'outputStatistics': {" +
      outputs +
      "}, 'model': {'components': {'In': {'type': 'arena.Create', 'interarrival': 1},"
      "'Drilling': {'type': 'arena.Process', 'resources': 'Drill', 'delay': 10},"
      "'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Drilling.in', 'Drilling.out -> Out']},"
      "'experiment': " +
      experiment + "}");
}

double value_of(const std::string& expression,
                const std::string& experiment = "{'warmup': 3, 'length': 5.5}") {
  return StudyRun::of(study("'X': {'value': '" + expression + "'}", experiment)).average("X");
}

TEST(ArenaWords, NamesOfStatisticsAreTheirPresentValues) {
  EXPECT_EQ(value_of("Drilling.NumberIn"), 3);
  EXPECT_EQ(value_of("Drilling.NumberOut"), 0);
  EXPECT_EQ(value_of("Drilling.WIP"), 6);  // those that came in the warm-up are there
  EXPECT_EQ(value_of("Part.WIP"), 6);
  EXPECT_EQ(value_of("Part.NumberIn"), 3);
  EXPECT_EQ(value_of("System.NumberOut"), 0);
  EXPECT_EQ(value_of("Drill.NumberBusy + Drilling.Queue.NumberInQueue"), 6);
}

TEST(ArenaWords, TalliesAndOutputsHaveFunctions) {
  EXPECT_THAT(faults_of(study("'X': {'value': 'Drilling.VATime'}")),
              HasSubstr("'Drilling.VATime' is a tally, which has many values"));
  EXPECT_THAT(faults_of(study("'X': {'value': 'Drilling.VATime'}")),
              HasSubstr("its average is TAVG(Drilling.VATime)"));
  EXPECT_THAT(faults_of(study("'X': {'value': 'Drill.ScheduledUtilization'}")),
              HasSubstr("its present value is OVALUE(Drill.ScheduledUtilization)"));
  EXPECT_THAT(faults_of(study("'X': {'value': 'Drilling.Lenght'}")),
              HasSubstr("unknown name 'Drilling.Lenght'"));
}

TEST(ArenaWords, LimitsOfCounters) {
  EXPECT_EQ(value_of("MC(Made)"), 50);
  EXPECT_EQ(value_of("MC(Free)"), 1e100);
}

// 2026-11-30, a Monday, at 06:00; 20 hours later it is Tuesday, 02:00. 2028 is a leap year.
TEST(ArenaWords, Dates) {
  const std::string from = "{'length': 5.5, 'startDate': '2026-11-30 06:00'}";
  EXPECT_EQ(value_of("CalYear(20) * 10000 + CalMonth(20) * 100 + CalDayOfMonth(20)", from), 20261201);
  EXPECT_EQ(value_of("CalDayOfWeek(20) * 100 + CalHour(20)", from), 302);
  EXPECT_EQ(value_of("CalMinute(1.75) * 100 + CalSecond(1.01)", from), 4536);
  EXPECT_EQ(
      value_of("CalMonth(10) * 100 + CalDayOfMonth(10)", "{'length': 1, 'startDate': '2028-02-28 20:00'}"),
      229);
  EXPECT_EQ(value_of("CalYear(-6)", "{'length': 1, 'startDate': '1970-01-01'}"), 1969);
  EXPECT_EQ(value_of("CalDayOfWeek(0) * 100 + CalHour(25)"), 201);  // Monday at midnight
  EXPECT_EQ(value_of("CalHour(0.1 + 0.2 + 0.7)"), 1);               // 0.9999999999999999
  EXPECT_THAT(faults_of(study("'X': {'value': 'CalYear(0)'}")),
              HasSubstr("CalYear needs to know the date of time 0"));
  EXPECT_THAT(faults_of(study("'X': {'value': 'CalYear(0)'}")),
              HasSubstr("give \"startDate\" in \"experiment\""));
  try {
    value_of("CalHour(TNOW / 0)");
    ADD_FAILURE() << "no date is that far";
  } catch (const std::exception& e) {
    EXPECT_THAT(e.what(), HasSubstr("it must be a finite number"));
  }
}

TEST(ArenaWords, UnitsOfTime) {
  EXPECT_EQ(value_of("DaysToBaseTime(2)"), 48);
  EXPECT_EQ(value_of("HoursToBaseTime(2)"), 2);
  EXPECT_EQ(value_of("MinutesToBaseTime(90)"), 1.5);
  EXPECT_EQ(value_of("SecondsToBaseTime(36)"), 0.01);
}

// Two wait in Line since 1 and 2.
TEST(ArenaWords, AttributesThatEveryEntityHasOfThoseInAQueue) {
  const StudyRun run = StudyRun::of(
      quoted("{'entities': {'Part': {}}, 'outputStatistics': {'Waits': {'value': 'TNOW - AQUE(Hold.Queue, 2, "
             "Entity.CreateTime)'}, 'Sum': {'value': 'SAQUE(Hold.Queue, Entity.CreateTime)'}},"
             "'model': {'components': {'In': {'type': 'arena.Create', 'firstCreation': 1, 'interarrival': 1, "
             "'maxArrivals': 2}, 'Hold': {'type': 'arena.Hold'}}, 'couplings': ['In -> Hold.in']},"
             "'experiment': {'length': 10}}"));
  EXPECT_EQ(run.average("Waits"), 8);
  EXPECT_EQ(run.average("Sum"), 3);
}

TEST(ArenaWords, WordsThatAreNotThereSayWhatToWrite) {
  const auto told = [](const std::string& expression) {
    return faults_of(study("'X': {'value': '" + expression + "'}"));
  };
  EXPECT_THAT(told("ED(1)"), HasSubstr("name the distribution under \"expressions\""));
  EXPECT_THAT(told("RESBUSYTIME(Drill)"), HasSubstr("write DAVG(R.NumberBusy) * DTPD(R.NumberBusy)"));
  EXPECT_THAT(told("Entity.TotalTime"), HasSubstr("write TNOW - Entity.CreateTime"));
  EXPECT_THAT(told("TRUE"), HasSubstr("write 1"));
  EXPECT_THAT(told("V(2)"), HasSubstr("use the variable's name, with subscripts for an array"));
}

}  // namespace
}  // namespace escapement::studies::arena_words
