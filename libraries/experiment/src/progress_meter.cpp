// SPDX-License-Identifier: MIT
#include "progress_meter.h"

#include <algorithm>
#include <utility>

namespace escapement::experiment::internal {
namespace {

constexpr std::chrono::milliseconds kInterval{50};

}  // namespace

ProgressMeter::ProgressMeter(ProgressCallback callback, int replications)
    : callback_(std::move(callback)),
      replications_(replications),
      last_report_(Clock::now().time_since_epoch().count()) {}

void ProgressMeter::advance(double part) {
  if (!callback_) return;
  done_.fetch_add(part, std::memory_order_relaxed);
  const Clock::rep now = Clock::now().time_since_epoch().count();
  const Clock::rep interval = std::chrono::duration_cast<Clock::duration>(kInterval).count();
  if (now - last_report_.load(std::memory_order_relaxed) < interval) return;
  const std::unique_lock<std::mutex> lock(reporting_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  if (now - last_report_.load(std::memory_order_relaxed) < interval) return;  // another thread was quicker
  last_report_.store(now, std::memory_order_relaxed);
  reported_ = std::clamp(done_.load(std::memory_order_relaxed) / replications_, reported_, 1.0);
  callback_(reported_);
}

void ProgressMeter::finish() {
  if (callback_) callback_(1.0);
}

}  // namespace escapement::experiment::internal
