// SPDX-License-Identifier: MIT
// When does a function of time alone change its sign? Searched for by intervals, so that no crossing is
// missed however narrow: a stretch of time in which the function cannot be zero is left out, one in which its
// derivative cannot be zero holds at most one crossing, which bisection finds to the last bit; any other
// stretch is halved. What the function can be is told by its range and, where it has no jumps, by the mean
// value form f(m) + f'(X) (X - m), which is off by the square of the stretch's length only (Moore, Kearfott
// and Cloud 2009, section 6.3): formulas that read their variables often, as rounds of Newton's method do,
// need no stretches as short as their ranges would ask for.
//
// A search that comes to no end within its work tells how far it came, and the next one looks at longer
// stretches only: of those that stay undecided the values at their ends tell. So the work for a run grows
// with the logarithm of its length, and a crossing may be missed only where intervals tell nothing and it is
// taken back within one such stretch. A function that is zero but for roundings does not cross;
// where it leaves zero the search ends without a crossing, and the side of the next one tells.
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
  double value_at(std::span<const double> values, double time);

 private:
  double value(double time) { return value_at(values_, time); }
  std::optional<double> on_one_side(double from, bool positive);
  std::optional<Interval> centred(double from, double to, const Interval& slope);
  Interval range(const Tape& tape, double from, double to);
  std::optional<double> search(double from, double to, int depth);
  std::optional<double> search_in(double from, double to, int depth);
  double bisect(double from, double to);

  Tape function_, derivative_;
  std::vector<double> values_, work_;
  std::vector<Interval> interval_values_, interval_work_;
  bool jumps_ = false;     // the function may, while time goes on
  bool positive_ = false;  // the side on which it is
  bool unsure_ = false;    // it began as zero but for roundings
  bool coarse_ = false;    // a stretch was left at that
  int side_ = 0, work_left_ = 0;
  double start_ = 0, reached_ = 0;
  double shortest_ = 0;  // stretches that are not halved any more; 0: down to neighbours
};

}  // namespace escapement::equations
