// SPDX-License-Identifier: MIT
// Two states that are fast only together choose their q together (the improvement of LIQSS by Di Pietro,
// Migoni and Kofman 2019, "Improving linearly implicit quantized state system methods").
//
// Near both states x' = A q + u(t) with A of 2 by 2. As for one state (choice.h), x and q with all
// derivatives up to the order n are to meet after h; since all matrices are polynomials of A, the formulas
// are the same:
//
//   n = 1:  D = 1 - hA                              D q0 = x + h u0
//   n = 2:  D = 2 - 2hA + h^2 A^2                   D q0 = 2x - 2hA x - h^2 (A u0 + u1)
//                                                   D q1 = 2(f + h u1) - h^2 A u1,            f = A x + u0
//   n = 3:  D = 6 - 6hA + 3h^2 A^2 - h^3 A^3        D q0 = (6 - 6hA + 3h^2 A^2) x + h^3 (A^2 u0 + A u1 + 2
//   u2)
//                                                   D q1 = 6(1 - hA) f - h^2 (3A u1 + 6 u2) + h^3 (A^2 u1 +
//                                                   2A u2) D q2 = 3(A f + u1) + h (6 - 3hA + h^2 A^2) u2
//
// h is the longest step with |q0 - x| <= dQ for both; it is searched for, since it is a root of degree 2n.
#pragma once

#include <array>
#include <cmath>

namespace escapement::qss_solver {

struct Vector2 {
  double a = 0, b = 0;
  friend Vector2 operator+(Vector2 u, Vector2 v) { return {u.a + v.a, u.b + v.b}; }
  friend Vector2 operator-(Vector2 u, Vector2 v) { return {u.a - v.a, u.b - v.b}; }
  friend Vector2 operator*(double k, Vector2 v) { return {k * v.a, k * v.b}; }
};

struct Matrix2 {
  double aa = 0, ab = 0, ba = 0, bb = 0;
  friend Vector2 operator*(const Matrix2& m, Vector2 v) {
    return {m.aa * v.a + m.ab * v.b, m.ba * v.a + m.bb * v.b};
  }
};

struct Pair {
  Matrix2 slope;             // A
  Vector2 x;                 // at this instant
  std::array<Vector2, 3> u;  // coefficients of u
  Vector2 quantum;

  // D^-1 v, D = d0 + d1 A + d2 A^2 + d3 A^3.
  static bool solve(const Matrix2& A, double d0, double d1, double d2, double d3,
                    std::array<Vector2, 3>& right, int count) {
    const double t = A.aa + A.bb, det = A.aa * A.bb - A.ab * A.ba;
    // A^2 = t A - det, A^3 = (t^2 - det) A - t det (Cayley and Hamilton).
    const double p = d0 - d2 * det - d3 * t * det, q = d1 + d2 * t + d3 * (t * t - det);
    const Matrix2 m{p + q * A.aa, q * A.ab, q * A.ba, p + q * A.bb};
    const double size = m.aa * m.bb - m.ab * m.ba;
    if (!(std::abs(size) > 0)) return false;
    for (int k = 0; k < count; ++k) {
      const Vector2 v = right[static_cast<std::size_t>(k)];
      right[static_cast<std::size_t>(k)] = {(m.bb * v.a - m.ab * v.b) / size,
                                            (m.aa * v.b - m.ba * v.a) / size};
    }
    return true;
  }

  // q for the step h; whether it keeps to both bands.
  template <int N>
  bool attempt(double h, std::array<Vector2, 3>& q) const {
    const Matrix2& A = slope;
    const Vector2 f = A * x + u[0];
    bool good = false;
    if constexpr (N == 1) {
      q[0] = x + h * u[0];
      good = solve(A, 1, -h, 0, 0, q, 1);
    } else if constexpr (N == 2) {
      q[0] = 2.0 * (x - h * (A * x)) - h * h * (A * u[0] + u[1]);
      q[1] = 2.0 * (f + h * u[1]) - h * h * (A * u[1]);
      good = solve(A, 2, -2 * h, h * h, 0, q, 2);
    } else {
      const double hh = h * h, hhh = hh * h;
      q[0] = 6.0 * (x - h * (A * x)) + 3 * hh * (A * (A * x)) + hhh * (A * (A * u[0] + u[1]) + 2.0 * u[2]);
      q[1] = 6.0 * (f - h * (A * f)) - hh * (3.0 * (A * u[1]) + 6.0 * u[2]) +
             hhh * (A * (A * u[1] + 2.0 * u[2]));
      q[2] = 3.0 * (A * f + u[1]) + h * (6.0 * u[2] - 3 * h * (A * u[2]) + hh * (A * (A * u[2])));
      good = solve(A, 6, -6 * h, 3 * hh, -hhh, q, 3);
    }
    return good && std::abs(q[0].a - x.a) <= quantum.a && std::abs(q[0].b - x.b) <= quantum.b;
  }

  // The longest step, from `first` on; false when there is none.
  template <int N>
  bool choose(double first, std::array<Vector2, 3>& q) const {
    constexpr double kEndless = 1e6;
    const double fast = std::abs(slope.aa) + std::abs(slope.ab) + std::abs(slope.ba) + std::abs(slope.bb);
    std::array<Vector2, 3> attempted;
    double low = 0, high = first;
    const auto fits = [&](double h) {
      if (!attempt<N>(h, attempted)) return false;
      q = attempted;
      return true;
    };
    while (fits(high)) {
      low = high;
      if (fast * high > kEndless) return true;  // both rest
      high *= 2;
    }
    for (int i = 0; i < 40 && low == 0; ++i) {
      if (fits(high / 2))
        low = high / 2;
      else
        high /= 2;
    }
    for (int i = 0; i < 6 && low > 0; ++i) {
      const double middle = 0.5 * (low + high);
      (fits(middle) ? low : high) = middle;
    }
    return low > 0;
  }
};

}  // namespace escapement::qss_solver
