// SPDX-License-Identifier: MIT
// A Modelica class that is run on its own: a study with it as the only component.
#pragma once

#include "escapement/json/study.h"
#include "escapement/modelica/models.h"
#include "flatten_command.h"
#include "run_command.h"

namespace escapement::cli {

// What the class and its experiment annotation say where `run` says nothing. Settings of `run.sets` that do
// not begin with "experiment." are parameters of the class. Sets run.bare_names, intervals and so on in
// place.
json::Study modelica_study(RunOptions& run, const ModelicaOptions& options,
                           const registry::Registry& registry, modelica::PreparedClasses& classes,
                           const Terminal& terminal);

}  // namespace escapement::cli
