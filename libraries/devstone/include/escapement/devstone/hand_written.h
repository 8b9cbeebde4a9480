// SPDX-License-Identifier: MIT
// DEVStone without the framework: what a person would write for these models alone. Objects with virtual
// functions, a bag of numbers each, and lists of who acts now and next; no ports, no names, no event list
// (all advances are 0), no order among those that act together. The kernel's time over this one's is the
// price of the framework.
#pragma once

#include <cstdint>

#include "escapement/devstone/devstone.h"

namespace escapement::devstone {

struct HandWrittenResult {
  std::uint64_t internal_transitions = 0;
  std::uint64_t external_transitions = 0;
  double setup_seconds = 0;
  double simulation_seconds = 0;
};

// Throws BuildError as build() does.
HandWrittenResult run_by_hand(Kind kind, int width, int depth, int inputs, Loads loads = {});

}  // namespace escapement::devstone
