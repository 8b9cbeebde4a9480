// SPDX-License-Identifier: MIT
// The type "modelica": a Modelica class as a component of a study.
//
//   {"type": "modelica", "file": "Tank.mo", "class": "Tank", "parameters": {"area": 2, "valve": {"k": 0.4}},
//    "outputs": {"probe": {"of": "level", "every": 0.5}}}
//
// Ports of reals: one for each scalar input of the class and one for each scalar output, under its name, and
// one for each entry of "outputs". A Boolean is 1 or 0. An output that "outputs" does not name is sent at the
// start and after each event or input that has changed it. The equations count in seconds, whatever the unit
// of the study.
#pragma once

#include <memory>

#include "escapement/equations/program.h"
#include "escapement/modelica/models.h"
#include "escapement/registry/registry.h"

namespace escapement::modelica {

// `classes`: shared with whoever else needs them; made when it is null. `executor`: makes machine code for
// equations, unless the run does without.
void register_modelica(registry::Registry& registry, std::shared_ptr<PreparedClasses> classes = nullptr,
                       std::shared_ptr<equations::Executor> executor = nullptr);

// The tolerance of a run that names none, where the class has no experiment annotation with one.
inline constexpr double kDefaultTolerance = 1e-8;

}  // namespace escapement::modelica
