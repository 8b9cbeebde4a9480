// SPDX-License-Identifier: MIT
// What is kept to find runs that get nowhere.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace escapement::qss_solver {

// How far a state has gone within a window of steps (standstill.cpp).
struct Walk {
  double low = 0, high = 0;
  std::uint64_t steps = 0, window = 0;
};

// Since when a condition goes to and fro while what it reads stays (chatter.cpp).
struct Slide {
  double since = 0;
  std::uint64_t events = 0, samples = 0;
  std::vector<std::pair<double, double>> between;  // the lowest and the highest of each state
};

}  // namespace escapement::qss_solver
