// SPDX-License-Identifier: MIT
#include "escapement/json/scenarios.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "escapement/core/error.h"

namespace escapement::json {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

Study study_with(const std::string& experiment) {
  static const registry::Registry registry;
  return Study::from_text(
      R"({"model": {"components": {}}, "experiment": {"replications": 5, )" + experiment + "}}", "test.json",
      registry);
}

ScenarioPlan plan_of_text(const std::string& experiment) {
  return scenario_plan(study_with(experiment));
}

std::vector<std::string> names(const ScenarioPlan& plan) {
  std::vector<std::string> all;
  for (const Scenario& scenario : plan.scenarios) all.push_back(scenario.name);
  return all;
}

TEST(ScenarioPlan, ReadsNamedChangesInTheirOrder) {
  const ScenarioPlan plan =
      plan_of_text(R"("scenarios": {"Zero": [], "One": "Drill.capacity=1", "Both": ["a.b=1", "c.d=4 h"]})");
  EXPECT_THAT(names(plan), ElementsAre("Zero", "One", "Both"));
  EXPECT_THAT(plan.scenarios[0].settings, IsEmpty());
  EXPECT_THAT(plan.scenarios[1].settings, ElementsAre("Drill.capacity=1"));
  EXPECT_THAT(plan.scenarios[2].settings, ElementsAre("a.b=1", "c.d=4 h"));
}

TEST(ScenarioPlan, OfAStudyWithoutScenariosIsTheStudyItself) {
  EXPECT_THAT(names(plan_of_text(R"("responses": ["X"])")), ElementsAre("AsIs"));
}

TEST(ScenarioPlan, AFullDesignTurnsItsLastFactorFastest) {
  const std::string text =
      R"("factors": {"a": {"path": "A.x", "levels": [1, 2.5]}, "b": {"path": "B.y", "levels": ["5 h", true, 3]}})";
  const ScenarioPlan plan = plan_of_text(text);
  EXPECT_THAT(names(plan),
              ElementsAre("a=1 b=5 h", "a=1 b=true", "a=1 b=3", "a=2.5 b=5 h", "a=2.5 b=true", "a=2.5 b=3"));
  EXPECT_THAT(plan.scenarios[4].settings, ElementsAre("A.x=2.5", "B.y=true"));
  EXPECT_EQ(scenario_count(study_with(text)), 6);
}

// The half fraction 2^(3-1) with c = a*b: the products of signs, - being the first level.
TEST(ScenarioPlan, AGeneratorSetsItsFactorToTheProduct) {
  const std::string factors =
      R"("factors": {"a": {"path": "A.x", "levels": [0, 1]}, "b": {"path": "B.x", "levels": [0, 1]},
                     "c": {"path": "C.x", "levels": [0, 1]}}, "generators": )";
  EXPECT_THAT(names(plan_of_text(factors + R"(["c = a*b"])")),
              ElementsAre("a=0 b=0 c=1", "a=0 b=1 c=0", "a=1 b=0 c=0", "a=1 b=1 c=1"));
  EXPECT_THAT(names(plan_of_text(factors + R"(["c=-a * b"])")),
              ElementsAre("a=0 b=0 c=0", "a=0 b=1 c=1", "a=1 b=0 c=1", "a=1 b=1 c=0"));
  EXPECT_THAT(names(plan_of_text(factors + R"(["a = c", "b = -c"])")),
              ElementsAre("a=0 b=1 c=0", "a=1 b=0 c=1"));
  EXPECT_EQ(scenario_count(study_with(factors + R"(["c=a*b"])")), 4);
}

TEST(ScenarioPlan, ReadsComparisonAndUntil) {
  const ScenarioPlan plan = plan_of_text(
      R"("scenarios": {"A": [], "B": []}, "responses": ["X", "Y"], "until": {"halfWidth": 0.5, "most": 50, "response": "Y"},
         "compare": {"method": "screening", "goal": "largest", "confidence": 0.9, "response": "Y"})");
  EXPECT_EQ(plan.compare->method, experiment::Compare::kScreening);
  EXPECT_EQ(plan.compare->goal, experiment::Goal::kLargest);
  EXPECT_EQ(plan.compare->confidence, 0.9);
  EXPECT_EQ(plan.compare->response, "Y");
  EXPECT_EQ(plan.until->half_width, 0.5);
  EXPECT_EQ(plan.until->most, 50);
  EXPECT_EQ(plan.until->response, "Y");
  EXPECT_EQ(plan_of_text(R"("responses": ["X"], "until": 2)").until->half_width, 2);
}

void expect_fault(const std::string& experiment, const std::string& message, const std::string& remedy) {
  EXPECT_THAT(
      [&] { plan_of_text(experiment); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("test.json:1:"), HasSubstr(message), HasSubstr(remedy))))
      << experiment;
}

TEST(ScenarioPlan, TellsFaults) {
  const std::string ab = R"("scenarios": {"A": [], "B": []}, )";
  expect_fault(ab + R"("factors": {"a": {"path": "A.x", "levels": [1]}})", "cannot stand together",
               "all changes");
  expect_fault(R"("generators": ["a = b"])", "\"generators\" without \"factors\"", "name the factors");
  expect_fault(R"("factors": {"a": {"path": "A.x", "levels": []}})", "factor 'a' has no levels", "[1, 2]");
  const std::string two =
      R"("factors": {"a": {"path": "A.x", "levels": [0, 1]}, "b": {"path": "B.x", "levels": [0, 1]}}, "generators": )";
  expect_fault(two + R"(["a"])", "'a' has no '='", "d = a*b*c");
  expect_fault(two + R"(["a = d"])", "'d' is no factor", "'a' or 'b'");
  expect_fault(two + R"(["a = b", "b = a"])", "is set by a generator and stands in the product",
               "no generator");
  expect_fault(two + R"(["a = b", "a = -b"])", "set by two generators", "leave one");
  expect_fault(
      R"("factors": {"a": {"path": "A.x", "levels": [0, 1, 2]}, "b": {"path": "B.x", "levels": [0, 1]}},
                  "generators": ["b = a"])",
      "'a' has 3 levels; a design with \"generators\" takes exactly 2", "full design");
  expect_fault(ab + R"("compare": {"method": "best"})", "nothing to compare", "\"responses\"");
  expect_fault(ab + R"("responses": ["X"], "compare": {"response": "Y"})", "'Y' is none of the \"responses\"",
               "'X'");
  expect_fault(R"("responses": ["X"], "compare": {"method": "best"})", "needs two scenarios", "\"factors\"");
  expect_fault(ab + R"("responses": ["X"], "compare": {"base": "C"})", "base 'C' is no scenario",
               "'A' or 'B'");
  expect_fault(ab + R"("responses": ["X"], "compare": {"method": "select"})", "needs an \"indifference\"",
               "too small");
  expect_fault(ab + R"("responses": ["X"], "until": 1, "compare": {"method": "select", "indifference": 1})",
               "does not go with the method \"select\"", "leave one");
  expect_fault(R"("until": 1)", "nothing to compare", "\"responses\"");
  expect_fault(R"("scenarios": {"A": ["experiment.replications=7"]})", "which is one for all scenarios",
               "command line");
  EXPECT_THAT(
      [&] {
        scenario_plan(Study::from_text(
            R"({"model": {"components": {}}, "experiment": {"scenarios": {"A": [], "B": []}, "responses": ["X"], "compare": {}}})",
            "test.json", study_with(R"("seed": 1)").registry()));
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("needs 2 replications or more"), HasSubstr("10"))));
}

}  // namespace
}  // namespace escapement::json
