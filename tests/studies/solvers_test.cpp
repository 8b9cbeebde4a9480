// SPDX-License-Identifier: MIT
// Known answers, each by every solver that can carry it. What is right is the same for all; how close a
// solver comes follows from its tolerance: solvers of SUNDIALS to some hundred times that, quantised states
// of order 2 and 3 to some thousand quanta at an event (a quantum over the slope, over some periods), those
// of order 1 to their quantum times a factor of the problem.
//
// ESCAPEMENT_SOLVER_TABLE=1 prints the table of docs/theory/known-answers.md.
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>

#include "studies/support.h"

namespace escapement::studies::solvers {
namespace {

const char* const kAll[] = {"cvode", "ida",    "erk",    "qss1",   "qss2",
                            "qss3",  "liqss1", "liqss2", "liqss3", "cqss"};

bool first_order(const std::string& solver) {
  return solver == "qss1" || solver == "liqss1" || solver == "cqss";
}
bool quantised(const std::string& solver) {
  return solver != "cvode" && solver != "ida" && solver != "erk";
}

// What a run of one solver says.
struct Outcome {
  experiment::ContinuousResults results;
  std::vector<statistics::Summary> statistics;

  double final_of(const std::string& name) const {
    const auto& names = results.trajectory.names;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return results.trajectory.final_values[i];
    throw std::runtime_error("no variable '" + name + "'");
  }
  double average(const std::string& name) const {
    for (const statistics::Summary& s : statistics)
      if (s.name == name) return s.average.value();
    throw std::runtime_error("no statistic '" + name + "'");
  }
  double event(std::size_t i) const {
    const auto& events = results.trajectory.events;
    return i < events.size() ? events[i] : std::numeric_limits<double>::quiet_NaN();
  }
};

struct Expectation {
  std::string what;
  double exact;
  std::function<double(const Outcome&)> found;
};

struct Case {
  std::string name;
  std::string study;
  std::vector<Expectation> expected;
  // Tolerances, and the errors that are allowed then.
  double sundials_tolerance, sundials_error;
  double higher_tolerance, higher_error;  // QSS of order 2 and 3
  double first_tolerance, first_error;    // QSS of order 1
  std::vector<std::string> without = {};  // solvers that would take far too long
  long events = -1;                       // exactly so many, where it is told
  std::vector<std::string> slow = {};     // solvers that are tried for the table only
};

std::string part(const std::string& body, double length, const std::string& more = "",
                 const std::string& couplings = "") {
  return quoted("{'model': {'components': {'M': {'type': 'ode', " + body + "}" + more + "}, 'couplings': [" +
                couplings + "]}, 'experiment': {'length': " + to_text(length) + "}}");
}

Expectation final_value(const std::string& name, double exact) {
  return {name + " at the end", exact, [name](const Outcome& o) { return o.final_of(name); }};
}

void events_at(Case& one, const std::vector<double>& times) {
  for (std::size_t i = 0; i < times.size(); ++i)
    one.expected.push_back(
        {"event " + std::to_string(i + 1), times[i], [i](const Outcome& o) { return o.event(i); }});
  one.events = static_cast<long>(times.size());
}

const std::vector<std::string> kFirstOrder = {"qss1", "liqss1", "cqss"};
// Those of continuous_test.cpp, by solvers of SUNDIALS; and too many steps by methods of order 1.
const std::vector<std::string> kElsewhere = {"cvode", "ida", "erk", "qss1", "liqss1", "cqss"};

const char* const kPendulum =
    "'parameters': {'m': 1.02, 'd': %d, 'g': 9.81, 'p': 0.7, 'pin': -0.26179938779914943}, 'equations': "
    "{'phi': "
    "'w', 'w': '-d/m*w - g/l*sin(phi)'}, 'events': [{'when': 'phi < pin', 'reset': {'l': '1 - p', 'w': 'w/(1 "
    "- "
    "p)'}}, {'when': 'phi > pin', 'reset': {'l': 1, 'w': 'w*(1 - p)'}}";

std::string pendulum(const std::string& start, double damping, double length, const std::string& more = "") {
  std::string body = kPendulum;
  body.replace(body.find("%d"), 2, to_text(damping));
  return part(start + ", " + body + more + "]", length);
}

std::string two_states(double c2, double c4, double limit) {
  return part(
      "'states': {'y1': 4.2, 'y2': 0.3}, 'discrete': {'c2': 0.4, 'c4': 5.5, 's': 1}, 'equations': {'y1': "
      "'2.7e6*(y2 "
      "+ c2 - y1)', 'y2': '3.5651205*(c4 - y2)'}, 'events': [{'when': 's == 1 and y1 >= 5.8', 'reset': {'s': "
      "2, "
      "'c2': " +
          to_text(c2) + ", 'c4': " + to_text(c4) + "}}, {'when': 's == 2 and y1 <= " + to_text(limit) +
          "', 'reset': {'s': 1, 'c2': 0.4, 'c4': 5.5}}]",
      5);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  {
    // t1 = sqrt(2 h / g), then flights of 2 t1 e^k. In the handler h <= 0 holds.
    Case c{
        "ball that bounces, restitution 0.7",
        part("'states': {'h': 1, 'v': 0}, 'discrete': {'highest': -1}, 'equations': {'h': 'v', 'v': -9.81}, "
             "'events': [{'when': 'h <= 0 and v < 0', 'reset': {'v': '-0.7*v', 'highest': 'max(highest, "
             "h)'}}]",
             2.1),
        {},
        1e-12,
        1e-9,
        1e-6,
        1e-9,
        1e-3,
        5e-3};
    events_at(c, {0.451523641, 1.083656738, 1.526149907, 1.835895124, 2.052716777});
    c.expected.push_back({"height at which events are told is above 0", 0,
                          [](const Outcome& o) { return std::max(0.0, o.final_of("M.highest")); }});
    all.push_back(c);
  }
  {
    Case c{
        "inelastic landing",
        part("'states': {'y': 1, 'v': 1}, 'discrete': {'landed': 0}, 'equations': {'y': 'v', 'v': '(landed - "
             "1)*9.8'}, 'events': [{'when': 'y <= -1', 'reset': {'landed': 1, 'v': 0, 'y': -1}}]",
             5),
        {final_value("M.y", -1), final_value("M.v", 0)},
        1e-12,
        1e-10,
        1e-6,
        1e-9,
        1e-3,
        2e-3};
    events_at(c, {0.7490149994});
    all.push_back(c);
  }
  all.push_back(
      {"relation in time at the start",
       part("'states': {'x': 0, 'still': 1000}, 'equations': {'x': 'if time > 0 then sin(10*time) else "
            "0', 'still': 0}",
            1),
       {final_value("M.x", (1 - std::cos(10.0)) / 10), final_value("M.still", 1000)},
       1e-12,
       1e-9,
       1e-7,
       1e-6,
       1e-4,
       1e-3,
       {},
       -1,
       kFirstOrder});
  all.push_back(
      {"two events of one instant",
       part("'states': {'a': 0, 'b': 0, 't': 0}, 'equations': {'a': '-a', 'b': '-b', 't': 1}, 'events': "
            "[{'when': 't >= 1', 'reset': {'a': 'a + 1'}}, {'when': 't >= 1', 'reset': {'b': 'b + 1'}}]",
            5),
       {final_value("M.a", std::exp(-4)), final_value("M.b", std::exp(-4))},
       1e-12,
       1e-9,
       1e-6,
       1e-6,
       1e-3,
       3e-3,
       {},
       1});
  {
    Case c{"derivative that changes its sign",
           part("'states': {'x': 0}, 'discrete': {'s': 1}, 'equations': {'x': 's'}, 'events': [{'when': 'x "
                ">= 1', "
                "'reset': {'s': -1}}]",
                2),
           {final_value("M.x", 0)},
           1e-12,
           1e-9,
           1e-6,
           1e-9,
           1e-3,
           1e-9};
    events_at(c, {1});
    all.push_back(c);
  }
  {
    Case c{
        "narrow pulse",
        part("'states': {'x': 0}, 'equations': {'x': 'if time > 20 and time < 20.1 then 10000 else 0'}", 30),
        {final_value("M.x", 1000)},
        1e-12,
        1e-6,
        1e-6,
        1e-6,
        1e-3,
        1e-3};
    events_at(c, {20, 20.1});
    all.push_back(c);
  }
  {
    Case c{"sign that changes at whole times",
           part("'states': {'x': 0}, 'equations': {'x': '(-1)^floor(time)'}", 2.5),
           {final_value("M.x", 0.5)},
           1e-12,
           1e-9,
           1e-6,
           1e-9,
           1e-3,
           1e-9};
    events_at(c, {1, 2});
    all.push_back(c);
  }
  // Exact values by the eigenvalues -0.0100010002 and -99.989999.
  all.push_back(
      {"stiff system of Migoni and Kofman",
       part("'states': {'x1': 0, 'x2': 20}, 'equations': {'x1': '0.01*x2', 'x2': '-100*x1 - 100*x2 + "
            "2020'}",
            500),
       {final_value("M.x1", 20.0639613844), final_value("M.x2", 0.1360522222)},
       1e-9,
       1e-7,
       1e-4,
       1e-2,
       1e-2,
       0.5,
       {"qss1", "qss2", "qss3", "cqss"}});
  all.push_back({"decay",
                 part("'states': {'x': 1}, 'equations': {'x': '-x'}", 3),
                 {final_value("M.x", std::exp(-3))},
                 1e-12,
                 1e-9,
                 1e-6,
                 1e-6,
                 1e-3,
                 1e-3});
  all.push_back({"oscillator, 60 time units",
                 part("'states': {'x': 4, 'v': 0}, 'equations': {'x': 'v', 'v': '-x'}", 60),
                 {final_value("M.x", 4 * std::cos(60.0))},
                 1e-12,
                 2e-8,
                 1e-7,
                 1e-4,
                 1e-3,
                 0.2,
                 {"qss1", "liqss1"}});
  all.push_back({"step response",
                 part("'states': {'x': 0}, 'equations': {'x': '-x + (if time >= 1.76 then 10 else "
                      "0)'}",
                      10),
                 {final_value("M.x", 9.997361)},
                 1e-12,
                 1e-6,
                 1e-6,
                 2e-5,
                 1e-3,
                 1e-2});
  all.push_back({"Lotka-Volterra",
                 part("'states': {'x': 0.5, 'y': 0.5}, 'equations': {'x': '0.1*x - 0.1*x*y', 'y': '-0.1*y + "
                      "0.1*x*y'}",
                      100),
                 {final_value("M.x", 1.809576), final_value("M.y", 1.701066)},
                 1e-10,
                 2e-6,
                 1e-6,
                 2e-5,
                 1e-3,
                 0.1});
  {
    Case c{"crossings of a sine",
           part("'states': {'s': 0, 'c': 1}, 'discrete': {'n': 0}, 'equations': {'s': '0.2*pi*c', 'c': "
                "'-0.2*pi*s'}, "
                "'events': [{'when': 's > 0.98', 'reset': {'n': 'n + 1'}}, {'when': 's < 0.001', 'reset': "
                "{'n': 'n + "
                "1'}}]",
                26),
           {},
           1e-12,
           1e-8,
           1e-7,
           1e-5,
           1e-3,
           0.2,
           {},
           -1,
           kElsewhere};
    std::vector<double> times;
    for (const double period : {0.0, 10.0, 20.0}) {
      times.push_back(std::asin(0.98) / (0.2 * M_PI) + period);
      times.push_back(5 - std::asin(0.001) / (0.2 * M_PI) + period);
    }
    events_at(c, times);
    all.push_back(c);
  }
  {
    Case c{"two states and five switches",
           two_states(-0.3, 2.73, 2.5),
           {final_value("M.y1", 5.36931212), final_value("M.y2", 5.39999676)},
           1e-12,
           1e-3,
           1e-9,
           0.06,
           1e-4,
           0.5,
           {"erk", "qss1", "qss2", "qss3", "cqss", "liqss1"},
           5,
           {"cvode", "ida", "liqss2"}};
    for (std::size_t i = 0; i < 4; ++i)
      c.expected.push_back(
          {"event " + std::to_string(i + 1),
           std::vector<double>{1.10830616777113, 2.12968535515471, 3.05415290699572, 4.07553209437930}[i],
           [i](const Outcome& o) { return o.event(i); }});
    all.push_back(c);
  }
  all.push_back({"two states and 62 switches",
                 two_states(-1.25, 4.33, 4.1),
                 {final_value("M.y1", 5.78040252),
                  {"event 62", 4.93646390720005, [](const Outcome& o) { return o.event(61); }}},
                 1e-12,
                 1e-6,
                 1e-9,
                 1e-5,
                 1e-4,
                 0.5,
                 {"erk", "qss1", "qss2", "qss3", "cqss", "liqss1"},
                 62,
                 {"cvode", "ida", "liqss2"}});
  {
    Case c{
        "pendulum with a pin, a",
        pendulum("'states': {'phi': {'start': 0.52359877559829887}, 'w': 0}, 'discrete': {'l': 1}", 0.2, 10),
        {final_value("M.phi", 0.119693214)},
        1e-13,
        1e-8,
        1e-8,
        1e-5,
        1e-4,
        0.1,
        {},
        -1,
        kElsewhere};
    events_at(c, {0.703459486, 1.151779708, 2.590417987, 2.990529057, 4.542741390, 4.867487794, 6.648707138,
                  6.720384168});
    all.push_back(c);
  }
  {
    Case c{"pendulum with a pin, b",
           pendulum("'states': {'phi': {'start': -0.52359877559829887}, 'w': 0}, 'discrete': {'l': 0.3}", 0.1,
                    10),
           {final_value("M.phi", -0.209453111)},
           1e-13,
           1e-8,
           1e-8,
           1e-5,
           1e-4,
           0.1,
           {},
           -1,
           kElsewhere};
    events_at(c, {0.187378224, 1.758785785, 2.091195394, 3.749058939, 4.018304202, 5.813533413, 5.941621099});
    all.push_back(c);
  }
  for (const auto& [damping, speed] : {std::pair{0.2, -2.184699}, {0.1, -2.058512}})
    all.push_back({"pendulum with a pin, c, damping " + to_text(damping),
                   pendulum("'states': {'phi': {'start': 0.52359877559829887}, 'w': " + to_text(speed) +
                                "}, 'discrete': {'l': 1, 'turn': 0}",
                            damping, 0.9, ", {'when': 'w > 0', 'reset': {'turn': 'phi'}}"),
                   {final_value("M.turn", -M_PI / 2)},
                   1e-12,
                   5e-6,
                   1e-8,
                   2e-5,
                   1e-4,
                   0.02,
                   {},
                   -1,
                   kElsewhere});
  {
    // The laser fires at each crossing of 0.9; the current of the photodiode jumps to 1 then and falls to 0
    // in 2 s. Two parts and a message.
    Case c{
        "optical link",
        part(
            "'states': {'s': 0, 'c': 1}, 'discrete': {'n': 0, 'at': 0}, 'equations': {'s': '2*pi*0.027*c', "
            "'c': "
            "'-2*pi*0.027*s'}, 'events': [{'when': 's > 0.9', 'emit': {'port': 'pulse', 'value': 'n + 1'}, "
            "'reset': "
            "{'n': 'n + 1', 'at': 'time'}}]",
            100,
            ", 'D': {'type': 'ode', 'states': {'current': 0, 'charge': 0}, 'inputs': ['pulse'], 'discrete': "
            "{'seen': "
            "0}, 'equations': {'current': 'if current > 0 then -0.5 else 0', 'charge': 'current'}, 'events': "
            "[{'when': 'pulse > seen', 'reset': {'seen': 'pulse', 'current': 1}}]}",
            "'M.pulse -> D.pulse'"),
        {final_value("M.n", 3), final_value("D.charge", 3), final_value("D.current", 0),
         final_value("M.at", 80.6747)},
        1e-12,
        5e-5,
        1e-7,
        1e-4,
        1e-4,
        0.1,
        {},
        -1,
        kFirstOrder};
    all.push_back(c);
  }
  return all;
}

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
