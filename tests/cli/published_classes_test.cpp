// SPDX-License-Identifier: MIT
// Published models as .mo files through the whole program: what `analyse` tells of their events, and where
// `run` ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "escapement/cli/program.h"

namespace escapement::cli {
namespace {

using ::testing::UnorderedElementsAre;

nlohmann::json told_of_published(std::vector<std::string> arguments, const std::string& file) {
  std::ostringstream out, err;
  arguments.insert(arguments.begin() + 1, std::string(ESCAPEMENT_MODELICA_CASES) + "/" + file);
  arguments.insert(arguments.end(), {"--format", "json"});
  EXPECT_EQ(run_program(arguments, {out, err}), 0) << err.str();
  return nlohmann::json::parse(out.str());
}

std::vector<std::string> nodes_of_role(const nlohmann::json& analysis, const std::string& role) {
  std::vector<std::string> names;
  for (const auto& node : analysis["eventGraph"]["nodes"])
    if (node["role"] == role) names.push_back(node["gives"]);
  return names;
}

// The paper's 17 equations and 9 updates. Its table has x_Loop3 among the update nodes; by its construction
// that is in a loop.
TEST(PublishedClasses, AnalyseTellsTheNodesOfHybridSys) {
  const auto told = told_of_published({"analyse"}, "hybrid_sys.mo");
  EXPECT_THAT(nodes_of_role(told, "loop"),
              UnorderedElementsAre("loopCondition1", "loopCondition2", "loopCondition3", "endCondition",
                                   "phase_Loop1", "phase_Loop2", "phase_Loop3", "x_Loop1", "x_Loop2",
                                   "x_Loop3", "pre(phase_Loop1)", "pre(phase_Loop2)", "pre(phase_Loop3)",
                                   "pre(x_Loop1)", "pre(x_Loop2)", "pre(x_Loop3)"));
  EXPECT_THAT(nodes_of_role(told, "update"), UnorderedElementsAre("phase_End", "x_End", "x2", "pre(x_End)"));
  EXPECT_THAT(nodes_of_role(told, "apart"),
              UnorderedElementsAre("der(x1)", "startCondition", "phase_Start", "x_Start", "pre(phase_Start)",
                                   "pre(x_Start)"));
}

TEST(PublishedClasses, HybridSysCountsItsLoopsByEverySolver) {
  for (const char* solver : {"cvode", "ida", "erk", "qss2"}) {
    const auto end = told_of_published({"run", "--quiet", "--solver", solver}, "hybrid_sys.mo")["final"];
    for (const char* loop : {"x_Loop1", "x_Loop2", "x_Loop3"}) EXPECT_EQ(end[loop], 4) << solver;
    EXPECT_EQ(end["x_End"], 1) << solver;
    EXPECT_EQ(end["x_Start"], 0) << solver;
    EXPECT_NEAR(end["x1"].get<double>(), 10 * std::exp(-2.0), 1e-3) << solver;
    EXPECT_NEAR(end["x2"].get<double>(), end["x1"].get<double>() + 1, 1e-12) << solver;
  }
}

TEST(PublishedClasses, HybridSysEvaluatesLessThanInFull) {
  const auto count = told_of_published({"analyse", "--events"}, "hybrid_sys.mo")["evaluations"];
  EXPECT_LT(count["restricted"].get<int>(), count["full"].get<int>());
}

// 4 f events in a second at every tolerance and every output interval.
TEST(PublishedClasses, EventStatesCountsItsEvents) {
  for (const char* tolerance : {"1e-3", "1e-6"})
    for (const char* intervals : {"10", "10000"}) {
      const auto told =
          told_of_published({"run", "--quiet", "--until", "1", "--tolerance", tolerance, "--intervals",
                             intervals, "--set", "states=2", "--set", "auxiliaries=2"},
                            "event_states.mo");
      EXPECT_EQ(told["solver"]["events"], 4000) << tolerance << ' ' << intervals;
    }
  const auto whole =
      told_of_published({"run", "--quiet", "--until", "0.1", "--tolerance", "1e-3"}, "event_states.mo");
  EXPECT_EQ(whole["solver"]["events"], 400);
}

}  // namespace
}  // namespace escapement::cli
