// SPDX-License-Identifier: MIT
// `escapement run` of Modelica classes: what the experiment annotation and the flags say, and where results
// go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "escapement/cli/program.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::json;

class RunModelica : public ::testing::Test {
 protected:
  RunModelica()
      : directory_(fs::temp_directory_path() / ("escapement_modelica_" + std::to_string(getpid()))) {
    fs::create_directories(directory_ / "Lib");
    std::ofstream(directory_ / "Decay.mo") << R"(package Decay
      model Part parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Part;
      model Main
        Part a, b(k = 2*a.k);
        parameter Boolean on = true;
        Boolean low = a.x < 0.5;
        discrete Integer n(start = 0, fixed = true);
      equation
        when low and on then n = 7; end when;
        annotation(experiment(StopTime = 2, Interval = 0.5, Tolerance = 1e-7));
      end Main;
      model Ends Real t = time; equation when time > 0.75 then terminate("enough"); end when; end Ends;
    end Decay;)";
    std::ofstream(directory_ / "Lib" / "package.mo")
        << "package Lib model M Real y(start = 0, fixed = true); equation der(y) = 3; end M; end Lib;";
  }
  ~RunModelica() override { fs::remove_all(directory_); }

  int run(std::vector<std::string> arguments) {
    out_.str("");
    err_.str("");
    arguments.insert(arguments.begin(), "run");
    arguments.push_back("--quiet");
    return run_program(arguments, {out_, err_});
  }
  std::string file() const { return (directory_ / "Decay.mo").string(); }
  Json results(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    EXPECT_EQ(run(arguments), 0) << err_.str();
    return Json::parse(out_.str());
  }
  fs::path directory_;
  std::ostringstream out_, err_;
};

TEST_F(RunModelica, TheAnnotationSaysHowLongAndHowExact) {
  const Json json = results({file(), "--class", "Decay.Main", "--out", (directory_ / "out").string()});
  EXPECT_EQ(json["model"], "Decay.Main");
  EXPECT_EQ(json["length"], 2);
  EXPECT_EQ(json["solver"]["name"], "cvode");
  EXPECT_EQ(json["solver"]["tolerance"], 1e-7);
  EXPECT_NEAR(json["final"]["a.x"], std::exp(-2.0), 1e-5);
  EXPECT_NEAR(json["final"]["b.x"], std::exp(-4.0), 1e-5);
  EXPECT_EQ(json["final"]["low"], 1);
  EXPECT_EQ(json["final"]["n"], 7);
  std::ifstream in(directory_ / "out" / "trajectories.csv");
  std::string header, line;
  std::getline(in, header);
  EXPECT_THAT(header, StartsWith("time,"));
  EXPECT_THAT(header, HasSubstr("a.x"));
  int lines = 0;
  while (std::getline(in, line)) ++lines;
  EXPECT_EQ(lines, 7);  // 0, 0.5, 1, 1.5, 2, and two at ln 2
}

TEST_F(RunModelica, FlagsOverrule) {
  const Json json = results({file(), "--class", "Decay.Main", "--until", "1", "--tolerance", "1e-9",
                             "--solver", "ida", "--set", "a.k=3", "--set", "on=false"});
  EXPECT_EQ(json["length"], 1);
  EXPECT_EQ(json["solver"]["name"], "ida");
  EXPECT_NEAR(json["final"]["a.x"], std::exp(-3.0), 1e-7);
  EXPECT_NEAR(json["final"]["b.x"], std::exp(-6.0), 1e-7);  // follows from a.k
  EXPECT_EQ(json["final"]["n"], 0);
}

TEST_F(RunModelica, AClassOfALibrary) {
  EXPECT_NEAR(results({"Lib.M", "--library", directory_.string()})["final"]["y"], 3, 1e-9);
}

TEST_F(RunModelica, TerminateIsTheEndAndNoFault) {
  const Json json = results({file(), "--class", "Decay.Ends"});
  EXPECT_NEAR(json["final"]["t"], 0.75, 1e-12);
}

TEST_F(RunModelica, FaultsOfSettingsAreTold) {
  EXPECT_EQ(run({file(), "--class", "Decay.Main", "--set", "a.kk=3"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("'Decay.Main' has no parameter 'a.kk'"));
  EXPECT_THAT(err_.str(), HasSubstr("did you mean 'a.k'?"));
  EXPECT_EQ(run({file(), "--class", "Decay.Main", "--set", "a.x=3"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("'a.x' of 'Decay.Main' is no parameter"));
  EXPECT_EQ(run({"Lib.Missing", "--library", directory_.string()}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("Missing"));
}

}  // namespace
}  // namespace escapement::cli
