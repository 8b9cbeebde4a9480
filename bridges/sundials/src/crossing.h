// SPDX-License-Identifier: MIT
// Finds when conditions become true within a step, on the dense output.
//
//   X1  The step is looked at in thirds, so that a condition that is true only in its midst is seen. Where
//       the three last points show a condition that came near to being true and went away again, the top of
//       the parabola through them is looked at too.
//       A step that begins anew is looked at early too, at a tenth and a hundredth: what an event has just
//       set in motion may be over long before a third.
//   X2  Within the first piece at whose end a condition is newly true, the earliest moment is closed in on by
//       the secant rule, every third time by halving, until its ends are neighbours within two ulps of the
//       larger one. The event is at the end where the condition is true.
//   X3  Conditions that become true within eight ulps after it are taken to do so at once.
//   X4  No error test of the solver has seen what moves with time beside the states: a step may be as long as
//       many of its periods. Where there are such conditions, a stretch of the step is looked at in thirds
//       only while the cubic through these four points tells all of it: its third difference is small beside
//       the way that the function goes, or beside its distance from zero. Else each third is a stretch of its
//       own. The next stretch is at most four times as long as the last that served (twice with X5), so a
//       search begins with short ones.
//   X5  Values that are followed have no zero, but are to be continuous. Stretches are divided likewise, and
//       where one that is no longer than some ulps still shows a jump (above 1e-4 of the largest value so
//       far, which is 1 at least), this is an event.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/time.h"
#include "escapement/sundials/system.h"

namespace escapement::sundials::internal {

// g_i(t) of all conditions.
class ConditionValues {
 public:
  virtual ~ConditionValues() = default;
  virtual void at(double t, double* g) = 0;
};

class Crossings {
 public:
  // driven: by condition, whether X4 is for it; none when absent. followed: how many values come after g.
  explicit Crossings(std::vector<Relation> relations, std::vector<char> driven = {},
                     std::size_t followed = 0);
  bool empty() const { return relations_.empty() && followed_ == 0; }

  // Whether each condition holds, as of the place from which the search goes on.
  const std::vector<char>& holding() const { return holding_; }
  void archive(Archive& archive);
  // Takes the conditions at t as they are: what is true now does not fire.
  void settle(double t, ConditionValues& values);
  // The same, but answers those that were false before.
  std::vector<std::size_t> newly_true(double t, ConditionValues& values);

  // Goes through (a, b], where settle() or an earlier search has left off at a. True when a condition becomes
  // true, or a value that is followed has jumped: then time() and fired() tell when and which, and the next
  // search begins there.
  // begins: the solver has begun anew at a.
  bool search(double a, double b, ConditionValues& values, bool begins = false);
  double time() const { return time_; }
  // How far the search has come, also one that has thrown.
  double left() const { return left_.t; }
  const std::vector<std::size_t>& fired() const { return fired_; }
  // Whether it is a jump, between before_jump() and time().
  bool jumped() const { return jumped_; }
  double before_jump() const { return before_jump_; }

 private:
  struct Point {
    double t = 0;
    std::vector<double> g;
  };
  using Thirds = std::array<Point, 3>;
  void evaluate(Point& point, ConditionValues& values);
  bool look(Point& from, Point& to, ConditionValues& values);
  bool look_at_thirds(Thirds& ends, bool known, Point before, ConditionValues& values);
  bool rises(const Point& point) const;
  bool climb(std::size_t i, const Point& before, const Point& right, ConditionValues& values);
  bool walk(double to, bool begins, ConditionValues& values);
  bool stretch(double to, std::size_t depth, ConditionValues& values);
  bool tells_all(const Thirds& ends) const;
  bool jumps(const Thirds& ends) const;
  void close_in(Point& from, Point& to, ConditionValues& values);
  double distance(std::size_t i, double g) const {  // above 0: true
    return relations_[i] == Relation::kAbove || relations_[i] == Relation::kAtLeast ? g : -g;
  }

  std::vector<Relation> relations_;
  std::vector<char> holding_;
  std::vector<char> driven_;
  std::size_t followed_ = 0;
  bool walks_ = false;
  Point left_, middle_, right_, probe_;
  Thirds thirds_;
  std::deque<Thirds> stretches_;  // by depth
  std::vector<double> largest_;   // of each value, so far; what is small beside 1 may be nothing but rounding
  double reach_ = kInfinity;      // the longest stretch that has served
  int looks_ = 0;
  bool jumped_ = false;
  double before_jump_ = 0;
  std::vector<std::size_t> candidates_, fired_;
  double time_ = 0;
};

}  // namespace escapement::sundials::internal
