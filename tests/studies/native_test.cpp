// SPDX-License-Identifier: MIT
// Machine code and tapes give the same run, to the last bit.
#include "equations/hybrid_support.h"
#include "escapement/native/compiler.h"
#include "escapement/qss_solver/solver.h"
#include "studies/support.h"

namespace escapement::studies::native_code {
namespace {

// Functions, floors, conditions that stop and restart the solver, an implicit method's Jacobian.
const char* const kStudy =
    "{'model': {'components': {'M': {'type': 'ode', 'states': {'x': 1, 'v': 0.5, 'T': 20},"
    " 'discrete': {'on': 1}, 'parameters': {'k': 30, 'loss': 0.4},"
    " 'equations': {'x': 'v', 'v': '-k*sin(x) - 0.3*v*abs(v) + 2*cos(3*time)',"
    " 'T': 'loss*(10 - T)*(1 + 0.1*exp(-x^2)) + 15*on + mod(time, 0.7)'},"
    " 'events': [{'when': 'T > 24', 'reset': {'on': 0}}, {'when': 'T < 21', 'reset': {'on': 1}}]}}},"
    " 'experiment': {'length': 20}}";

experiment::ContinuousResults run(const std::string& solver, continuous::MachineCode machine_code) {
  experiment::ContinuousResults results;
  json::ReplicationOptions options;
  options.continuous.solver = solver;
  options.continuous.tolerance = 1e-8;
  options.continuous.machine_code = machine_code;
  options.take_continuous = [&](experiment::ContinuousResults r) { results = std::move(r); };
  StudyRun::of(quoted(kStudy), options);
  return results;
}

class MachineCode : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, MachineCode, ::testing::Values("cvode", "ida", "erk"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(MachineCode, GivesTheRunOfTheTape) {
  if (!native::available()) GTEST_SKIP() << native::description();
  const auto by_tape = run(GetParam(), continuous::MachineCode::kNever);
  const auto by_code = run(GetParam(), continuous::MachineCode::kAtOnce);
  ASSERT_GT(by_tape.trajectory.events.size(), 4U);
  EXPECT_EQ(by_tape.trajectory.events, by_code.trajectory.events);
  EXPECT_EQ(by_tape.trajectory.columns, by_code.trajectory.columns);
  EXPECT_EQ(by_tape.trajectory.final_values, by_code.trajectory.final_values);
  EXPECT_EQ(by_tape.trajectory.counters.steps, by_code.trajectory.counters.steps);
  EXPECT_EQ(by_tape.trajectory.counters.evaluations, by_code.trajectory.counters.evaluations);
}

// A pendulum and a pair of species, neither affine: two states of which each reads the other.
TEST(MachineCodeOfQuantisedStates, GivesTheRunOfTheTape) {
  if (!native::available()) GTEST_SKIP() << native::description();
  for (const char* method : {"qss1", "qss2", "qss3", "liqss2", "liqss3"}) {
    SCOPED_TRACE(method);
    equations::testing_support::Hybrid text;
    text.equation("d.x = x*(1 - 0.5*y)");
    text.equation("d.y = -y*(0.7 - 0.4*x)");
    text.equation("d.a = w");
    text.equation("d.w = -4*sin(a) - 0.1*w");
    for (const char* state : {"x", "y", "a", "w"}) {
      equations::FlatVariable& one = text.system.variables[text.unknown(state)];
      one.start = 1;
      one.fixed = true;
    }
    std::vector<std::vector<double>> results;
    std::vector<std::uint64_t> steps;
    for (const bool code : {false, true}) {
      native::Compiler compiler;
      qss_solver::Solver solver(text.system, qss::method_of(method, 1e-3));
      if (code) solver.translate(compiler, true);
      EXPECT_EQ(compiler.counters().failures, 0U);
      solver.start(0);
      solver.advance(5);
      solver.values(5, results.emplace_back());
      steps.push_back(solver.counts().steps);
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(steps[0], steps[1]);
    EXPECT_GT(steps[0], 20U);
  }
}

}  // namespace
}  // namespace escapement::studies::native_code
