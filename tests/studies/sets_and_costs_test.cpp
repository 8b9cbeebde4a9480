// SPDX-License-Identifier: MIT
// Sets, numbers of elements, states, storages and costs together, as a study writes them, with times by hand.
#include "studies/support.h"

namespace escapement::studies::sets_and_costs {
namespace {

// Parts 1 to 4 at 0, 1, 2, 3 go to machine B, A, B, A for 2 each: B at 0 and 2, A at 1 and 3. A part that
// comes as a machine comes free has no wait. A costs 60 per hour, 1 per minute; holding a part 30, half of
// it.
std::string workshop(const std::string& how) {
  return quoted(
      "{'timeUnit': 'min', 'entities': {'Part': {'holdingCost': 30}}, 'attributes': {'machine': {}, 'which': "
      "{}},"
      "'stateSets': {'Doing': {'states': ['Cutting', {'state': 'Waiting', 'auto': 'Idle'}]}},"
      "'resources': {'A': {'stateSet': 'Doing', 'busyCost': 60}, 'B': {'stateSet': 'Doing'}},"
      "'sets': {'Machines': {'members': ['A', 'B']}, 'Counts': {'members': ['OfA', 'OfB']},"
      "'Ends': {'members': ['EndsOfA', 'EndsOfB']}},"
      "'counters': {'OfA': {}, 'OfB': {}}, 'tallies': {'EndsOfA': {}, 'EndsOfB': {}}, 'storages': {'Floor': "
      "{}},"
      "'frequencies': {'StatesOfA': {'resource': 'A'}},"
      "'timePersistents': {'Busy': {'value': 'NR(MEMBER(Machines, 1)) + NR(MEMBER(Machines, 2))'}},"
      "'model': {'components': {"
      "'In': {'type': 'arena.Create', 'interarrival': 1, 'maxArrivals': 4},"
      "'Choose': {'type': 'arena.Assign', 'assignments': ['which = 1 + MOD(IDENT, 2)',"
      "'machine = MEMBER(Machines, which)']},"
      "'Seize': {'type': 'arena.Seize', 'resources': {" +
      how +
      ", 'state': 'Cutting'}},"
      "'Work': {'type': 'arena.Delay', 'delay': 2, 'storage': 'Floor'},"
      "'Release': {'type': 'arena.Release', 'resources': {" +
      how +
      "}},"
      "'Count': {'type': 'arena.Record', 'kind': 'Count', 'set': 'Counts', 'index': 'which'},"
      "'End': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'TNOW', 'set': 'Ends', 'index': "
      "'which'},"
      "'Out': {'type': 'arena.Dispose'}},"
      "'couplings': ['In -> Choose -> Seize -> Work.in', 'Work.out -> Release', 'Release -> Count -> End -> "
      "Out']}}");
}

TEST(SetsAndCosts, AShopByNumbers) {
  for (const char* how : {"'attribute': 'machine'", "'expression': 'MEMBER(Machines, which)'"}) {
    const StudyRun run = StudyRun::of(workshop(how));
    EXPECT_EQ(run.average("EndsOfB"), (2 + 4) / 2.0);
    EXPECT_EQ(run.average("EndsOfA"), (3 + 5) / 2.0);
    EXPECT_EQ(run.average("OfA"), 2);
    EXPECT_EQ(run.average("OfB"), 2);
    EXPECT_DOUBLE_EQ(run.average("Floor.NumberInStorage"), (1 + 2 * 3 + 1) / 5.0);
    EXPECT_DOUBLE_EQ(run.average("Busy"), 8 / 5.0);
    const auto& states = run["StatesOfA"].frequencies;
    EXPECT_EQ(states.at(0).name, "Cutting");
    EXPECT_DOUBLE_EQ(states.at(0).standard_percent.value(), 80);
    EXPECT_DOUBLE_EQ(states.at(1).standard_percent.value(), 20);
    EXPECT_DOUBLE_EQ(run.average("Part.VACost"), (2 * 3 + 2 * 1) / 4.0);
    EXPECT_DOUBLE_EQ(run.average("A.BusyCost"), 4);
    EXPECT_DOUBLE_EQ(run.average("System.TotalCost"), 4 + 8 * 0.5);
    EXPECT_DOUBLE_EQ(run.average("Seize.Queue.WaitingCost"), 0);
  }
}

// A set by the rule SpecificMember does the same.
TEST(SetsAndCosts, AShopByIndexOfASet) {
  std::string study = workshop("'resource': 'Machines', 'rule': 'SpecificMember', 'member': 'which'");
  const std::string rule = quoted("'rule'"), release = quoted("'releaseRule'");
  study.replace(study.rfind(rule), rule.size(), release);  // of the Release
  const StudyRun run = StudyRun::of(study);
  EXPECT_EQ(run.average("EndsOfA"), 4);
  EXPECT_EQ(run["StatesOfA"].frequencies.at(0).time, 4);
}

// One clerk from 8 to 12 on weekdays. A week of calls at 7:00 of each day, one hour each: on Monday to Friday
// they are answered from 8 to 9; those of Saturday and Sunday wait until Monday, after that day's first one.
TEST(SetsAndCosts, AWeekByTheCalendar) {
  const StudyRun run = StudyRun::of(quoted(
      "{'timeUnit': 'h', 'entities': {'Call': {}}, 'schedules': {'Shift': {'calendar': {"
      "'days': {'Morning': [{'from': '08:00', 'to': '12:00', 'value': 1}]},"
      "'week': {'Monday': 'Morning', 'Tuesday': 'Morning', 'Wednesday': 'Morning', 'Thursday': 'Morning',"
      "'Friday': 'Morning'}, 'exceptions': [{'date': '2026-12-02'}]}}},"
      "'resources': {'Clerk': {'schedule': 'Shift'}}, 'model': {'components': {"
      "'Calls': {'type': 'arena.Create', 'firstCreation': 7, 'interarrival': 24, 'maxArrivals': 7},"
      "'Answer': {'type': 'arena.Process', 'resources': 'Clerk', 'delay': 1}, 'Out': {'type': "
      "'arena.Dispose'}},"
      "'couplings': ['Calls -> Answer -> Out']}, 'experiment': {'startDate': '2026-11-30', 'length': '14 "
      "d'}}"));
  // 2026-11-30 is a Monday, 12-02 the Wednesday: its call waits until Thursday at 8, Thursday's until 9.
  // Saturday's waits 49 h, Sunday's 26 h.
  EXPECT_EQ(run["Answer.Queue.WaitingTime"].observations, 7u);
  EXPECT_DOUBLE_EQ(run.average("Answer.Queue.WaitingTime"), (1 + 1 + 25 + 2 + 1 + 49 + 26) / 7.0);
  EXPECT_DOUBLE_EQ(run.average("Clerk.NumberScheduled"), 9 * 4 / (14 * 24.0));
}

}  // namespace
}  // namespace escapement::studies::sets_and_costs
