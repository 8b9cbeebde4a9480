// SPDX-License-Identifier: MIT
// DEVS atomics in studies: the simple deterministic models of DEVSLib, built anew, with what they must give.
#include "studies/support.h"

namespace escapement::studies::devs {
namespace {

std::string model(const std::string& components, const std::string& couplings, double stop) {
  return quoted("{'model': {'components': {" + components + "}, 'couplings': [" + couplings +
                "]}, 'experiment': {'length': " + to_text(stop) + "}}");
}

TEST(DevsStudies, Generator) {  // at 0, 1 ... 10: the end of the run belongs to it
  const StudyRun run = StudyRun::of(model(
      "'G': {'type': 'devs.Generator', 'first': 0}, 'D': {'type': 'devs.Recorder'}", "'G.out -> D.in'", 10));
  EXPECT_EQ(run.average("D.Count"), 11);
  EXPECT_EQ(run.average("G.Sent"), 11);
}

TEST(DevsStudies, ConfluentProcessorLosesNothing) {
  const StudyRun run =
      StudyRun::of(model("'G': {'type': 'devs.Generator', 'first': 0}, 'P': {'type': 'devs.Processor', "
                         "'serviceTime': 1}, 'D': {'type': 'devs.Recorder'}",
                         "'G.out -> P.in', 'P.out -> D.in'", 10));
  EXPECT_EQ(run.average("D.Count"), 10);
  EXPECT_EQ(run.average("P.Lost"), 0);
}

// Jobs 1, 2, 3 ... a second, service of 2: 1, 3, 5, 7, 9 are accepted, four are done at 10.
TEST(DevsStudies, GeneratorProcessorTransducer) {
  const StudyRun run =
      StudyRun::of(model("'G': {'type': 'devs.Generator', 'increment': 1}, 'P': {'type': 'devs.Processor', "
                         "'serviceTime': 2}, 'T': "
                         "{'type': 'devs.Transducer'}",
                         "'G.out -> P.in', 'G.out -> T.arrived', 'P.out -> T.solved'", 10));
  EXPECT_EQ(run.average("T.Arrived"), 10);
  EXPECT_EQ(run.average("T.Solved"), 4);
  EXPECT_EQ(run.average("P.Lost"), 5);
  EXPECT_EQ(run.average("T.MeanTurnaround"), 2);
}

TEST(DevsStudies, SwitchCrossesOver) {
  const StudyRun run = StudyRun::of(model(
      "'G': {'type': 'devs.Generator'}, 'H': {'type': 'devs.Generator', 'first': 1.5}, 'P1': {'type': "
      "'devs.Processor', 'serviceTime': 1}, 'P2': {'type': 'devs.Processor', 'serviceTime': 1}, 'P3': "
      "{'type': "
      "'devs.Processor', 'serviceTime': 1}, 'S': {'type': 'devs.Switch'}, 'D1': {'type': 'devs.Recorder'}, "
      "'D2': {'type': 'devs.Recorder'}",
      "'G.out -> P1.in', 'P1.out -> P2.in', 'P2.out -> P3.in', 'P3.out -> S.in1', 'H.out -> S.in2', "
      "'S.out1 -> D1.in', 'S.out2 -> D2.in'",
      100));
  EXPECT_EQ(run.average("D1.Count"), 99);  // 1.5, 2.5 ... 99.5
  EXPECT_EQ(run.average("D2.Count"), 97);  // 4, 5 ... 100
}

TEST(DevsStudies, AlternatorSharesTheWork) {
  const StudyRun run = StudyRun::of(model(
      "'G': {'type': 'devs.Generator'}, 'A': {'type': 'devs.Alternator'}, 'P1': {'type': 'devs.Processor', "
      "'serviceTime': 1}, 'P2': {'type': 'devs.Processor', 'serviceTime': 1}, 'D': {'type': 'devs.Recorder'}",
      "'G.out -> A.in', 'A.out1 -> P1.in', 'A.out2 -> P2.in', 'P1.out -> D.in', 'P2.out -> D.in'", 10));
  EXPECT_EQ(run.average("D.Count"), 9);  // 2, 3 ... 10
  EXPECT_EQ(run.average("P1.Received"), 5);
  EXPECT_EQ(run.average("P2.Received"), 5);
}

TEST(DevsStudies, ProcessesAndAtomicsInOneModel) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'entities': {'Part': {}},
    'model': {'components': {
        'G': {'type': 'devs.Generator'}, 'R': {'type': 'devs.Recorder'},
        'In': {'type': 'arena.Create', 'interarrival': 2}, 'Work': {'type': 'arena.Process', 'delay': 1},
        'Out': {'type': 'arena.Dispose'}},
      'couplings': ['G.out -> R.in', 'In -> Work -> Out']},
    'experiment': {'length': 10}})"));
  EXPECT_EQ(run.average("R.Count"), 10);
  EXPECT_EQ(run["Part.NumberOut"].final_value, 5);
}

}  // namespace
}  // namespace escapement::studies::devs
