// SPDX-License-Identifier: MIT
#include "escapement/report/scenario_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "escapement/report/results_json.h"

namespace escapement::report {
namespace {

using experiment::Compare;
using experiment::Comparison;
using experiment::ScenarioResults;
using ::testing::HasSubstr;
using ::testing::Not;

// A: 1, 2, 6, 3; B: 2, 3.5, nothing, 4.
ScenarioResults sample_scenarios(Compare method) {
  experiment::ScenarioValues values;
  values.scenarios = {"A", "B"};
  values.responses = {"Wait"};
  values.values = {{{1.0}, {2.0}, {6.0}, {3.0}}, {{2.0}, {3.5}, {std::nullopt}, {4.0}}};
  values.chosen = 1;
  ScenarioResults results;
  results.model = "line";
  results.length = 480;
  results.warmup = 60;
  results.time_unit = "min";
  results.failures = {{"B", {3, 12.5, "Drill", "broke"}}};
  Comparison asked;
  asked.method = method;
  asked.indifference = 0.5;
  experiment::tabulate(values, asked, results);
  return results;
}

// Half-widths: t(3) sqrt(14/3/4) = 3.44; A over three replications has variance 1, B 13/12, so that Welch's
// interval has 3.99 degrees and half-width 2.78 sqrt(25/36) = 2.32; pairs as in the test of tabulate.
TEST(ScenarioReport, TextOfPairs) {
  TableOptions plain;
  plain.unicode = false;
  EXPECT_EQ(to_table(sample_scenarios(Compare::kPaired), plain),
            "line: 2 scenarios of 480 min, warm-up 60 min, seed 12345\n"
            "failed: scenario B, replication 3 at time 12.5 in Drill: broke\n"
            "\n"
            "Wait\n"
            "Scenario          Average  Half width  Minimum  Maximum  Replications\n"
            "---------------------------------------------------------------------\n"
            "  A                     3        3.44        1        6             4\n"
            "  B                 3.167        2.59        2        4             3\n"
            "\n"
            "Wait: differences from A (confidence 95 %)\n"
            "3 replications of each scenario, on common random numbers\n"
            "\n"
            "Scenario           Mean  Difference  Half width  If independent  Verdict\n"
            "------------------------------------------------------------------------\n"
            "  A                   2           -           -               -     base\n"
            "  B               3.167       1.167       0.717            2.32  differs\n");
}

TEST(ScenarioReport, SaysWhatIsMissing) {
  ScenarioResults results = sample_scenarios(Compare::kBest);
  results.interrupted = true;
  results.comparison->missing = "too little";
  results.comparison->rows.clear();
  const std::string text = to_table(results);
  EXPECT_THAT(text, HasSubstr("interrupted: the tables show what was finished\n"));
  EXPECT_THAT(text, HasSubstr("no verdict: too little\n"));
}

TEST(ScenarioReport, JsonHasTheKeysOfTheMethod) {
  const auto paired = to_json(sample_scenarios(Compare::kPaired));
  EXPECT_EQ(paired["failures"][0].dump(),
            R"({"scenario":"B","replication":3,"clock":12.5,"modelPath":"Drill","message":"broke"})");
  EXPECT_EQ(paired["responses"][0]["scenarios"][0]["replications"], 4);
  EXPECT_EQ(paired["comparison"]["base"], "A");
  EXPECT_TRUE(paired["comparison"]["scenarios"][0]["difference"].is_null());
  EXPECT_NEAR(paired["comparison"]["scenarios"][1]["difference"].get<double>(), 7.0 / 6, 1e-14);
  const auto best = to_json(sample_scenarios(Compare::kBest));
  EXPECT_EQ(best["comparison"]["method"], "best");
  EXPECT_TRUE(best["comparison"]["scenarios"][0].contains("lower"));
  const auto select = to_json(sample_scenarios(Compare::kSelect));
  EXPECT_EQ(select["comparison"]["indifference"], 0.5);
  EXPECT_EQ(select["comparison"]["scenarios"][1]["verdict"], "chosen");
  const auto screening = to_json(sample_scenarios(Compare::kScreening));
  EXPECT_THAT(screening.dump(), Not(HasSubstr("lower")));
  EXPECT_EQ(screening["comparison"]["scenarios"][0]["verdict"], "may be best");
}

}  // namespace
}  // namespace escapement::report
