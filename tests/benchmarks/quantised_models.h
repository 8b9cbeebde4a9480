// SPDX-License-Identifier: MIT
// The systems that the stand-alone quantised state solver is measured with, as flat equations.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "escapement/equations/flat_system.h"
#include "escapement/equations/text.h"
#include "escapement/random/stream.h"

namespace escapement::benchmarks {

using equations::FlatSystem;
using equations::FlatVariable;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;

// A system from lines of text.
struct Lines {
  FlatSystem system;
  std::unordered_map<std::string, VariableIndex> known;

  VariableIndex add(const std::string& name, Variability kind, double start) {
    FlatVariable made;
    made.name = name;
    made.variability = kind;
    made.start = start;
    made.fixed = true;
    return known[name] = system.add(std::move(made));
  }
  Term term(const std::string& text) {
    return equations::parse(text, system.terms,
                            {[this](std::string_view name) -> std::optional<Term> {
                               const std::string key(name);
                               if (key.starts_with("d."))
                                 return system.terms.variable(system.derivative_of(known.at(key.substr(2))));
                               if (key.starts_with("pre."))
                                 return system.terms.variable(system.previous_of(known.at(key.substr(4))));
                               return system.terms.variable(known.at(key));
                             },
                             {}});
  }
  void equation(const std::string& left, const std::string& right) {
    system.equations.push_back({term(left), term(right), {}, {}});
  }
  void tick(const std::string& name, const std::string& argument) {
    const VariableIndex v = add(name, Variability::kDiscrete, -1);
    system.discrete_equations.push_back({v, term("floor(" + argument + ")"), {}, {}});
    system.previous_of(v);
    system.samplers.push_back(v);
  }
  void when(const std::string& name, const std::vector<std::pair<std::string, std::string>>& branches) {
    equations::DiscreteEquation one;
    one.variable = known.at(name);
    for (const auto& [condition, value] : branches)
      one.when.push_back({{term(condition)}, term(value), false});
    system.discrete_equations.push_back(std::move(one));
  }
};

inline FlatSystem buck() {
  Lines s;
  s.add("Rs", Variability::kDiscrete, 1e-5);
  s.add("Rd", Variability::kDiscrete, 1e5);
  s.add("iL", Variability::kContinuous, 0);
  s.add("uC", Variability::kContinuous, 0);
  s.tick("on", "time/1e-4 - 1");
  s.tick("off", "time/1e-4 - 0.5");
  s.equation("d.iL", "(-(iL*Rs - 24)/(Rs + Rd)*Rd - uC)/1e-4");
  s.equation("d.uC", "(iL - uC/10)/1e-4");
  s.when("Rs", {{"on > pre.on", "1e-5"}, {"off > pre.off", "1e5"}});
  s.when("Rd", {{"(iL*Rs - 24)/(Rs + Rd)*Rd > 0", "1e-5"}, {"(iL*Rs - 24)/(Rs + Rd) < 0", "1e5"}});
  return std::move(s.system);
}

// Four branches that take turns: branch i is on for an eighth of each period.
inline FlatSystem interleaved() {
  Lines s;
  std::string sum;
  s.add("uC", Variability::kContinuous, 0);
  for (int i = 0; i < 4; ++i) {
    const std::string k = std::to_string(i + 1), rs = "Rs" + k, rd = "Rd" + k, il = "iL" + k;
    const std::string phase = std::to_string(0.25 * i + 0.01), later = std::to_string(0.25 * i + 0.135);
    s.add(rs, Variability::kDiscrete, 1e5);
    s.add(rd, Variability::kDiscrete, 1e5);
    s.add(il, Variability::kContinuous, 0);
    s.tick("on" + k, "time/1e-4 - " + phase);
    s.tick("off" + k, "time/1e-4 - " + later);
    s.equation("d." + il,
               "((24/" + rs + " - " + il + ")*" + rs + "*" + rd + "/(" + rs + " + " + rd + ") - uC)/1e-4");
    const std::string on = "on" + k + " > pre.on" + k, off = "off" + k + " > pre.off" + k;
    s.when(rs, {{on, "1e-5"}, {off, "1e5"}});
    s.when(rd, {{on, "1e5"}, {off, "1e-5"}, {il + " < 0", "1e5"}});
    sum += (i == 0 ? "" : " + ") + il;
  }
  s.equation("d.uC", "(" + sum + " - uC/10)/1e-4");
  return std::move(s.system);
}

// u_1' = N (1 - u_1) - m u_1 (u_1 - 0.5)(u_1 - 1), u_j' = N (u_(j-1) - u_j) - m u_j (u_j - 0.5)(u_j - 1).
inline FlatSystem advection(int cells) {
  Lines s;
  s.add("m", Variability::kParameter, 1000);
  s.add("N", Variability::kParameter, cells);
  for (int j = 1; j <= cells; ++j)
    s.add("u" + std::to_string(j), Variability::kContinuous, 3 * j <= cells ? 1 : 0);
  for (int j = 1; j <= cells; ++j) {
    const std::string u = "u" + std::to_string(j), before = j == 1 ? "1" : "u" + std::to_string(j - 1);
    s.equation("d." + u, "N*(" + before + " - " + u + ") - m*" + u + "*(" + u + " - 0.5)*(" + u + " - 1)");
  }
  return std::move(s.system);
}

// x_1' = d - x_2, x_i' = x_(i-1) - x_(i+1), x_N' = x_(N-1), d = 1 until t = 1, then 0.
inline FlatSystem line(int sections) {
  Lines s;
  s.add("d", Variability::kDiscrete, 1);
  for (int j = 1; j <= sections; ++j) s.add("x" + std::to_string(j), Variability::kContinuous, 0);
  for (int j = 1; j <= sections; ++j) {
    const std::string before = j == 1 ? "d" : "x" + std::to_string(j - 1);
    s.equation("d.x" + std::to_string(j), j == sections ? before : before + " - x" + std::to_string(j + 1));
  }
  s.when("d", {{"time >= 1", "0"}});
  return std::move(s.system);
}

// Rooms with thermostats, th' = (32/R - P on - th/R + n/R)/C. The noise n of each room is an input, drawn
// anew every second by Noise; ptotal = the sum of P on is kept by groups of 32, so that a switch costs a few
// sums of that many.
struct Rooms {
  FlatSystem system;
  std::vector<VariableIndex> noise;
};

inline Rooms rooms(int count, random::Stream& stream) {
  Lines s;
  Rooms made;
  const auto uniform = [&](double low, double high) { return low + (high - low) * stream.uniform(); };
  s.add("ref", Variability::kDiscrete, 20);
  s.tick("day", "time/1000");
  s.when("ref", {{"day > pre.day", "if day == 1 then 20.5 else 20"}});
  std::vector<std::string> powers;
  for (int i = 1; i <= count; ++i) {
    const std::string k = std::to_string(i);
    const double th = uniform(18, 22);
    s.add("th" + k, Variability::kContinuous, th);
    s.add("on" + k, Variability::kDiscrete, th > 20.5 ? 1 : 0);
    s.add("R" + k, Variability::kParameter, uniform(1.8, 2.2));
    s.add("C" + k, Variability::kParameter, uniform(550, 650));
    s.add("P" + k, Variability::kParameter, uniform(13, 15));
    made.noise.push_back(s.add("n" + k, Variability::kInput, uniform(-1, 1)));
    s.equation("d.th" + k, "(32/R" + k + " - P" + k + "*on" + k + " - th" + k + "/R" + k + " + n" + k + "/R" +
                               k + ")/C" + k);
    const std::string apart = "th" + k + " - ref + pre.on" + k + " - 0.5";
    s.when("on" + k, {{apart + " > 0", "1"}, {apart + " < 0", "0"}});
    powers.push_back("P" + k + "*on" + k);
  }
  for (int level = 1; powers.size() > 1; ++level) {
    std::vector<std::string> sums;
    for (std::size_t first = 0; first < powers.size(); first += 32) {
      std::string sum = powers[first];
      for (std::size_t k = first + 1; k < std::min(first + 32, powers.size()); ++k) sum += " + " + powers[k];
      const std::string name =
          powers.size() <= 32 ? "ptotal" : "p" + std::to_string(level) + "_" + std::to_string(first);
      s.add(name, Variability::kDiscrete, 0);
      s.system.discrete_equations.push_back({s.known.at(name), s.term(sum), {}, {}});
      sums.push_back(name);
    }
    powers = std::move(sums);
  }
  made.system = std::move(s.system);
  return made;
}

// A ball that bounces down stairs: below stair s it meets a spring of 1e6 and a damper of 30.
inline FlatSystem stairs() {
  Lines s;
  s.add("x", Variability::kContinuous, 0.575);
  s.add("w", Variability::kContinuous, 0.5);
  s.add("y", Variability::kContinuous, 10.5);
  s.add("v", Variability::kContinuous, 0);
  s.add("s", Variability::kDiscrete, 10);
  s.add("c", Variability::kDiscrete, 0);
  s.equation("d.x", "w");
  s.equation("d.w", "-0.1*w");
  s.equation("d.y", "v");
  s.equation("d.v", "-9.8 - 0.1*v - c*((y - s)*1e6 + 30*v)");
  s.when("c", {{"y < s", "1"}, {"y > s", "0"}});
  s.when("s", {{"x - 11 + pre.s > 0", "pre.s - 1"}});
  return std::move(s.system);
}

}  // namespace escapement::benchmarks
