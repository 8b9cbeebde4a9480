// SPDX-License-Identifier: MIT
#include "analyse_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "escapement/core/error.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class AnalyseCommandTest : public ::testing::Test {
 protected:
  AnalyseCommandTest()
      : file_(fs::temp_directory_path() / ("escapement_analyse_" + std::to_string(getpid()) + ".mo")) {
    options_.model = file_.string();
  }
  ~AnalyseCommandTest() override { fs::remove(file_); }
  void write(const std::string& text) { std::ofstream(file_) << text; }
  std::string fault() {
    try {
      analyse_command(options_, {}, terminal_);
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }
  fs::path file_;
  ModelicaOptions options_;
  std::ostringstream out_, err_;
  Terminal terminal_{out_, err_};
};

// A chain of pre(): three passes after t = 0.5, in each of which the restricted iteration looks at what reads
// what changed.
const char* const kChain =
    "model Chain Real x(start = 1, fixed = true); Real y; discrete Boolean z(start = false), c1(start = "
    "false); "
    "equation der(x) = 1; y = x; when y >= 1.5 then z = true; end when; c1 = pre(z); "
    "annotation(experiment(StopTime = 2)); end Chain;";

TEST_F(AnalyseCommandTest, PrintsAPage) {
  write(kChain);
  EXPECT_EQ(analyse_command(options_, {}, terminal_), 0);
  EXPECT_THAT(out_.str(), HasSubstr("Chain: 2 equations for 2 unknowns, 2 discrete equations\n"));
  EXPECT_THAT(out_.str(), HasSubstr("1 variable under another name: y = x\n"));
  EXPECT_THAT(out_.str(), HasSubstr("1 state: x\n"));
  EXPECT_THAT(out_.str(), HasSubstr("1 relation that make events: x >= 1.5 (state)\n"));
}

TEST_F(AnalyseCommandTest, PrintsJsonAndCountsEvaluations) {
  write(kChain);
  AnalyseOptions how;
  how.format = "json";
  how.events = true;
  EXPECT_EQ(analyse_command(options_, how, terminal_), 0);
  const auto json = nlohmann::json::parse(out_.str());
  EXPECT_EQ(json["model"], "Chain");
  EXPECT_EQ(json["states"], nlohmann::json::array({"x"}));
  EXPECT_EQ(json["aliases"][0]["variable"], "y");
  EXPECT_EQ(json["conditions"][0]["kind"], "state");
  EXPECT_EQ(json["evaluations"]["until"], 2.0);
  EXPECT_EQ(json["evaluations"]["events"], 1);
  EXPECT_LT(json["evaluations"]["restricted"], json["evaluations"]["full"]);
}

TEST_F(AnalyseCommandTest, WhatCannotBeSortedIsTold) {
  write("model S Real x, u1, u2; equation 0 = x + u1*u2; 0 = der(x) + x; 0 = 40*x + x^2 - 3; end S;");
  const std::string told = fault();
  EXPECT_THAT(told, HasSubstr("2 equations determine only 1 unknown 'x'"));
  EXPECT_THAT(told, HasSubstr("2 unknowns 'u1', 'u2' have only 1 equation"));
}

// Each Modelica component of a study, also of those inside others.
TEST_F(AnalyseCommandTest, AStudyGivesItsModelicaComponents) {
  write(kChain);
  const fs::path study = fs::path(file_).replace_extension(".json");
  std::ofstream(study)
      << R"({"model": {"components": {"In": {"type": "arena.Create"}, "Hall": {"components": {
      "tank": {"type": "modelica", "file": ")"
      << file_.filename().string() << R"("}}}}}} // a comment)";
  options_.model = study.string();
  AnalyseOptions how;
  how.format = "json";
  EXPECT_EQ(analyse_command(options_, how, terminal_), 0);
  const auto json = nlohmann::json::parse(out_.str());
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["model"], "Hall.tank (Chain)");
  std::ofstream(study) << R"({"model": {"components": {}}})";
  EXPECT_THAT(fault(), HasSubstr("the study has no component of the type modelica"));
  std::ofstream(study) << "{";
  EXPECT_THAT(fault(), HasSubstr("this is no JSON"));
  fs::remove(study);
  EXPECT_THAT(fault(), HasSubstr("the file cannot be read"));
}

}  // namespace
}  // namespace escapement::cli
