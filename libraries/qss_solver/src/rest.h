// SPDX-License-Identifier: MIT
// A state at rest, while results are computed: where it is and how it moves (rests.cpp).
#pragma once

#include <cstdint>
#include <vector>

namespace escapement::qss_solver {

struct Rest {
  std::uint32_t state = 0;
  double slope = 0, x = 0;
  double z = 0, v = 0, w = 0;    // value, and two derivatives in time
  double before = 0, after = 0;  // its derivative f a moment before and after
  double off = 0;                // its last correction
  int sweeps = 0;
  bool counts = true, settled = false, turn = true;
  std::vector<std::uint32_t> readers{};  // places of others at rest
};

}  // namespace escapement::qss_solver
