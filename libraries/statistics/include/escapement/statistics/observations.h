// SPDX-License-Identifier: MIT
// What a replication observed, one by one: for a plot of its course, for a warm-up to be found, for others to
// read.
//
// Of a tally each observation, with the time at which it was made. Of a time-persistent value its exact means
// over 2000 equal steps of the length, each with the time at which the step begins. The end of the warm-up
// interrupts neither: a course is watched in order to see where the warm-up should end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/collector.h"

namespace escapement::statistics {

struct Observations {
  std::string name;
  Kind kind = Kind::kTally;   // or kTimePersistent
  std::vector<double> times;  // never decreasing
  std::vector<double> values;
  void archive(Archive& archive);
};

// Goes along with a run. Each call costs as much as there are names, so it is for those that were asked for.
class ObservationRecorder {
 public:
  static constexpr int kSteps = 2000;

  // `length` of the replication; kInfinity: it has none. The collector must outlive the recorder. InputError
  // with all names that are no tally or time-persistent value of the collector, or are time-persistent when
  // there is no length.
  ObservationRecorder(Collector& collector, const std::vector<std::string>& names, double length);

  // All that happens before time t has happened. Call it before the events of t.
  void before(double t);
  // The events of time t are over, or some of them. Observations since the last call were made at t.
  void after(double t);
  // Call these around Collector::clear(t).
  void before_clear(double t);
  void after_clear();

  // All of it, in the order of the names. Ends the recording.
  std::vector<Observations> take(double t_end);

 private:
  struct Watched {
    Observations seen;
    Tally* tally = nullptr;
    TimePersistent* value = nullptr;
    std::uint64_t count = 0;  // of the tally's observations that were taken
    double area = 0;          // of the open step, up to the last clear
    double integral = 0;      // of the value, where the open step begins or at the last clear
  };
  void close_steps(double t);

  double step_;
  std::size_t closed_ = 0;  // steps
  std::vector<Watched> watched_;
};

}  // namespace escapement::statistics
