// SPDX-License-Identifier: MIT
// What an experiment can be asked beyond its scenarios, from the command line to the numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "escapement/cli/program.h"
#include "escapement/statistics/batch_means.h"
#include "escapement/tables/csv.h"
#include "escapement/tables/sqlite.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// M/M/1 with arrivals at rate 1 and two speeds of the server.
constexpr const char* kTwoQueues = R"J({
  "name": "queue",
  "entities": {"Customer": {}},
  "resources": {"Teller": {}},
  "model": {
    "components": {
      "Arrivals": {"type": "arena.Create", "interarrival": "EXPO(1)"},
      "Service": {"type": "arena.Process", "resources": "Teller", "delay": "EXPO(0.5)"},
      "Done": {"type": "arena.Dispose"}
    },
    "couplings": ["Arrivals -> Service -> Done"]
  },
  "experiment": {
    "replications": 20, "length": 200,
    "scenarios": {"Half": [], "Fast": ["Service.delay=EXPO(0.4)", "experiment.control.mean=0.4"]},
    "control": {"statistic": "Service.VATime", "mean": 0.5},
    "responses": ["Service.TotalTime", "Service.VATime"],
    "compare": {"method": "paired"}
  }
})J";

class ExperimentOptionsTest : public ::testing::Test {
 protected:
  ExperimentOptionsTest() {
    folder_ = fs::path(::testing::TempDir()) /
              ("experiment_options_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    study_ = write("queue.json", kTwoQueues);
  }
  ~ExperimentOptionsTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string without_control() {
    std::string text = kTwoQueues;
    const std::string control = R"("control": {"statistic": "Service.VATime", "mean": 0.5},)";
    text.erase(text.find(control), control.size());
    const std::string mean = R"(, "experiment.control.mean=0.4")";
    text.erase(text.find(mean), mean.size());
    return write("plain.json", text);
  }
  int run(std::vector<std::string> arguments, const std::string& command = "experiment") {
    out_.str("");
    err_.str("");
    arguments.insert(arguments.begin(), command);
    return run_program(arguments, {out_, err_});
  }
  Json json(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    EXPECT_EQ(run(arguments), 0) << err_.str();
    return Json::parse(out_.str());
  }
  static Json row(const Json& results, std::size_t response, std::size_t scenario) {
    return results["responses"][response]["scenarios"][scenario];
  }

  fs::path folder_;
  std::string study_;
  std::ostringstream out_, err_;
};

// The control corrects itself exactly: its own mean becomes the known one, without any half-width. The
// response is correlated with it, so a part of its variance goes; the mean service time of Fast is known to
// be 0.4.
TEST_F(ExperimentOptionsTest, AControlBringsItsOwnMeanAndSavesVariance) {
  const Json results = json({study_});
  EXPECT_EQ(results["control"], "Service.VATime");
  EXPECT_NEAR(row(results, 1, 0)["average"].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(row(results, 1, 1)["average"].get<double>(), 0.4, 1e-12);
  EXPECT_NEAR(row(results, 1, 0)["halfWidth"].get<double>(), 0, 1e-6);
  EXPECT_NEAR(row(results, 1, 0)["varianceSaved"].get<double>(), 1, 1e-12);
  const Json plain = json({without_control()});
  for (const std::size_t scenario : {0U, 1U}) {
    const Json one = row(results, 0, scenario), before = row(plain, 0, scenario);
    EXPECT_GT(one["varianceSaved"], 0.1);
    EXPECT_NEAR(one["plainHalfWidth"].get<double>(), before["halfWidth"].get<double>(), 1e-12);
    EXPECT_LT(one["halfWidth"], before["halfWidth"]);
    EXPECT_FALSE(before.contains("varianceSaved"));
  }
  // By the option in place of the study's key, the same.
  const Json by_option = json({without_control(), "--control", "Service.VATime=0.5"});
  EXPECT_EQ(row(by_option, 0, 0), row(results, 0, 0));
  ASSERT_EQ(run({study_}), 0);
  EXPECT_THAT(out_.str(),
              AllOf(HasSubstr("variance of the mean saved by the control Service.VATime\n  Half: "),
                    HasSubstr(" %, half width without them ")));
}

// Exponential times from U and 1 - U are correlated by 1 - pi^2/6 = -0.645: where nothing else varies, pairs
// save that share of the variance. The mean service time of a replication is nearly such a mean of
// independent times, of as many as there are customers, which varies little. 100 pairs: the correlation's
// standard error is about 0.06.
TEST_F(ExperimentOptionsTest, AntitheticPairsSaveWhatTheoryTells) {
  const Json results =
      json({without_control(), "--antithetic", "--replications", "200", "--set", "experiment.length=60"});
  EXPECT_EQ(results["antithetic"], true);
  EXPECT_NEAR(row(results, 1, 0)["varianceSaved"].get<double>(), 0.6, 0.15);
  EXPECT_GT(row(results, 0, 0)["varianceSaved"], 0.2);
  // Not the same numbers as without: only every second replication is.
  const Json plain = json({without_control(), "--replications", "2", "--set", "experiment.length=60"});
  EXPECT_NE(row(plain, 1, 0)["maximum"], row(results, 1, 0)["maximum"]);
  EXPECT_EQ(run({without_control(), "--antithetic", "--replications", "5"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("pairs, and 5 is odd"), HasSubstr("ask for 6")));
}

// A run of one scenario tells it too, with half-widths by pairs: t(n-1) over the means of pairs in
// results.json.
TEST_F(ExperimentOptionsTest, ARunTakesAntitheticPairsToo) {
  const std::string out = (folder_ / "out").string();
  ASSERT_EQ(run({without_control(), "--antithetic", "--replications", "6", "--out", out, "--steady-state",
                 "Service.TotalTime"},
                "run"),
            0)
      << err_.str();
  EXPECT_THAT(out_.str(), AllOf(HasSubstr("Variance of averages saved by antithetic pairs"),
                                HasSubstr("Service.TotalTime, towards the steady state")));
  std::ifstream file(fs::path(out) / "results.json");
  const Json results = Json::parse(file);
  EXPECT_EQ(results["antithetic"], true);
  for (const Json& statistic : results["statistics"]) {
    if (statistic["name"] != "Service.TotalTime") continue;
    std::vector<double> pairs;
    const Json& averages = statistic["replicationAverages"];
    for (std::size_t i = 0; i < 6; i += 2)
      pairs.push_back((averages[i].get<double>() + averages[i + 1].get<double>()) / 2);
    EXPECT_NEAR(statistic["halfWidth"].get<double>(), statistics::half_width_of(pairs).value.value(), 1e-12);
    EXPECT_TRUE(statistic.contains("varianceSaved"));
  }
  ASSERT_EQ(results["steadyState"].size(), 1U);
  EXPECT_EQ(results["steadyState"][0]["replications"], 6);
}

// Scenarios that differ in nothing: with common random numbers they are equal to the bit, with independent
// ones they are not, and Welch's test finds no difference.
TEST_F(ExperimentOptionsTest, IndependentScenariosShareNoNumbers) {
  const std::string same = R"(experiment.scenarios={"A": [], "B": [], "C": []})";
  const Json common = json({without_control(), "--set", same});
  EXPECT_EQ(row(common, 0, 0)["average"], row(common, 0, 1)["average"]);
  EXPECT_FALSE(common["comparison"].contains("anova"));
  const Json apart =
      json({without_control(), "--set", same, "--set", "experiment.randomNumbers=independent"});
  EXPECT_EQ(apart["randomNumbers"], "independent");
  EXPECT_EQ(row(apart, 0, 0)["average"], row(common, 0, 0)["average"]);  // the first draws as before
  EXPECT_NE(row(apart, 0, 0)["average"], row(apart, 0, 1)["average"]);
  EXPECT_NE(row(apart, 0, 1)["average"], row(apart, 0, 2)["average"]);
  const Json& anova = apart["comparison"]["anova"];
  EXPECT_EQ(anova["numeratorDegrees"], 2);
  EXPECT_GT(anova["p"], 0.01);
  EXPECT_EQ(apart["comparison"]["scenarios"][1]["halfWidth"],
            apart["comparison"]["scenarios"][1]["independentHalfWidth"]);
  // Half and Fast differ by 1 - 2/3 on average (M/M/1: 1 / (mu - lambda)); the test sees it.
  const Json differ = json({without_control(), "--set", "experiment.randomNumbers=independent"});
  EXPECT_LT(differ["comparison"]["anova"]["p"], 0.001);
  ASSERT_EQ(run({without_control(), "--set", "experiment.randomNumbers=independent"}), 0);
  EXPECT_THAT(out_.str(), HasSubstr("Are all means equal? Welch's F(1, "));
}

// Rinott: at least the first stage, and where the variance asks for more, more; Fast is better by 1/3, more
// than the indifference.
TEST_F(ExperimentOptionsTest, TwoStagesChooseTheBest) {
  const std::vector<std::string> arguments = {
      without_control(), "--replications", "10", "--set",
      R"(experiment.compare={"method": "select", "procedure": "two-stage", "indifference": 0.05})"};
  const Json results = json(arguments);
  EXPECT_EQ(results["randomNumbers"], "independent");
  EXPECT_EQ(results["comparison"]["procedure"], "two-stage");
  EXPECT_EQ(results["comparison"]["scenarios"][1]["verdict"], "chosen");
  EXPECT_GT(row(results, 0, 0)["replications"], 10);
  EXPECT_GT(row(results, 0, 0)["replications"], row(results, 0, 1)["replications"]);  // it varies more
  EXPECT_EQ(run({arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], "--set",
                 "experiment.randomNumbers=common"}),
            2);
  EXPECT_THAT(err_.str(), HasSubstr("the two-stage procedure needs independent scenarios"));
}

// A queue that begins empty at 80 % load. What MSER-5 leaves out is a part of the run, and the numbers are
// those of a resumed experiment, whose observations come from the file.
TEST_F(ExperimentOptionsTest, TheSteadyStateIsToldAndSurvivesResuming) {
  const std::string out = (folder_ / "out").string();
  const std::vector<std::string> asked = {without_control(),
                                          "--replications",
                                          "4",
                                          "--out",
                                          out,
                                          "--steady-state",
                                          "Service.Queue.NumberInQueue",
                                          "--steady-state",
                                          "Service.TotalTime",
                                          "--set",
                                          "Service.delay=EXPO(0.8)"};
  ASSERT_EQ(run(asked), 0) << err_.str();
  const std::string whole = out_.str();
  EXPECT_THAT(whole, AllOf(HasSubstr("Service.TotalTime, towards the steady state"), HasSubstr("MSER-5"),
                           HasSubstr("standardised series ±")));
  auto resumed = asked;
  resumed.emplace_back("--resume");
  ASSERT_EQ(run(resumed), 0) << err_.str();
  EXPECT_EQ(out_.str(), whole);
  std::ifstream file(fs::path(out) / "results.json");
  const Json results = Json::parse(file);
  ASSERT_EQ(results["steadyState"].size(), 4U);
  const Json& length = results["steadyState"][0];
  EXPECT_EQ(length["response"], "Service.Queue.NumberInQueue");
  EXPECT_EQ(length["observations"], 2000);
  EXPECT_EQ(length["replications"], 4);
  EXPECT_EQ(length["welch"]["average"].size(), 400U);
  EXPECT_EQ(length["welch"]["smoothed"].size(), 380U);
  // The mean over all steps of replication 1 is the statistic's own average.
  const tables::CsvTable kept = tables::read_sqlite(out + "/experiment.sqlite", "response");
  for (std::size_t row = 0; row < kept.rows(); ++row)
    if (kept.cell(row, 0) == "Half" && kept.number(row, 1) == 1 &&
        kept.cell(row, 2) == "Service.Queue.NumberInQueue") {
      EXPECT_NEAR(length["mean"].get<double>(), *kept.number(row, 3), 1e-9);
    }
  EXPECT_EQ(results["responses"][0]["scenarios"][0]["values"].size(), 4U);
}

// M/M/1 at load 0.5 with service times of 0.5: customers wait 0.5 on average, 0.5 of them at a time. One run
// of 20 000 customers: both intervals hold that, and are told.
TEST_F(ExperimentOptionsTest, OneLongRunHoldsTheKnownMeanOfAQueue) {
  EXPECT_EQ(run({without_control(), "--until", "20000", "--replications", "1", "--warmup", "100", "--format",
                 "json", "--steady-state", "Service.Queue.WaitingTime", "--steady-state",
                 "Service.Queue.NumberInQueue"},
                "run"),
            0)
      << err_.str();
  const Json results = Json::parse(out_.str());
  for (const Json& course : results["steadyState"]) {
    const double off = std::abs(course["mean"].get<double>() - 0.5);
    EXPECT_LT(off, course["batchMeans"]["halfWidth"].get<double>()) << course["response"];
    EXPECT_LT(off, course["standardisedSeries"]["halfWidth"].get<double>()) << course["response"];
    EXPECT_LT(course["batchMeans"]["halfWidth"], 0.1);
    EXPECT_LT(course["warmup"], 10000);
  }
  // The tally's own half-width is that of batch means by the same rules.
  for (const Json& statistic : results["statistics"])
    if (statistic["name"] == "Service.Queue.WaitingTime") {
      EXPECT_EQ(statistic["halfWidth"], results["steadyState"][0]["batchMeans"]["halfWidth"]);
    }
}

// Each observation is in the file: their mean is the average that the replication tells, and there are as
// many as it tells. The end of the warm-up does not cut them.
TEST_F(ExperimentOptionsTest, ObservationsAreKeptOneByOne) {
  const std::string out = (folder_ / "out").string(), exported = (folder_ / "values.csv").string();
  ASSERT_EQ(
      run({without_control(), "--replications", "2", "--out", out, "--observations", "Service.TotalTime",
           "--set", R"(experiment.scenarios={"AsIs": [], "Same": []})", "--export", exported}),
      0)
      << err_.str();
  const tables::CsvTable seen = tables::read_sqlite(out + "/experiment.sqlite", "observation");
  EXPECT_THAT(seen.columns(),
              ::testing::ElementsAre("scenario", "replication", "statistic", "number", "time", "value"));
  double sum = 0, count = 0, last = 0;
  for (std::size_t row = 0; row < seen.rows(); ++row) {
    if (seen.cell(row, 0) != "AsIs" || seen.number(row, 1) != 1) continue;
    EXPECT_EQ(seen.number(row, 3), ++count);
    EXPECT_GE(*seen.number(row, 4), last);
    last = *seen.number(row, 4);
    sum += *seen.number(row, 5);
  }
  EXPECT_GT(count, 150);  // about 200 customers
  EXPECT_LE(last, 200);
  const tables::CsvTable values = tables::read_table(exported);
  EXPECT_THAT(values.columns(), ::testing::ElementsAre("scenario", "replication", "statistic", "value"));
  ASSERT_EQ(values.rows(), 8U);  // two responses of two replications of two scenarios
  EXPECT_EQ(values.cell(0, 0), "AsIs");
  EXPECT_NEAR(*values.number(0, 3), sum / count, 1e-9);
  // Into SQLite by the file's name, replacing what is there; into the experiment's own file not.
  const std::string database = (folder_ / "values.db").string();
  for (int again = 0; again < 2; ++again)
    ASSERT_EQ(run({without_control(), "--replications", "2", "--export", database}), 0) << err_.str();
  EXPECT_EQ(tables::read_sqlite(database, "response").rows(), 8U);
  EXPECT_EQ(run({without_control(), "--out", (folder_ / "other").string(), "--export",
                 (folder_ / "other" / "experiment.sqlite").string()}),
            2);
}

}  // namespace
}  // namespace escapement::cli
