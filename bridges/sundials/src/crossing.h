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
#pragma once

#include <cstddef>
#include <vector>

#include "escapement/core/archive_fwd.h"
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
  explicit Crossings(std::vector<Relation> relations);
  bool empty() const { return relations_.empty(); }

  // Whether each condition holds, as of the place from which the search goes on.
  const std::vector<char>& holding() const { return holding_; }
  void archive(Archive& archive);
  // Takes the conditions at t as they are: what is true now does not fire.
  void settle(double t, ConditionValues& values);
  // The same, but answers those that were false before.
  std::vector<std::size_t> newly_true(double t, ConditionValues& values);

  // Goes through (a, b], where settle() or an earlier search has left off at a. True when a condition becomes
  // true: then time() and fired() tell when and which, and the next search begins there.
  // begins: the solver has begun anew at a.
  bool search(double a, double b, ConditionValues& values, bool begins = false);
  double time() const { return time_; }
  const std::vector<std::size_t>& fired() const { return fired_; }

 private:
  struct Point {
    double t = 0;
    std::vector<double> g;
  };
  bool look(Point& from, Point& to, ConditionValues& values);
  void close_in(Point& from, Point& to, ConditionValues& values);
  double distance(std::size_t i, double g) const {  // above 0: true
    return relations_[i] == Relation::kAbove || relations_[i] == Relation::kAtLeast ? g : -g;
  }

  std::vector<Relation> relations_;
  std::vector<char> holding_;
  Point left_, middle_, right_, probe_;
  std::vector<std::size_t> candidates_, fired_;
  double time_ = 0;
};

}  // namespace escapement::sundials::internal
