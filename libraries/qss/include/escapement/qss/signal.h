// SPDX-License-Identifier: MIT
// The messages of continuous parts: a piece of a signal, that is its value and derivatives at the instant
// from which it holds. It holds until the next piece comes.
#pragma once

#include <ostream>

#include "escapement/core/time.h"
#include "escapement/qss/polynomial.h"

namespace escapement::qss {

struct Signal {
  Time since = 0;
  Polynomial piece;

  double at(Time t) const { return piece.at(t - since); }
  Polynomial from(Time t) const { return t == since ? piece : piece.shifted(t - since); }
  friend bool operator==(const Signal&, const Signal&) = default;
  // The coefficients: "0.5 -1".
  friend std::ostream& operator<<(std::ostream& out, const Signal& s) { return out << s.piece; }
};

}  // namespace escapement::qss
