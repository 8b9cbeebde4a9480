// SPDX-License-Identifier: MIT
// What a delay() was of and has still to come, as polynomials, each from its own time on.
#pragma once

#include <deque>
#include <limits>

#include "piece.h"
#include "trust.h"

namespace escapement::qss_solver {

struct Waiting {
  Piece piece;
  bool jump = false;
  template <class A>
  void archive(A& archive) {
    archive(piece.since, piece.c, jump);
  }
};

struct Past {
  std::deque<Waiting> waiting;
  Piece last;  // of the function
  Trust trust;
  double renewal = std::numeric_limits<double>::infinity();  // when its polynomial is to be looked at again
};

struct Delayed {
  double time = 0, quantum = 0;
  Past of_q, of_x;
};

}  // namespace escapement::qss_solver
