// SPDX-License-Identifier: MIT
// What goes wrong for a planner, in the study and on the disk: the message, the exit code, and that nothing
// is lost.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "escapement/cli/program.h"
#include "escapement/tables/sqlite.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kClinic = R"J({
  "name": "clinic", "timeUnit": "min",
  "entities": {"Patient": {}},
  "resources": {"Nurse": {"capacity": 2}},
  "model": {
    "components": {
      "Arrivals": {"type": "arena.Create", "interarrival": "EXPO(5)"},
      "Treat": {"type": "arena.Process", "resources": "Nurse", "delay": "TRIA(4, 8, 12)"},
      "Leave": {"type": "arena.Dispose"}
    },
    "couplings": ["Arrivals -> Treat -> Leave"]
  },
  "experiment": {
    "replications": 10, "length": "8 h",
    "scenarios": {"AsIs": [], "More": ["Nurse.capacity=3"]},
    "responses": ["Treat.Queue.WaitingTime", "System.NumberOut"],
    "compare": {"method": "best"}
  }
})J";

class ExperimentTrouble : public ::testing::Test {
 protected:
  ExperimentTrouble() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    study_ = write(kClinic);
  }
  ~ExperimentTrouble() override { fs::remove_all(folder_); }

  std::string write(const std::string& text) {
    std::ofstream(folder_ / "clinic.json") << text;
    return (folder_ / "clinic.json").string();
  }
  static std::string changed(const std::string& from, const std::string& to) {
    std::string text = kClinic;
    return text.replace(text.find(from), from.size(), to);
  }
  int run(std::vector<std::string> arguments) {
    out_.str("");
    err_.str("");
    arguments.insert(arguments.begin(), {"experiment", study_});
    return run_program(arguments, {out_, err_});
  }
  // In a process of its own, whose files may grow to so many bytes: as a disk that is full by then.
  int run_on_small_disk(std::vector<std::string> arguments, rlim_t bytes) {
    arguments.insert(arguments.begin(), {"experiment", study_});
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGXFSZ, SIG_IGN);  // writes beyond it fail
      const rlimit limit{bytes, bytes};
      setrlimit(RLIMIT_FSIZE, &limit);
      std::ostringstream out, err;
      const int code = run_program(arguments, {out, err});
      const int told = open_told_file();
      const std::string text = err.str();
      const bool written = ::write(told, text.data(), text.size()) == static_cast<ssize_t>(text.size());
      _exit(written ? code : 99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    std::ifstream told(folder_ / "told");
    err_.str(std::string(std::istreambuf_iterator<char>(told), {}));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
  }
  int open_told_file() const { return ::creat((folder_ / "told").c_str(), 0600); }
  void refused(const std::string& text, const std::vector<std::string>& words) {
    study_ = write(text);
    EXPECT_EQ(run({}), 2) << text;
    for (const std::string& word : words) EXPECT_THAT(err_.str(), HasSubstr(word));
  }

  fs::path folder_ = fs::path(::testing::TempDir()) / "experiment_trouble";
  std::string study_;
  std::ostringstream out_, err_;
};

// The disk fills up in the middle: exit code 2, the reason and the number that is kept; with room again the
// experiment goes on to the table of one that was never stopped.
TEST_F(ExperimentTrouble, AFullDiskLosesNothing) {
  const std::string out = (folder_ / "out").string();
  ASSERT_EQ(run({"--replications", "150"}), 0) << err_.str();
  const std::string whole = out_.str();
  EXPECT_EQ(run_on_small_disk({"--replications", "150", "--out", out}, 400000), 2);
  EXPECT_THAT(err_.str(),
              AllOf(HasSubstr("experiment.sqlite"), HasSubstr("replications are kept: go on with --resume")));
  const std::size_t kept = tables::read_sqlite(out + "/experiment.sqlite", "replication").rows();
  EXPECT_GT(kept, 10U);
  EXPECT_LT(kept, 300U);
  EXPECT_THAT(err_.str(), HasSubstr(std::to_string(kept) + " replications are kept"));
  ASSERT_EQ(run({"--replications", "150", "--out", out, "--resume"}), 0) << err_.str();
  EXPECT_EQ(out_.str(), whole);
}

TEST_F(ExperimentTrouble, AFullDiskAtTheVeryBeginning) {
  EXPECT_EQ(run_on_small_disk({"--out", (folder_ / "out").string()}, 1000), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("cannot make this file"), HasSubstr("make room")));
}

// Where nobody may write, root included.
TEST_F(ExperimentTrouble, AReadOnlyFolder) {
  EXPECT_EQ(run({"--out", "/proc/self/experiment"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("/proc/self/experiment"), HasSubstr("cannot make this directory"),
                                HasSubstr("choose another with --out")));
  EXPECT_EQ(run({"--out", "/proc/self"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("cannot make this file"), HasSubstr("--out")));
  EXPECT_EQ(run({"--export", "/dev/full.csv/x.csv"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("there is no directory '/dev/full.csv'"));
}

// A disk that is full when all is run: the replications are in the file, and --resume writes the results.
TEST_F(ExperimentTrouble, ResultsThatCannotBeWritten) {
  const std::string out = (folder_ / "out").string();
  fs::create_directories(out);
  fs::create_symlink("/dev/full", out + "/results.json");
  EXPECT_EQ(run({"--replications", "2", "--out", out}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("results.json: error: cannot write this file"),
                                HasSubstr("go on with --resume: the replications are kept")));
  fs::remove(out + "/results.json");
  EXPECT_EQ(run({"--replications", "2", "--out", out, "--resume"}), 0) << err_.str();
  EXPECT_TRUE(fs::exists(out + "/results.json"));
  fs::create_symlink("/dev/full", folder_ / "full.csv");
  EXPECT_EQ(run({"--replications", "2", "--export", (folder_ / "full.csv").string()}), 2);
  EXPECT_THAT(err_.str(),
              AllOf(HasSubstr("full.csv"), HasSubstr("cannot write this file"), HasSubstr("--export")));
}

TEST_F(ExperimentTrouble, ADatabaseThatIsNotThisExperiments) {
  const std::string out = (folder_ / "out").string();
  ASSERT_EQ(run({"--replications", "2", "--out", out}), 0) << err_.str();
  study_ = write(changed("TRIA(4, 8, 12)", "TRIA(4, 8, 13)"));
  EXPECT_EQ(run({"--replications", "2", "--out", out, "--resume"}), 2);
  EXPECT_THAT(
      err_.str(),
      HasSubstr("this is the experiment of another study, of an older text of it or of other settings"));
  std::ofstream(out + "/experiment.sqlite", std::ios::trunc)
      << "a file that somebody has put here in its place";
  EXPECT_EQ(run({"--out", out, "--resume"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("this is no SQLite file"));
}

// Ten and more mistakes that planners make, and what they are told.
TEST_F(ExperimentTrouble, MistakesOfPlanners) {
  refused(changed("Nurse.capacity=3", "Nurses.capacity=3"), {"scenario 'More'", "did you mean 'Nurse'?"});
  refused(changed("Nurse.capacity=3", "Nurse.capasity=3"), {"scenario 'More'", "did you mean 'capacity'?"});
  refused(changed("Nurse.capacity=3", "Nurse.capacity"), {"Nurse.capacity", "="});
  refused(changed("Nurse.capacity=3", "Nurse.capacity=three"), {"scenario 'More'", "three"});
  refused(changed("Nurse.capacity=3", "experiment.replications=3"), {"'More'", "one for all scenarios"});
  refused(changed("\"Treat.Queue.WaitingTime\"", "\"Treat.WaitingTime\""),
          {"has no statistic 'Treat.WaitingTime'"});
  refused(changed("\"method\": \"best\"", "\"method\": \"Best\""), {"Best", "'best'"});
  refused(changed("\"method\": \"best\"", "\"method\": \"select\""), {"needs an \"indifference\""});
  refused(changed("\"method\": \"best\"", "\"method\": \"paired\", \"base\": \"asis\""),
          {"'asis' is no scenario", "'AsIs'"});
  refused(changed("\"method\": \"best\"", "\"method\": \"best\", \"confidence\": 95"), {"confidence", "95"});
  refused(changed("\"method\": \"best\"", "\"procedure\": \"two-stage\""),
          {"\"procedure\" is for the method \"select\""});
  refused(changed("\"replications\": 10", "\"replications\": 1"), {"needs 2 replications or more"});
  refused(changed("\"replications\": 10", "\"replications\": 9, \"antithetic\": true"),
          {"pairs, and 9 is odd", "ask for 10"});
  refused(changed("\"replications\": 10", "\"replications\": 2, \"antithetic\": true"),
          {"2 antithetic pairs or more"});
  refused(changed("\"replications\": 10",
                  "\"replications\": 10, \"control\": {\"statistic\": \"Treat.VATimes\", \"mean\": 8}"),
          {"has no statistic 'Treat.VATimes'", "did you mean 'Treat.VATime'?"});
  refused(
      changed("\"replications\": 10", "\"replications\": 10, \"control\": {\"statistic\": \"Treat.VATime\"}"),
      {"mean"});
  refused(changed("\"replications\": 10", "\"replications\": 10, \"steadyState\": [\"System.NumberOut\"]"),
          {"scenario 'AsIs'", "is of kind"});
  refused(
      changed("\"replications\": 10", "\"replications\": 10, \"observations\": [\"Treat.Queue.WaitTime\"]"),
      {"scenario 'AsIs'", "no statistic"});
  study_ = write(changed("\"method\": \"best\"",
                         "\"method\": \"select\", \"indifference\": 1, \"procedure\": \"two-stage\""));
  EXPECT_EQ(run({"--set", "experiment.randomNumbers=common"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("the two-stage procedure needs independent scenarios"));
  EXPECT_EQ(run({"--antithetic"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("\"antithetic\" does not go with the method \"select\""));
  study_ = write(kClinic);
  EXPECT_EQ(run({"--control", "Treat.VATime"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("a control is a statistic and its true mean"),
                                HasSubstr("--control Service.VATime=3")));
  EXPECT_EQ(run({"--control", "Treat.VATime=eight"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("a control is a statistic and its true mean"));
  EXPECT_EQ(run({"--export", "values.xlsx"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("let it end in .csv, or in .sqlite or .db"));
  EXPECT_EQ(run({"--export", folder_.string() + "/none/values.csv"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("there is no directory"));
  fs::create_directories(folder_ / "values.csv");
  EXPECT_EQ(run({"--export", (folder_ / "values.csv").string()}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("this is a directory"));
  EXPECT_EQ(run({"--scenario", "More"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("'--scenario' is no option of 'experiment'"));
}

// A precise selection or a half-width of nearly nothing runs away; it needs --yes as a wide design does.
TEST_F(ExperimentTrouble, RunsThatGrowBeyondMeasure) {
  study_ = write(changed("\"method\": \"best\"",
                         "\"method\": \"select\", \"indifference\": 0.0001, \"procedure\": \"two-stage\""));
  EXPECT_EQ(run({}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("the experiment would come to "), HasSubstr("--yes")));
}

}  // namespace
}  // namespace escapement::cli
