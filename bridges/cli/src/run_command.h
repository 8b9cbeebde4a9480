// SPDX-License-Identifier: MIT
// `escapement run`, `escapement resume` and `escapement check`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "escapement/cli/program.h"
#include "escapement/json/study.h"
#include "escapement/registry/registry.h"

namespace escapement::cli {

struct RunOptions {
  std::string model;
  std::vector<std::string> sets;  // "path=value": those of --set, and the flags that stand for one
  std::string out;                // directory; empty: no files
  std::string format = "text";
  std::string trace;
  std::string hosting = "together";
  std::string solver;           // of continuous parts; empty: cvode
  double tolerance = 0;         // of that solver; 0: what suits it
  std::string native = "auto";  // machine code of equations: "auto", "on" or "off"
  std::int64_t intervals = 0;   // of the grid of trajectories; 0: 500
  std::string checkpoint;       // file; empty: none
  std::string every;            // simulated time from checkpoint to checkpoint
  bool antithetic = false;
  std::vector<std::string> steady_state;  // statistics; the two flags are in `sets` too
  bool quiet = false;
  double start = 0;           // of the clock
  std::optional<double> end;  // of the clock, where it is not the start and the length
  std::string from;           // --from
  std::string until;          // --until; it is in `sets` too
  bool bare_names = false;    // the model is one continuous part: its variables bear no path
};

struct ResumeOptions {
  std::string file;
  std::string out, format;  // empty: as the run had it
  std::string threads;      // empty: as the run had it
  bool quiet = false;
};

int run_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal);
// The same for a study that was made by the program.
int run_study(const RunOptions& options, const json::Study& study, const Terminal& terminal);
// Goes on with the run whose checkpoint the file is.
int resume_command(const ResumeOptions& options, const registry::Registry& registry,
                   const Terminal& terminal);
int check_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal);

}  // namespace escapement::cli
