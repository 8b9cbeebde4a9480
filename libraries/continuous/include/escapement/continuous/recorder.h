// SPDX-License-Identifier: MIT
// Trajectories: the variables of all continuous parts on a grid, with a row before and a row after each
// event.
//
//   R1  A row at each s + k (e - s) / N, k = 0 ... N, for a run from s to e and N intervals.
//   R2  At an event of any part a row from before it and one from after it. Several events at one time leave
//       the first row of before and the last of after.
//   R3  Rows are in order of time; equal times in the order in which they were taken.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/continuous/run.h"

namespace escapement::continuous {

struct Trajectory {
  std::vector<std::string> names;  // full: the part's path, a dot, the variable; sorted by part
  std::vector<std::string> units;
  std::vector<double> times;                 // one per row
  std::vector<std::vector<double>> columns;  // one per name, as long as times
  std::vector<double> events;                // times at which rows of before and after stand
  std::vector<double> final_values;          // at the end of the run, one per name
  Counters counters;
  void archive(Archive& archive);
};

// An atomic without ports that takes the rows of the grid. All parts are to be enlisted before its first
// event.
class Recorder : public Atomic {
 public:
  // Both finite, `end` after `start`; `intervals` >= 1.
  Recorder(std::string name, Run& run, double start, double end, std::int64_t intervals);
  ~Recorder() override;

  void initialize() override;
  void internal() override;
  TimeAdvance time_advance() const override;
  bool serial() const override { return true; }
  void archive(Archive& archive) override;

  void before_event(double t);
  void after_event(double t, bool happened);

  // The rows so far, with final values and counters as of time t.
  Trajectory finish(double t);
  // Likewise of a run that has failed: where there are no values at t any more, those of the last row are the
  // final ones, or none when there is no row.
  Trajectory rescue(double t);

 private:
  double grid(std::int64_t k) const;
  void name_columns();
  void take(double t);
  std::vector<double> values_at(double t);
  void drop_row();

  Run& run_of_parts_;
  double start_, end_;
  std::int64_t intervals_;
  std::int64_t next_ = 0;
  Trajectory rows_;
  bool before_taken_ = false;
  std::vector<double> scratch_;
};

}  // namespace escapement::continuous
