// SPDX-License-Identifier: MIT
// The program with checkpoints, as a user has it: killed at any moment, resumed, given files that are no
// checkpoints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "escapement/cli/program.h"

namespace escapement {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

const fs::path kExamples = ESCAPEMENT_EXAMPLES;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Without what may differ from run to run.
std::string without_seconds(const std::string& text) {
  std::istringstream in(text);
  std::string kept, line;
  while (std::getline(in, line))
    if (line.find("Seconds\"") == std::string::npos) kept += line + '\n';
  return kept;
}

class CheckpointProgram : public ::testing::Test {
 protected:
  CheckpointProgram() {
    directory_ = fs::path(::testing::TempDir()) /
                 (std::string("checkpoint-") +
                  ::testing::UnitTest::GetInstance()->current_test_info()->name() + std::to_string(getpid()));
    fs::create_directories(directory_);
  }
  ~CheckpointProgram() override { fs::remove_all(directory_); }

  std::string in(const std::string& name) const { return (directory_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name, std::ios::binary) << text;
    return in(name);
  }
  int run(const std::vector<std::string>& arguments) {
    std::ostringstream out, err;
    const int code = cli::run_program(arguments, {out, err});
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  // Starts the real program with standard output to `out`; waits for it, or kills it after `microseconds`.
  // Its exit code, or -1 when it was killed.
  int start(std::vector<std::string> arguments, const std::string& out, long microseconds) const {
    arguments.insert(arguments.begin(), ESCAPEMENT_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&actions, 2, in("stderr").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    pid_t child = 0;
    const int failed = posix_spawn(&child, ESCAPEMENT_PROGRAM, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot start " ESCAPEMENT_PROGRAM);
    if (microseconds >= 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
      kill(child, SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // A study that fails late, so that its checkpoint stays: 3 - TNOW / 100 is below 0 from 300 on.
  std::string failing_study(const std::string& more = "") const {
    return write("study.json",
                 R"J({"name": "late", "timeUnit": "min", "entities": {"Part": {}}, "resources": {"Drill": {}},
      "model": {"components": {
        "In": {"type": "arena.Create", "interarrival": "EXPO(4)"},
        "Work": {"type": "arena.Process", "resources": ["Drill"], "delay": "3 - TNOW / 100"},
        "Out": {"type": "arena.Dispose"})J" +
                     more + R"J(}, "couplings": ["In -> Work -> Out"]},
      "experiment": {"length": 1000}})J");
  }

  fs::path directory_;
  std::string out_, err_;
};

// Kills the program again and again; each time it is resumed, on another number of threads.
TEST_F(CheckpointProgram, KilledAtAnyMomentItComesToTheSameResults) {
  std::mt19937_64 random(20240607);
  int kills = 0, resumed = 0;
  for (const bool several : {false, true}) {
    std::vector<std::string> study = {(kExamples / "mm1" / "study.json").string(), "--quiet", "--format",
                                      "json"};
    const std::vector<std::string> more =
        several ? std::vector<std::string>{"--replications", "9",   "--set",     "Arrivals.maxArrivals=15000",
                                           "--warmup",       "500", "--threads", "2"}
                : std::vector<std::string>{"--set", "Arrivals.maxArrivals=60000"};
    study.insert(study.end(), more.begin(), more.end());
    const auto with = [&](const char* command, std::vector<std::string> arguments) {
      arguments.insert(arguments.begin(), study.begin(), study.end());
      arguments.insert(arguments.begin(), command);
      return arguments;
    };
    const auto begun = std::chrono::steady_clock::now();
    ASSERT_EQ(start(with("run", {"--out", in("whole"), "--trace", in("whole.csv")}), in("whole.out"), -1), 0);
    const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - begun;
    // On a busy machine it takes longer to the first checkpoint, too.
    const long latest = std::max(90000L, static_cast<long>(0.3 * whole.count()));

    std::vector<std::string> next = with("run", {"--out", in("parts"), "--trace", in("parts.csv"),
                                                 "--checkpoint", in("checkpoint"), "--every", "20 h"});
    int code = -1;
    for (int round = 0; code != 0; ++round) {
      const bool kill_it = round < 14;
      code = start(next, in("parts.out"),
                   kill_it ? static_cast<long>(random() % static_cast<unsigned long>(latest)) : -1);
      if (code == -1)
        ++kills;
      else
        ASSERT_EQ(code, 0) << slurp(in("stderr"));
      if (code == -1 && fs::exists(in("checkpoint"))) {
        next = {"resume", in("checkpoint"), "--threads", std::to_string(1 + round % 3)};
        ++resumed;
      }
    }
    EXPECT_EQ(without_seconds(slurp(in("parts.out"))), without_seconds(slurp(in("whole.out"))));
    for (const char* file : {"results.json", "results.csv"})
      EXPECT_EQ(without_seconds(slurp(directory_ / "parts" / file)),
                without_seconds(slurp(directory_ / "whole" / file)))
          << file;
    EXPECT_TRUE(slurp(in("parts.csv")) == slurp(in("whole.csv"))) << "the traces differ";
    EXPECT_FALSE(fs::exists(in("checkpoint")));  // the run has ended well
  }
  std::printf("%d times killed, %d times resumed\n", kills, resumed);
  EXPECT_GT(resumed, 8);
}

TEST_F(CheckpointProgram, ACheckpointChangesNoOutputOfAnyExample) {
  for (const auto& entry : fs::directory_iterator(kExamples)) {
    const std::string study = (entry.path() / "study.json").string();
    const std::string name = entry.path().filename().string();
    if (!fs::exists(study) || name.starts_with("mm1") || name == "factory-log") continue;
    SCOPED_TRACE(name);
    // Continuous parts run as long as their study says: a ball that comes to rest is at its end there.
    const std::string text = slurp(study);
    const bool continuous =
        text.find("\"ode\"") != std::string::npos || text.find("\"modelica\"") != std::string::npos;
    std::vector<std::string> arguments = {"run", study, "--format", "csv", "--quiet"};
    if (!continuous) arguments.insert(arguments.end(), {"--until", "3000"});
    ASSERT_EQ(run(arguments), 0) << err_;
    const std::string plain = out_;
    arguments.insert(arguments.end(),
                     {"--checkpoint", in("checkpoint"), "--every", continuous ? "7" : "333.3"});
    ASSERT_EQ(run(arguments), 0) << err_;
    EXPECT_EQ(out_, plain);
    EXPECT_FALSE(fs::exists(in("checkpoint")));
  }
}

TEST_F(CheckpointProgram, ResumeNeedsNoStudyFileAndFailsAsTheRunDid) {
  const std::string study = failing_study();
  ASSERT_EQ(run({"run", study, "--format", "json", "--trace", in("trace.csv"), "--checkpoint",
                 in("checkpoint"), "--every", "1 h", "--set", "In.interarrival=EXPO(5)"}),
            1);
  const std::string whole = without_seconds(out_), trace = slurp(in("trace.csv")), failure = err_;
  fs::remove(study);
  ASSERT_EQ(run({"resume", in("checkpoint")}), 1);
  EXPECT_EQ(without_seconds(out_), whole);
  EXPECT_EQ(slurp(in("trace.csv")), trace);
  EXPECT_EQ(err_, failure);
  EXPECT_TRUE(fs::exists(in("checkpoint")));
  // Other results of the same run, in another place.
  ASSERT_EQ(run({"resume", in("checkpoint"), "--format", "csv", "--out", in("elsewhere"), "--quiet"}), 1);
  EXPECT_THAT(out_, HasSubstr("System.NumberIn"));
  EXPECT_TRUE(fs::exists(directory_ / "elsewhere" / "report.html"));
}

TEST_F(CheckpointProgram, ATraceThatIsGoneIsTold) {
  const std::string study = failing_study();
  ASSERT_EQ(
      run({"run", study, "--trace", in("trace.csv"), "--checkpoint", in("checkpoint"), "--every", "50"}), 1);
  fs::resize_file(in("trace.csv"), 100);
  EXPECT_EQ(run({"resume", in("checkpoint")}), 2);
  EXPECT_THAT(err_, HasSubstr("is shorter than it was"));
  fs::remove(in("trace.csv"));
  EXPECT_EQ(run({"resume", in("checkpoint")}), 2);
  EXPECT_THAT(err_,
              AllOf(HasSubstr("trace.csv"), HasSubstr("is not here any more"), HasSubstr("put it back")));
}

TEST_F(CheckpointProgram, IncludedFilesAreInsideAndDataFilesAreChecked) {
  write("part.json", R"J({"type": "arena.Process", "resources": ["Drill"], "delay": "3 - TNOW / 100"})J");
  const std::string table = write("arrivals.csv", "at\n1\n90\n200\n350\n");
  const std::string study = write("study.json", R"J({
    "entities": {"Part": {}}, "resources": {"Drill": {}},
    "model": {"components": {
      "In": {"type": "siman.Create", "arrivals": {"file": "arrivals.csv", "time": "at"}},
      "Work": {"include": "part.json"},
      "Out": {"type": "arena.Dispose"}}, "couplings": ["In -> Work -> Out"]}})J");
  ASSERT_EQ(run({"run", study, "--checkpoint", in("checkpoint"), "--every", "50"}), 1);
  const std::string whole = out_;
  fs::remove(study);
  fs::remove(in("part.json"));
  EXPECT_EQ(run({"resume", in("checkpoint")}), 1);
  EXPECT_EQ(out_, whole);
  write("arrivals.csv", "at\n1\n91\n200\n350\n");
  EXPECT_EQ(run({"resume", in("checkpoint")}), 2);
  EXPECT_THAT(err_, AllOf(HasSubstr(table), HasSubstr("has changed since the checkpoint")));
  fs::remove(table);
  EXPECT_EQ(run({"resume", in("checkpoint")}), 2);
  EXPECT_THAT(err_, AllOf(HasSubstr(table), HasSubstr("no such file, but the study reads it")));
}

TEST_F(CheckpointProgram, FilesThatAreNoSoundCheckpointsAreRefused) {
  const std::string study = failing_study();
  ASSERT_EQ(run({"run", study, "--checkpoint", in("checkpoint"), "--every", "100"}), 1);
  const std::string whole = slurp(in("checkpoint"));
  std::mt19937_64 random(7);
  for (int i = 0; i < 40; ++i) {
    write("bad", whole.substr(0, random() % whole.size()));
    ASSERT_EQ(run({"resume", in("bad")}), 2) << i;
    EXPECT_THAT(err_, HasSubstr("checkpoint"));
    std::string changed = whole;
    const std::size_t at = random() % whole.size();
    changed[at] = static_cast<char>(changed[at] ^ (1 << (random() % 8)));
    write("bad", changed);
    ASSERT_EQ(run({"resume", in("bad")}), 2) << i;
  }
  EXPECT_EQ(run({"resume", in("none")}), 2);
  EXPECT_THAT(err_, HasSubstr("no such file"));
  EXPECT_EQ(run({"resume", study}), 2);
  EXPECT_THAT(err_, HasSubstr("this is no checkpoint"));
}

TEST_F(CheckpointProgram, WrongOptionsAreToldBeforeTheRun) {
  const std::string study = failing_study();
  const std::string checkpoint = in("checkpoint");
  EXPECT_EQ(run({"run", study, "--checkpoint", checkpoint}), 2);
  EXPECT_THAT(err_, HasSubstr("--every"));
  EXPECT_EQ(run({"run", study, "--every", "5"}), 2);
  for (const char* every : {"0", "-1", "5 weeks", "often", "inf"}) {
    EXPECT_EQ(run({"run", study, "--checkpoint", checkpoint, "--every", every}), 2) << every;
    EXPECT_THAT(err_, AllOf(AnyOf(HasSubstr("the time between checkpoints must be finite and above 0"),
                                  HasSubstr("is no time: a number, perhaps with a unit (s, min, h, d)")),
                            HasSubstr(every)));
  }
  const std::string text = slurp(study);
  EXPECT_EQ(run({"run", study, "--checkpoint", study, "--every", "5"}), 2);
  EXPECT_THAT(err_, HasSubstr("this is no checkpoint and would be overwritten by one"));
  EXPECT_EQ(slurp(study), text);
  EXPECT_EQ(run({"run", study, "--checkpoint", in("no/checkpoint"), "--every", "5"}), 2);
  EXPECT_THAT(err_, HasSubstr("directory that exists"));
  EXPECT_EQ(run({"resume"}), 2);
  EXPECT_EQ(run({"run", study, "--checkpoint", checkpoint, "--every", "50"}), 1);
  EXPECT_EQ(run({"run", study, "--checkpoint", checkpoint, "--every", "50"}), 1);
  EXPECT_THAT(err_, HasSubstr("of an earlier run is overwritten"));
}

TEST_F(CheckpointProgram, CtrlCSaysHowToGoOn) {
  const std::vector<std::string> arguments = {"run",
                                              (kExamples / "mm1" / "study.json").string(),
                                              "--quiet",
                                              "--set",
                                              "Arrivals.maxArrivals=100000000",
                                              "--checkpoint",
                                              in("checkpoint"),
                                              "--every",
                                              "10 d"};
  std::thread interrupter([&] {
    while (!fs::exists(in("checkpoint"))) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    kill(getpid(), SIGINT);
  });
  EXPECT_EQ(run(arguments), 130);
  interrupter.join();
  EXPECT_THAT(err_, HasSubstr("escapement resume " + in("checkpoint")));
  EXPECT_TRUE(fs::exists(in("checkpoint")));
}

}  // namespace
}  // namespace escapement
