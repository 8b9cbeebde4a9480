// SPDX-License-Identifier: MIT
// What is kept to find runs that get nowhere.
#pragma once

#include <cstdint>
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
  std::vector<double> low, high;  // of each state that it reads
  template <class A>
  void archive(A& archive) {
    archive(since, events, samples, low, high);
  }
};

}  // namespace escapement::qss_solver
