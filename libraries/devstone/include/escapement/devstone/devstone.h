// SPDX-License-Identifier: MIT
// DEVStone: the benchmark of DEVS simulators, models of any width and depth whose numbers of transitions are
// known beforehand (Glinsky and Wainer 2005, "DEVStone: a benchmarking technique for studying performance of
// DEVS modeling and simulation environments"; Cardenas, Henares, Arroba, Risco-Martin and Wainer 2022, "The
// DEVStone metric: performance analysis of DEVS simulation engines", which adds HOmod).
//
// Level 1 is the root. Levels 1 .. depth - 1 hold width - 1 atomics (HOmod more) and the next level; level
// depth holds one atomic. Every atomic sends one message, at once, for each bag that it gets.
//   LI     the level's input goes to the inner level and to every atomic
//   HI     LI, and each atomic to the next one
//   HO     HI with a second input, for the atomics, and a second output, where they send to
//   HOmod  rows of atomics in a triangle that feed each other and the second input of the inner level
// Atomics do no work of their own unless they are given a load: what is measured is the simulator.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "escapement/core/port.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/devstone/load.h"

namespace escapement::devstone {

enum class Kind { kLI, kHI, kHO, kHOmod };

const char* kind_name(Kind kind);  // "LI", "HI", "HO", "HOmod"
// Throws BuildError, with the names that there are, for any other text.
Kind kind_of(std::string_view name);

// What the formulas of the benchmark give; transitions for one input, internal and external alike.
struct Counts {
  std::uint64_t atomics = 0;
  std::uint64_t internal_couplings = 0;
  std::uint64_t external_input_couplings = 0;
  std::uint64_t external_output_couplings = 0;
  std::uint64_t transitions = 0;
};

// width >= 1 and depth >= 1; throws BuildError otherwise.
Counts expected_counts(Kind kind, int width, int depth);
// Atomics and couplings of a tree as it was built; transitions stay 0.
Counts counted(const Coupled& root);

struct Model {
  std::unique_ptr<const Loads> loads;  // the atomics look at them
  std::unique_ptr<Coupled> root;
  InPort<int>* in = nullptr;
  InPort<int>* in2 = nullptr;  // nullptr for LI and HI

  // Injects one input: a message at each input of the root at time `at`. A run then goes through the whole
  // cascade at that time.
  void send_input(Simulator& simulator, Time at) const;
};

// width >= 1 and depth >= 1; throws BuildError otherwise.
Model build(Kind kind, int width, int depth, Loads loads = {});

}  // namespace escapement::devstone
