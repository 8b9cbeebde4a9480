// SPDX-License-Identifier: MIT
// Systems for tests of the quantised state solver, from lines of text.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "equations/hybrid_support.h"
#include "escapement/qss_solver/solver.h"

namespace escapement::qss_solver::testing_support {

using Text = equations::testing_support::Hybrid;

inline void start(Text& text, const std::string& name, double value) {
  equations::FlatVariable& one = text.system.variables[text.unknown(name)];
  one.start = value;
  one.fixed = true;
}

inline qss::Method method(qss::Kind kind, double relative, double absolute) {
  qss::Method made;
  made.kind = kind;
  made.relative = relative;
  made.absolute = absolute;
  return made;
}

// Runs on to h, 2 h, ..., count h, and has each looked at.
template <class Look>
void look_at_each(Solver& solver, double h, int count, const Look& look) {
  for (int k = 1; k <= count; ++k) {
    solver.advance(k * h);
    look(k * h);
  }
}

inline constexpr qss::Kind kAll[] = {qss::Kind::kQss1,   qss::Kind::kQss2,   qss::Kind::kQss3,
                                     qss::Kind::kLiqss1, qss::Kind::kLiqss2, qss::Kind::kLiqss3,
                                     qss::Kind::kCqss};

}  // namespace escapement::qss_solver::testing_support
