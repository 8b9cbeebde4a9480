// SPDX-License-Identifier: MIT
// What a study says that cannot be, as people see it; and failures while it runs.
#include "json/temporary_folder.h"
#include "studies/support.h"

namespace escapement::studies::faults {
namespace {

using ::testing::HasSubstr;

// A shop with one component and the couplings around it replaced.
std::string shop(const std::string& work, const std::string& sections = "", const std::string& more = "") {
  return quoted(
      "{'entities': {'Part': {}}, 'resources': {'Drill': {}}, 'attributes': {'size': {}}," + sections +
      "'model': {'components': {'In': {'type': 'arena.Create', 'interarrival': 1},\n'Work': " + work +
      ",\n'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Work.in', 'Work.out -> Out'" + more +
      "]}, 'experiment': {'length': 100}}");
}

TEST(Faults, Expressions) {
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Process', 'delay': 'EXPO(siz)'}")),
              HasSubstr("test.json:2:50: error: "));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Process', 'delay': 'EXPO(siz)'}")),
              HasSubstr("did you mean 'size'?"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Process', 'delay': '1 + * 2'}")),
              HasSubstr("test.json:2:49: error: "));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Process', 'delay': 'NQ(Work.Queu)', 'resources': 'Drill'}")),
              HasSubstr("did you mean 'Work.Queue'?"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Process', 'delay': -1}")), HasSubstr("-1"));
}

TEST(Faults, References) {
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Process', 'delay': 1, 'resources': 'Dril'}")),
              HasSubstr("did you mean 'Drill'?"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Assign', 'assignments': ['siz = 3']}")),
              HasSubstr("did you mean 'size'?"));
  EXPECT_THAT(
      faults_of(shop("{'type': 'arena.Process', 'delay': 1, 'resources': 'Drill', 'sharedQueue': 'Line'}")),
      HasSubstr("Line"));
}

TEST(Faults, ComponentsThatNothingLeadsToOrFrom) {
  const auto faults = [](const std::string& parts, const std::string& couplings) {
    return faults_of(
        quoted("{'entities': {'Part': {}}, 'model': {'components': {'In': {'type': 'arena.Create', "
               "'interarrival': 1}, 'Out': {'type': 'arena.Dispose'}, " +
               parts + "}, 'couplings': [" + couplings + "]}, 'experiment': {'length': 9}}"));
  };
  EXPECT_THAT(faults("'M': {'type': 'arena.Match', 'number': 3}",
                     "'In -> M.in2', 'M.out1 -> Out', 'M.out2 -> Out', 'M.out3 -> Out'"),
              ::testing::AllOf(HasSubstr("nothing leads to 'M.in1', for whose entities the others wait"),
                               HasSubstr("nothing leads to 'M.in3'"), HasSubstr("or lower \"number\""),
                               ::testing::Not(HasSubstr("'M.in2'"))));
  EXPECT_THAT(faults("'H': {'type': 'arena.Hold'}", "'In -> H -> Out'"),
              HasSubstr("'H' has no outputs (at /model/couplings/0)\n    nothing leads on from it"));
  EXPECT_THAT(faults("'H': {'type': 'arena.Create', 'maxArrivals': 1}", "'In -> H -> Out'"),
              HasSubstr("'H' has no inputs (at /model/couplings/0)\n    nothing leads to it"));
}

// What is found when blocks are put together is told where the component stands, that of a module's inner
// blocks where the module stands; several at once.
TEST(Faults, OfBlocksPutTogetherHaveTheirPlaces) {
  const std::string faults = faults_of(
      quoted("{'entities': {'Part': {}}, 'stations': {'Here': {}, 'There': {}}, 'queues': {'Line': {}},\n"
             "'model': {'components': {'In': {'type': 'arena.Create', 'interarrival': 1},\n"
             "'Twice': {'type': 'siman.Branch', 'rules': [{'always': true}, {'always': true}]},\n"
             "'Go': {'type': 'arena.Route', 'station': 'Here'},\n"
             "'Inner': {'components': {\n'Leave': {'type': 'arena.Leave', 'station': 'There', 'delay': 1}},\n"
             "'inputs': ['in'], 'couplings': ['in -> Leave.in']}},\n"
             "'couplings': ['In -> Twice', 'Twice.out1 -> Go', 'Twice.out2 -> Inner']}}"));
  EXPECT_THAT(faults,
              HasSubstr("test.json:4:7: error: 'Go' sends entities to station 'Here', but no block stands "
                        "for it; add a siman.Station block with \"station\": \"Here\" (at "
                        "/model/components/Go)"));
  EXPECT_THAT(faults, HasSubstr("test.json:6:10: error: 'Inner.Leave' sends entities to station 'There'"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Leave', 'bySequence': true}")), HasSubstr("no port 'out'"));
  const std::string leave = quoted(
      "{'entities': {'Part': {}}, 'model': {'components': {'In': {'type': 'arena.Create', 'interarrival': "
      "1},\n"
      "'Go': {'type': 'arena.Route', 'bySequence': true}}, 'couplings': ['In -> Go']}}");
  EXPECT_THAT(faults_of(leave),
              HasSubstr("test.json:2:7: error: 'Go' transfers by sequence, but the model has "
                        "no sequences (at /model/components/Go)\n    add \"sequences\""));
}

// A coupling to nowhere, a reference and a name in an expression: each is told once, in one pass.
TEST(Faults, CouplingsAndNamesInOnePass) {
  const std::string faults =
      faults_of(shop("{'type': 'arena.Process', 'delay': 'EXPO(siz) + NQ(Lane)', 'resources': "
                     "'Drill', 'priority': 'siz'}",
                     "'timePersistents': {'Busy': {'value': 'NR(Dril)'}},", ", 'Work.rejected -> Away'"));
  EXPECT_THAT(faults, HasSubstr("has no port 'rejected'"));
  EXPECT_THAT(faults, HasSubstr("unknown name 'siz'"));
  EXPECT_THAT(faults, HasSubstr("'Lane' is no queue"));
  EXPECT_THAT(faults, HasSubstr("'Dril' is no resource"));
  const std::string twice = faults_of(
      shop("{'type': 'arena.Process', 'delay': '1 +', 'resources': 'Dril'}", "", ", 'Nobody -> Work'"));
  const auto count = [&twice](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = twice.find(text); at != std::string::npos; at = twice.find(text, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("error: "), 3u) << twice;
  EXPECT_EQ(count("'Dril'"), 1u) << twice;
}

// Where a component or an element cannot be made, names that mean it would be told wrongly.
TEST(Faults, NamesOfWhatCannotBeMadeAreNotTold) {
  const std::string faults = faults_of(quoted(
      "{'entities': {'Part': {}}, 'resources': {'Drill': {'capacity': -1}}, 'model': {'components': {'In': "
      "{'type': 'arena.Create'}, 'Work': {'type': 'arena.Delay', 'delay': 'NR(Drill)'}, 'Out': {'type': "
      "'arena.Dispose'}}, 'couplings': ['In -> Work', 'Work -> Off']}}"));
  EXPECT_THAT(faults, HasSubstr("-1"));
  EXPECT_THAT(faults, HasSubstr("there is no component 'Off'"));
  EXPECT_THAT(faults, testing::Not(HasSubstr("is no resource")));
}

TEST(Faults, ParametersThatDoNotFit) {
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Process', 'delay': 1, 'action': 'SeizeDelay'}")),
              HasSubstr("action SeizeDelay needs \"resources\""));
  EXPECT_THAT(
      faults_of(shop("{'type': 'arena.Process', 'delay': 1, 'action': 'Delay', 'resources': 'Drill'}")),
      HasSubstr("\"resources\" has no effect with action Delay"));
  EXPECT_THAT(faults_of(shop(
                  "{'type': 'arena.Process', 'delay': 1, 'resources': 'Drill', 'queue': {}, 'sharedQueue': "
                  "'Line'}",
                  "'queues': {'Line': {}},")),
              HasSubstr("a module waits in its own queue or in a shared one, not in both"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Record', 'kind': 'Expression'}")),
              HasSubstr("Expression needs \"value\""));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Record', 'kind': 'TimeInterval'}")),
              HasSubstr("needs \"since\""));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Record', 'kind': 'TimeBetween', 'value': '1'}")),
              HasSubstr("\"value\" has no meaning with TimeBetween"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Record', 'kind': 'Count', 'statistic': 'Out.NumberIn'}")),
              HasSubstr("is already one of"));
  EXPECT_THAT(faults_of(shop("{'type': 'siman.Tally'}")), HasSubstr("a tally block observes 0 things"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Assign', 'assignments': [{'attribute': 'size'}]}")),
              HasSubstr("an assignment lacks \"value\""));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Assign', 'assignments': [{'value': 1}]}")),
              HasSubstr("an assignment has 0 targets"));
}

TEST(Faults, Elements) {
  const std::string work = "{'type': 'arena.Process', 'delay': 1}";
  EXPECT_THAT(faults_of(shop(work, "'queues': {'Q': {'ranking': 'LowestAttributeValue'}},")),
              HasSubstr("ranking LowestAttributeValue needs \"by\""));
  EXPECT_THAT(faults_of(shop(work, "'queues': {'Q': {'by': 'size'}},")),
              HasSubstr("\"by\" has no effect without a ranking by value"));
  EXPECT_THAT(faults_of(shop(work, "'variables': {'v': {'rows': 3, 'initial': [1, 2]}},")),
              HasSubstr("2 initial values for 3 elements"));
  EXPECT_THAT(faults_of(shop(work, "'variables': {'v': {'rows': 3, 'report': true}},")),
              HasSubstr("an array cannot be reported as a whole"));
}

TEST(Faults, Branches) {
  const auto branch = [](const std::string& rules) {
    return faults_of(shop("{'type': 'siman.Branch', 'rules': [" + rules + "]}", "", ", 'Work.other -> Out'"));
  };
  EXPECT_THAT(branch("{'exit': 'out', 'with': 0.7}, {'exit': 'other', 'with': 0.5}"),
              HasSubstr("add up to 1.2"));
  EXPECT_THAT(branch("{'exit': 'out', 'with': 0.7, 'if': '1'}, {'exit': 'other', 'else': true}"),
              HasSubstr("a branch rule has 2 conditions"));
  EXPECT_THAT(branch("{'exit': 'out', 'with': 0.7}, {'exit': 'other', 'else': false}"),
              HasSubstr("\"else\" is false"));
  EXPECT_THAT(faults_of(shop("{'type': 'siman.Tally', 'between': false}")),
              HasSubstr("\"between\" is false"));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Decide'}")),
              HasSubstr("needs either \"probability\" or \"condition\""));
  EXPECT_THAT(faults_of(shop("{'type': 'arena.Decide', 'kind': 'NWayByChance', 'probability': 0.5}")),
              HasSubstr("kind NWayByChance does not fit"));
}

TEST(Faults, FilesOfArrivals) {
  testing_support::TemporaryFolder folder;
  folder.write("log.csv", "at,n\n1,2\n2,two\n");
  const auto faults = [&](const std::string& arrivals) {
    try {
      const json::Study study = json::Study::from_text(
          quoted("{'entities': {'Part': {}}, 'attributes': {'size': {}}, 'model': {'components': {\n'In': "
                 "{'type': "
                 "'arena.Create', 'arrivals': " +
                 arrivals + "}, 'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Out']}}"),
          folder.path("study.json"), known_types());
      json::StudyReplication replication(study, 0);
    } catch (const InputError& e) {
      return e.diagnostics().front().text();
    }
    return std::string();
  };
  EXPECT_EQ(faults("{'file': 'log.csv', 'time': 'at'}"), "");
  EXPECT_THAT(faults("{'file': 'lug.csv', 'time': 'at'}"), HasSubstr("study.json:2:"));
  EXPECT_THAT(faults("{'file': 'lug.csv', 'time': 'at'}"), HasSubstr("log.csv'?"));
  EXPECT_THAT(faults("{'file': 'log.csv', 'time': 'att'}"), HasSubstr("'att' is neither a column of"));
  EXPECT_THAT(faults("{'file': 'log.csv', 'time': 'at', 'attributes': {'size': 'n'}}"),
              HasSubstr("log.csv:3:1"));
  EXPECT_THAT(faults("{'file': '${NO_SUCH_NAME_HERE}/log.csv', 'time': 'at'}"),
              HasSubstr("NO_SUCH_NAME_HERE"));
  EXPECT_THAT(faults("{'file': 'log.csv', 'time': 'at'}, 'interarrival': 3"),
              HasSubstr("\"interarrival\" has no effect beside \"arrivals\""));
}

// A failing replication is told with model, clock and value; what was collected until then is kept.
TEST(Faults, FailuresOfRunning) {
  const auto failure = [](const std::string& work, const std::string& sections = "") {
    const json::Study study = json::Study::from_text(shop(work, sections), "test.json", known_types());
    const experiment::Results results = experiment::run_experiment(
        json::plan_of(study), [&](int r) { return std::make_unique<json::StudyReplication>(study, r); });
    EXPECT_EQ(results.failures.size(), 1u);
    for (const experiment::Result& r : results.statistics)
      if (r.name == "In.NumberOut") {
        EXPECT_GE(r.final_value.value_or(0), 1);
      }
    const experiment::Failure& f = results.failures.at(0);
    return to_text(f.clock) + " " + f.model_path + ": " + f.message;
  };
  EXPECT_THAT(failure("{'type': 'arena.Process', 'delay': '5 - TNOW'}"),
              HasSubstr("6 Work: the delay '5 - TNOW' is -1; it must be a finite time of 0 or more"));
  EXPECT_THAT(failure("{'type': 'siman.Release', 'resources': 'Drill'}"),
              HasSubstr("0 Work: an entity of type 'Part' releases 1 of resource 'Drill' but holds 0"));
  EXPECT_THAT(failure("{'type': 'arena.Assign', 'assignments': ['v(TNOW + 1) = 1']}",
                      "'variables': {'v': {'rows': 4}},"),
              HasSubstr("4 Work: "));
  EXPECT_THAT(failure("{'type': 'arena.Process', 'delay': 'EXPO(3 - TNOW)'}"),
              HasSubstr("4 Work: EXPO: Mean is -1"));
}

TEST(Faults, InAFileThatIsIncludedTwiceAreToldOnce) {
  testing_support::TemporaryFolder folder;
  folder.write("hall.json", quoted("{'inputs': ['in'], 'components': {'End': {'type': 'arena.Dispose'}},"
                                   "'couplings': ['in -> End.inn']}"));
  const std::string text = quoted(
      "{'entities': {'Part': {}}, 'model': {'components': {'A': {'include': 'hall.json'}, 'B': {'include': "
      "'hall.json'}}, 'couplings': []}}");
  try {
    json::Study::from_text(text, folder.path("study.json"), known_types());
    FAIL();
  } catch (const InputError& e) {
    ASSERT_EQ(e.diagnostics().size(), 1u);
    EXPECT_THAT(e.diagnostics().front().text(), HasSubstr("'End' (arena.Dispose) has no port 'inn'"));
  }
}

}  // namespace
}  // namespace escapement::studies::faults
