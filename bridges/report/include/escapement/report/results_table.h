// SPDX-License-Identifier: MIT
// Results as a text table for a person at a terminal.
//
// A heading (model, replications, length, warm-up, seed), what went wrong if anything did, of continuous
// parts their variables (start, extremes, end of the first replication) and the solver's work, then one table
// per category (category.h) with the columns
//
//   Statistic | Average | Half width | Min. avg. | Max. avg. | Minimum | Maximum | Final | Count
//
// The two columns of replications' averages stand only when more than one replication finished, the last
// value (Final) when one did. Count is the number of observations of a tally. Frequencies have a
// table of their own, with the visits, average time per visit and standard and restricted percentages of each
// category. A half-width that cannot be told gives its reason (insufficient, correlated); a value that there
// is not is a dash. Numbers are those of number_text.h.
#pragma once

#include <string>

#include "escapement/experiment/results.h"

namespace escapement::report {

struct TableOptions {
  // Columns of the terminal. No line of a table is longer: first the final values, then the averages'
  // extremes, then the extremes, then the count, then the half-width are left out, at last names are cut.
  // Less than 40 is taken as 40.
  int width = 100;
  // false: only ASCII in rules, dashes and cut names. Names and messages are printed as they are.
  bool unicode = true;
};

std::string to_table(const experiment::Results& results, const TableOptions& options = {});

// "10 replications of 480 min, warm-up 60 min, seed 12345": the run in one line.
std::string run_text(const experiment::Results& results);

// One line per trouble (interruption, failed replications); empty when all went well. Ends in a line feed.
std::string trouble_text(const experiment::Results& results);

}  // namespace escapement::report
