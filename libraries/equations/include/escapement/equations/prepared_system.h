// SPDX-License-Identifier: MIT
// Flat equations up to where states are chosen: what is the same for every choice.
#pragma once

#include <vector>

#include "escapement/equations/index_reduction.h"

namespace escapement::equations {

struct PreparedSystem {
  FlatSystem system;
  std::vector<std::size_t> highest;  // of differentiate_constraints()
};

// Powers of theta taken out (fast_process.h), parameters folded, aliases taken out (aliases.h), conditions
// made, constraints differentiated (index_reduction.h). Throws what these throw.
PreparedSystem prepare(FlatSystem system);

// The choice at the start values, or 0 where there is none. with_state: where no state is left the system
// gets one, "$constant", which solvers need.
StateChoice choose_at_start(PreparedSystem& prepared, bool with_state = true);

}  // namespace escapement::equations
