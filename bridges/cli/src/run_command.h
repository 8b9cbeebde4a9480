// SPDX-License-Identifier: MIT
// `escapement run` and `escapement check`.
#pragma once

#include <string>
#include <vector>

#include "escapement/cli/program.h"
#include "escapement/registry/registry.h"

namespace escapement::cli {

struct RunOptions {
  std::string model;
  std::vector<std::string> sets;  // "path=value": those of --set, and the flags that stand for one
  std::string out;                // directory; empty: no files
  std::string format = "text";
  std::string trace;
  std::string hosting = "together";
  std::string solver;
  bool quiet = false;
};

int run_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal);
int check_command(const RunOptions& options, const registry::Registry& registry, const Terminal& terminal);

}  // namespace escapement::cli
