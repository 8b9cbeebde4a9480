// SPDX-License-Identifier: MIT
// Time-persistent statistics and frequencies of variables of continuous parts: integrals in closed form.
#include "studies/support.h"

namespace escapement::studies::followed_parts {
namespace {

using ::testing::HasSubstr;

// M: x' = -x from 1. `statistics` are the sections that look at it.
std::string decay(const std::string& statistics, const std::string& experiment,
                  const std::string& components = "", const std::string& couplings = "",
                  const std::string& events = "") {
  return quoted(
      "{'entities': {'Switch': {}}, 'variables': {'n': {}}, " + statistics +
      ", 'model': {'components': {'M': {'type': 'ode', 'states': {'x': 1}, 'equations': {'x': '-x'}" +
      events + "}" + components + "}, 'couplings': [" + couplings + "]}, 'experiment': {" + experiment +
      "}}");
}

StudyRun run_by(const std::string& text, const std::string& solver, double tolerance) {
  json::ReplicationOptions options;
  options.continuous.solver = solver;
  options.continuous.tolerance = tolerance;
  return StudyRun::of(text, options);
}

struct FollowedSolver {
  const char* name;
  double tolerance, error;
};

class FollowedParts : public ::testing::TestWithParam<FollowedSolver> {};
INSTANTIATE_TEST_SUITE_P(
    All, FollowedParts,
    ::testing::Values(FollowedSolver{"cvode", 1e-11, 1e-8}, FollowedSolver{"ida", 1e-11, 1e-8},
                      FollowedSolver{"erk", 1e-11, 1e-7}, FollowedSolver{"qss3", 1e-8, 1e-6},
                      FollowedSolver{"liqss2", 1e-6, 1e-4}, FollowedSolver{"qss1", 1e-3, 1e-2}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_P(FollowedParts, IsIntegratedWithoutAnyEventOfBlocks) {
  const StudyRun run = run_by(
      decay("'timePersistents': {'X': {'value': 'M.x'}, 'Square': {'value': 'M.x * M.x'}}", "'length': 5"),
      GetParam().name, GetParam().tolerance);
  EXPECT_NEAR(run.average("X"), (1 - std::exp(-5)) / 5, GetParam().error);
  EXPECT_NEAR(run.average("Square"), (1 - std::exp(-10)) / 10, GetParam().error);
  EXPECT_NEAR(run["X"].minimum.value(), std::exp(-5), GetParam().error);
  EXPECT_NEAR(run["X"].maximum.value(), 1, GetParam().error);
}

// Blocks make n = 2 at 1 and n = 0 at 3; the warm-up ends at 2.
TEST_P(FollowedParts, IsIntegratedBesideWhatBlocksChange) {
  const auto study = [](const std::string& experiment) {
    return decay(
        "'timePersistents': {'Both': {'value': 'n * M.x + n'}}", experiment,
        ", 'Come': {'type': 'siman.Create', 'first': 1, 'maxBatches': 1}, 'On': {'type': 'siman.Assign', "
        "'assignments': ['n = 2']}, 'Wait': {'type': 'siman.Delay', 'duration': 2}, 'Off': {'type': "
        "'siman.Assign', 'assignments': ['n = 0']}, 'Done': {'type': 'siman.Dispose'}",
        "'Come -> On -> Wait -> Off -> Done'");
  };
  const StudyRun whole = run_by(study("'length': 4"), GetParam().name, GetParam().tolerance);
  EXPECT_NEAR(whole.average("Both"), (2 * (std::exp(-1) - std::exp(-3)) + 4) / 4, GetParam().error);
  const StudyRun later = run_by(study("'length': 4, 'warmup': 2"), GetParam().name, GetParam().tolerance);
  EXPECT_NEAR(later.average("Both"), (2 * (std::exp(-2) - std::exp(-3)) + 2) / 2, GetParam().error);
}

// x jumps from 1/2 to 1 every ln 2: its average is 1 / (2 ln 2), and it is above 3/4 for ln(4/3) of each
// ln 2.
TEST_P(FollowedParts, IsIntegratedThroughEventsOfItsOwn) {
  const double period = std::log(2.0);
  const StudyRun run = run_by(decay("'timePersistents': {'X': {'value': 'M.x'}}, 'outputStatistics': "
                                    "{'Time': {'value': 'FRQTIM(F, High)'}}, "
                                    "'frequencies': {'F': {'value': 'M.x', 'categories': [{'name': 'High', "
                                    "'low': 0.75}, {'name': 'Low', "
                                    "'high': 0.75}]}}",
                                    "'length': " + to_text(10 * period), "", "",
                                    ", 'events': [{'when': 'x <= 0.5', 'reset': {'x': '1'}}]"),
                              GetParam().name, GetParam().tolerance);
  EXPECT_NEAR(run.average("X"), 0.5 / period, 10 * GetParam().error);
  EXPECT_NEAR(run.average("Time"), 10 * std::log(4.0 / 3), 100 * GetParam().error);
}

// The extremes are of values that there were: a level of 5 or more was never 0.
TEST(FollowedPartsStudy, ExtremesBeginWithTheFirstValue) {
  const StudyRun run = StudyRun::of(decay(
      "'timePersistents': {'X': {'value': 'M.x + 4'}, 'Five': {'value': '5'}, 'Below': {'value': 'n - 2'}}",
      "'length': 1"));
  EXPECT_EQ(run["Five"].minimum, 5);
  EXPECT_EQ(run["Five"].average, 5);
  EXPECT_EQ(run["Below"].maximum, -2);
  EXPECT_NEAR(run["X"].minimum.value(), 4 + std::exp(-1), 1e-4);
  EXPECT_EQ(run["X"].maximum, 5);
}

TEST(FollowedPartsStudy, WhatCannotBeEvaluatedIsTold) {
  try {
    StudyRun::of(decay("'timePersistents': {'X': {'value': 'SQRT(M.x - 0.5)'}}", "'length': 5"));
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_EQ(e.model_path(), "X");
    EXPECT_THAT(e.message(), HasSubstr("SQRT(M.x - 0.5)"));
    EXPECT_GE(e.clock(), std::log(2.0) - 1e-6);
  }
}

}  // namespace
}  // namespace escapement::studies::followed_parts
