// SPDX-License-Identifier: MIT
// What a value has been, for delay(x, T): samples of smooth stretches, with the jumps between them.
//
// A reader goes through the stretches in order: its value is that of one stretch, interpolated by a cubic
// through the four samples nearest (Lagrange), until move_to() is told that the next has begun. So a delayed
// jump happens at a known instant, and between such instants the delayed value is smooth.
#pragma once

#include <deque>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/time.h"

namespace escapement::sundials {

class DelayHistory {
 public:
  void clear(double t, double value);
  void add(double t, double value);   // t rises
  void jump(double t, double value);  // a new stretch begins; t may be that of the last sample

  double value(double t) const;  // in the present stretch; before the first sample: the first
  // The end of the present stretch, infinity when it is the last.
  Time next_jump() const;
  // The present stretch is the one in which t lies; at a jump, that after it. True when it was another.
  bool move_to(double t);
  // Samples before t are not asked for any more.
  void forget_before(double t);
  void archive(Archive& archive);

 private:
  struct Sample {
    double t = 0, value = 0;
    bool begins = false;
    void archive(Archive& archive);
  };
  void find_end();
  std::deque<Sample> samples_;
  std::size_t stretch_ = 0;  // where the present one begins
  std::size_t end_ = 0;      // and where the next does, or past the last sample
};

}  // namespace escapement::sundials
