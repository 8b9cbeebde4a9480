// SPDX-License-Identifier: MIT
#include "escapement/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// M/D/1-like and short: arrivals each 2 min from 0, service 3 min, so part n (from 0) waits n minutes.
constexpr const char* kStudy = R"J({
  "format": 1, "name": "line", "timeUnit": "min",
  "entities": {"Part": {}},
  "resources": {"Drill": {}},
  "model": {
    "components": {
      "Arrivals": {"type": "arena.Create", "interarrival": 2, "maxArrivals": 5},
      "Drilling": {"type": "arena.Process", "resources": "Drill", "delay": 3},
      "Done": {"type": "arena.Dispose"}
    },
    "couplings": ["Arrivals -> Drilling -> Done"]
  }
})J";

class ProgramTest : public ::testing::Test {
 protected:
  ProgramTest() {
    directory_ =
        fs::path(::testing::TempDir()) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  ~ProgramTest() override { fs::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& text) {
    const fs::path path = directory_ / name;
    std::ofstream(path) << text;
    return path.string();
  }

  int run(std::vector<std::string> arguments) {
    out_.str("");
    err_.str("");
    return run_program(arguments, {out_, err_});
  }
  nlohmann::json json() const { return nlohmann::json::parse(out_.str()); }
  nlohmann::json statistic(const std::string& name) const {
    const nlohmann::json results = json();
    for (const auto& s : results["statistics"])
      if (s["name"] == name) return s;
    ADD_FAILURE() << "no statistic " << name;
    return {};
  }
  std::string slurp(const fs::path& path) const {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path directory_;
  std::ostringstream out_, err_;
};

TEST_F(ProgramTest, RunPrintsTheContractsKeys) {
  const std::string study = write("line.json", kStudy);
  ASSERT_EQ(run({"run", study, "--format", "json"}), 0) << err_.str();
  EXPECT_EQ(json()["model"], "line");
  EXPECT_EQ(json()["seed"], 12345);
  EXPECT_EQ(json()["replications"], 1);
  EXPECT_TRUE(json()["length"].is_null());
  EXPECT_EQ(json()["warmup"], 0);
  EXPECT_EQ(json()["timeUnit"], "min");
  // Waits 0, 1, 2, 3, 4; the last part leaves at 15.
  EXPECT_DOUBLE_EQ(statistic("Drilling.Queue.WaitingTime")["average"], 2);
  EXPECT_DOUBLE_EQ(statistic("Drilling.Queue.WaitingTime")["maximum"], 4);
  EXPECT_EQ(statistic("Drilling.Queue.WaitingTime")["observations"], 5);
  EXPECT_DOUBLE_EQ(statistic("Drilling.Queue.NumberInQueue")["average"], 10.0 / 15);
  EXPECT_DOUBLE_EQ(statistic("Drill.InstantaneousUtilization")["average"], 1);
  EXPECT_EQ(statistic("System.NumberIn")["average"], 5);
  EXPECT_EQ(statistic("System.NumberOut")["average"], 5);
  EXPECT_EQ(statistic("Part.NumberOut")["kind"], "counter");
  EXPECT_DOUBLE_EQ(statistic("Part.TotalTime")["average"], 5);
  EXPECT_DOUBLE_EQ(statistic("Drilling.VATime")["average"], 3);
}

TEST_F(ProgramTest, FlagsStandForTheExperimentsKeys) {
  const std::string study = write("line.json", kStudy);
  ASSERT_EQ(run({"run", study, "--format", "json", "--until", "6", "--replications", "3", "--seed", "7",
                 "--threads", "2"}),
            0)
      << err_.str();
  EXPECT_EQ(json()["length"], 6);
  EXPECT_EQ(json()["replications"], 3);
  EXPECT_EQ(json()["seed"], 7);
  // Events at the stop time happen: the second part ends at 6, the fourth comes at 6.
  EXPECT_DOUBLE_EQ(statistic("System.NumberOut")["average"], 2);
  EXPECT_DOUBLE_EQ(statistic("System.NumberIn")["average"], 4);
}

TEST_F(ProgramTest, SetOverridesAParameter) {
  const std::string study = write("line.json", kStudy);
  ASSERT_EQ(run({"run", study, "--format", "json", "--set", "Drill.capacity=2", "--set",
                 "Drilling.delay=\"0.05 h\""}),
            0)
      << err_.str();
  EXPECT_DOUBLE_EQ(statistic("Drilling.Queue.WaitingTime")["average"], 0);
  EXPECT_DOUBLE_EQ(statistic("Drilling.VATime")["average"], 3);
}

TEST_F(ProgramTest, OutLeavesTheFilesAndCsvHasNoTimings) {
  const std::string study = write("line.json", kStudy);
  const fs::path out = directory_ / "results";
  ASSERT_EQ(run({"run", study, "--out", out.string()}), 0) << err_.str();
  EXPECT_THAT(err_.str(), HasSubstr("report.html"));
  for (const char* file : {"results.json", "results.csv", "overview.csv", "report.html", "trace.csv"})
    EXPECT_GT(fs::file_size(out / file), 100u) << file;
  EXPECT_THAT(slurp(out / "results.csv"), Not(HasSubstr("econds")));
  EXPECT_THAT(slurp(out / "trace.csv"), HasSubstr("0,0,enter,Drilling.Enter,,Part 1\n"));
  // The page has the model as it was built and, out of the trace, who went where.
  const std::string page = slurp(out / "report.html");
  EXPECT_THAT(page, HasSubstr(R"("type":"arena.Process","uses":[{"path":"Drill","section":"resources"})"));
  EXPECT_THAT(page, HasSubstr(R"("playback":{"places":["Drilling",)"));
}

TEST_F(ProgramTest, ResultsAreEqualForAnyNumberOfThreads) {
  const std::string study = write("line.json", kStudy);
  const std::vector<std::string> base = {"run",
                                         study,
                                         "--format",
                                         "csv",
                                         "--replications",
                                         "8",
                                         "--until",
                                         "500",
                                         "--set",
                                         "Arrivals.interarrival=EXPO(4)",
                                         "--set",
                                         "Drilling.delay=EXPO(3)",
                                         "--set",
                                         "Arrivals.maxArrivals=1000"};
  std::string first;
  for (const char* threads : {"1", "2", "4", "8"}) {
    std::vector<std::string> arguments = base;
    arguments.insert(arguments.end(), {"--threads", threads});
    ASSERT_EQ(run(arguments), 0) << err_.str();
    if (first.empty()) first = out_.str();
    EXPECT_EQ(out_.str(), first) << threads << " threads";
  }
}

TEST_F(ProgramTest, FaultsOfAStudyExitWith2AndAreToldAtOnce) {
  const std::string study = write("bad.json", R"J({
  "timeUnit": "sec",
  "entities": {"Part": {}},
  "resources": {"Drill": {"capacity": -1}},
  "model": {
    "components": {
      "Arrivals": {"type": "arena.Crate", "interarrival": 2},
      "Drilling": {"type": "arena.Process", "resources": "Dril", "delay": "EXPO(5"},
      "Luck": {"type": "arena.Decide", "probability": 1.2},
      "Done": {"type": "arena.Dispose"}
    },
    "couplings": ["Arrivals -> Drilling.inn", "Drilling -> Done"]
  }
})J");
  EXPECT_EQ(run({"run", study}), 2);
  EXPECT_THAT(out_.str(), IsEmpty());
  const std::string text = err_.str();
  EXPECT_THAT(text, ContainsRegex("bad.json:2:15: .*sec"));
  EXPECT_THAT(text, ContainsRegex("bad.json:4:39: .*-1"));
  EXPECT_THAT(text, AllOf(HasSubstr("arena.Crate"), HasSubstr("arena.Create")));
  EXPECT_THAT(text, AllOf(HasSubstr("'Dril'"), HasSubstr("'Drill'")));
  EXPECT_THAT(text, ContainsRegex("bad.json:8:82: .*EXPO"));
  EXPECT_THAT(text, ContainsRegex("bad.json:9:.*from 0 to 1.*1.2"));
  EXPECT_THAT(text, HasSubstr("inn"));
}

TEST_F(ProgramTest, AFailingModelExitsWith1AndKeepsItsResults) {
  const std::string study = write("line.json", kStudy);
  EXPECT_EQ(run({"run", study, "--format", "json", "--set", "Drilling.delay=3 - TNOW"}), 1);
  // At 3 the first part is done; the second starts with a delay of 0; the third, at 4, would get -1.
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("time 4 in Drilling:"), HasSubstr("-1")));
  EXPECT_DOUBLE_EQ(statistic("System.NumberOut")["average"], 2);
  EXPECT_EQ(json()["failures"][0]["clock"], 4);
}

TEST_F(ProgramTest, WrongCommandLinesExitWith2) {
  const std::string study = write("line.json", kStudy);
  EXPECT_EQ(run({}), 2);
  EXPECT_EQ(run({"rum", study}), 2);
  EXPECT_EQ(run({"run"}), 2);
  EXPECT_EQ(run({"run", study, "--format", "xml"}), 2);
  EXPECT_EQ(run({"run", study, "--replications", "0"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("replications"));
  EXPECT_EQ(run({"run", (directory_ / "lin.json").string()}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("line.json"));  // the file that was meant
  EXPECT_EQ(run({"run", study, "--out", study}), 2);
  EXPECT_EQ(run({"run", study, "--trace", (directory_ / "no" / "trace.csv").string()}), 2);
  EXPECT_EQ(run({"run", study, "--solver", "euler"}), 2);
}

TEST_F(ProgramTest, CheckDescribeSchemaAndVersion) {
  const std::string study = write("line.json", kStudy);
  EXPECT_EQ(run({"check", study}), 0);
  EXPECT_THAT(out_.str(), HasSubstr("no faults"));
  EXPECT_EQ(run({"describe"}), 0);
  EXPECT_THAT(out_.str(), HasSubstr("arena.Process"));
  EXPECT_EQ(run({"describe", "arena.Process"}), 0);
  EXPECT_THAT(out_.str(), AllOf(HasSubstr("siman.Seize"), HasSubstr("delay")));
  EXPECT_EQ(run({"describe", "arena.Proces"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("arena.Process"));
  EXPECT_EQ(run({"schema"}), 0);
  EXPECT_TRUE(json().contains("$schema"));
  EXPECT_EQ(run({"--version"}), 0);
  EXPECT_EQ(run({"--help"}), 0);
}

TEST_F(ProgramTest, BenchPrintsTheContractsKeysAndChecksItsCounts) {
  ASSERT_EQ(run({"bench", "devstone", "--model", "HO", "--width", "5", "--depth", "4", "--inputs", "2",
                 "--format", "json"}),
            0)
      << err_.str();
  // g = 5*4/2 = 10: atomics 4*3+1, transitions 10*3+1 an input, couplings as the formulas say.
  EXPECT_EQ(json()["atomics"], 13);
  EXPECT_EQ(json()["internalTransitions"], 62);
  EXPECT_EQ(json()["externalTransitions"], 62);
  EXPECT_EQ(json()["couplings"]["internal"], 9);
  EXPECT_EQ(json()["couplings"]["externalInput"], 19);
  EXPECT_EQ(json()["couplings"]["externalOutput"], 16);
  for (const char* key :
       {"setupSeconds", "simulationSeconds", "transitionsPerSecond", "peakBytes", "handWritten"})
    EXPECT_TRUE(json().contains(key)) << key;
  ASSERT_EQ(run({"bench", "ring", "--atomics", "50", "--events", "1000", "--format", "json"}), 0)
      << err_.str();
  EXPECT_EQ(json()["internalTransitions"], 500);
  EXPECT_EQ(json()["externalTransitions"], 500);
  EXPECT_EQ(run({"bench", "devstone", "--model", "HX"}), 2);
  EXPECT_EQ(run({"bench", "devstone", "--width", "0"}), 2);
  EXPECT_EQ(run({"bench", "ring", "--atomics", "0"}), 2);
}

TEST_F(ProgramTest, TerminateEndsARunWhateverComponentsAreCalled) {
  const std::string study = write("line.json", kStudy);
  ASSERT_EQ(run({"run", study, "--format", "json", "--set", "experiment.terminate=EntitiesOut(Part) >= 2",
                 "--set", "resources.Terminate_={}"}),
            0)
      << err_.str();
  EXPECT_DOUBLE_EQ(statistic("System.NumberOut")["average"], 2);  // at 6
}

// A traced replication goes by single micro-steps, an untraced one may run on.
TEST_F(ProgramTest, ATraceChangesNoResult) {
  const std::string study = write("line.json", kStudy);
  std::vector<std::string> arguments = {"run",      study,
                                        "--format", "csv",
                                        "--until",  "2000",
                                        "--set",    "Arrivals.interarrival=EXPO(4)",
                                        "--set",    "Arrivals.maxArrivals=1000",
                                        "--set",    "Drilling.delay=EXPO(3)",
                                        "--warmup", "100"};
  ASSERT_EQ(run(arguments), 0) << err_.str();
  const std::string untraced = out_.str();
  arguments.insert(arguments.end(), {"--trace", (directory_ / "trace.csv").string()});
  ASSERT_EQ(run(arguments), 0) << err_.str();
  EXPECT_EQ(out_.str(), untraced);
}

TEST_F(ProgramTest, WarmUpClearsStatistics) {
  const std::string study = write("line.json", kStudy);
  ASSERT_EQ(run({"run", study, "--format", "json", "--until", "10", "--warmup", "5"}), 0) << err_.str();
  // From 5 to 10: parts leave at 6 and 9 and come at 6 and 8; two wait from 6, three never.
  EXPECT_DOUBLE_EQ(statistic("System.NumberOut")["average"], 2);
  EXPECT_DOUBLE_EQ(statistic("System.NumberIn")["average"], 2);
}

}  // namespace
}  // namespace escapement::cli
