// SPDX-License-Identifier: MIT
// Statistics of a value that holds until it is set anew, weighted by time: a queue's length, busy units, a
// level.
//
//     average = (1/T) ∫ v dt,   standard deviation = sqrt((1/T) ∫ v^2 dt - average^2),   T = t - start
//
// Extremes are over all values that were set, those that held for no time too; they begin with the value at
// the start. Setting the value that holds already changes nothing at all. Half-widths come from batches of
// equal time, 0.25 time units at first (batch_means.h), and need at least 320 changes and 20 batches, that is
// 5 time units (Kelton, Sadowski and Zupick, Simulation with Arena).
//
// A value may also move between events: then it follows a Mover (mover.h), which brings it up to date by
// move().
//
// Times are finite and never decrease: a call with an earlier time throws InternalError, since a kernel whose
// clock runs back is broken, and changes nothing. Values are to be finite; that is for the caller to see to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/batch_means.h"
#include "escapement/statistics/moments.h"
#include "escapement/statistics/mover.h"
#include "escapement/statistics/series.h"

namespace escapement::statistics {

class TimePersistent {
 public:
  static constexpr std::size_t kBlock = 16;
  static constexpr double kFirstBatch = 0.25;  // time units
  static constexpr std::uint64_t kFewestChanges = 320;

  // InternalError when start is not finite.
  explicit TimePersistent(double start = 0, double value = 0);

  // From time t on the value is v.
  void set(double t, double v) {
    if (!(t >= last_time_ && t <= std::numeric_limits<double>::max())) [[unlikely]] {
      refuse_time(t);
    }
    if (v == value_) return;
    last_time_ = t;
    value_ = v;
    times_[fill_] = t - start_;
    values_[fill_] = v;
    if (++fill_ == kBlock) [[unlikely]] {
      fold_buffer();
    }
  }

  // How the value moved from where it was set last to time t: its mean and variance over that time, its
  // extremes, and what it is at t.
  struct Course {
    double mean = 0, variance = 0, minimum = 0, maximum = 0, end = 0;
  };
  void move(double t, const Course& course);
  // Calls of move() are not to pass this time, where the open batch ends; those after it may.
  double next_batch() const { return start_ + batches_.end; }
  // nullptr: nothing moves it. The mover stays when the statistic is cleared.
  void follow(Mover* mover) { mover_ = mover; }
  // minimum(), maximum() and value() take no time: they are those of the last one that this was brought to.
  void bring_to(double t) const {
    if (mover_ != nullptr) [[unlikely]]
      mover_->bring_to(t);
  }

  double value() const { return value_; }
  double minimum() const;
  double maximum() const;
  std::uint64_t changes() const { return folded_changes_ + fill_; }
  double start() const { return start_; }  // of the time that counts: construction or the last clear

  // All up to time t >= the last change, with t included; reading changes nothing. At t == start, where no
  // time has passed, the average is the value and the deviation 0.
  double average(double t) const;
  double standard_deviation(double t) const;
  double integral(double t) const;  // ∫ v dt from start() to t
  HalfWidth half_width(double t, double level = 0.95) const;

  // The end of the warm-up: time, extremes and batches begin anew at t, with the value that holds. The course
  // goes on: a plot shows the warm-up too.
  void clear(double t);

  // The course of the value from the last change on; nullopt while off.
  void record_series(bool on);
  std::optional<Series> series(double t) const;
  void archive(Archive& archive);

 private:
  // Where the folded part ends (in time since start) and what it came to.
  struct Path {
    double position = 0;
    double value = 0;  // that holds from position on
    double minimum = 0;
    double maximum = 0;
    Moments moments;
  };
  struct Batches {
    double width = kFirstBatch;
    double end = kFirstBatch;  // of the open batch, in time since start
    double position = 0;
    double area = 0;           // of the open batch up to position
    std::uint64_t number = 1;  // of the open batch, in batches of the present width
    BatchMeans means;

    void hold(double value, double until) {
      if (until >= end) [[unlikely]] {
        close(value, until);
      }
      area += value * (until - position);
      position = until;
    }
    void close(double value, double until);
  };

  [[noreturn]] void refuse_time(double t) const;
  void fold_buffer();
  Path path() const;          // all changes included
  Path path(double t) const;  // and the time from the last change to t
  // Goes on along the changes; the integral over them.
  static double append(Path& path, const double* times, const double* values, std::size_t count);
  // The same for kBlock changes.
  static double append_block(Path& path, const double* times, const double* values);

  double last_time_;
  double value_;
  std::size_t fill_ = 0;
  double start_;
  std::array<double, kBlock> times_{};  // of changes that are not folded yet, since start
  std::array<double, kBlock> values_{};
  std::uint64_t folded_changes_ = 0;
  Path path_;
  Mover* mover_ = nullptr;
  Batches batches_;
  std::optional<SeriesRecorder> series_;
  double series_from_ = 0;  // in time since start; below 0 when it began before the last clear
};

}  // namespace escapement::statistics
