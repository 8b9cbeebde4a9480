// SPDX-License-Identifier: MIT
// Decides by measuring whether a piece of work on n models is faster on one thread or on several. Sizes are
// classed by powers of two; per class it keeps moving averages of the time per model either way.
//
//   G0  A class that is new takes over what is known of all classes together, since the time of a model
//   depends
//       little on how many there are. Where nothing is known at all, many models go to several threads at
//       once, and the time that the threads were at work tells what one would have needed.
//   G1  A class is timed on one thread where that is not known. As long as its work takes less than what it
//   costs to wake
//       threads, it stays there, and is timed now and then.
//   G2  Else it is timed on several threads; from then on the faster way is taken, several threads only when
//       they gain 20 % or more: what they save by a little they lose again where one thread reads what the
//       others have written.
//   G3  Every 128th time the other way is taken and timed, so that a class can change its mind, at a cost of
//       less than a hundredth of what the other way loses.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace escapement::internal {

class Gauge {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr double kWakeSeconds = 25e-6;  // of several threads; from below it cannot pay
  static constexpr double kGain = 0.8;
  static constexpr std::uint32_t kRetry = 128, kSample = 32;
  static constexpr std::size_t kMany = 64;

  // Whether to use several threads for n models now; done() ends what this begins.
  bool several(std::size_t n) {
    Class& c = classes_[static_cast<std::size_t>(std::bit_width(n))];
    const bool answer = decide(c, n);
    if (timing_) start_ = Clock::now();
    return answer;
  }
  // Seconds that a model of the class at hand takes on one thread; 0 where that is not known.
  double seconds_per_model() const { return current_ == nullptr || current_->one < 0 ? 0 : current_->one; }
  // `at_work` is what all threads together needed, where that is known.
  void done(double at_work = -1) {
    if (!timing_) return;
    if (at_work > 0 && several_ && current_->one < 0)
      current_->one = all_.one = at_work / static_cast<double>(n_);
    note(std::chrono::duration<double>(Clock::now() - start_).count());
  }
  // The measured time, for done() and for tests.
  void note(double seconds) {
    const double measured = seconds / static_cast<double>(n_);
    for (Class* c : {current_, &all_}) {
      double& average = several_ ? c->several : c->one;
      // One reading that another program disturbed must not decide for long.
      average = average < 0 ? measured : average + 0.25 * (std::min(measured, 4 * average) - average);
    }
    timing_ = false;
  }

 private:
  struct Class {
    double one = -1, several = -1;  // seconds per model; negative: not known
    std::uint32_t times = 0;
  };

  bool decide(Class& c, std::size_t n) {
    timing_ = false;
    if (n < 2) return false;
    current_ = &c;
    n_ = n;
    several_ = false;
    ++c.times;
    if (c.one < 0) c.one = all_.one;  // G0
    if (c.several < 0) c.several = all_.several;
    if (c.one < 0 && c.several < 0 && n >= kMany) return several_ = timing_ = true;
    if (c.one < 0 || c.one * static_cast<double>(n) < kWakeSeconds) {  // G1
      timing_ = c.one < 0 || c.times % kSample == 0;
      return false;
    }
    timing_ = true;
    several_ = c.several < 0 || c.several < kGain * c.one;              // G2
    if (c.several >= 0 && c.times % kRetry == 0) several_ = !several_;  // G3
    return several_;
  }

  std::array<Class, 65> classes_;
  Class all_;  // of all classes together
  Class* current_ = nullptr;
  std::size_t n_ = 1;
  bool several_ = false, timing_ = false;
  Clock::time_point start_;
};

}  // namespace escapement::internal
