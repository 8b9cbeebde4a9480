// SPDX-License-Identifier: MIT
// The course of a piecewise constant value in bounded memory, for a plot: at most 400 steps of equal length.
//
// The step is the least power of two with which the time so far fits 400 steps. When time runs on,
// neighbouring steps fall together (area added, extremes compared), so what is kept is exact for the coarser
// step and depends neither on how often the value was set nor on when one looked.
#pragma once

#include <cstddef>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/summary.h"

namespace escapement::statistics {

class SeriesRecorder {
 public:
  static constexpr std::size_t kMostSteps = 400;

  explicit SeriesRecorder(double start = 0) : start_(start) {}

  // The value held from the end of the previous call (at first: start) to `elapsed` >= that, both in time
  // since start. A value held for no time counts for the extremes of the step that begins there.
  void hold(double value, double elapsed);

  // average of a step: the time-weighted mean over the part of it that was recorded. Without a positive time
  // the vectors are empty and step is 0.
  Series data() const;
  void archive(Archive& archive);

 private:
  struct Step {
    double area = 0;
    double minimum = 0;
    double maximum = 0;
    void archive(Archive& archive);
  };

  void widen(double elapsed);

  double start_;
  double step_ = 0;
  double position_ = 0;
  std::vector<Step> steps_;
  bool carries_ = false;  // values held for no time wait for the step that begins at position_
  Step carry_;
};

}  // namespace escapement::statistics
