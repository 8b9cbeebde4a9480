// SPDX-License-Identifier: MIT
// `escapement analyse`: what becomes of the equations of a Modelica class before they run.
#pragma once

#include <string>

#include "flatten_command.h"

namespace escapement::cli {

struct AnalyseOptions {
  std::string format = "text";  // or json
  bool events = false;          // run it, and count what event iteration evaluates, restricted and in full
};

// Prints the analysis (equations/analysis.h) of each model: of a class, or of all Modelica components of a
// study. Throws InputError with what keeps the equations from being sorted, and Error when a run that counts
// events fails.
int analyse_command(const ModelicaOptions& model, const AnalyseOptions& options, const Terminal& terminal);

}  // namespace escapement::cli
