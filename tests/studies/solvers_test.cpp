// SPDX-License-Identifier: MIT
// The cases of solver_cases.h by every solver that can carry them, and what solvers have in common.
//
// ESCAPEMENT_SOLVER_TABLE=1 prints the table of docs/theory/known-answers.md.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "studies/solver_cases.h"

namespace escapement::studies::solvers {
namespace {

class Solver : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Solver, ::testing::ValuesIn(kAll),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(Solver, GivesTheKnownAnswers) {
  const std::string solver = GetParam();
  const bool table = std::getenv("ESCAPEMENT_SOLVER_TABLE") != nullptr;
  for (const Case& one : cases()) {
    const auto among = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), solver) != list.end();
    };
    if (!table && among(one.slow)) continue;
    if (among(one.without)) {
      if (table) std::cout << "TABLE|" << one.name << "|" << solver << "|-|-\n";
      continue;
    }
    SCOPED_TRACE(one.name);
    json::ReplicationOptions options;
    options.continuous.solver = solver;
    options.continuous.tolerance = !quantised(solver)    ? one.sundials_tolerance
                                   : first_order(solver) ? one.first_tolerance
                                                         : one.higher_tolerance;
    // Errors are proportional to the quantum; the suite has less time than the table.
    const double ease = table || !quantised(solver) ? 1 : 10;
    *options.continuous.tolerance *= ease;
    options.continuous.intervals = 1;
    Outcome o;
    options.take_continuous = [&](experiment::ContinuousResults r) { o.results = std::move(r); };
    try {
      o.statistics = StudyRun::of(one.study, options).all();
    } catch (const std::exception& e) {
      ADD_FAILURE() << e.what();
      continue;
    }
    if (one.events >= 0) {
      EXPECT_EQ(o.results.trajectory.events.size(), static_cast<std::size_t>(one.events));
    }
    const double allowed = !quantised(solver)    ? one.sundials_error
                           : first_order(solver) ? one.first_error
                                                 : one.higher_error;
    double worst = 0;
    for (const Expectation& e : one.expected) {
      const double found = e.found(o);
      EXPECT_NEAR(found, e.exact, ease * allowed) << e.what;
      worst = std::max(worst, std::abs(found - e.exact));
    }
    if (table)
      std::cout << "TABLE|" << one.name << "|" << solver << "|" << *options.continuous.tolerance << "|"
                << worst << "|" << o.results.trajectory.counters.steps << "|"
                << o.results.trajectory.events.size() << "\n";
  }
}

// Of a study with one part, by one solver at the tolerance that it takes by itself.
Outcome run(const std::string& study, const std::string& solver) {
  json::ReplicationOptions options;
  options.continuous.solver = solver;
  options.continuous.tolerance = !quantised(solver) ? 1e-12 : first_order(solver) ? 1e-2 : 1e-5;
  options.continuous.intervals = 1;
  Outcome o;
  options.take_continuous = [&](experiment::ContinuousResults r) { o.results = std::move(r); };
  o.statistics = StudyRun::of(study, options).all();
  return o;
}

TEST_P(Solver, SendsSamplesStepsAndWhatFollowsEvents) {
  // x = t. Samples at 0, 0.5 ... 3: 7. Steps of 0.25: at the start and then 12 times. After events: at the
  // start and at t = 2, when n becomes 1.
  const Outcome o = run(
      part("'states': {'x': 0}, 'discrete': {'n': 0}, 'equations': {'x': 1}, 'events': [{'when': 'x >= 2', "
           "'reset': {'n': 1}}], 'outputs': {'sampled': {'of': 'x', 'every': 0.5}, 'stepped': {'of': 'x', "
           "'quantum': 0.25}, 'number': 'n'}",
           3.001,
           ", 'A': {'type': 'devs.Recorder'}, 'B': {'type': 'devs.Recorder'}, 'C': {'type': 'devs.Recorder'}",
           "'M.sampled -> A.in', 'M.stepped -> B.in', 'M.number -> C.in'"),
      GetParam());
  EXPECT_EQ(o.average("A.Count"), 7);
  EXPECT_NEAR(o.average("A.Last"), 3, 1e-9);
  EXPECT_EQ(o.average("B.Count"), 13);
  EXPECT_NEAR(o.average("B.Last"), 3, 1e-9);
  EXPECT_EQ(o.average("C.Count"), 2);
  EXPECT_EQ(o.average("C.Last"), 1);
}

TEST_P(Solver, SendsOfAModelicaClassTheSame) {
  const auto file = std::filesystem::path(::testing::TempDir()) /
                    ("escapement_sends_" + std::string(GetParam()) + std::to_string(getpid()) + ".mo");
  std::ofstream(file) << "model M Real x(start = 0, fixed = true); discrete Real n(start = 0, fixed = true); "
                         "equation der(x) = 1; when x >= 2 then n = 1; end when; end M;";
  const Outcome o = run(
      quoted(
          "{'model': {'components': {'M': {'type': 'modelica', 'file': '" + file.string() +
          "', 'outputs': {'sampled': {'of': 'x', 'every': 0.5}, 'stepped': {'of': 'x', 'quantum': 0.25}, "
          "'number': 'n'}}, 'A': {'type': 'devs.Recorder'}, 'B': {'type': 'devs.Recorder'}, 'C': {'type': "
          "'devs.Recorder'}}, 'couplings': ['M.sampled -> A.in', 'M.stepped -> B.in', 'M.number -> C.in']}, "
          "'experiment': {'length': 3.001}}"),
      GetParam());
  std::filesystem::remove(file);
  EXPECT_EQ(o.average("A.Count"), 7);
  EXPECT_NEAR(o.average("A.Last"), 3, 1e-9);
  EXPECT_EQ(o.average("B.Count"), 13);
  EXPECT_NEAR(o.average("B.Last"), 3, 1e-9);
  EXPECT_EQ(o.average("C.Count"), 2);
  EXPECT_EQ(o.average("C.Last"), 1);
  if (quantised(GetParam())) {
    EXPECT_GT(o.results.trajectory.counters.heap_operations, 0U);
    EXPECT_GT(o.results.trajectory.counters.crossing_checks, 0U);
  }
}

TEST_P(Solver, EventsComeBeforeInputsOfTheSameInstant) {
  // At 1, 2 and 3 the input becomes 1, 2 and 3, and the event adds what it was before: 0 + 1 + 2.
  const Outcome o =
      run(part("'states': {'y': 0}, 'inputs': ['u'], 'discrete': {'n': 1}, 'equations': {'y': 0}, 'events': "
               "[{'when': 'time >= n', 'reset': {'y': 'y + u', 'n': 'n + 1'}}]",
               3.5, ", 'G': {'type': 'devs.Generator', 'increment': 1}", "'G.out -> M.u'"),
          GetParam());
  EXPECT_NEAR(o.final_of("M.y"), 3, 1e-12);
  EXPECT_EQ(o.final_of("M.n"), 4);
}

TEST_P(Solver, TheLastMessageOfABagCounts) {
  // Both generators send at 1; bags are in order of the senders' paths. x' = 2 from then on.
  const Outcome o = run(part("'states': {'x': 0}, 'inputs': ['u'], 'equations': {'x': 'u'}", 3,
                             ", 'G1': {'type': 'devs.Generator', 'value': 1, 'limit': 1}, 'G2': {'type': "
                             "'devs.Generator', 'value': 2, 'limit': 1}",
                             "'G2.out -> M.u', 'G1.out -> M.u'"),
                        GetParam());
  EXPECT_NEAR(o.final_of("M.x"), 4, 1e-9);
}

TEST_P(Solver, SignalsOfBlocksComeWithTheirDerivatives) {
  // The ramp 2 t gives x = t^2 and y = t^3 / 3; its crossing of 3 is at 1.5. The sine gives z = 1 - cos t.
  const Outcome o = run(
      part("'states': {'x': 0, 'y': 0, 'z': 0}, 'inputs': [{'name': 'u', 'signal': true}, {'name': 's', "
           "'signal': true}], 'discrete': {'at': 0}, 'equations': {'x': 'u', 'y': 'x', 'z': 's'}, 'events': "
           "[{'when': 'u >= 3', 'reset': {'at': 'time'}}]",
           2,
           ", 'R': {'type': 'qss.Ramp', 'slope': 2}, 'S': {'type': 'qss.Sine', 'frequency': "
           "0.15915494309189535}",
           "'R.out -> M.u', 'S.out -> M.s'"),
      GetParam());
  const double error = !quantised(GetParam()) ? 1e-8 : first_order(GetParam()) ? 5e-2 : 1e-4;
  EXPECT_NEAR(o.final_of("M.x"), 4, error);
  EXPECT_NEAR(o.final_of("M.y"), 8.0 / 3, error);
  EXPECT_NEAR(o.final_of("M.z"), 1 - std::cos(2.0), std::max(error, 1e-6));
  EXPECT_NEAR(o.final_of("M.at"), 1.5, 1e-9);
}

TEST_P(Solver, ClockThatTicksAtTheTopOfEachSwing) {
  // 2 pi cos(2 pi t) is above 6.28 for 10 ms a second, from arccos(6.28 / (2 pi)) / (2 pi) before each whole
  // second; nothing else moves, so that every step is long. The clock is switched on at 1: then it is above
  // already, which is its first tick. The tenth, which moves the minute hand, is just before 10.
  const Outcome o = run(
      part("'states': {'still': 1}, 'discrete': {'ticks': 0, 'minute': 0, 'tenth': 0}, 'equations': "
           "{'still': 0}, "
           "'events': [{'when': '(if time >= 1 then 2*pi*cos(2*pi*time) else 0) > 6.28', 'reset': {'ticks': "
           "'ticks + 1', 'minute': 'floor((ticks + 1)/10)', 'tenth': 'if ticks == 9 then time else tenth'}}]",
           30),
      GetParam());
  const double before = std::acos(6.28 / (2 * M_PI)) / (2 * M_PI);
  EXPECT_EQ(o.final_of("M.ticks"), 30);
  EXPECT_EQ(o.final_of("M.minute"), 3);
  EXPECT_NEAR(o.final_of("M.tenth"), 10 - before, 1e-9);
}

}  // namespace
}  // namespace escapement::studies::solvers
