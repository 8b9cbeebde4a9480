// SPDX-License-Identifier: MIT
// A continuous part as a study writes it: {"type": "ode", ...} to a system of equations.
//
//   {"type": "ode",
//    "states":     {"level": {"start": 0.2, "unit": "m"}},
//    "inputs":     ["inflow", {"name": "leak", "start": 0.1}],
//    "parameters": {"k": 0.4, "area": {"value": 2, "unit": "m2"}},
//    "discrete":   {"open": 0},
//    "equations":  {"outflow": "k*sqrt(level)", "level": "(inflow - leak - open*outflow)/area"},
//    "events":     [{"when": "level > 0.9", "emit": "full", "reset": {"open": 1}}],
//    "outputs":    {"depth": "level", "probe": {"of": "outflow", "every": 0.5}}}
//
// An equation gives a state's derivative, or the value of a helper variable of that name. What equations and
// events mean: equations/ode_system.h; how they are written: equations/text.h, and `pi`.
#pragma once

#include <string>
#include <vector>

#include "escapement/equations/ode_system.h"
#include "escapement/registry/descriptor.h"

namespace escapement::ode {

// What an output port sends, and when.
struct Output {
  std::string port;
  std::string of;  // a state or helper variable
  enum class When { kEvents, kSamples, kQuantum } when = When::kEvents;
  std::string every{};  // decimal text of the time from sample to sample, in the study's time unit
  double quantum = 0;
};

registry::Record record();
std::vector<registry::PortInfo> ports_of(const registry::Value& component);

// Appends all faults, each with its place in the text. What it answers is prepared when there is none.
equations::OdeSystem read_model(const registry::Value& component, std::vector<Diagnostic>& faults);
// Of a component without faults.
std::vector<std::string> signal_inputs_of(const registry::Value& component);
std::vector<Output> outputs_of(const registry::Value& component, const std::string& time_unit);

}  // namespace escapement::ode
