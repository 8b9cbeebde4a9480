// SPDX-License-Identifier: MIT
// `escapement experiment`: all scenarios of a study, what was finished kept in a file, and their comparison.
#pragma once

#include <string>
#include <vector>

#include "escapement/cli/program.h"
#include "escapement/json/study.h"
#include "escapement/registry/registry.h"

namespace escapement::cli {

struct ExperimentOptions {
  std::string model;
  std::vector<std::string> sets;
  std::string replications, threads;  // empty: as the study has it
  std::string out;                    // directory of experiment.sqlite; empty: nothing is kept
  std::string format = "text";        // or json
  bool antithetic = false;
  std::string control;  // "NAME=MEAN"
  std::vector<std::string> steady_state, observations;
  std::string exports;  // a file; empty: none
  bool resume = false;
  bool yes = false;  // also when there are very many runs
  bool quiet = false;
};

int experiment_command(const ExperimentOptions& options, const registry::Registry& registry,
                       const Terminal& terminal);

// The setting that stands for a list of names: experiment.KEY=["...", "..."].
std::string names_setting(const std::string& key, const std::vector<std::string>& names);

// The scenarios of a study, each loaded. Throws InputError with all faults of all of them.
std::vector<json::Study> load_scenarios(const json::Study& study, const std::vector<std::string>& sets);

}  // namespace escapement::cli
