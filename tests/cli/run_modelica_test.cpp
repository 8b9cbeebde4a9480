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
using ::testing::Not;
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
      model Late
        Real x(start = 2, fixed = true), y = delay(time, 0.5);
        Integer ticks(start = 0, fixed = true);
        discrete Real first(start = 0, fixed = true);
        parameter Real p(fixed = false);
        Real last(start = 0, fixed = true);
      initial equation
        p = 3*x;
      equation
        der(x) = time;
        when sample(0, 0.5) then ticks = pre(ticks) + 1; end when;
        when time >= 1.25 then first = time; end when;
        when terminal() then last = time; end when;
        assert(x < 2.5, "x has grown to " + String(x), AssertionLevel.warning);
        annotation(experiment(StartTime = 1, StopTime = 2, Interval = 0.25));
      end Late;
      model Rectified "a curve of time alone that begins on its zero, with two relations"
        constant Real pi = 3.14159265358979;
        Real v = 325*sin(2*pi*50*time), x(start = 0, fixed = true);
        Boolean pos = v > 0, neg = v < 0;
      equation
        der(x) = if pos then 1 elseif neg then -1 else 0;
        annotation(experiment(StopTime = 0.045, Tolerance = 1e-6));
      end Rectified;
      model Breaks Real x(start = 1, fixed = true); equation der(x) = 1; assert(x < 0, "no"); end Breaks;
      model Mixed Real l(unit = "m") = 1, t(unit = "s") = l; end Mixed;
      model Ends Real t = time; equation when time > 0.75 then terminate("enough"); end when; end Ends;
      model Halved
        Real x(start = 1, fixed = true); discrete Real at(start = 0, fixed = true);
      equation
        der(x) = -x;
        when x < 0.5 then at = time; terminate("half"); end when;
      end Halved;
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

// x = 2 + (t^2 - 1)/2 from t = 1 on; ticks of sample(0, 0.5) at 1, 1.5 and 2; what was before the start is as
// at the start.
TEST_F(RunModelica, BeginsWhereTheAnnotationSays) {
  const Json json = results({file(), "--class", "Decay.Late", "--out", (directory_ / "late").string()});
  EXPECT_EQ(json["start"], 1);
  EXPECT_EQ(json["length"], 1);
  EXPECT_NEAR(json["final"]["x"], 3.5, 1e-7);
  EXPECT_EQ(json["final"]["ticks"], 3);
  EXPECT_EQ(json["final"]["first"], 1.25);
  EXPECT_NEAR(json["final"]["y"], 1.5, 1e-9);
  std::ifstream in(directory_ / "late" / "trajectories.csv");
  std::string line;
  std::getline(in, line);
  std::getline(in, line);
  EXPECT_THAT(line, StartsWith("1,"));
}

TEST_F(RunModelica, FlagsSayWhereItBegins) {
  const Json json = results({file(), "--class", "Decay.Late", "--from", "0.75", "--until", "1"});
  EXPECT_NEAR(json["final"]["x"], 2 + (1 - 0.75 * 0.75) / 2, 1e-7);
  EXPECT_EQ(json["final"]["ticks"], 1);  // at 1
  const Json quantised =
      results({file(), "--class", "Decay.Main", "--from", "-1", "--until", "0", "--solver", "qss2"});
  EXPECT_NEAR(quantised["final"]["a.x"], std::exp(-1.0), 1e-4);
  EXPECT_EQ(run({file(), "--class", "Decay.Late", "--until", "0.5"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("the run is to end at 0.5 s, which is not after 1 s, where it begins"));
  EXPECT_EQ(run({file(), "--class", "Decay.Late", "--from", "soon"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("'soon' is no time"));
}

// x = 1/2 - t and y' = sqrt(x), y = (1/8^0.5 - x^1.5)/1.5: from 1/2 on there is no y. What was recorded until
// then is kept, and the reason is the one for which the run failed.
TEST_F(RunModelica, ARunThatFailsKeepsItsTrajectories) {
  std::ofstream(directory_ / "root.mo")
      << "model Root Real x(start = 0.5, fixed = true), y(start = 0, fixed = "
         "true); equation der(x) = -1; der(y) = sqrt(x); end Root;";
  for (const std::string solver : {"cvode", "liqss2", "qss3"}) {
    SCOPED_TRACE(solver);
    const fs::path out = directory_ / ("root-" + solver);
    EXPECT_EQ(run({(directory_ / "root.mo").string(), "--solver", solver, "--tolerance", "1e-5",
                   "--intervals", "10", "--out", out.string()}),
              1);
    EXPECT_THAT(err_.str(), HasSubstr("in model: the "));
    std::ifstream in(out / "trajectories.csv");
    std::string line, last;
    while (std::getline(in, line)) last = line;
    EXPECT_THAT(last, StartsWith(solver == "cvode" ? "0.4," : "0.5,"));
    const double y = std::stod(last.substr(last.rfind(',') + 1));
    EXPECT_NEAR(y, (std::sqrt(0.125) - (solver == "cvode" ? std::pow(0.1, 1.5) : 0)) / 1.5, 2e-4);
  }
}

TEST_F(RunModelica, IntervalsAreCounted) {
  EXPECT_EQ(run({file(), "--class", "Decay.Main", "--intervals", "0"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("'0' must be a whole number above 0, such as 500"));
}

TEST_F(RunModelica, OnlyClassesBeginElsewhere) {
  std::ofstream(directory_ / "study.json") << R"({"format": 1, "model": {"components": {}}})";
  EXPECT_EQ(run({(directory_ / "study.json").string(), "--from", "1"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("the clock of a study begins at 0"));
}

TEST_F(RunModelica, ParametersOfInitialEquationsAreAmongTheResults) {
  EXPECT_NEAR(results({file(), "--class", "Decay.Late"})["final"]["p"], 6, 1e-9);
}

TEST_F(RunModelica, TheLastEventIsThatOfTerminal) {
  EXPECT_EQ(results({file(), "--class", "Decay.Late"})["final"]["last"], 2);
  EXPECT_EQ(run({file(), "--class", "Decay.Late", "--solver", "qss1"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("do not carry terminal()"));
}

// x passes 2.5 at sqrt(2); the first row after it is that of 1.5, an event.
TEST_F(RunModelica, AWarningIsToldOnceWithItsTime) {
  results({file(), "--class", "Decay.Late"});
  EXPECT_THAT(err_.str(), HasSubstr("at time 1.5 in model: x has grown to 2.625"));
  EXPECT_EQ(err_.str().find("has grown"), err_.str().rfind("has grown"));
}

TEST_F(RunModelica, WhatFailsIsNotToldToHaveNoEffect) {
  EXPECT_EQ(run({file(), "--class", "Decay.Breaks", "--solver", "ida"}), 1);
  EXPECT_THAT(err_.str(), HasSubstr("an assertion of the model does not hold at time 0: no"));
  EXPECT_THAT(err_.str(), Not(HasSubstr("has no effect")));
}

TEST_F(RunModelica, TextShowsTheVariables) {
  EXPECT_EQ(run({file(), "--class", "Decay.Ends"}), 0);
  EXPECT_THAT(out_.str(), HasSubstr("Variables"));
  EXPECT_THAT(out_.str(), ::testing::ContainsRegex("\nt +0 +0 +0.75"));
  EXPECT_THAT(out_.str(), Not(HasSubstr("System")));
}

// Rows at 0, 0.75 (before the end and after it): there are no statistics to print.
// Half waves of 0.01 s, up, down, up, down, and half of one up: x = 0.005.
TEST_F(RunModelica, RelationsOfACurveOfTimeHoldOnTheRightSides) {
  for (const char* solver : {"cvode", "ida", "erk", "qss2", "liqss2"})
    EXPECT_NEAR(results({file(), "--class", "Decay.Rectified", "--solver", solver})["final"]["x"], 0.005,
                1e-6)
        << solver;
}

TEST_F(RunModelica, AsCsvPrintsTrajectories) {
  std::ostringstream out, err;
  EXPECT_EQ(run_program({"run", file(), "--class", "Decay.Ends", "--format", "csv", "--intervals", "1"},
                        {out, err}),
            0);
  EXPECT_THAT(out.str(), StartsWith("time,t\n0,0\n"));
  EXPECT_THAT(out.str(), HasSubstr("\n0.75"));
}

TEST_F(RunModelica, UnitsThatDoNotFitAreAWarning) {
  std::ostringstream out, err;
  EXPECT_EQ(run_program({"run", file(), "--class", "Decay.Mixed"}, {out, err}), 0);
  EXPECT_THAT(err.str(), HasSubstr("units of"));
}

TEST_F(RunModelica, TerminateIsTheEndAndNoFault) {
  const Json json = results({file(), "--class", "Decay.Ends"});
  EXPECT_NEAR(json["final"]["t"], 0.75, 1e-12);
}

// However few rows of results are asked for: the solver has stepped on by itself, but not beyond the end.
TEST_F(RunModelica, FinalValuesAreThoseOfTheTermination) {
  for (const char* solver : {"cvode", "ida", "erk", "qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3"}) {
    const Json json = results({file(), "--class", "Decay.Halved", "--solver", solver, "--tolerance", "1e-4",
                               "--until", "2", "--intervals", "4"});
    EXPECT_NEAR(json["final"]["x"], 0.5, 1e-12) << solver;
    EXPECT_NEAR(json["final"]["at"], std::log(2.0), 2e-3) << solver;
  }
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
