// SPDX-License-Identifier: MIT
// Switching converters with C = L = 1e-4, R = 10, U = 24, T = 1e-4, a switch and a diode of 1e-5 or 1e5 ohm
// (Bergero, Floros, Fernandez, Kofman and Cellier 2012).
#pragma once

#include "qss_solver/support.h"

namespace escapement::qss_solver::testing_support {

inline void converter_parameters(Text& text) {
  text.parameter("C", 1e-4);
  text.parameter("L", 1e-4);
  text.parameter("R", 10);
  text.parameter("U", 24);
  text.parameter("T", 1e-4);
}

// How often `phase` (in parts of T) of a period has been passed, from -1 on, as a discrete variable.
inline void ticks(Text& text, const std::string& name, const std::string& phase) {
  text.discrete(name, -1);
  text.equals(name, "floor(time/T - " + phase + ")");
  text.pre(name);
  text.system.samplers.push_back(*text.system.find(name));
}

// The buck converter: the switch is on in the first half of each period.
inline Text buck() {
  Text text;
  converter_parameters(text);
  ticks(text, "on", "1");
  ticks(text, "off", "0.5");
  text.discrete("Rs", 1e-5);
  text.discrete("Rd", 1e5);
  text.equation("iD = (iL*Rs - U)/(Rs + Rd)");
  text.equation("d.iL = (-iD*Rd - uC)/L");
  text.equation("d.uC = (iL - uC/R)/C");
  start(text, "iL", 0);
  start(text, "uC", 0);
  text.when("Rs", {{{"on > pre.on"}, "1e-5"}, {{"off > pre.off"}, "1e5"}});
  text.when("Rd", {{{"iD*Rd > 0"}, "1e-5"}, {{"iD < 0"}, "1e5"}});
  return text;
}

// Four branches that take turns, each on for an eighth of the period.
inline Text interleaved() {
  Text text;
  converter_parameters(text);
  std::string sum;
  for (int i = 0; i < 4; ++i) {
    const std::string k = std::to_string(i + 1), phase = std::to_string(0.25 * i + 0.01);
    ticks(text, "on" + k, phase);
    ticks(text, "off" + k, std::to_string(0.25 * i + 0.01 + 0.125));
    text.discrete("Rs" + k, 1e5);
    text.discrete("Rd" + k, 1e5);
    const std::string rs = "Rs" + k, rd = "Rd" + k, il = "iL" + k;
    text.equation("d." + il + " = ((U/" + rs + " - " + il + ")*" + rs + "*" + rd + "/(" + rs + " + " + rd +
                  ") - uC)/L");
    const std::string on = "on" + k + " > pre.on" + k, off = "off" + k + " > pre.off" + k;
    text.when(rs, {{{on}, "1e-5"}, {{off}, "1e5"}});
    text.when(rd, {{{on}, "1e5"}, {{off}, "1e-5"}, {{il + " < 0"}, "1e5"}});
    start(text, il, 0);
    sum += (i == 0 ? "" : " + ") + il;
  }
  text.equation("d.uC = (" + sum + " - uC/R)/C");
  start(text, "uC", 0);
  return text;
}

inline std::size_t place_of(const Solver& solver, const std::string& state) {
  for (std::size_t i = 0; i < solver.states().size(); ++i)
    if (solver.system().variables[solver.states()[i]].name == state) return i;
  return 0;
}

}  // namespace escapement::qss_solver::testing_support
