// SPDX-License-Identifier: MIT
// Values given on the command line, laid over a study before it is checked.
//
//   Drill.capacity=2           an element or component of the outermost model, by its dotted address
//   Outer.Drilling.delay=4     of a model inside; the name alone will do where it is found only once
//   Drilling.resources.0.quantity=2      a value deeper inside: keys of objects, positions in lists from 0
//   Tank.area=3, Tank.valve.k=2          a parameter of a Modelica class that is a component, under
//   "parameters" experiment.length=960, timeUnit=h    a key of the study itself
//
// The value is read as JSON where it is JSON, else as text: "5 h" and EXPO(3) need no quotes.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/registry.h"

namespace escapement::json {

// Appends a diagnostic, whose place is the text of the setting, for one without "=", for a path that leads
// nowhere (with the nearest known name) and for a name found in several models (with their addresses). A last
// key that is not there yet is added: whether it is allowed shows when the study is checked.
void apply_sets(registry::Value& study, const std::vector<std::string>& sets, const registry::Registry&,
                std::vector<Diagnostic>& diagnostics);

}  // namespace escapement::json
