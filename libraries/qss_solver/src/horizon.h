// SPDX-License-Identifier: MIT
// How far polynomials may be trusted: bounds in closed form, for methods of order N.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "engine.h"

namespace escapement::qss_solver {

inline void move(Piece& p, double t, int degree) {
  const double e = t - p.since;
  if (e == 0) return;
  auto& c = p.c;
  if (degree == 1) {
    c[0] += e * c[1];
  } else if (degree == 2) {  // products side by side, so that less has to be waited for
    c[0] = (c[0] + e * c[1]) + e * e * c[2];
    c[1] += e * (2 * c[2]);
  } else if (degree == 3) {
    c[0] = (c[0] + e * c[1]) + e * e * (c[2] + e * c[3]);
    c[1] = (c[1] + e * (2 * c[2])) + e * e * (3 * c[3]);
    c[2] += e * (3 * c[3]);
  }
  p.since = t;
}

// Whether the step of q turns the derivative of x round, or one of higher order.
template <std::size_t N>
bool turned_by(const Piece& x, double t, double slope, const Piece& q, const std::array<double, N>& before) {
  const double e = t - x.since;
  std::array<double, N> d;
  d[N - 1] = x.c[N];
  if constexpr (N > 1) d[N - 2] = x.c[N - 1] + N * e * x.c[N];
  if constexpr (N > 2) d[0] = x.c[1] + e * (2 * x.c[2] + 3 * e * x.c[3]);
  for (std::size_t k = 0; k < N; ++k)
    if (d[k] * (d[k] + slope * (q.c[k] - before[k]) / static_cast<double>(k + 1)) < 0) return true;
  return false;
}

template <int K>
double root(double value) {
  if constexpr (K == 2) return std::sqrt(value);
  if constexpr (K == 3) return std::cbrt(value);
  if constexpr (K == 4) return std::sqrt(std::sqrt(value));
  return std::pow(value, 1.0 / K);
}

// Where a formula tells all that is left out: the time at which one of its terms comes to a tenth of the
// quantum; or infinity when that is after `due`, as it mostly is.
template <int N>
double serves_until(double since, double first, double second, double allowed, double due, double t) {
  const double e = due - since;
  const double power = N == 2 ? e * e * e : e * e * e * e;
  if (power * first <= allowed && power * e * second <= allowed) return kInfinity;
  double until = kInfinity;
  if (first > 0) until = root<N + 1>(allowed / first);
  if (second > 0) until = std::min(until, root<N + 2>(allowed / second));
  return std::max(since + until, t + minimum_step(t));
}

// Not before this time does g, above zero at 0, come to zero; nine tenths of it where that is known in
// closed form.
template <int N>
double reaches_zero(const double (&g)[N + 1]) {
  if constexpr (N == 1) {
    return g[1] < 0 ? -0.9 * g[0] / g[1] : kInfinity;
  } else if constexpr (N == 2) {
    if (g[2] >= 0 && g[1] >= 0) return kInfinity;
    const double square = g[1] * g[1], left = square - 4 * g[0] * g[2];
    if (left < 0) return -left > 1e-6 * square ? kInfinity : 0;
    return 1.8 * g[0] / (std::sqrt(left) - g[1]);
  } else {
    double least = kInfinity;
    if (g[1] < 0) least = g[0] / (-3 * g[1]);
    if (g[2] < 0) least = std::min(least, std::sqrt(g[0] / (-3 * g[2])));
    if (g[3] < 0) least = std::min(least, std::cbrt(g[0] / (-3 * g[3])));
    return least;
  }
}

}  // namespace escapement::qss_solver
