// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "escapement/cli/program.h"
#include "escapement/tables/sqlite.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// Arrivals each 2 min from 0, service 3 min or 2 min, five parts: waits 0 1 2 3 4, or none.
constexpr const char* kLine = R"J({
  "name": "line", "timeUnit": "min",
  "entities": {"Part": {}},
  "resources": {"Drill": {}},
  "model": {
    "components": {
      "Arrivals": {"type": "arena.Create", "interarrival": 2, "maxArrivals": 5},
      "Drilling": {"type": "arena.Process", "resources": "Drill", "delay": 3},
      "Done": {"type": "arena.Dispose"}
    },
    "couplings": ["Arrivals -> Drilling -> Done"]
  },
  "experiment": {
    "replications": 3,
    "scenarios": {"Slow": [], "Fast": "Drilling.delay=2", "Two": ["Drill.capacity=2"]},
    "responses": ["Drilling.Queue.WaitingTime", "System.NumberOut"],
    "compare": {"method": "best"}
  }
})J";

// Random, with a few thousand events a replication.
constexpr const char* kQueue = R"J({
  "name": "queue",
  "entities": {"Customer": {}},
  "resources": {"Teller": {}},
  "model": {
    "components": {
      "Arrivals": {"type": "arena.Create", "interarrival": "EXPO(1)"},
      "Service": {"type": "arena.Process", "resources": "Teller", "delay": "EXPO(0.8)"},
      "Done": {"type": "arena.Dispose"}
    },
    "couplings": ["Arrivals -> Service -> Done"]
  },
  "experiment": {
    "replications": 20, "length": 1000,
    "factors": {
      "rate": {"path": "Service.delay", "levels": ["EXPO(0.8)", "EXPO(0.82)"]},
      "tellers": {"path": "Teller.capacity", "levels": [1, 2]}
    },
    "responses": ["Service.Queue.WaitingTime"],
    "compare": {"method": "paired"}
  }
})J";

class ExperimentCommand : public ::testing::Test {
 protected:
  ExperimentCommand() {
    directory_ =
        fs::path(::testing::TempDir()) /
        (std::string("experiment_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  ~ExperimentCommand() override { fs::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& text) {
    const fs::path path = directory_ / name;
    std::ofstream(path) << text;
    return path.string();
  }
  // The line with one text in place of another.
  std::string changed(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return write("changed.json", text);
  }
  int run(std::vector<std::string> arguments) {
    out_.str("");
    err_.str("");
    arguments.insert(arguments.begin(), "experiment");
    return run_program(arguments, {out_, err_});
  }
  // A process of its own runs the experiment and is killed after a while; true when it was done before.
  bool run_and_kill(const std::vector<std::string>& arguments, std::chrono::milliseconds after) {
    const pid_t child = fork();
    if (child == 0) {
      std::ostringstream out, err;
      std::vector<std::string> all = {"experiment"};
      all.insert(all.end(), arguments.begin(), arguments.end());
      _exit(run_program(all, {out, err}));
    }
    std::this_thread::sleep_for(after);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  fs::path directory_;
  std::ostringstream out_, err_;
};

TEST_F(ExperimentCommand, TellsMeansAndWhoMayBeBest) {
  const std::string study = write("line.json", kLine);
  ASSERT_EQ(run({study, "--format", "json"}), 0) << err_.str();
  const auto json = nlohmann::json::parse(out_.str());
  EXPECT_EQ(json["scenarios"], (std::vector<std::string>{"Slow", "Fast", "Two"}));
  const auto& waits = json["responses"][0];
  EXPECT_EQ(waits["name"], "Drilling.Queue.WaitingTime");
  EXPECT_DOUBLE_EQ(waits["scenarios"][0]["average"], 2);
  EXPECT_DOUBLE_EQ(waits["scenarios"][0]["halfWidth"], 0);
  EXPECT_DOUBLE_EQ(waits["scenarios"][1]["average"], 0);
  EXPECT_DOUBLE_EQ(json["responses"][1]["scenarios"][2]["average"], 5);
  const auto& compared = json["comparison"]["scenarios"];
  EXPECT_EQ(json["comparison"]["replications"], 3);
  EXPECT_EQ(compared[0]["verdict"], "not the best");
  EXPECT_DOUBLE_EQ(compared[0]["upper"], 2);
  EXPECT_EQ(compared[1]["verdict"], "may be best");
  EXPECT_EQ(compared[2]["verdict"], "may be best");
  ASSERT_EQ(run({study}), 0);
  EXPECT_THAT(out_.str(), AllOf(StartsWith("line: 3 scenarios"), HasSubstr("Drilling.Queue.WaitingTime"),
                                HasSubstr("distance to the best of the others, smallest mean"),
                                HasSubstr("may be best")));
}

// The difference of two queues of nearly equal load: on the same random numbers its interval is far narrower.
TEST_F(ExperimentCommand, CommonRandomNumbersNarrowTheDifference) {
  const std::string study = write("queue.json", kQueue);
  ASSERT_EQ(run({study, "--format", "json", "--set", "experiment.factors.tellers.levels=[1]"}), 0)
      << err_.str();
  const auto json = nlohmann::json::parse(out_.str());
  const auto& row = json["comparison"]["scenarios"][1];
  EXPECT_EQ(row["scenario"], "rate=EXPO(0.82) tellers=1");
  EXPECT_EQ(row["verdict"], "differs");
  EXPECT_GT(row["difference"].get<double>(), row["halfWidth"].get<double>());
  // Replications needed go with the square: five times fewer at least.
  const double ratio = row["independentHalfWidth"].get<double>() / row["halfWidth"].get<double>();
  EXPECT_GT(ratio * ratio, 5);
}

TEST_F(ExperimentCommand, SameBytesForAnyNumberOfThreads) {
  const std::string study = write("queue.json", kQueue);
  ASSERT_EQ(run({study, "--threads", "1", "--replications", "5"}), 0);
  const std::string one = out_.str();
  ASSERT_EQ(run({study, "--threads", "4", "--replications", "5"}), 0);
  EXPECT_EQ(out_.str(), one);
}

TEST_F(ExperimentCommand, KilledAgainAndAgainItComesToTheSameTable) {
  const std::string study = write("queue.json", kQueue);
  ASSERT_EQ(run({study, "--replications", "30"}), 0) << err_.str();
  const std::string whole = out_.str();
  const std::vector<std::string> resumed = {
      study, "--replications", "30", "--out", (directory_ / "out").string(), "--resume", "--quiet"};
  int kills = 0;
  for (const int after_ms : {3, 20, 45, 70, 40}) {
    if (run_and_kill(resumed, std::chrono::milliseconds(after_ms))) break;
    ++kills;
  }
  EXPECT_GE(kills, 2);
  ASSERT_EQ(run(resumed), 0) << err_.str();
  EXPECT_EQ(out_.str(), whole);
  ASSERT_EQ(run(resumed), 0) << err_.str();  // all is there
  EXPECT_EQ(out_.str(), whole);
}

// As many times as ESCAPEMENT_KILLS says, at random moments; not at all when it is absent.
TEST_F(ExperimentCommand, KilledAtManyRandomMoments) {
  const char* kills = std::getenv("ESCAPEMENT_KILLS");
  if (kills == nullptr) GTEST_SKIP() << "ESCAPEMENT_KILLS=50 kills 50 experiments";
  const std::string study = write("queue.json", kQueue);
  ASSERT_EQ(run({study, "--replications", "200"}), 0) << err_.str();
  const std::string whole = out_.str();
  std::mt19937_64 generator(50);
  for (int round = 0, killed = 0; killed < std::atoi(kills); ++round) {
    const std::vector<std::string> resumed = {
        study,      "--replications", "200", "--out", (directory_ / std::to_string(round)).string(),
        "--resume", "--quiet"};
    while (killed < std::atoi(kills) && !run_and_kill(resumed, std::chrono::milliseconds(generator() % 400)))
      ++killed;
    ASSERT_EQ(run(resumed), 0) << err_.str();
    ASSERT_EQ(out_.str(), whole) << "after " << killed << " kills";
  }
}

TEST_F(ExperimentCommand, InterruptedItKeepsWhatIsFinished) {
  const std::string study = write("queue.json", kQueue);
  const fs::path out = directory_ / "out";
  const std::vector<std::string> arguments = {"experiment", study,   "--replications",
                                              "20000",      "--out", out.string()};
  const pid_t child = fork();
  if (child == 0) {
    std::ostringstream text, err;
    const int code = run_program(arguments, {text, err});
    const bool told =
        text.str().find("interrupted: the tables show what was finished") != std::string::npos &&
        err.str().find("go on with the same command and --resume") != std::string::npos;
    _exit(told ? code : 3);
  }
  for (int i = 0; i < 1000 && !fs::exists(out / "experiment.sqlite"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::size_t kept = tables::read_sqlite((out / "experiment.sqlite").string(), "replication").rows();
  EXPECT_GT(kept, 0U);
  ASSERT_EQ(run({study, "--replications", "3", "--out", out.string(), "--resume"}), 0) << err_.str();
  const std::string resumed = out_.str();
  ASSERT_EQ(run({study, "--replications", "3"}), 0);
  EXPECT_EQ(out_.str(), resumed);
}

TEST_F(ExperimentCommand, MoreReplicationsGoOnFromThoseThatAreThere) {
  const std::string study = write("queue.json", kQueue), out = (directory_ / "out").string();
  ASSERT_EQ(run({study, "--replications", "2", "--out", out}), 0) << err_.str();
  ASSERT_EQ(run({study, "--replications", "4", "--out", out, "--resume"}), 0) << err_.str();
  const std::string resumed = out_.str();
  ASSERT_EQ(run({study, "--replications", "4"}), 0) << err_.str();
  EXPECT_EQ(out_.str(), resumed);
  EXPECT_EQ(tables::read_sqlite(out + "/experiment.sqlite", "replication").rows(), 16U);
}

TEST_F(ExperimentCommand, RunsUntilTheHalfWidthIsReached) {
  const std::string study = write("queue.json", kQueue);
  ASSERT_EQ(run({study, "--replications", "5", "--set", "experiment.until=0.8", "--set",
                 "experiment.factors.rate.levels=[\"EXPO(0.8)\"]", "--format", "json"}),
            0)
      << err_.str();
  const auto json = nlohmann::json::parse(out_.str());
  for (const auto& row : json["responses"][0]["scenarios"]) {
    EXPECT_LE(row["halfWidth"].get<double>(), 0.8);
    EXPECT_GT(row["replications"].get<int>(), 5);
  }
}

TEST_F(ExperimentCommand, SelectsTheBestAndStopsRunningTheOthers) {
  const std::string study = write("queue.json", kQueue);
  const std::vector<std::string> arguments = {
      study,
      "--replications",
      "8",
      "--set",
      R"(experiment.compare={"method": "select", "indifference": 0.2})",
      "--format",
      "json"};
  ASSERT_EQ(run(arguments), 0) << err_.str();
  const auto json = nlohmann::json::parse(out_.str());
  // Two tellers at the faster rate: the best of the four, and by more than 0.2 only against one teller.
  for (const auto& row : json["comparison"]["scenarios"])
    if (row["verdict"] == "chosen") {
      EXPECT_THAT(row["scenario"].get<std::string>(), HasSubstr("tellers=2"));
    }
  EXPECT_THAT(out_.str(), HasSubstr("\"chosen\""));
}

TEST_F(ExperimentCommand, AFailedReplicationIsToldAndTheOthersFinish) {
  // The part that comes at 4 would be drilled for 1/0.
  const std::string study = changed(kLine, "Drilling.delay=2", "Drilling.delay=1/(4-TNOW)");
  EXPECT_EQ(run({study}), 1) << out_.str();
  EXPECT_THAT(out_.str(), AllOf(HasSubstr("failed: scenario Fast, replication 1"), HasSubstr("Drilling"),
                                HasSubstr("no verdict: fewer than 2 replications")));
}

TEST_F(ExperimentCommand, NeedsYesForManyRuns) {
  const std::string study = write("line.json", kLine);
  EXPECT_EQ(run({study, "--replications", "400000"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("3 scenarios with 400000 replications each are 1200000 runs"),
                                HasSubstr("--yes")));
  const std::string wide =
      changed(kLine, R"("scenarios": {"Slow": [], "Fast": "Drilling.delay=2", "Two": ["Drill.capacity=2"]})",
              R"("factors": {"a": {"path": "Drilling.delay", "levels": [1,2,3,4,5,6,7,8,9,10]},
                     "b": {"path": "Drill.capacity", "levels": [1,2,3,4,5,6,7,8,9,10]},
                     "c": {"path": "Arrivals.interarrival", "levels": [1,2,3,4,5,6,7,8,9,10]},
                     "d": {"path": "Arrivals.maxArrivals", "levels": [1,2,3,4,5,6,7,8,9,10]},
                     "e": {"path": "experiment.seed", "levels": [1,2,3,4,5,6,7,8,9,10]},
                     "f": {"path": "experiment.length", "levels": [1,2,3,4,5,6,7,8,9,10]}})");
  EXPECT_EQ(run({wide}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("1000000 scenarios with 3 replications each are 3000000 runs"));
}

TEST_F(ExperimentCommand, RefusesWhatDoesNotFit) {
  const std::string study = write("line.json", kLine), out = (directory_ / "out").string();
  EXPECT_EQ(run({study, "--resume"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("which experiment is to go on?"), HasSubstr("--out DIR")));
  ASSERT_EQ(run({study, "--out", out, "--resume"}), 0);
  EXPECT_THAT(err_.str(), HasSubstr("notice: "));
  EXPECT_EQ(run({study, "--out", out}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("in this file already"));
  EXPECT_THAT(out_.str(), IsEmpty());
  EXPECT_EQ(run({study, "--out", out, "--resume", "--set", "Drilling.delay=4"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("of another study"));
  EXPECT_EQ(run({study, "--out", study}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("cannot make this directory"));

  EXPECT_EQ(run({changed(kLine, "Drill.capacity=2", "Dril.capacity=2")}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("changed.json:"), HasSubstr("scenario 'Two'"),
                                HasSubstr("did you mean 'Drill'?")));
  EXPECT_EQ(run({changed(kLine, "Queue.WaitingTime", "Queue.WaitTime")}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("scenario 'Slow' has no statistic 'Drilling.Queue.WaitTime'"),
                                HasSubstr("Drilling.Queue.WaitingTime")));
}

TEST_F(ExperimentCommand, CheckTellsFaultsOfScenarios) {
  const std::string study = changed(kLine, "Drilling.delay=2", "Drilling.delai=2");
  EXPECT_EQ(run_program({"check", study}, {out_, err_}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("scenario 'Fast'"), HasSubstr("delai")));
  // Which names there are shows when the model is put together.
  EXPECT_EQ(run({changed(kLine, "Drilling.delay=2", "Drilling.delay=Sped")}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("scenario 'Fast'"), HasSubstr("Sped")));
}

}  // namespace
}  // namespace escapement::cli
