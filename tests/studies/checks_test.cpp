// SPDX-License-Identifier: MIT
// The checks of descriptors that look at several parameters at once: each with values that do not go
// together, as a study would write them, and what is said.
#include "escapement/json/parse.h"
#include "escapement/registry/validate.h"
#include "studies/support.h"

namespace escapement::studies::checks {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string faults(const std::string& type, const std::string& parameters) {
  std::vector<Diagnostic> diagnostics;
  const registry::Value value = json::parse(quoted(parameters), "test.json", diagnostics);
  registry::validate(value, known_types().find(type)->parameters, {}, diagnostics);
  std::string text;
  for (const Diagnostic& d : diagnostics) text += d.message + " | " + d.remedy + "\n";
  return text;
}

struct Check {
  const char* type;
  const char* parameters;
  const char* message;
};

TEST(Checks, TellWhatDoesNotGoTogether) {
  const Check checks[] = {
      // Elements.
      {"siman.Store", "{}", "a storage is named 0 times"},
      {"siman.Unstore", "{'storage': 'S', 'attribute': 'a'}", "a storage is named 2 times"},
      {"siman.Store", "{'expression': '1', 'index': 1}", "\"index\" has no effect here"},
      {"siman.Resource", "{'capacity': 1, 'schedule': 'S'}",
       "a resource has a capacity or a schedule, not both"},
      {"siman.Resource", "{'scheduleRule': 'Wait'}", "\"scheduleRule\" has no effect without a schedule"},
      {"siman.Resource", "{'initialState': 'A'}", "\"initialState\" has no effect without a state set"},
      {"siman.QueueElement", "{'ranking': 'LowestAttributeValue'}",
       "ranking LowestAttributeValue needs \"by\""},
      {"siman.QueueElement", "{'by': 'x'}", "\"by\" has no effect without a ranking by value"},
      {"siman.Schedule", "{}", "a schedule has a list of values or a calendar"},
      {"siman.Schedule", "{'values': [{'value': 1}], 'calendar': {}}",
       "a schedule has a list of values or a calendar"},
      {"siman.Schedule", "{'values': []}", "a schedule needs a value"},
      {"siman.Schedule", "{'values': [{'value': 1}, {'value': 2}]}",
       "only the last item of a schedule may lack"},
      {"siman.Failure", "{'downTime': 1}", "a failure of type Time needs \"upTime\""},
      {"siman.Failure", "{'type': 'Count', 'downTime': 1}", "a failure of type Count needs \"count\""},
      {"siman.Failure", "{'upTime': 2}", "'downTime' is missing in failure"},
      {"siman.Failure", "{'type': 'Count', 'count': 2, 'upTime': 2, 'downTime': 1}",
       "\"upTime\" has no effect in a failure of type Count"},
      {"siman.Failure", "{'upTime': 2, 'count': 2, 'downTime': 1}",
       "\"count\" has no effect in a failure of type Time"},
      {"siman.StateSet", "{'states': [{'state': 'A', 'auto': 'Busy', 'failure': 'F'}]}",
       "a state stands for an automatic state or for a failure, not both"},
      {"siman.Frequency", "{}", "a frequency watches a resource or a value"},
      {"siman.Frequency", "{'resource': 'X', 'value': 'x', 'categories': []}",
       "a frequency watches a resource or a value"},
      {"siman.Frequency", "{'value': 'x'}",
       "a frequency of a value needs categories, that of a resource has its own"},
      {"siman.Frequency", "{'value': 'x', 'categories': [{'name': 'A'}]}",
       "a category is one value or a range"},
      {"siman.Frequency", "{'value': 'x', 'categories': [{'name': 'A', 'value': 1, 'low': 0}]}",
       "a category is one value or a range"},
      {"siman.Expression", "{'value': [1, 2, 3], 'columns': 2}", "3 values do not fill the rows and columns"},
      {"siman.Variable", "{'rows': 3, 'initial': [1, 2]}", "2 initial values for 3 elements"},
      {"siman.Variable", "{'initial': 1, 'file': {'path': 'a.csv'}}",
       "initial values come from the file or from \"initial\", not from both"},
      {"siman.Variable", "{'columns': 2, 'file': {'path': 'a.csv'}}",
       "\"columns\" has no effect beside \"file\""},
      {"siman.Variable", "{'rows': 3, 'report': true}", "an array cannot be reported as a whole"},
      {"siman.Conveyor", "{'segments': 'S', 'velocity': 1, 'accumulationLength': 2}",
       "\"accumulationLength\" has no meaning on a non-accumulating conveyor"},
      // Blocks.
      {"siman.Create", "{'arrivals': {'file': 'a.csv', 'time': 't'}, 'interarrival': 1}",
       "\"interarrival\" has no effect beside \"arrivals\""},
      {"siman.Create", "{'schedule': 'S', 'first': 1}", "\"first\" has no effect beside \"schedule\""},
      {"siman.Create", "{'arrivals': {'file': 'a.csv', 'time': 't'}, 'batch': 2}",
       "\"batch\" has no effect beside \"arrivals\""},
      {"siman.Seize", "{'resources': {'units': 2}}", "an item of resources names 0 things"},
      {"siman.Seize", "{'resources': {'resource': 'X', 'attribute': 'a'}}",
       "an item of resources names 2 things"},
      {"siman.Seize", "{'resources': {'attribute': 'a', 'rule': 'Random'}}", "\"rule\" has no effect here"},
      {"siman.Seize", "{'resources': {'resource': 'X', 'rule': 'SpecificMember'}}",
       "rule SpecificMember needs \"member\""},
      {"siman.Seize", "{'resources': {'resource': 'X', 'member': 2}}",
       "\"member\" has no effect without rule SpecificMember"},
      {"siman.Release", "{'resources': {'resource': 'X', 'releaseRule': 'SpecificMember'}}",
       "rule SpecificMember needs \"member\""},
      {"siman.Release", "{'resources': {'expression': '1', 'releaseRule': 'FirstMemberSeized'}}",
       "\"releaseRule\" has no effect here"},
      {"siman.Select", "{'exits': ['a'], 'rule': 'SpecificMember'}", "rule SpecificMember needs \"member\""},
      {"siman.PickQ", "{'exits': ['a'], 'member': 1}",
       "\"member\" has no effect without rule SpecificMember"},
      {"siman.QPick", "{'queues': ['A'], 'rule': 'SpecificMember'}", "rule SpecificMember needs \"member\""},
      {"siman.Branch", "{'rules': [{'if': 'x', 'with': 0.5}]}", "a branch rule has 2 conditions"},
      {"siman.Branch", "{'rules': [{'else': false}]}", "\"else\" is false"},
      {"siman.Branch", "{'rules': [{'always': false}]}", "\"always\" is false"},
      {"siman.Assign", "{'assignments': [{'value': 1}]}", "an assignment has 0 targets"},
      {"siman.Assign", "{'assignments': [{'attribute': 'a', 'variable': 'b', 'value': 1}]}",
       "an assignment has 2 targets"},
      {"siman.Assign", "{'assignments': [{'entityAttribute': 'Entity.VACost'}]}",
       "an assignment lacks \"value\""},
      {"siman.Count", "{'set': 'S'}", "\"set\" needs \"index\""},
      {"siman.Count", "{'index': 1}", "\"index\" has no effect without \"set\""},
      {"siman.Count", "{'set': 'S', 'index': 1, 'counter': 'C'}", "\"counter\" has no effect beside \"set\""},
      {"siman.Tally", "{'set': 'S', 'index': 1, 'tally': 'T', 'value': 1}",
       "\"tally\" has no effect beside \"set\""},
      {"siman.Tally", "{'value': 1, 'interval': 2}", "a tally block observes 2 things"},
      {"siman.Tally", "{'between': false}", "\"between\" is false"},
      {"siman.Search", "{'condition': 'x', 'minimum': 'y'}", "a search has 2 aims"},
      {"siman.FindJ", "{'to': 3}", "a search has 0 aims"},
      {"siman.Read", "{'file': 'F', 'assignments': {'from': 'a'}}",
       "an assignment from a column has no target, or two"},
      {"siman.Split", "{'memberAttributes': 'TakeSpecificRepresentative'}",
       "TakeSpecificRepresentative needs \"attributes\""},
      {"siman.Split", "{'attributes': ['a']}", "\"attributes\" has no effect here"},
      {"siman.Dropoff", "{'memberAttributes': 'TakeSpecificRepresentative'}",
       "TakeSpecificRepresentative needs \"attributes\""},
      {"siman.Route", "{}", "a transfer has 0 destinations"},
      {"siman.Convey", "{'conveyor': 'C', 'station': 'S', 'bySequence': true}",
       "a transfer has 2 destinations"},
      {"siman.Transport", "{'transporter': 'T'}", "a transfer has 0 destinations"},
      {"siman.Allocate", "{'transporter': 'T', 'rule': 'SpecificMember'}",
       "rule SpecificMember needs \"member\""},
      // Modules.
      {"arena.Create", "{'arrivals': {'file': 'a.csv', 'time': 't'}, 'entitiesPerArrival': 2}",
       "\"entitiesPerArrival\" has no effect beside \"arrivals\""},
      {"arena.Process", "{'delay': 1, 'action': 'DelayRelease'}", "action DelayRelease needs \"resources\""},
      {"arena.Seize", "{'resources': 'X', 'queue': {}, 'sharedQueue': 'Q'}",
       "a module waits in its own queue or in a shared one"},
      {"arena.Decide", "{}", "a Decide needs either \"probability\" or \"condition\""},
      {"arena.Decide", "{'condition': []}", "the list is empty"},
      {"arena.Decide", "{'condition': 'x', 'kind': '2WayByChance'}", "kind 2WayByChance does not fit"},
      {"arena.Record", "{'kind': 'Expression'}", "Expression needs \"value\""},
      {"arena.Record", "{'kind': 'TimeInterval'}", "TimeInterval needs \"since\""},
      {"arena.Record", "{'kind': 'Count', 'since': 'x'}", "\"since\" has no meaning with Count"},
      {"arena.Record", "{'kind': 'EntityStatistics', 'statistic': 'S'}",
       "\"statistic\" has no meaning with EntityStatistics"},
      {"arena.Record", "{'kind': 'EntityStatistics', 'set': 'S', 'index': 1}",
       "\"set\" has no meaning with EntityStatistics"},
      {"arena.Record", "{'kind': 'Count', 'set': 'S'}", "\"set\" needs \"index\""},
      {"arena.Hold", "{'signal': 1, 'condition': 'x'}",
       "a Hold waits for a signal or for a condition, not for both"},
      {"arena.Hold", "{'kind': 'WaitForSignal'}", "kind WaitForSignal does not fit the other parameters"},
      {"arena.Hold", "{'limit': 1}", "\"limit\" has no meaning without \"signal\""},
      {"arena.Hold", "{'queue': {}, 'sharedQueue': 'Q'}", "own queue or in a shared one"},
      {"arena.Batch", "{'size': 2, 'queue': {}, 'sharedQueue': 'Q'}", "own queue or in a shared one"},
      {"arena.Separate", "{'kind': 'SplitBatch', 'duplicates': 2}",
       "\"duplicates\" has no meaning with SplitBatch"},
      {"arena.Separate", "{'attributes': ['a']}", "\"attributes\" has no meaning with DuplicateOriginal"},
      {"arena.Separate", "{'kind': 'SplitBatch', 'attributes': ['a']}", "\"attributes\" has no effect here"},
      {"arena.Search", "{'kind': 'Queue', 'condition': 'x'}", "a search of a queue needs \"queue\""},
      {"arena.Search", "{'kind': 'Batch', 'queue': 'Q', 'condition': 'x'}",
       "\"queue\" has no meaning in a search of kind Batch"},
      {"arena.Search", "{'kind': 'Expression', 'condition': 'x'}", "a search of an expression needs \"to\""},
      {"arena.ReadWrite", "{'file': 'F'}", "a ReadWrite reads or writes"},
      {"arena.Enter", "{'station': 'S', 'conveyor': 'C', 'transporter': 'T'}",
       "an Enter gives back one kind of thing"},
      {"arena.Leave", "{'station': 'S', 'conveyor': 'C', 'transporter': 'T', 'transfer': 'Convey'}",
       "a Leave takes one kind of thing"},
      {"arena.Leave", "{'station': 'S', 'transfer': 'Convey'}", "transfer Convey needs \"conveyor\""},
      {"arena.Leave", "{'station': 'S', 'transfer': 'Transport'}",
       "transfer Transport needs \"transporter\""},
      {"arena.Leave", "{'transfer': 'Connect', 'duration': 3}",
       "\"duration\" has no meaning without transfer Route"},
      {"arena.Leave", "{}", "a transfer has 0 destinations"},
      {"arena.PickStation", "{'stations': [{'station': 'S'}], 'transfer': 'Convey'}",
       "transfer Convey needs \"conveyor\""},
      {"arena.Request", "{'transporter': 'T', 'rule': 'SpecificMember'}",
       "rule SpecificMember needs \"member\""},
      {"arena.Request", "{'transporter': 'T', 'queue': {}, 'sharedQueue': 'Q'}",
       "own queue or in a shared one"},
  };
  for (const Check& check : checks)
    EXPECT_THAT(faults(check.type, check.parameters), HasSubstr(check.message))
        << check.type << " " << check.parameters;
}

TEST(Checks, AreContentWithWhatGoesTogether) {
  for (const Check& check : {Check{"siman.Schedule", "{'calendar': {}}", ""},
                             Check{"siman.Seize", "{'resources': [{'attribute': 'a'}, 'X']}", ""},
                             Check{"siman.Count", "{'set': 'S', 'index': 'n'}", ""},
                             Check{"siman.Variable", "{'clear': 'None'}", ""},
                             Check{"arena.Record", "{'kind': 'TimeBetween', 'set': 'S', 'index': 1}", ""}})
    EXPECT_THAT(faults(check.type, check.parameters), IsEmpty()) << check.type << " " << check.parameters;
}

// A study of one component between a source and a sink, and sections before it.
std::string with(const std::string& component, const std::string& sections = "",
                 const std::string& couplings = "'In -> Odd -> End'") {
  return quoted("{'entities': {'Part': {}}," + sections +
                "'model': {'components': {'In': {'type': 'siman.Create'}, 'Odd': " + component +
                ", 'End': {'type': 'siman.Dispose'}}, 'couplings': [" + couplings + "]}}");
}

TEST(Checks, ExitsOfBlocksThatChoose) {
  EXPECT_THAT(faults_of(with("{'type': 'siman.PickQ', 'exits': []}", "", "'In -> Odd'")),
              HasSubstr("'Odd' has no exits to choose among"));
  EXPECT_THAT(faults_of(with("{'type': 'siman.Select', 'exits': []}", "", "'In -> Odd'")),
              HasSubstr("'Odd' has no exits to choose among"));
}

TEST(Checks, TextsThatAreNoAssignments) {
  EXPECT_THAT(faults_of(with("{'type': 'siman.Assign', 'assignments': ['x == 3']}")),
              HasSubstr("'x == 3' is no assignment"));
}

TEST(Checks, GroupsAndMatchesHaveQueuesOfTheirOwn) {
  const std::string two = "'queues': {'A': {}, 'B': {}},";
  const auto model = [&](const std::string& block, const std::string& second, const std::string& couplings) {
    return quoted("{'entities': {'Part': {}}," + two + "'model': {'components': {" +
                  "'C': {'type': 'siman.Create'}, 'D': {'type': 'siman.Create'}," +
                  "'InA': {'type': 'siman.Queue', 'queue': 'A'}, 'InB': {'type': 'siman.Queue', 'queue': '" +
                  second + "'}, 'Block': " + block +
                  ", 'End': {'type': 'siman.Dispose'}}, 'couplings': ['C -> InA', 'D -> InB'," + couplings +
                  "]}}");
  };
  EXPECT_THAT(faults_of(model("{'type': 'siman.Group', 'size': 2}", "B",
                              "'InA -> Block', 'InB -> Block', 'Block -> End'")),
              HasSubstr("'Block' is led to from the queues 'A' and 'B'; a group is formed in one queue"));
  const std::string match = "{'type': 'siman.Match'}";
  const std::string out = "'Block.out1 -> End', 'Block.out2 -> End'";
  EXPECT_THAT(faults_of(model(match, "A", "'InA -> Block.in1', 'InB -> Block.in2'," + out)),
              HasSubstr("'Block' has the queue 'A' before two of its entries"));
  EXPECT_THAT(faults_of(model(match, "B", "'InA -> Block.in1', 'InB -> Block.in1'," + out)),
              HasSubstr("lead to 'Block.in1'; an entry takes one queue"));
  EXPECT_THAT(faults_of(quoted("{'entities': {'Part': {}}, 'queues': {'A': {}}, 'model': {'components': {"
                               "'C': {'type': 'siman.Create'}, 'InA': {'type': 'siman.Queue', 'queue': 'A'},"
                               "'Block': {'type': 'siman.Match'}, 'End': {'type': 'siman.Dispose'}},"
                               "'couplings': ['C -> InA', 'InA -> Block.in1'," +
                               out + "]}}")),
              HasSubstr("nothing leads to 'Block.in2'; put a siman.Queue before each entry of a Match"));
}

TEST(Checks, CalendarsOfSchedules) {
  const auto calendar = [](const std::string& text) {
    return faults_of(
        with("{'type': 'siman.Delay', 'duration': 1}", "'schedules': {'S': {'calendar': {" + text + "}}},"));
  };
  EXPECT_THAT(calendar("'days': {'Off': []}"), HasSubstr("the day \"Off\" cannot be given periods"));
  EXPECT_THAT(calendar("'days': {'A': [{'from': '9:00', 'to': '8:00', 'value': 1}]}"),
              HasSubstr("period 1 of day 'A' ends before it begins"));
  EXPECT_THAT(calendar("'days': {'A': [{'to': '9:00', 'value': 1}, {'from': '8:30', 'value': 1}]}"),
              HasSubstr("period 2 of day 'A' begins before the one before it ends"));
  EXPECT_THAT(calendar("'days': {'A': [{'from': '9 h', 'value': 1}]}"),
              HasSubstr("'from' must be a time of day, not '9 h'"));
  EXPECT_THAT(calendar("'week': {'Monday': 'Wrk'}"), HasSubstr("there is no day 'Wrk'"));
  EXPECT_THAT(calendar("'week': {'Mon': 'Off'}"), HasSubstr("unknown key 'Mon' in week"));
  EXPECT_THAT(calendar("'exceptions': [{'date': '24.12.2026'}]"),
              HasSubstr("'date' must be a date, not '24.12.2026'"));
  EXPECT_THAT(calendar("'exceptions': [{'date': '2026-12-24', 'until': '2026-12-23'}]"),
              HasSubstr("the exception ends before it begins"));
  EXPECT_THAT(faults_of(quoted("{'model': {'components': {}}, 'experiment': {'startDate': 'soon'}}")),
              HasSubstr("'startDate' must be a date, not 'soon'"));
}

}  // namespace
}  // namespace escapement::studies::checks
