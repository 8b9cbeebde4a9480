// SPDX-License-Identifier: MIT
// The choice of a quantised state q from the state x, in closed form, and when the next choice is due.
//
// Explicit methods take the Taylor polynomial of x. Implicit ones take x' = a q + u(t) for the state's own
// equation, a <= 0, and ask for the longest h with |q(0) - x| <= dQ for which x and q, with all derivatives
// up to the method's order, meet after h (qss/quantised_state.h). With s the derivative of x of the method's
// order if q were x, q(0) - x comes out as
//
//   n = 1:    h f  / (1 - a h)
//   n = 2:  - h^2 s / (2 - 2 a h + a^2 h^2)
//   n = 3:    h^3 s / (6 - 6 a h + 3 a^2 h^2 - a^3 h^3)
//
// so that |q(0) - x| = dQ is a linear, a quadratic and (in 1/h) a cubic equation for h with one positive
// root. It has none where |s| <= dQ |a|^n: there x rests beside q however long the step is.
//
// Where the step comes out long beside 1/|a|, q stands where x would rest, and x stays where it is, up to dQ
// away. If that place moves, x is at the border of its band again at once, and would be for ever. So of steps
// that are long an `after` of time is taken: q, within the band all the more, brings x back to itself by
// then. Without it where x is near its rest anyway.
#pragma once

#include <algorithm>
#include <cmath>

#include "escapement/core/time.h"
#include "escapement/qss/method.h"
#include "escapement/qss/polynomial.h"

namespace escapement::qss_solver {

// x: value and derivatives / k!, at this instant; q: the old one there, replaced by the new one; a: the slope
// of x' over q, of implicit methods only.
inline void choose_explicit(int order, const double* x, double* q) {
  for (int k = 0; k < order; ++k) q[k] = x[k];
}

// Of implicit methods: whether the step is long beside 1 / |a|, so that x comes to rest by q.
inline bool choose_liqss1(const double* x, double* q, double a, double quantum) {
  const double f = x[1] + a * (x[0] - q[0]);
  const double reach = std::abs(f) + a * quantum;
  const bool rests = f == 0 || reach <= 0;
  if (rests)
    q[0] = a == 0 ? x[0] : x[0] - f / a;
  else
    q[0] = x[0] + std::copysign(quantum, f);
  return rests;
}

inline void choose_cqss(const double* x, double* q, double a, double quantum) {
  const double half = quantum / 2;
  const double f = x[1] + a * (x[0] - q[0]);
  if (f == 0 || std::abs(f) + a * half <= 0)
    q[0] = a == 0 ? x[0] : x[0] - f / a;
  else
    q[0] = x[0] + std::copysign(half, f);
}

// How near its rest x is left alone, in quanta; and how many time constants are a long step.
inline constexpr double kNearRest = 0.25, kLong = 10;

// Beyond that, with h as `after`.
inline bool choose_liqss2_back(const double* x, double* q, double a, double u1, double f, double after) {
  const double ah = a * after, d = 2 + ah * (ah - 2);
  q[0] = x[0] - (after / d) * (after * (a * f + u1));
  q[1] = (2 * f + after * u1 * (2 - ah)) / d;
  return true;
}

[[gnu::always_inline]] inline bool choose_liqss2(const double* x, double* q, double a, double quantum,
                                                 double after = kInfinity) {
  const double u0 = x[1] - a * q[0], u1 = 2 * x[2] - a * q[1];
  const double f = a * x[0] + u0;
  const double s = a * f + u1, size = std::abs(s), left = size - quantum * a * a;
  if (left <= 0) {
    if (after < kInfinity && size > kNearRest * quantum * a * a)
      return choose_liqss2_back(x, q, a, u1, f, after);
    q[0] = a == 0 ? x[0] : -(u0 + u1 / a) / a;
    q[1] = a == 0 ? f : -u1 / a;
    return true;
  }
  // h = part / left. What is computed here is waited for, by the next step too: so where squares are numbers,
  // the second division is of both sides times left^2, and need not wait for the first.
  const double part = std::sqrt(2 * quantum * size - (quantum * a) * (quantum * a)) - quantum * a;
  const bool rests = -a * part > kLong * left;
  if (rests && part > after * left) [[unlikely]]
    return choose_liqss2_back(x, q, a, u1, f, after);
  q[0] = x[0] - std::copysign(quantum, s);
  if (left > 1e-100 && left < 1e100) [[likely]] {
    const double squared = left * left, slope = a * part, rest = 2 * left - slope;
    q[1] = (2 * f * squared + part * u1 * rest) / (2 * squared - slope * rest);
    return rests;
  }
  const double h = part / left, ah = a * h;
  q[1] = (2 * f + h * u1 * (2 - ah)) / (2 + ah * (ah - 2));
  return rests;
}

inline bool choose_liqss3(const double* x, double* q, double a, double quantum, double after = kInfinity) {
  const double u0 = x[1] - a * q[0], u1 = 2 * x[2] - a * q[1], u2 = 3 * x[3] - a * q[2];
  const double f = a * x[0] + u0, aa = a * a;
  const double s = aa * f + a * u1 + 2 * u2, size = std::abs(s), left = size / quantum + aa * a;
  const bool near = size <= kNearRest * quantum * aa * -a;
  if (left <= 0 && (near || after == kInfinity)) {
    if (a == 0) {
      choose_explicit(3, x, q);
      return true;
    }
    q[2] = -u2 / a;
    q[1] = (2 * q[2] - u1) / a;
    q[0] = (q[1] - u0) / a;
    return true;
  }
  // y^3 - a y^2 + a^2 y / 2 = left / 6 for y = 1 / h: convex for y > 0, so Newton from above comes down to
  // it.
  double y = left > 0 ? std::cbrt(left / 6) : 0;
  for (int i = 0; i < 8 && y > 0; ++i) {
    const double step = (((y - a) * y + aa / 2) * y - left / 6) / ((3 * y - 2 * a) * y + aa / 2);
    y -= step;
    if (step < 1e-9 * y) break;
  }
  const bool rests = -a > kLong * y, back = rests && y * after < 1;
  const double h = back ? after : 1 / y, ah = a * h, hh = h * h;
  const double d = 6 - 6 * ah + 3 * ah * ah - ah * ah * ah;
  q[0] = back ? x[0] + (h / d) * (hh * s) : x[0] + std::copysign(quantum, s);
  q[1] = (6 * f * (1 - ah) - hh * (3 * a * u1 + 6 * u2) + hh * h * (aa * u1 + 2 * a * u2)) / d;
  q[2] = (3 * (a * f + u1) + u2 * h * (6 - 3 * ah + ah * ah)) / d;
  return rests;
}

// The least e > 0 at which d0 + d1 e + d2 e^2 leaves the band of this half width. At its border, or outside,
// it may go inward; on the way out it is given twice the width, and none beyond that.
inline double leaves_band_at_border(double d0, double d1, double d2, double width) {
  if (d0 < 0) d0 = -d0, d1 = -d1, d2 = -d2;
  const bool outward = d1 > 0 || (d1 == 0 && d2 > 0);
  const double up = outward ? 2 * width : d0;
  if (outward && d0 >= up) return 0;
  if (d2 == 0) {
    if (d1 == 0) return kInfinity;
    return d1 > 0 ? (up - d0) / d1 : (width + d0) / -d1;
  }
  const double half = 0.5 * d1;
  if (d2 < 0) {  // opens downward: through `up` while it still rises, else through -width
    const double top = half * half - d2 * (d0 - up);
    if (half > 0 && top >= 0) return (up - d0) / (half + std::sqrt(top));
    return (half + std::sqrt(half * half - d2 * (d0 + width))) / -d2;
  }
  if (half < 0) {
    const double bottom = half * half - d2 * (d0 + width);
    if (bottom >= 0) return (d0 + width) / (std::sqrt(bottom) - half);
    if (d0 == up) return -d1 / d2;
    return (std::sqrt(half * half + d2 * (up - d0)) - half) / d2;
  }
  return (up - d0) / (half + std::sqrt(half * half + d2 * (up - d0)));
}

// Which way it leaves cannot be foretold, so inside the band one root and one division serve all cases, and
// their operands are selected: turned so that it opens upward, the curve leaves below if it comes down so
// far, else above.
inline double leaves_band(double d0, double d1, double d2, double width) {
  constexpr double kNear = 1e-10;  // of the width: how far off rounding may leave the border
  if (!(std::abs(d0) < width * (1 - kNear))) return leaves_band_at_border(d0, d1, d2, width);
  const double sign = std::copysign(1.0, d2);
  const double start = sign * d0, half = 0.5 * (sign * d1), bend = std::abs(d2), square = half * half;
  const double to_top = width - start, to_bottom = width + start;
  // It opens upward. Coming down it may leave below, else it leaves above, and from there the two forms of
  // the root, of which one loses digits on the way down and the other on the way up.
  const double below = square - bend * to_bottom;
  const bool down = half < 0, leaves_below = static_cast<bool>(down & (below >= 0));
  const double root = std::sqrt(leaves_below ? below : square + bend * to_top);
  const double sum = root + std::abs(half);
  if (down && !leaves_below) return sum / bend;
  return (leaves_below ? to_bottom : to_top) / sum;
}

// Two at once, in the two halves of one register: the roots and divisions of both take the time of one, and
// choices are masks, for no branch could be foretold.
using Two = double __attribute__((vector_size(16)));

inline Two leaves_band(Two d0, Two d1, Two d2, Two width) {
  using Bits = long long __attribute__((vector_size(16)));
  constexpr double kNear = 1e-10;
  const Two zero{0, 0};
  const Bits sign_bit = reinterpret_cast<Bits>(Two{-0.0, -0.0});
  const auto size = [&](Two a) { return reinterpret_cast<Two>(reinterpret_cast<Bits>(a) & ~sign_bit); };
  const auto choose = [](Bits mask, Two a, Two b) {
    return reinterpret_cast<Two>((mask & reinterpret_cast<Bits>(a)) | (~mask & reinterpret_cast<Bits>(b)));
  };
  const Bits inside = size(d0) < width * (1 - kNear);
  if ((inside[0] & inside[1]) == 0) [[unlikely]]
    return Two{leaves_band(d0[0], d1[0], d2[0], width[0]), leaves_band(d0[1], d1[1], d2[1], width[1])};
  const Bits sign = reinterpret_cast<Bits>(d2) & sign_bit;
  const auto turned = [&](Two a) { return reinterpret_cast<Two>(reinterpret_cast<Bits>(a) ^ sign); };
  const Two start = turned(d0), half = 0.5 * turned(d1), bend = size(d2), square = half * half;
  const Two to_top = width - start, to_bottom = width + start;
  const Two below = square - bend * to_bottom;
  const Bits down = half < zero, leaves_below = down & (below >= zero), turns = down & ~leaves_below;
  const Two radicand = choose(leaves_below, below, square + bend * to_top);
  const Two sum = Two{std::sqrt(radicand[0]), std::sqrt(radicand[1])} + size(half);
  return choose(turns, sum, choose(leaves_below, to_bottom, to_top)) / choose(turns, bend, sum);
}

// The same for degree 3.
inline double leaves_band(const qss::Polynomial& d, double width) {
  if (d.c[3] == 0) return leaves_band(d.c[0], d.c[1], d.c[2], width);
  constexpr double kNear = 1e-10;
  const double size = std::abs(d.c[0]);
  qss::Polynomial change = d;
  change.c[0] = 0;
  const bool outward = size > 0 && qss::sign_after_zero(change) == (d.c[0] > 0 ? 1 : -1);
  if (size >= width * (1 - kNear))
    width = outward || size > width * (1 + kNear) ? std::max(2 * width, size) : size;
  return qss::time_to_reach(d, width);
}

}  // namespace escapement::qss_solver
