// SPDX-License-Identifier: MIT
// What people who come from Arena write by habit, and what they are told; and habits that are right here,
// too.
#include "studies/support.h"

namespace escapement::studies::arena_habits {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The drill press with one thing done as in Arena.
std::string shop(const std::string& drilling, const std::string& arrivals = "'interarrival': 'EXPO(5)'",
                 const std::string& more = "") {
  return quoted(
      "{'timeUnit': 'min', 'entities': {'Part': {}}, 'resources': {'Drill': {}}, 'model': {'components': {"
      "'Arrivals': {'type': 'arena.Create', " +
      arrivals + "}," + more + "'Drilling': {'type': 'arena.Process', " + drilling +
      "}, 'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['Arrivals -> Drilling -> Done']}, 'experiment': {'length': 480}}");
}

std::string section(const std::string& text) {
  return quoted("{" + text + ", 'model': {'components': {}, 'couplings': []}}");
}

TEST(ArenaHabits, AreUnderstood) {
  for (const char* drilling :
       {"'resources': 'Drill', 'delay': 'TRIA(1,3,6)'", "'resources': 'Drill', 'delay': 'tria(1, 3, 6)'",
        "'resources': 'Drill', 'priority': 'High(1)', 'delay': 3",
        "'resources': 'Drill', 'priority': 'Low', 'delay': 3",
        "'resources': 'Drill', 'delay': '3 * (NQ(Drilling.Queue) .GT. 3 .AND. TNOW .GE. 100) + 1'"})
    EXPECT_THAT(faults_of(shop(drilling)), IsEmpty()) << drilling;
}

TEST(ArenaHabits, AreAnsweredWithWhatToWrite) {
  const std::string work = "'resources': 'Drill', 'delay': 3";
  struct Habit {
    std::string study;
    std::string answer;
  };
  const Habit habits[] = {
      {shop("'resources': 'Drill', 'action': 'Seize Delay Release', 'delay': 3"),
       "did you mean 'SeizeDelayRelease'?"},
      {shop("'resources': 'Drill', 'delay': 'NORM(3)'"), "NORM(Mean, StdDev)"},
      {shop("'resources': 'Drill', 'delay': 'TRIA(6, 3, 1)'"), "write TRIA(Min, Mode, Max)"},
      {shop("'resources': 'Drill', 'delay': 'TRIA(1,5; 3; 6)'"), "write decimals with a point"},
      {shop("'resources': 'Drill', 'delay': '1 + NQ(Drill.Queue)'"), "did you mean 'Drilling.Queue'?"},
      {shop("'resources': 'Drill', 'delay': 'Service Time'"), "found 'Time' in 'Service Time'"},
      {shop("'resources': 'Drill', 'delay': 'ServiceTime'"),
       "declare a new one under \"attributes\" or \"variables\""},
      {shop("'resources': 'Drills', 'delay': 3"), "did you mean 'Drill'?"},
      {shop(work, "'interarrival': 'EXPO(5)', 'units': 'Hours'"), "times are in the study's \"timeUnit\""},
      {shop(work, "'interarrival': 'EXPO(5)', 'maxArrivals': 'Infinite'"), "no limit when absent"},
      {shop(work, "'interarrival': 'EXPO(5)'", "'Choose': {'type': 'arena.Decide', 'probability': 80},"),
       "80 % is written as 0.8"},
      {shop(work, "'interarrival': 'EXPO(5)'", "'Choose': {'type': 'Decide', 'probability': 0.8},"),
       "did you mean 'arena.Decide'?"},
      {shop(work, "'interarrival': 'EXPO(5)'", "'Choose Way': {'type': 'arena.Decide', 'probability': 0.8},"),
       "names are made of letters, digits and _"},
      {shop("'resources': 'Drill', 'delayType': 'Triangular', 'delay': 3"), "write the distribution itself"},
      {shop("'resources': [{'name': 'Drill', 'quantity': 1}], 'delay': 3"), "it is called \"resource\""},
      {shop("'resources': [{'name': 'Drill', 'quantity': 1}], 'delay': 3"), "it is called \"units\""},
      {shop(work, "'interarrival': 1, 'batchSize': 4"), "it is called \"entitiesPerArrival\""},
      {shop(work, "'interarrival': 1",
            "'Set': {'type': 'arena.Assign', 'assignments': [{'type': 'Attribute', 'name': 'a', 'newValue': "
            "3}]},"),
       "say what it is by the key: {\"attribute\": \"size\", \"value\": 3}"},
      {shop(work, "'interarrival': 1",
            "'Note': {'type': 'arena.Record', 'kind': 'TimeInterval', 'attribute': 'a'},"),
       "it is called \"since\""},
      {quoted("{'schedules': {'S': {'values': [[5, 60]]}}, 'model': {'components': {}, 'couplings': []}}"),
       "write {\"value\": ...}"},
      {quoted("{'experiment': {'replicationLength': 9}, 'model': {'components': {}, 'couplings': []}}"),
       "it is called \"length\""},
      {shop(work, "'interarrival': 1",
            "'Choose': {'type': 'arena.Decide', 'condition': 'Entity.Type == \\'Part\\''},"),
       "the name of an element has no quotes: Entity.Type == Part"},
      {shop(work, "'interarrival': 1", "'Choose': {'type': 'arena.Decide', 'condition': 'siz > 2'},"),
       "unknown name 'siz' in condition 'siz > 2' (at /model/components/Choose/condition)"},
      {shop(work, "'interarrival': 1",
            "'Note': {'type': 'arena.Record', 'kind': 'TimeInterval', 'since': 'Arrival_Time'},"),
       "unknown name 'Arrival_Time' in since 'Arrival_Time' (at /model/components/Note/since)"},
      {shop("'resources': 'Drill', 'delay': 'EXPO(5 min)'"),
       "times are in the study's \"timeUnit\" here; HoursToBaseTime(5) and its like convert them"},
      {shop(work, "'interarrival': 1",
            "'Set': {'type': 'arena.Assign', 'assignments': ['STATE(Drill) = Lunch']},"),
       "resource 'Drill' has no state 'Lunch' (at /model/components/Set/assignments/0)\n"
       "    add it to the \"states\" of the resource's \"stateSet\""},
      {shop(work, "'interarrival': 1",
            "'Set': {'type': 'arena.Assign', 'assignments': ['Entity.Picture = Picture.Boy']},"),
       "'Entity.Picture' in 'Set' cannot be assigned (at /model/components/Set/assignments/0)\n    there is "
       "no animation"},
      {shop(work, "'interarrival': 1",
            "'Set': {'type': 'arena.Assign', 'assignments': ['NQ(Drilling.Queue) = 3']},"),
       "'NQ' in 'Set' cannot be assigned (at /model/components/Set/assignments/0)\n    what can: variables"},
      {shop(work, "'interarrival': 1", "'Wait': {'type': 'arena.Hold', 'holdType': 'Infinite Hold'},"),
       "it is called \"kind\""},
      {section("'transporters': {'Van': {'failures': ['F']}}"),
       "a Delay and arena.Activate breaks a unit down"},
      {section("'transporters': {'Van': {'schedule': 'S'}}"), "a Delay and arena.Activate takes a unit away"},
      {section("'transporters': {'Van': {'initialPosition': 'A'}}"), "it is called \"position\""},
      {section("'failures': {'F': {'mtbf': 9}}"), "it is called \"upTime\""},
      {section("'failures': {'F': {'upTimeUnits': 'Hours'}}"),
       "a time may have its own unit, such as \"5 h\""},
      {section("'stations': {'A': {'parentActivityArea': 'B'}}"), "it is called \"activityArea\""},
      {section("'resources': {'R': {'scheduleName': 'S'}}"), "it is called \"schedule\""},
      {section("'timePersistents': {'Line': 'NQ(Q)'}"), "write {\"value\": ...}"},
      {section("'sets': {'Drills': ['A', 'B']}"), "write {\"members\": ...}"},
      {section("'conveyors': {'Belt': {'segments': 'S', 'velocity': '20 ft/min'}}"),
       "write a bare number: all lengths of a study are in one unit of your own"},
  };
  for (const Habit& habit : habits) EXPECT_THAT(faults_of(habit.study), HasSubstr(habit.answer));
}

TEST(ArenaHabits, ThatFailWhileItRunsSayHowToMendIt) {
  const auto failure = [](const std::string& drilling) -> std::string {
    try {
      StudyRun::of(shop(drilling));
    } catch (const SimulationError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(failure("'resources': 'Drill', 'delay': 'NORM(3, 2)'"), HasSubstr("(MX(0, ...) keeps it so)"));
  EXPECT_THAT(failure("'action': 'DelayRelease', 'resources': 'Drill', 'delay': 3"),
              HasSubstr("seize it first, or release fewer"));
}

}  // namespace
}  // namespace escapement::studies::arena_habits
