// SPDX-License-Identifier: MIT
// Adds up the progress of replications that run at once and reports it seldom enough for a person.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "escapement/experiment/runner.h"

namespace escapement::experiment::internal {

class ProgressMeter {
 public:
  ProgressMeter(ProgressCallback callback, int replications);

  // `part` more of a replication is done. Reports when 50 ms have gone by since the last report and no other
  // thread is reporting.
  void advance(double part);

  void finish();  // reports 1

 private:
  using Clock = std::chrono::steady_clock;

  ProgressCallback callback_;
  double replications_;
  std::atomic<double> done_{0};
  std::atomic<Clock::rep> last_report_;
  std::mutex reporting_;
  double reported_ = 0;
};

}  // namespace escapement::experiment::internal
