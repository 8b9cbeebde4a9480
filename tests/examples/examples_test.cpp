// SPDX-License-Identifier: MIT
// Every examples/*/study.json is run by the program as a user would, and its numbers are compared with the
// expected.json beside it:
//
//   {"source": where the values come from, for all runs of the file,
//    "runs": [{"arguments": ["--set", "Drill.capacity=2"],   of `run`, in addition; may be absent
//              "needs": "NAME",      an environment variable that must be set, else the run is skipped
//              "source": ...,        where this run's values come from
//              "values": [{"name": "Drilling.WaitTime", "key": "average", "value": 3.65, "tolerance":
//              0.1}]}]}
//
// {"final": "Tank.level", "value": 0.9, "tolerance": 1e-6} is about a variable of a continuous part at the
// end. A tolerance is absolute. "verdicts", where it is there, is what the experiment says of each scenario.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "escapement/cli/program.h"

namespace escapement {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kExamples = ESCAPEMENT_EXAMPLES;

std::vector<std::string> studies() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kExamples))
    if (fs::exists(entry.path() / "study.json")) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

struct Outcome {
  int code;
  std::string out, err;
};

Outcome program(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const int code = cli::run_program(arguments, {out, err});
  return {code, out.str(), err.str()};
}

std::string study_of(const std::string& example) {
  return (kExamples / example / "study.json").string();
}

json results_of(const std::string& example, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"run", study_of(example), "--format", "json", "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = program(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.code == 0 ? json::parse(outcome.out) : json();
}

const json* statistic(const json& results, const std::string& name) {
  for (const json& s : results.at("statistics"))
    if (s.at("name") == name) return &s;
  return nullptr;
}

void compare(const json& results, const json& values) {
  for (const json& expected : values) {
    if (expected.contains("final")) {
      const std::string variable = expected.at("final");
      ASSERT_TRUE(results.contains("final") && results.at("final").contains(variable)) << variable;
      EXPECT_NEAR(results.at("final").at(variable).get<double>(), expected.at("value").get<double>(),
                  expected.at("tolerance").get<double>())
          << variable;
      continue;
    }
    const std::string name = expected.at("name"), key = expected.at("key");
    const json* found = statistic(results, name);
    ASSERT_NE(found, nullptr) << "there is no statistic " << name;
    ASSERT_TRUE(found->contains(key) && found->at(key).is_number()) << name << " has no number " << key;
    EXPECT_NEAR(found->at(key).get<double>(), expected.at("value").get<double>(),
                expected.at("tolerance").get<double>())
        << name << ' ' << key;
  }
}

class Example : public ::testing::TestWithParam<std::string> {};

TEST_P(Example, IsChecked) {
  const json root = json::parse(std::ifstream(study_of(GetParam())), nullptr, true, true);
  EXPECT_TRUE(root.contains("description")) << "a study tells what it is";
  if (root.dump().find("${ESCAPEMENT_FACTORY_LOG}") != std::string::npos &&
      std::getenv("ESCAPEMENT_FACTORY_LOG") == nullptr)
    GTEST_SKIP() << "ESCAPEMENT_FACTORY_LOG does not name the factory's log";
  const Outcome outcome = program({"check", study_of(GetParam())});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_P(Example, GivesWhatIsExpected) {
  std::ifstream file(kExamples / GetParam() / "expected.json");
  ASSERT_TRUE(file) << GetParam() << " has no expected.json";
  const json expected = json::parse(file);
  EXPECT_FALSE(expected.at("source").get<std::string>().empty());
  for (const json& run : expected.at("runs")) {
    const auto arguments = run.value("arguments", std::vector<std::string>());
    SCOPED_TRACE("run " + json(arguments).dump());
    if (run.contains("needs") && std::getenv(run.at("needs").get<std::string>().c_str()) == nullptr)
      GTEST_SKIP() << "the environment variable " << run.at("needs") << " is not set";
    const json results = results_of(GetParam(), arguments);
    if (results.is_object()) compare(results, run.at("values"));
  }
}

TEST_P(Example, ComparesItsScenariosAsExpected) {
  const json expected = json::parse(std::ifstream(kExamples / GetParam() / "expected.json"));
  if (!expected.contains("verdicts")) return;
  const Outcome outcome = program({"experiment", study_of(GetParam()), "--format", "json", "--quiet"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  json verdicts;
  const json results = json::parse(outcome.out);
  for (const json& row : results.at("comparison").at("scenarios"))
    verdicts[row.at("scenario").get<std::string>()] = row.at("verdict");
  EXPECT_EQ(verdicts, expected.at("verdicts"));
}

std::string test_name(const ::testing::TestParamInfo<std::string>& example) {
  std::string name = example.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Example, ::testing::ValuesIn(studies()), test_name);

// Modules are made of blocks: with the same streams, everything that both studies report is equal.
TEST(ManufacturingCell, BlocksAndModulesAgreeToTheLastDigit) {
  const json blocks = results_of("manufacturing-cell", {});
  const json modules = results_of("manufacturing-cell-arena", {});
  std::size_t compared = 0;
  for (const json& s : blocks.at("statistics")) {
    const json* other = statistic(modules, s.at("name"));
    ASSERT_NE(other, nullptr) << s.at("name");
    EXPECT_EQ(s, *other);
    ++compared;
  }
  EXPECT_GT(compared, 20U);
}

TEST(DrillPress, GivesTheSameApartAsTogether) {
  EXPECT_EQ(results_of("drill-press", {"--hosting", "separate"}).at("statistics"),
            results_of("drill-press", {}).at("statistics"));
}

}  // namespace
}  // namespace escapement
