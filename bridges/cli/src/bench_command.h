// SPDX-License-Identifier: MIT
// `escapement bench devstone` and `escapement bench ring`: the kernel measured on models whose numbers of
// transitions are known, beside a hand-written loop that does the same work, in one run.
#pragma once

#include <cstdint>
#include <string>

#include "escapement/cli/program.h"

namespace escapement::cli {

struct DevstoneOptions {
  std::string model = "HO";
  int width = 200;
  int depth = 200;
  int inputs = 1;
  unsigned threads = 1;      // 0: as many as the machine has cores
  double internal_load = 0;  // seconds of work of a transition
  double external_load = 0;
  std::string format = "text";
};

struct RingOptions {
  int atomics = 10000;
  std::uint64_t events = 10000000;  // transitions, internal and external
  std::string format = "text";
};

// Throw Error when the counts of transitions, atomics or couplings are not those that must come out.
int bench_devstone(const DevstoneOptions& options, const Terminal& terminal);
int bench_ring(const RingOptions& options, const Terminal& terminal);

}  // namespace escapement::cli
