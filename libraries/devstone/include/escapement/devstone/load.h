// SPDX-License-Identifier: MIT
// Work that a transition does, so that a model weighs something: assignments of records, a comparison of
// texts, index arithmetic and branches in the proportions of ordinary programs, which is what Weicker's
// Dhrystone is made of ("Dhrystone: a synthetic systems programming benchmark", 1984) and DEVStone loads its
// transitions with. Counted in rounds of some hundred instructions, so that a load is the same on any
// machine.
#pragma once

#include <cstdint>

namespace escapement::devstone {

// Rounds of work of each internal and each external transition.
struct Loads {
  std::uint64_t internal = 0;
  std::uint64_t external = 0;
  bool any() const { return internal != 0 || external != 0; }
};

// Does the rounds. The answer depends on all of them, so that none can be left out.
std::uint32_t do_work(std::uint64_t rounds, std::uint32_t seed);

// Rounds that take about `seconds` (>= 0, at most 1; BuildError otherwise) on this machine, now: 1 at least
// when it is above 0. Measures for some milliseconds.
std::uint64_t rounds_for(double seconds);

}  // namespace escapement::devstone
