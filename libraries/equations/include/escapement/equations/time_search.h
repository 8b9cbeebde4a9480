// SPDX-License-Identifier: MIT
// When does a function of time alone change its sign? Searched for by intervals, so that no crossing is
// missed however narrow: a stretch of time in which the function cannot be zero is left out, one in which its
// derivative cannot be zero holds at most one crossing, which bisection finds to the last bit; any other
// stretch is halved.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "escapement/equations/interval.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {

class TimeSearch {
 public:
  // function: a term of time and of variables that stay as they are while it is searched.
  TimeSearch(Terms& terms, Term function);

  struct Found {
    std::optional<double> crossing;
    double until = 0;  // there is none before this time: `to`, or less when the work has become too much
  };
  // The first time in (from, to] at which the function is on the other side of zero than just after `from`.
  // Touching zero without crossing it does not count. `values`: of the variables.
  Found next_crossing(std::span<const double> values, double from, double to);
  // Of the last search: 1 or -1, the side of zero just after `from`; 0 where it stays at zero.
  int side() const { return side_; }

 private:
  double value(double time);
  Interval range(const Tape& tape, double from, double to);
  std::optional<double> search(double from, double to, int depth);
  std::optional<double> search_in(double from, double to, int depth);
  double bisect(double from, double to);

  Tape function_, derivative_;
  std::vector<double> values_, work_;
  std::vector<Interval> interval_values_, interval_work_;
  bool positive_ = false;  // the side on which it is
  int side_ = 0, work_left_ = 0;
  double reached_ = 0;
};

}  // namespace escapement::equations
