// SPDX-License-Identifier: MIT
// The command line program `escapement`.
//
// Results and other output for machines go to `out`, everything for a person's eyes during the run to `err`.
// Exit codes: 0 well, 1 the simulation failed (results so far are kept), 2 the input is wrong, 130
// interrupted (partial results are written).
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace escapement::cli {

struct Terminal {
  std::ostream& out;
  std::ostream& err;
  bool interactive = false;  // `err` is a terminal: progress is drawn
  int width = 100;           // columns of `out`
};

// `arguments` without the program's name. Never throws.
int run_program(const std::vector<std::string>& arguments, const Terminal& terminal);

}  // namespace escapement::cli
