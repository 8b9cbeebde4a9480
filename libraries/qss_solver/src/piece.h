// SPDX-License-Identifier: MIT
// A polynomial in time from an instant on, as slots hold them.
#pragma once

#include <array>

namespace escapement::qss_solver {

// c[0] + c[1] e + c[2] e^2 + c[3] e^3, e = t - since.
struct Piece {
  double since = 0;
  std::array<double, 4> c{};
  double at(double t) const {
    const double e = t - since;
    return c[0] + e * (c[1] + e * (c[2] + e * c[3]));
  }
  void move_to(double t) {
    const double e = t - since;
    if (e == 0) return;
    c[0] = c[0] + e * (c[1] + e * (c[2] + e * c[3]));
    c[1] = c[1] + e * (2 * c[2] + 3 * e * c[3]);
    c[2] = c[2] + 3 * e * c[3];
    since = t;
  }
};

}  // namespace escapement::qss_solver
