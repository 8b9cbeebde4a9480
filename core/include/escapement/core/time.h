// SPDX-License-Identifier: MIT
// Simulated time.
//
// Time is a finite double in the study's time unit. Events at one time are ordered by a micro-step k:
// (t, 0), (t, 1), ... A time advance that rounds to the current time is a zero-time step.
#pragma once

#include <limits>

namespace escapement {

using Time = double;

inline constexpr Time kInfinity = std::numeric_limits<Time>::infinity();

// The answer of a time advance function ta(s): how long the state holds (Zeigler's sigma), or the absolute
// due time of the next internal event. Absolute times avoid the rounding of now + (due - now).
// A plain number converts to a relative advance.
class TimeAdvance {
 public:
  TimeAdvance(Time sigma) : value_(sigma), absolute_(false) {}  // NOLINT(google-explicit-constructor)
  static TimeAdvance after(Time sigma) { return TimeAdvance(sigma); }
  static TimeAdvance at(Time due) { return TimeAdvance(due, true); }
  static TimeAdvance never() { return TimeAdvance(kInfinity); }

  Time value() const { return value_; }
  bool absolute() const { return absolute_; }

 private:
  TimeAdvance(Time value, bool absolute) : value_(value), absolute_(absolute) {}
  Time value_;
  bool absolute_;
};

// A point in simulated time with its micro-step.
struct Instant {
  Time time = 0;
  long micro_step = 0;
  friend bool operator==(const Instant&, const Instant&) = default;
};

}  // namespace escapement
