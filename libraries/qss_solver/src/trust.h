// SPDX-License-Identifier: MIT
// How long a polynomial is trusted where the coefficients that it leaves out are small: they may be so by
// chance, as those of tanh(1000 x) are beyond its flank. From one look at the function to the next the time
// grows, by a quarter of all that has passed since the coefficients themselves (or a look ahead) told how
// long a polynomial serves, beyond one and a half times what they told then. So a wave that has been flat for
// a while is not trusted for the length of a period, however many of them there have been. And where it is to
// serve for much longer than others did of late, it is looked at more often ahead.
#pragma once

#include <algorithm>
#include <limits>

namespace escapement::qss_solver {

class Trust {
 public:
  void begin(double t) {
    *this = {};
    since_ = t;
  }
  double after(double t) const { return kLeast + 1.5 * last_ + 0.25 * (t - since_); }
  // What the coefficients tell, or a look ahead.
  void limited(double t, double serves) {
    since_ = t;
    last_ = serves;
    shortest_ = std::min(kForgets * shortest_, serves);
  }
  // At how many times ahead a polynomial made at t is looked at that is to serve so long.
  int looks(double t, double serves) const {
    constexpr int kFew = 3, kMany = 8;
    if (serves >= 0.999 * after(t)) return kMany;
    return serves < 4 * shortest_ ? 1 : serves < 16 * shortest_ ? kFew : kMany;
  }
  template <class A>
  void archive(A& archive) {
    archive(since_, last_, shortest_);
  }

 private:
  static constexpr double kLeast = 1e-6, kForgets = 1.05;
  double since_ = 0, last_ = 0, shortest_ = std::numeric_limits<double>::infinity();
};

}  // namespace escapement::qss_solver
