// SPDX-License-Identifier: MIT
// Follows one function of time through its zeros: on which side of zero it is, and when it gets to the other.
//
// Sides, not values, decide: a side holds until the function is certain to have left it. At the instant of a
// crossing the value is zero up to rounding; there the sign that the polynomial takes just afterwards counts,
// so that a bounce (the derivative turns at zero) is two crossings at one instant, and a crossing whose value
// came out a hair short of zero is one. The instant that is announced is moved on, by as few steps of the
// clock's resolution as it takes, until the polynomial has its new sign there, or is zero: who evaluates the
// condition at that instant finds it true.
#pragma once

#include "escapement/core/archive_fwd.h"
#include "escapement/core/time.h"
#include "escapement/qss/polynomial.h"

namespace escapement::qss {

class Crossing {
 public:
  // Side not known; the next update() takes it from the function. Where the function is zero and stays so,
  // or has jumped to zero and stays there, the side is `side_of_zero`, 1 or -1. (What stays at zero after it
  // came there by itself keeps the side of its crossing; so does what jumps to and fro without end.) Or the
  // side is given.
  void start(int side_of_zero, int side = 0);
  // The function from t on. `magnitude` is the size of the terms that it was computed from: for a - b, |a| +
  // |b|. Zero is known only up to their rounding.
  void update(Time t, const Polynomial& function, double magnitude);
  // At due(): goes to the other side and looks for the next crossing.
  void cross(Time t);
  // The same without a look at what comes next: an update() has to follow.
  void turn(Time t);

  int side() const { return side_; }
  Time due() const { return due_; }
  // Whether the crossings seem to have no end: their distances (from each to the next into the same side)
  // have shrunk at every one of at least 8 in a row, by a factor of 1e4 at most, to less than 1e-8 of the
  // first; or 60 in a row came so
  // shortly after each other that the clock hardly tells them apart.
  bool endless() const;
  // How many crossings in a row the clock hardly tells apart.
  int crowded() const { return crowded_; }
  // Where shrinking distances end, taken as a geometric series.
  Time accumulation() const;
  void archive(Archive& archive);

 private:
  void look(Time t, bool jumped = false);

  // Crossings into one side.
  struct Sequence {
    Time last = -kInfinity, distance = kInfinity, before = kInfinity, first = 0;
    int shrinking = 0;
    void add(Time t);
    void archive(Archive& archive);
  };

  Polynomial function_;
  Time since_ = 0, due_ = kInfinity, last_ = -kInfinity;
  double noise_ = 0;
  int side_ = 0, side_of_zero_ = -1, crowded_ = 0;
  Sequence up_, down_;
};

}  // namespace escapement::qss
