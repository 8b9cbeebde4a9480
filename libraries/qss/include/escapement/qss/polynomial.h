// SPDX-License-Identifier: MIT
// Polynomials in time of degree at most 3, and the instants at which they reach zero. QSS methods work on
// pieces of such polynomials: to integrate, to predict the next change of a quantised state and to locate a
// crossing is arithmetic on four numbers.
#pragma once

#include <array>
#include <optional>
#include <ostream>

namespace escapement::qss {

// p(e) = c[0] + c[1] e + c[2] e^2 + c[3] e^3, with e >= 0 the time since the piece began. c[k] is the k-th
// derivative at e = 0 divided by k!.
struct Polynomial {
  static constexpr int kDegree = 3;
  std::array<double, kDegree + 1> c{};

  static Polynomial constant(double value) { return {{value, 0, 0, 0}}; }

  double at(double e) const { return c[0] + e * (c[1] + e * (c[2] + e * c[3])); }
  // The same curve with its origin at e (Taylor shift).
  Polynomial shifted(double e) const {
    return {{at(e), c[1] + e * (2 * c[2] + 3 * e * c[3]), c[2] + 3 * e * c[3], c[3]}};
  }
  Polynomial derivative() const { return {{c[1], 2 * c[2], 3 * c[3], 0}}; }
  // Without the terms above the given degree.
  Polynomial truncated(int degree) const;
  bool is_finite() const {
    const double sum = c[0] + c[1] + c[2] + c[3];
    return sum - sum == 0;
  }
  bool is_constant() const { return c[1] == 0 && c[2] == 0 && c[3] == 0; }
  // A bound of the rounding in at(e), up to a factor of a few: the machine's epsilon times the sum of |c[k]|
  // e^k.
  double noise(double e) const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    return {{a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2], a.c[3] + b.c[3]}};
  }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) {
    return {{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2], a.c[3] - b.c[3]}};
  }
  friend Polynomial operator*(double k, const Polynomial& p) {
    return {{k * p.c[0], k * p.c[1], k * p.c[2], k * p.c[3]}};
  }
  // The Taylor polynomial of the product; terms above degree 3 are dropped.
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial&, const Polynomial&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Polynomial& p);
};

// 1, -1 or 0: the sign that p has just after e = 0, that is of its first coefficient that is not 0.
int sign_after_zero(const Polynomial& p);

// The least e > 0 at which p has the given sign (1 or -1) and had another just before; infinity when it never
// gets it. p(0) itself does not count: when p has that sign at 0 already, it must first lose it. A curve that
// only touches zero, up to rounding, does not cross it.
//
// Between two roots of p' the curve is monotone, and those roots are known in closed form. So the pieces are
// walked in order, signs are compared at their ends, and the one crossing of a piece is found by Newton steps
// that never leave the bracket (falling back on halving). Unlike the closed form for cubics this loses no
// digits when the leading coefficient is tiny.
double crossing(const Polynomial& p, int sign);

// The least e > 0 at which |p| reaches bound > 0 from below; 0 when |p(0)| > bound, or |p(0)| = bound and |p|
// grows; infinity when it stays below for ever. This is what a quantised state waits for.
double time_to_reach(const Polynomial& p, double bound);

}  // namespace escapement::qss
