// SPDX-License-Identifier: MIT
// The hand simulation of a drill press for 20 minutes (Kelton, Sadowski and Zupick, Simulation with Arena,
// ch. 2).
//
//   part     1     2     3     4     5      6      7
//   arrives  0     1.73  3.08  3.79  4.41   18.69  19.39
//   begins   0     2.90  4.66  8.05  12.57  18.69
//   leaves   2.90  4.66  8.05  12.57 17.03
#include "json/temporary_folder.h"
#include "studies/support.h"

namespace escapement::studies::drill_press {
namespace {

void expect_the_book(const StudyRun& run) {
  EXPECT_EQ(run["Done.NumberIn"].final_value, 5);
  EXPECT_EQ(run["Drilling.Queue.WaitingTime"].observations, 6u);
  EXPECT_NEAR(run.average("Drilling.Queue.WaitingTime"), 15.17 / 6, 1e-12);
  EXPECT_NEAR(run["Drilling.Queue.WaitingTime"].maximum.value(), 8.16, 1e-12);
  EXPECT_NEAR(run.average("Part.TotalTime"), 32.20 / 5, 1e-12);
  EXPECT_NEAR(run["Part.TotalTime"].maximum.value(), 12.62, 1e-12);
  EXPECT_NEAR(run.average("Drilling.Queue.NumberInQueue"), 15.78 / 20, 1e-12);
  EXPECT_EQ(run["Drilling.Queue.NumberInQueue"].maximum, 3);
  EXPECT_NEAR(run.average("Drill.InstantaneousUtilization"), 0.917, 1e-12);
  EXPECT_NEAR(run.average("Drill.ScheduledUtilization"), 0.917, 1e-12);
  EXPECT_NEAR(run.average("Part.WIP"), (15.78 + 18.34) / 20, 1e-12);
  EXPECT_EQ(run["Part.WIP"].maximum, 4);
  EXPECT_EQ(run.clock(), 20);
}

TEST(DrillPress, FromLists) {
  expect_the_book(StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Part': {}}, 'resources': {'Drill': {}}, 'attributes': {'work': {}},
    'variables': {
      'gaps': {'rows': 10, 'initial': [1.73, 1.35, 0.71, 0.62, 14.28, 0.70, 15.52, 3.15, 1.76, 1.00]},
      'services': {'rows': 10, 'initial': [2.90, 1.76, 3.39, 4.52, 4.46, 4.36, 2.07, 3.36, 2.37, 5.38]},
      'number': {}},
    'model': {
      'components': {
        'Arrivals': {'type': 'arena.Create', 'interarrival': 'gaps(number + 1)'},
        'Number': {'type': 'arena.Assign', 'assignments': ['number = number + 1', 'work = services(number)']},
        'Drilling': {'type': 'arena.Process', 'action': 'SeizeDelayRelease', 'resources': ['Drill'], 'delay': 'work'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Number -> Drilling -> Done']},
    'experiment': {'length': 20}})")));
}

TEST(DrillPress, FromAFile) {
  testing_support::TemporaryFolder folder;
  folder.write(
      "log.csv",
      "at,work\n0,2.90\n1.73,1.76\n3.08,3.39\n3.79,4.52\n4.41,4.46\n18.69,4.36\n19.39,2.07\n34.91,3.36\n");
  const std::string text = quoted(R"({
    'timeUnit': 'min', 'entities': {'Part': {}}, 'resources': {'Drill': {}}, 'attributes': {'work': {}},
    'model': {
      'components': {
        'Arrivals': {'type': 'arena.Create',
                     'arrivals': {'file': 'log.csv', 'time': 'at', 'timeUnit': 'min', 'attributes': {'work': 'work'}}},
        'Drilling': {'type': 'arena.Process', 'resources': 'Drill', 'delay': 'work'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Drilling -> Done']},
    'experiment': {'length': 20}})");
  expect_the_book(StudyRun(json::Study::from_text(text, folder.path("study.json"), known_types())));
}

TEST(DrillPress, OfBlocksGivesTheSame) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Part': {}}, 'resources': {'Drill': {}}, 'queues': {'Line': {}},
    'attributes': {'work': {}},
    'variables': {
      'gaps': {'rows': 10, 'initial': [1.73, 1.35, 0.71, 0.62, 14.28, 0.70, 15.52, 3.15, 1.76, 1.00]},
      'services': {'rows': 10, 'initial': [2.90, 1.76, 3.39, 4.52, 4.46, 4.36, 2.07, 3.36, 2.37, 5.38]},
      'number': {}},
    'timePersistents': {'Present': {'value': 'NQ(Line) + NR(Drill)'}},
    'tallies': {'Flow': {}}, 'counters': {'Made': {}}, 'outputStatistics': {'PerHour': {'value': '60 * NC(Made) / TNOW'}},
    'model': {
      'components': {
        'Arrivals': {'type': 'siman.Create', 'interarrival': 'gaps(number + 1)'},
        'Number': {'type': 'siman.Assign', 'assignments': ['number = number + 1', 'work = services(number)']},
        'Wait': {'type': 'siman.Queue', 'queue': 'Line'},
        'Take': {'type': 'siman.Seize', 'resources': 'Drill'},
        'Drilling': {'type': 'siman.Delay', 'duration': 'work'},
        'Give': {'type': 'siman.Release', 'resources': 'Drill'},
        'Flow1': {'type': 'siman.Tally', 'tally': 'Flow', 'interval': 'Entity.CreateTime'},
        'Count1': {'type': 'siman.Count', 'counter': 'Made'},
        'Done': {'type': 'siman.Dispose'}},
      'couplings': ['Arrivals -> Number -> Wait', 'Wait.out -> Take.in', 'Take -> Drilling -> Give -> Flow1 -> Count1 -> Done']},
    'experiment': {'length': 20}})"));
  EXPECT_NEAR(run.average("Line.WaitingTime"), 15.17 / 6, 1e-12);
  EXPECT_NEAR(run.average("Flow"), 6.44, 1e-12);
  EXPECT_NEAR(run.average("Present"), (15.78 + 18.34) / 20, 1e-12);
  EXPECT_EQ(run["Made"].final_value, 5);
  EXPECT_NEAR(run.average("PerHour"), 15, 1e-12);
}

}  // namespace
}  // namespace escapement::studies::drill_press
