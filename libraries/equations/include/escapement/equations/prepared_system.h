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
// made, constraints differentiated (index_reduction.h). with_state: a system without any state gets one,
// "$constant", which solvers need. Throws what these throw.
PreparedSystem prepare(FlatSystem system, bool with_state = true);

// The choice at the start values, or 0 where there is none.
StateChoice choose_at_start(PreparedSystem& prepared);

}  // namespace escapement::equations
