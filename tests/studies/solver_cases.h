// SPDX-License-Identifier: MIT
// Known answers of continuous parts: studies, what is right, and how close each kind of solver comes. What is
// right is the same for all; how close a solver comes follows from its tolerance: solvers of SUNDIALS to some
// hundred times that, quantised states of order 2 and 3 to some thousand quanta at an event (a quantum over
// the slope, over some periods), those of order 1 to their quantum times a factor of the problem.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "studies/support.h"

namespace escapement::studies::solvers {

inline const char* const kAll[] = {"cvode", "ida",    "erk",    "qss1",   "qss2",
                                   "qss3",  "liqss1", "liqss2", "liqss3", "cqss"};

inline bool first_order(const std::string& solver) {
  return solver == "qss1" || solver == "liqss1" || solver == "cqss";
}
inline bool quantised(const std::string& solver) {
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

inline std::string part(const std::string& body, double length, const std::string& more = "",
                        const std::string& couplings = "") {
  return quoted("{'model': {'components': {'M': {'type': 'ode', " + body + "}" + more + "}, 'couplings': [" +
                couplings + "]}, 'experiment': {'length': " + to_text(length) + "}}");
}

Expectation final_value(const std::string& name, double exact) {
  return {name + " at the end", exact, [name](const Outcome& o) { return o.final_of(name); }};
}

inline void events_at(Case& one, const std::vector<double>& times) {
  for (std::size_t i = 0; i < times.size(); ++i)
    one.expected.push_back(
        {"event " + std::to_string(i + 1), times[i], [i](const Outcome& o) { return o.event(i); }});
  one.events = static_cast<long>(times.size());
}

inline const std::vector<std::string> kFirstOrder = {"qss1", "liqss1", "cqss"};
// Those of continuous_test.cpp, by solvers of SUNDIALS; and too many steps by methods of order 1.
inline const std::vector<std::string> kElsewhere = {"cvode", "ida", "erk", "qss1", "liqss1", "cqss"};

inline const char* const kPendulum =
    "'parameters': {'m': 1.02, 'd': %d, 'g': 9.81, 'p': 0.7, 'pin': -0.26179938779914943}, 'equations': "
    "{'phi': "
    "'w', 'w': '-d/m*w - g/l*sin(phi)'}, 'events': [{'when': 'phi < pin', 'reset': {'l': '1 - p', 'w': 'w/(1 "
    "- "
    "p)'}}, {'when': 'phi > pin', 'reset': {'l': 1, 'w': 'w*(1 - p)'}}";

inline std::string pendulum(const std::string& start, double damping, double length,
                            const std::string& more = "") {
  std::string body = kPendulum;
  body.replace(body.find("%d"), 2, to_text(damping));
  return part(start + ", " + body + more + "]", length);
}

inline std::string two_states(double c2, double c4, double limit) {
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

inline std::vector<Case> cases() {
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
           1e-11,
           1e-3,
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

}  // namespace escapement::studies::solvers
