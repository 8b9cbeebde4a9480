// SPDX-License-Identifier: MIT
// Continuous parts in studies: published problems and closed forms, by each solver of SUNDIALS.
#include "studies/support.h"

namespace escapement::studies::continuous_parts {
namespace {

using ::testing::HasSubstr;

struct Outcome {
  experiment::ContinuousResults results;
  std::vector<statistics::Summary> statistics;
  double final_of(const std::string& name) const {
    const auto& names = results.trajectory.names;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return results.trajectory.final_values[i];
    throw std::runtime_error("no variable '" + name + "'");
  }
  const std::vector<double>& column(const std::string& name) const {
    const auto& names = results.trajectory.names;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return results.trajectory.columns[i];
    throw std::runtime_error("no variable '" + name + "'");
  }
};

Outcome run(const std::string& text, const std::string& solver, double tolerance = 1e-12) {
  Outcome outcome;
  json::ReplicationOptions options;
  options.continuous.solver = solver;
  options.continuous.tolerance = tolerance;
  options.take_continuous = [&](experiment::ContinuousResults r) { outcome.results = std::move(r); };
  outcome.statistics = StudyRun::of(text, options).all();
  return outcome;
}

// A part M alone, with a recorder R of the port `tick` when it has one.
std::string part(const std::string& body, double length) {
  const bool ticks = body.find("'tick'") != std::string::npos;
  return quoted("{'model': {'components': {'M': {'type': 'ode', " + body + "}" +
                (ticks ? ", 'R': {'type': 'devs.Recorder'}" : "") + "}, 'couplings': [" +
                (ticks ? "'M.tick -> R.in'" : "") + "]}, 'experiment': {'length': " + to_text(length) + "}}");
}

class BySolver : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, BySolver, ::testing::Values("cvode", "ida", "erk"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(BySolver, BouncingBall) {
  // 0.451523641, 1.083656738, 1.526149907, 1.835895124, 2.052716777.
  const Outcome o =
      run(part("'states': {'h': 1, 'v': 0}, 'equations': {'h': 'v', 'v': -9.81}, 'events': [{'when': "
               "'h <= 0', 'reset': {'v': '-0.7*v'}, 'emit': {'port': 'tick', 'value': 'time'}}]",
               2.2),
          GetParam());
  const std::vector<double>& events = o.results.trajectory.events;
  const double expected[] = {0.451523641, 1.083656738, 1.526149907, 1.835895124, 2.052716777};
  ASSERT_EQ(events.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(events[k], expected[k], 1e-9);
  EXPECT_EQ(o.results.trajectory.counters.events, 5u);
  EXPECT_EQ(o.results.trajectory.counters.restarts, 5u);
}

TEST_P(BySolver, LandsAndStays) {
  const Outcome o =
      run(part("'states': {'y': 1, 'v': 1}, 'discrete': {'support': 0}, 'equations': {'y': 'v', 'v': "
               "'if support > 0 then 0 else -9.8'}, 'events': [{'when': 'y <= -1', 'reset': {'v': 0, "
               "'y': -1, 'support': 1}}]",
               100),
          GetParam());
  ASSERT_EQ(o.results.trajectory.events.size(), 1u);
  EXPECT_NEAR(o.results.trajectory.events[0], 0.7490149994, 1e-9);
  EXPECT_EQ(o.final_of("M.y"), -1);
}

TEST_P(BySolver, RelationInTimeAtTheStart) {
  const Outcome o = run(part("'states': {'x': 0, 'c': 1000}, 'equations': {'x': 'if time > 0 then "
                             "sin(10*time) else 0', 'c': 0}, 'maximumStep': 1",
                             1),
                        GetParam());
  EXPECT_NEAR(o.final_of("M.x"), 0.1839071529, 1e-9);
  EXPECT_EQ(o.final_of("M.c"), 1000);
}

TEST_P(BySolver, SimultaneousEventsAllFire) {
  const Outcome o =
      run(part("'states': {'a': 0, 'b': 0}, 'equations': {'a': '-a', 'b': '-b'}, 'events': [{'when': "
               "'time >= 1', 'reset': {'a': 'a + 1'}}, {'when': 'time >= 1', 'reset': {'b': 'b + 1'}}]",
               5),
          GetParam());
  EXPECT_NEAR(o.final_of("M.a"), 0.0183156389, 1e-9);
  EXPECT_NEAR(o.final_of("M.b"), 0.0183156389, 1e-9);
}

TEST_P(BySolver, DerivativeAfterAnEventIsTheNewOne) {
  const Outcome o =
      run(part("'states': {'x': 0}, 'discrete': {'d': 1}, 'equations': {'x': 'd'}, 'events': [{'when': "
               "'x >= 1', 'reset': {'d': -1}}]",
               2),
          GetParam());
  EXPECT_NEAR(o.final_of("M.x"), 0, 1e-9);
}

TEST_P(BySolver, NarrowPulseIsNotSteppedOver) {
  const Outcome o = run(
      part("'states': {'x': 0}, 'equations': {'x': 'if time > 20 and time < 20.1 then 10000 else 0'}", 30),
      GetParam());
  EXPECT_NEAR(o.final_of("M.x"), 1000, 1e-9);
}

TEST_P(BySolver, KnownTimesAreStops) {
  const Outcome o = run(part("'states': {'x': 0}, 'equations': {'x': '(-1)^floor(time)'}", 2.5), GetParam());
  EXPECT_NEAR(o.final_of("M.x"), 0.5, 1e-12);
  EXPECT_EQ(o.results.trajectory.counters.restarts, 2u);
  EXPECT_GT(o.results.trajectory.counters.steps, 3u) << "summed over restarts";
}

TEST_P(BySolver, ModAndFloorAgree) {
  const Outcome o =
      run(part("'states': {'a': -1}, 'equations': {'a': 10, 'b': '2 + mod(a-2, 4)', 'd': 'b - floor(b)'}", 1),
          GetParam());
  const std::vector<double>&times = o.results.trajectory.times, &b = o.column("M.b"), &d = o.column("M.d");
  std::vector<double> jumps;
  for (std::size_t k = 0; k < d.size(); ++k) {
    EXPECT_GE(d[k], -1e-9);
    EXPECT_LE(d[k], 1 + 1e-9);  // 1 is the limit from the left, in rows before an event
    if (k > 0 && std::abs(b[k] - b[k - 1]) > 1) jumps.push_back(times[k]);
  }
  ASSERT_EQ(jumps.size(), 2u);
  EXPECT_NEAR(jumps[0], 0.3, 1e-9);
  EXPECT_NEAR(jumps[1], 0.7, 1e-9);
}

TEST_P(BySolver, PendulumWithAPin) {
  // Task a: pin at -pi/12, length 1 or 0.3, damping 0.2; pin events and phi(10) as published.
  const Outcome o =
      run(part("'states': {'phi': {'start': 0.52359877559829887}, 'w': 0}, 'discrete': {'l': 1}, "
               "'parameters': {'m': 1.02, 'd': 0.2, 'g': 9.81, 'p': 0.7, 'pin': -0.26179938779914943}, "
               "'equations': {'phi': 'w', 'w': '-d/m*w - g/l*sin(phi)'}, 'events': [{'when': 'phi < pin', "
               "'reset': {'l': '1 - p', 'w': 'w/(1 - p)'}}, {'when': 'phi > pin', 'reset': {'l': 1, 'w': "
               "'w*(1 - p)'}}]",
               10),
          GetParam(), 1e-13);
  const double pins[] = {0.703459486, 1.151779708, 2.590417987, 2.990529057,
                         4.542741390, 4.867487794, 6.648707138, 6.720384168};
  ASSERT_EQ(o.results.trajectory.events.size(), 8u);
  for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(o.results.trajectory.events[k], pins[k], 5e-9) << k;
  EXPECT_NEAR(o.final_of("M.phi"), 0.119693214, 2e-9);
}

TEST_P(BySolver, PendulumThatStartsBeyondThePin) {
  const Outcome o =
      run(part("'states': {'phi': {'start': -0.52359877559829887}, 'w': 0}, 'discrete': {'l': 0.3}, "
               "'parameters': {'m': 1.02, 'd': 0.1, 'g': 9.81, 'p': 0.7, 'pin': -0.26179938779914943}, "
               "'equations': {'phi': 'w', 'w': '-d/m*w - g/l*sin(phi)'}, 'events': [{'when': 'phi < pin', "
               "'reset': {'l': '1 - p', 'w': 'w/(1 - p)'}}, {'when': 'phi > pin', 'reset': {'l': 1, 'w': "
               "'w*(1 - p)'}}]",
               10),
          GetParam(), 1e-13);
  const double pins[] = {0.187378224, 1.758785785, 2.091195394, 3.749058939,
                         4.018304202, 5.813533413, 5.941621099};
  ASSERT_EQ(o.results.trajectory.events.size(), 7u);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(o.results.trajectory.events[k], pins[k], 2e-9) << k;
  EXPECT_NEAR(o.final_of("M.phi"), -0.209453111, 2e-9);
}

TEST_P(BySolver, SpeedForWhichThePendulumJustReachesTheHorizontal) {
  // Task c: from pi/6 with the published speed the short swing ends at -pi/2.
  for (const auto& [damping, speed] : {std::pair{0.2, -2.184699}, {0.1, -2.058512}}) {
    const Outcome o = run(
        part("'states': {'phi': {'start': 0.52359877559829887}, 'w': " + to_text(speed) +
                 "}, 'discrete': {'l': 1, 'turn': 0}, 'parameters': {'m': 1.02, 'd': " + to_text(damping) +
                 ", 'g': 9.81, 'p': 0.7, 'pin': -0.26179938779914943}, 'equations': {'phi': 'w', 'w': "
                 "'-d/m*w - "
                 "g/l*sin(phi)'}, 'events': [{'when': 'phi < pin', 'reset': {'l': '1 - p', 'w': 'w/(1 - "
                 "p)'}}, "
                 "{'when': 'w > 0', 'reset': {'turn': 'phi'}}]",
             0.9),
        GetParam());
    EXPECT_NEAR(o.final_of("M.turn"), -M_PI / 2, 5e-6) << damping;  // the speed is printed to 1e-6
  }
}

TEST_P(BySolver, CrossingsOfASine) {
  // Amplitude 1, 0.1 Hz: up through 0.98 at 2.1812 + 10 k, down through 0.001 at 4.9984 + 10 k.
  const Outcome o =
      run(part("'states': {'s': 0, 'c': 1}, 'equations': {'s': '0.2*pi*c', 'c': '-0.2*pi*s'}, 'events': "
               "[{'when': 's > 0.98', 'emit': 'tick'}, {'when': 's < 0.001', 'emit': 'tick'}]",
               50),
          GetParam(), 1e-13);
  const std::vector<double>& events = o.results.trajectory.events;
  ASSERT_EQ(events.size(), 10u);
  for (std::size_t k = 0; k < 5; ++k) {
    const double period = 10 * static_cast<double>(k);
    EXPECT_NEAR(events[2 * k], std::asin(0.98) / (0.2 * M_PI) + period, 5e-9);
    EXPECT_NEAR(events[2 * k + 1], 5 - std::asin(0.001) / (0.2 * M_PI) + period, 5e-9);
  }
  EXPECT_EQ(o.results.trajectory.counters.restarts, 0u) << "events that only send do not restart";
}

TEST_P(BySolver, LotkaVolterra) {
  const Outcome o =
      run(part("'states': {'x': 0.5, 'y': 0.5}, 'equations': {'x': '0.1*x - 0.1*x*y', 'y': '-0.1*y + "
               "0.1*x*y'}",
               100),
          GetParam(), 1e-10);
  EXPECT_NEAR(o.final_of("M.x"), 1.809576, 1e-6);
  EXPECT_NEAR(o.final_of("M.y"), 1.701066, 1e-6);
  const std::vector<double>& x = o.column("M.x");
  EXPECT_NEAR(*std::max_element(x.begin(), x.end()), 2.153292, 1e-4);
  EXPECT_NEAR(*std::min_element(x.begin(), x.end()), 0.357403, 1e-4);
}

class Stiff : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Stiff, ::testing::Values("cvode", "ida"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(Stiff, TwoStates) {
  const auto model = [](double c2, double c4, double limit) {
    return part(
        "'states': {'y1': 4.2, 'y2': 0.3}, 'discrete': {'c2': 0.4, 'c4': 5.5, 's': 1}, 'equations': {'y1': "
        "'2.7e6*(y2 + c2 - y1)', 'y2': '3.5651205*(c4 - y2)'}, 'events': [{'when': 's == 1 and y1 >= 5.8', "
        "'reset': {'s': 2, 'c2': " +
            to_text(c2) + ", 'c4': " + to_text(c4) + "}}, {'when': 's == 2 and y1 <= " + to_text(limit) +
            "', 'reset': {'s': 1, 'c2': 0.4, 'c4': 5.5}}]",
        5);
  };
  const Outcome o = run(model(-0.3, 2.73, 2.5), GetParam());
  const double switches[] = {1.10830616777113, 2.12968535515471, 3.05415290699572, 4.07553209437930,
                             4.99999964622031};
  ASSERT_EQ(o.results.trajectory.events.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(o.results.trajectory.events[k], switches[k], 1e-9) << k;
  EXPECT_NEAR(o.final_of("M.y1"), 5.36931212, 1e-3);
  EXPECT_NEAR(o.final_of("M.y2"), 5.39999676, 2e-8);
  const Outcome many = run(model(-1.25, 4.33, 4.1), GetParam());
  ASSERT_EQ(many.results.trajectory.events.size(), 62u);
  EXPECT_NEAR(many.results.trajectory.events[61], 4.93646390720005, 2e-8);
  EXPECT_NEAR(many.final_of("M.y1"), 5.78040252, 1e-7);
}

TEST(ContinuousStudies, ElsewhereEventsDoNotTouchTheSolver) {
  const std::string ode = "'M': {'type': 'ode', 'states': {'x': 1}, 'equations': {'x': '-x'}}";
  const auto counters = [&](const std::string& more) {
    return run(quoted("{'model': {'components': {" + ode + more + "}}, 'experiment': {'length': 5}}"),
               "cvode", 1e-8)
        .results.trajectory.counters;
  };
  const continuous::Counters alone = counters("");
  const continuous::Counters beside = counters(", 'G': {'type': 'devs.Generator', 'period': 0.01}");
  EXPECT_EQ(alone.steps, beside.steps);
  EXPECT_EQ(alone.evaluations, beside.evaluations);
  EXPECT_EQ(beside.restarts, 0u);
}

TEST(ContinuousStudies, InputsRestartOnlyWhenTheyAreNew) {
  // x' = u with u = 1, 1, 1 ... from t = 1: one restart, x(5) = 4.
  const Outcome o =
      run(quoted("{'model': {'components': {'M': {'type': 'ode', 'states': {'x': 0}, 'inputs': ['u'], "
                 "'equations': {'x': 'u'}}, 'G': {'type': 'devs.Generator'}}, 'couplings': ['G.out -> "
                 "M.u']}, 'experiment': {'length': 5}}"),
          "cvode");
  EXPECT_EQ(o.results.trajectory.counters.restarts, 1u);
  EXPECT_NEAR(o.final_of("M.x"), 4, 1e-9);
}

TEST(ContinuousStudies, OutputsAreSampledQuantisedOrFollowEvents) {
  // x = t. Samples at 0, 0.5 ... 3: 7. Quantum 0.25: at the start and then 12 times. After events: at the
  // start and at t = 2, when n becomes 1.
  const StudyRun o =
      StudyRun::of(quoted("{'model': {'components': {'M': {'type': 'ode', 'states': {'x': 0}, 'discrete': "
                          "{'n': 0}, 'equations': {'x': 1}, "
                          "'events': [{'when': 'x >= 2', 'reset': {'n': 1, 'x': 'x'}}], 'outputs': "
                          "{'sampled': {'of': 'x', 'every': 0.5}, "
                          "'stepped': {'of': 'x', 'quantum': 0.25}, 'number': 'n'}}, 'A': {'type': "
                          "'devs.Recorder'}, 'B': {'type': "
                          "'devs.Recorder'}, 'C': {'type': 'devs.Recorder'}}, 'couplings': ['M.sampled -> "
                          "A.in', 'M.stepped -> B.in', "
                          "'M.number -> C.in']}, 'experiment': {'length': 3.001}}"));
  EXPECT_EQ(o.average("A.Count"), 7);
  EXPECT_NEAR(o.average("A.Last"), 3, 1e-9);
  EXPECT_EQ(o.average("B.Count"), 13);
  EXPECT_NEAR(o.average("B.Last"), 3, 1e-9);
  EXPECT_EQ(o.average("C.Last"), 1);
}

TEST(ContinuousStudies, UnitsOfTimeAreConverted) {
  // x' = 1 per second, in a study of minutes: 120 after 2 minutes. The event of second 90 is at 1.5 min.
  const Outcome o =
      run(quoted("{'timeUnit': 'min', 'model': {'components': {'M': {'type': 'ode', 'time': 's', 'states': "
                 "{'x': 0}, 'equations': {'x': 1}, 'events': [{'when': 'x >= 90', 'reset': {'x': 'x'}}, "
                 "{'when': 'time >= 30', 'reset': {'x': 'x + 1'}}]}}}, 'experiment': {'length': 2}}"),
          "cvode");
  EXPECT_NEAR(o.final_of("M.x"), 121, 1e-9);
  ASSERT_EQ(o.results.trajectory.events.size(), 2u);
  EXPECT_EQ(o.results.trajectory.events[0], 0.5);
  EXPECT_NEAR(o.results.trajectory.events[1], 89.0 / 60, 1e-10);
}

TEST(ContinuousStudies, AllFaultsAtOnceWithTheirPlaces) {
  const std::string faults = faults_of(
      "{\"model\": {\"components\": {\"M\": {\"type\": \"ode\",\n"
      " \"states\": {\"level\": 1, \"other\": 1}, \"parameters\": {\"k\": 2},\n"
      " \"equations\": {\"level\": \"-k*sqrt(levle)\", \"sin\": \"1\", \"k\": 3},\n"
      " \"events\": [{\"when\": \"k > 1\", \"emit\": \"out\"}, {\"when\": \"level > \", \"reset\": "
      "{\"lvel\": 1}}],\n"
      " \"outputs\": {\"out\": \"nothing\"}}}}, \"experiment\": {\"length\": 1}}");
  EXPECT_THAT(faults, HasSubstr("test.json:2:25: error: the state 'other' has no equation"));
  EXPECT_THAT(faults, HasSubstr("test.json:3:34: error: there is no variable 'levle'"));
  EXPECT_THAT(faults, HasSubstr("'sin' cannot name a variable: it has a meaning in equations"));
  EXPECT_THAT(faults, HasSubstr("'k' is a parameter, so it cannot have an equation"));
  EXPECT_THAT(faults, HasSubstr("a value is missing at the end"));
  EXPECT_THAT(faults, HasSubstr("sets 'lvel', which is neither a state nor a discrete variable"));
  EXPECT_THAT(faults, HasSubstr("shows 'nothing'"));
  EXPECT_THAT(faults, HasSubstr("the port 'out' is there twice"));
  EXPECT_THAT(faults, HasSubstr("(at /model/components/M/equations/level)"));
}

TEST(ContinuousStudies, WhatNeverChangesOrDoesNothingIsRefused) {
  const auto fault = [](const char* event) {
    return faults_of(
        part(std::string("'states': {'x': 1}, 'equations': {'x': 1}, 'events': [") + event + "]", 1));
  };
  EXPECT_THAT(fault("{'when': '0*x > 0', 'emit': 'a'}"), HasSubstr("never changes: nothing in it varies"));
  EXPECT_THAT(fault("{'when': 'x > 0'}"), HasSubstr("the event does nothing"));
  EXPECT_THAT(faults_of(quoted(
                  "{'model': {'components': {'M': {'type': 'ode', 'states': {'x': 1}, 'equations': {'x': "
                  "1}}}}}")),
              HasSubstr("a study with continuous parts needs a length"));
  EXPECT_THAT(faults_of(part("'states': {'x': 1}, 'equations': {'x': [1]}", 1)),
              HasSubstr("must be an expression"));
  EXPECT_THAT(
      faults_of(part("'states': {'x': 1}, 'equations': {'x': 1}, 'outputs': {'a': {'of': 'x', 'every': 1, "
                     "'quantum': 1}}",
                     1)),
      HasSubstr("both \"every\" and \"quantum\""));
}

// What somebody writes who comes from another tool.
TEST(ContinuousStudies, HabitsOfOtherToolsAreMended) {
  const auto fault = [](const std::string& equations, const std::string& more = "") {
    return faults_of(part("'states': {'x': 1}, 'equations': {" + equations + "}" + more, 1));
  };
  EXPECT_THAT(fault("'x': 'sin(t)'"), HasSubstr("there is no variable 't' in 'sin(t)'"));
  EXPECT_THAT(fault("'x': 'sin(t)'"), HasSubstr("Time is written time."));
  EXPECT_THAT(fault("'der(x)': '-x'"), HasSubstr("'der(x)' in 'equations' is no name"));
  EXPECT_THAT(fault("'x': '-2x'"), HasSubstr("Put an operator after the number, as in 2*x."));
  EXPECT_THAT(fault("'x': '-x', 'y': 'z + 1', 'z': 'y - 1'"),
              HasSubstr("an algebraic loop: 'y' needs 'z' needs 'y'"));
  EXPECT_THAT(fault("'x': '-x'", ", 'events': [{'when': 'x == 0.5', 'emit': 'half'}]"),
              HasSubstr("equal at single instants at most"));
  EXPECT_THAT(fault("'x': '-x'", ", 'events': [{'when': 'x < 0.5', 'reset': {'x': 'x = 1'}}]"),
              HasSubstr("Equality is written ==."));
  EXPECT_THAT(fault("'x': '-x'", ", 'outputs': {'y': {'of': 'x', 'every': '0.1 sec'}}"),
              HasSubstr("the units are s, min, h and d"));
  EXPECT_THAT(fault("'x': '-x'", ", 'outputs': {'y': {'of': 'x', 'quantum': 0}}"),
              HasSubstr("'quantum' must be a number above 0, not 0"));
  EXPECT_THAT(faults_of(part("'state': {'x': 1}, 'equations': {'x': '-x'}", 1)),
              HasSubstr("did you mean 'states'?"));
  EXPECT_THAT(faults_of(part("'states': {'x': {'nominal': 0}}, 'equations': {'x': '-x'}", 1)),
              HasSubstr("'nominal' must be a number above 0, not 0"));
}

// x' = x^2 from 1 is 1 / (1 - t).
TEST(ContinuousStudies, SolutionsThatGrowWithoutBoundAreTold) {
  for (const char* solver : {"cvode", "erk", "qss3"}) {
    try {
      run(part("'states': {'x': 1}, 'equations': {'x': 'x^2'}", 3), solver, 1e-6);
      ADD_FAILURE() << solver << " got past the pole";
    } catch (const SimulationError& e) {
      EXPECT_NEAR(e.clock(), 1, 1e-3) << solver;
      EXPECT_THAT(e.what(), HasSubstr("x")) << solver;
    }
  }
}

// Chattering is told with the conditions and the moment, by every kind of solver.
TEST(ContinuousStudies, ChatteringIsToldWithItsConditions) {
  for (const char* solver : {"cvode", "ida", "erk", "qss1", "qss2", "liqss1"}) {
    try {
      run(part("'states': {'x': 1}, 'equations': {'x': 'if x > 0 then -1 else 1'}", 3), solver, 1e-3);
      ADD_FAILURE() << solver << " got past the switching";
    } catch (const SimulationError& e) {
      EXPECT_NEAR(e.clock(), 1, 2e-3) << solver;
      EXPECT_THAT(e.what(), HasSubstr("x > 0")) << solver;
    }
  }
}

TEST(ContinuousStudies, UnitsThatDoNotFitAreTold) {
  const auto faults = [](const std::string& equation, const std::string& more = "") {
    return faults_of(
        part("'states': {'level': {'start': 1, 'unit': 'm'}, 'v': {'unit': 'm/s'}}, 'inputs': [{'name': "
             "'inflow', 'unit': 'm3/s'}], 'parameters': {'area': {'value': 2, 'unit': 'm2'}, 'k': 3}, "
             "'equations': {'level': '" +
                 equation + "', 'v': 0}" + more,
             1));
  };
  EXPECT_EQ(faults("inflow/area - 2*v + k*level"), "");
  EXPECT_EQ(faults("sqrt(v^2) + 1"), "");
  EXPECT_THAT(faults("inflow"),
              HasSubstr("units do not fit: the derivative of 'level' is in m/s, but 'inflow' is in m3/s"));
  EXPECT_THAT(faults("inflow/area + level"), HasSubstr("'inflow / area' is in m/s and 'level' in m"));
  EXPECT_THAT(faults("v*sin(level)"),
              HasSubstr("the argument of 'sin(level)' is in m, but it must be a plain number"));
  EXPECT_THAT(faults("v", ", 'events': [{'when': 'level > v', 'reset': {'level': 1}}]"),
              HasSubstr("'level' is in m and 'v' in m/s"));
  EXPECT_THAT(faults("v", ", 'events': [{'when': 'level > 3', 'reset': {'level': 'v'}}]"),
              HasSubstr("'level' is in m, but 'v' is in m/s"));
}

TEST(ContinuousStudies, SolverThatCannotCarryItIsToldBeforeTheRun) {
  const json::Study study = json::Study::from_text(part("'states': {'x': 1}, 'equations': {'x': 1}", 1),
                                                   "test.json", known_types());
  json::ReplicationOptions options;
  const auto refusal = [&]() -> std::string {
    try {
      json::StudyReplication replication(study, 0, options);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  options.continuous.solver = "by hand";
  EXPECT_THAT(refusal(), HasSubstr("the solver 'by hand' carries no ode"));
  options.continuous.solver = "cvode";
  options.continuous.tolerance = 1;
  EXPECT_THAT(refusal(), HasSubstr("the tolerance of a solver is 1, but it must be above 0 and below 1"));
}

TEST(ContinuousStudies, FailureNamesPathEquationAndValues) {
  try {
    run(part("'states': {'x': -1}, 'inputs': ['u'], 'equations': {'x': 'u - sqrt(x)'}", 1), "cvode");
    FAIL();
  } catch (const SimulationError& e) {
    EXPECT_EQ(e.model_path(), "M");
    EXPECT_THAT(e.what(), HasSubstr("the derivative of 'x', u - sqrt(x), is "));
    EXPECT_THAT(e.what(), HasSubstr("at time 0 with x = -1, u = 0"));
  }
}

TEST(ContinuousStudies, TrajectoryHasTheGridAndTwoRowsAtEachEvent) {
  json::ReplicationOptions options;
  options.continuous.intervals = 4;
  experiment::ContinuousResults results;
  options.take_continuous = [&](experiment::ContinuousResults r) { results = std::move(r); };
  StudyRun::of(
      part("'states': {'x': 0}, 'equations': {'x': 1}, 'events': [{'when': 'x >= 1.3', 'reset': {'x': 0}}]",
           2),
      options);
  EXPECT_THAT(results.trajectory.names, ::testing::ElementsAre("M.x"));
  using ::testing::DoubleNear;
  EXPECT_THAT(results.trajectory.times,
              ::testing::ElementsAre(0, 0.5, 1, DoubleNear(1.3, 1e-12), DoubleNear(1.3, 1e-12), 1.5, 2));
  const std::vector<double>& x = results.trajectory.columns[0];
  EXPECT_NEAR(x[3], 1.3, 1e-9);
  EXPECT_EQ(x[4], 0);
  EXPECT_NEAR(results.trajectory.final_values[0], 0.7, 1e-9);
}

}  // namespace
}  // namespace escapement::studies::continuous_parts
