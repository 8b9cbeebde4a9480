// SPDX-License-Identifier: MIT
// A progress bar on one line of a terminal; it leaves no trace when it is done.
#pragma once

#include <chrono>
#include <ostream>

namespace escapement::cli {

class ProgressBar {
 public:
  // Draws nothing when not `active`.
  ProgressBar(std::ostream& out, bool active) : out_(out), active_(active) {}
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(double fraction);
  void clear();

 private:
  std::ostream& out_;
  bool active_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace escapement::cli
