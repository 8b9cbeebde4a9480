// SPDX-License-Identifier: MIT
// How an experiment is to be run: what a study's "experiment" part and the command line say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace escapement::experiment {

// The runner copies most of it into the results; length, warm-up, seed and record_plots take effect through
// the replications that the factory builds.
struct Plan {
  std::string model;
  std::string description;
  int replications = 1;  // >= 1
  // Of a replication, warm-up included, in time_unit; > 0. Absent: until no event is left.
  std::optional<double> length;
  double start = 0;            // where the clock begins, in time_unit
  double warmup = 0;           // in time_unit; 0 <= warmup < length
  std::uint64_t seed = 12345;  // its range is the random number generator's business
  unsigned threads = 0;        // at most so many at once; 0: as many as the machine has cores
  std::string time_unit = "s";
  bool record_plots = false;
  bool antithetic = false;  // replications 1 and 2, 3 and 4 ... are pairs; their number is even
};

// Throws InputError with all faults of the plan at once.
void validate(const Plan& plan);

}  // namespace escapement::experiment
