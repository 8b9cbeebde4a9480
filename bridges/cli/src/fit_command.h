// SPDX-License-Identifier: MIT
// `escapement fit`: distributions fitted to a column of a CSV file or of a table in an SQLite file.
#pragma once

#include <string>

#include "escapement/cli/program.h"

namespace escapement::cli {

struct FitOptions {
  std::string file;
  std::string column;        // empty: the only one whose cells are numbers
  std::string rank = "aic";  // or ks, ad, chi-square
  std::string out;           // directory of fit.json; empty: none
  bool quiet = false;
  std::string format = "text";
};

// Prints one line per distribution, best first. Throws InputError, with the line
// of the file, for a cell that is no number.
int fit_command(const FitOptions& options, const Terminal& terminal);

}  // namespace escapement::cli
