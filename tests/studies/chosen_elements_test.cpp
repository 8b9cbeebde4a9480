// SPDX-License-Identifier: MIT
// Queues that differ from entity to entity, what is reported, and files of outputs and frequencies, as a
// study writes them.
#include <fstream>

#include "json/temporary_folder.h"
#include "studies/support.h"

namespace escapement::studies::chosen_elements {
namespace {

using escapement::testing_support::TemporaryFolder;
using ::testing::HasSubstr;

// Parts at 0, 1, 2, 3 are held for good in queue A or B, by turns; one that comes at 10 looks for one.
std::string holds(const std::string& queue, const std::string& remove) {
  return quoted(
      "{'entities': {'Part': {}, 'Visitor': {}}, 'attributes': {'line': {}, 'which': {}},"
      "'queues': {'A': {}, 'B': {}}, 'sets': {'Lines': {'members': ['A', 'B']}},"
      "'outputStatistics': {'InA': {'value': 'NQ(A)'}, 'InB': {'value': 'NQ(B)'}}, 'model': {'components': {"
      "'In': {'type': 'arena.Create', 'entity': 'Part', 'interarrival': 1, 'maxArrivals': 4},"
      "'Choose': {'type': 'arena.Assign', 'assignments': ['which = 1 + MOD(TNOW, 2)', 'line = MEMBER(Lines, "
      "which)']},"
      "'Hold': {'type': 'arena.Hold', " +
      queue +
      "}, 'Visit': {'type': 'arena.Create', 'entity': 'Visitor', 'firstCreation': 10},"
      "'Take': {'type': 'arena.Remove', " +
      remove +
      "}, 'Out': {'type': 'arena.Dispose'}},"
      "'couplings': ['In -> Choose -> Hold.in', 'Visit -> Take.in', 'Take.out -> Out', 'Take.removed -> "
      "Out']}}");
}

TEST(ChosenQueues, ByIndexAttributeAndExpression) {
  for (const char* queue : {"'sharedQueue': 'Lines', 'queueIndex': 'which'", "'queueAttribute': 'line'",
                            "'queueExpression': 'MEMBER(Lines, which)'"})
    for (const char* remove :
         {"'queue': 'Lines', 'index': 2", "'expression': 'MEMBER(Lines, 2)'", "'queue': 'B'"}) {
      const StudyRun run = StudyRun::of(holds(queue, remove));
      EXPECT_EQ(run.average("InA"), 2) << queue << remove;
      EXPECT_EQ(run.average("InB"), 1) << queue << remove;
      EXPECT_DOUBLE_EQ(run.average("B.WaitingTime"), 9);  // since 1
    }
}

TEST(ChosenQueues, FaultsOfWriting) {
  EXPECT_THAT(faults_of(holds("'sharedQueue': 'A', 'queueAttribute': 'line'", "'queue': 'A'")),
              HasSubstr("a queue is named 2 times"));
  EXPECT_THAT(faults_of(holds("'queueAttribute': 'line', 'queue': {}", "'queue': 'A'")),
              HasSubstr("a module waits in its own queue or in a shared one, not in both"));
  EXPECT_THAT(faults_of(holds("'queueIndex': 1", "'queue': 'A'")),
              HasSubstr("\"queueIndex\" has no effect here"));
  EXPECT_THAT(faults_of(holds("'sharedQueue': 'Lines'", "'queue': 'A'")),
              HasSubstr("'Hold' lacks the expression 'queueIndex'"));
  EXPECT_THAT(faults_of(holds("'sharedQueue': 'A'", "'rank': 1")), HasSubstr("a queue is named 0 times"));
}

std::string reporting(const std::string& report) {
  return quoted(
      "{'entities': {'Part': {" + report + "}}, 'resources': {'Drill': {" + report +
      "}},"
      "'outputStatistics': {'Wait': {'value': 'TAVG(Drilling.Queue.WaitingTime) + TAVG(Drilling.VATime)'}},"
      "'model': {'components': {'In': {'type': 'arena.Create', 'interarrival': 1, 'maxArrivals': 2},"
      "'Drilling': {'type': 'arena.Process', 'resources': 'Drill', 'delay': 3, 'queue': {" +
      report + "}" + (report.empty() ? "" : ", " + report) +
      "}, 'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Drilling.in', 'Drilling.out -> Out']}}");
}

// Waits of 0 and 2, work of 3.
TEST(Report, IsChosenForEachElementAndModule) {
  const StudyRun all = StudyRun::of(reporting("")), few = StudyRun::of(reporting("'report': false"));
  const auto count = [](const StudyRun& run, const std::string& prefix) {
    return std::count_if(run.all().begin(), run.all().end(),
                         [&](const statistics::Summary& s) { return s.name.starts_with(prefix); });
  };
  for (const char* prefix : {"Part.", "Drill.", "Drilling.", "Drilling.Queue."}) {
    EXPECT_GT(count(all, prefix), 0) << prefix;
    EXPECT_EQ(count(few, prefix), 0) << prefix;
  }
  EXPECT_EQ(few.average("Wait"), 4);  // they are collected all the same
  EXPECT_EQ(few.average("System.NumberOut"), 2);
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The drill is idle (-1) at 0, busy (-2) from 1 to 4.
TEST(ObservationFiles, OfOutputsAndFrequencies) {
  const TemporaryFolder folder;
  const std::string study = quoted(
      "{'entities': {'Part': {}}, 'resources': {'Drill': {}}, 'frequencies': {'States': {'resource': "
      "'Drill', "
      "'file': '" +
      folder.path("states.csv") +
      "'}}, 'outputStatistics': {'Share': {'value': 'DAVG(Drill.NumberBusy)', 'file': '" +
      folder.path("share.csv") +
      "'}}, 'model': {'components': {'In': {'type': 'arena.Create', 'firstCreation': 1},"
      "'Drilling': {'type': 'arena.Process', 'resources': 'Drill', 'delay': 3},"
      "'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Drilling.in', 'Drilling.out -> Out']},"
      "'experiment': {'length': 6}}");
  { StudyRun::of(study); }
  EXPECT_EQ(text_of(folder.path("states.csv")), "time,value\n0,-1\n1,-2\n4,-1\n");
  EXPECT_EQ(text_of(folder.path("share.csv")), "time,value\n6,0.5\n");
}

}  // namespace
}  // namespace escapement::studies::chosen_elements
