// SPDX-License-Identifier: MIT
#include "escapement/qss/polynomial.h"

#include <cmath>
#include <limits>

#include "escapement/core/error.h"

namespace escapement::qss {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

int sign_of(double value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

// The sign of p(e); 0 where rounding could have made it.
int clear_sign(const Polynomial& p, double e) {
  const double value = p.at(e);
  return std::abs(value) <= 4 * p.noise(e) ? 0 : sign_of(value);
}

// Real roots of a + b e + c e^2 in increasing order, without cancellation. A double root counts twice.
int quadratic_roots(double a, double b, double c, double roots[2]) {
  if (c == 0) {
    if (b == 0) return 0;
    roots[0] = -a / b;
    return std::isfinite(roots[0]) ? 1 : 0;
  }
  const double discriminant = b * b - 4 * a * c;
  if (!(discriminant >= 0)) return 0;
  const double s = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
  double first = s / c;  // infinite where c is next to nothing
  double second = s == 0 ? 0 : a / s;
  if (first > second) std::swap(first, second);
  int count = 0;
  if (std::isfinite(first)) roots[count++] = first;
  if (std::isfinite(second)) roots[count++] = second;
  return count;
}

// The root of p in (low, high], where p is monotone and has the sign only at high. `guess` serves where it
// lies between.
double root_between(const Polynomial& p, double low, double high, int sign, double guess = kInfinite) {
  double e = guess;
  if (!(e > low && e < high)) {
    e = 0.5 * (low + high);
    if (const double f = p.at(low) * sign, g = p.at(high) * sign; g > f)
      e = low + (high - low) * (-f / (g - f));
  }
  for (int i = 0; i < 200; ++i) {
    const double value = p.at(e) * sign;
    (value > 0 ? high : low) = e;
    if (value == 0) return e;
    const double slope = (p.c[1] + e * (2 * p.c[2] + 3 * e * p.c[3])) * sign;
    double next = e - value / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - e) <= kEpsilon * std::abs(next) || next <= low || next >= high) return next;
    e = next;
  }
  return e;
}

double root_of(double value, int degree) {
  return degree == 1 ? value : degree == 2 ? std::sqrt(value) : std::cbrt(value);
}

// Where a parabola gets the sign, but for rounding; infinity where it never does.
double guess_of(const Polynomial& p, int sign) {
  double roots[2];
  if (p.c[3] != 0 || quadratic_roots(p.c[0], p.c[1], p.c[2], roots) < 2) return kInfinite;
  return roots[p.c[2] * sign > 0 ? 1 : 0];
}

// Where a curve without turning points above `low` gets the sign.
double root_beyond(const Polynomial& p, double low, int sign) {
  if (const double guess = guess_of(p, sign); guess > low && guess < kInfinite && p.at(2 * guess) * sign > 0)
    return root_between(p, low, 2 * guess, sign, guess);
  double high = low > 0 ? 2 * low : 1;
  // A guess of the right size: where the leading term outweighs each of the others.
  for (int k = Polynomial::kDegree; k > 0; --k) {
    if (p.c[static_cast<std::size_t>(k)] == 0) continue;
    const double lead = std::abs(p.c[static_cast<std::size_t>(k)]);
    double size = 0;
    for (int j = 0; j < k; ++j)
      size = std::max(size, root_of(3 * std::abs(p.c[static_cast<std::size_t>(j)]) / lead, k - j));
    high = low + size;
    break;
  }
  for (int i = 0; i < 2100 && !(p.at(high) * sign > 0); ++i) {
    high = high > 0 ? 2 * high : std::numeric_limits<double>::min();
    if (!std::isfinite(high)) return kInfinite;
  }
  if (!std::isfinite(p.at(high))) return kInfinite;
  return root_between(p, low, high, sign);
}

// The root of v + s[0] e + s[1] e^2 + s[2] e^3 = 0 with v < 0 and all of s >= 0, s[2] > 0. Each term alone
// gives an upper bound; from the least of them Newton's steps on a convex function come down without
// overshooting.
double rising_root(double v, double s0, double s1, double s2) {
  double e = s1 * s1 > -v * s2 ? std::sqrt(-v / s1) : std::cbrt(-v / s2);
  if (s0 * e > -v) e = -v / s0;
  for (int i = 0; i < 100; ++i) {
    const double value = v + e * (s0 + e * (s1 + e * s2));
    const double step = value / (s0 + e * (2 * s1 + 3 * e * s2));
    e -= step;
    if (!(step > 2 * kEpsilon * e)) break;
  }
  return e;
}

// Goes from turning point to turning point; both levels have them in common.
double cubic_time_to_reach(const Polynomial& p, double bound) {
  if (p.c[0] == 0 && p.c[1] == 0 && p.c[2] == 0) return std::cbrt(bound / std::abs(p.c[3]));
  if (std::abs(p.c[0]) == bound && (sign_after_zero({{0, p.c[1], p.c[2], p.c[3]}}) > 0) == (p.c[0] > 0))
    return 0;
  double turns[2];
  const int count = quadratic_roots(p.c[1], 2 * p.c[2], 3 * p.c[3], turns);
  double low = 0;
  for (int i = 0; i < count; ++i) {
    if (!(turns[i] > low)) continue;
    const double value = p.at(turns[i]);
    if (std::abs(value) > bound) {
      Polynomial level = p;
      level.c[0] -= std::copysign(bound, value);
      // Most often the term of degree 3 changes little.
      return root_between(level, low, turns[i], value > 0 ? 1 : -1, time_to_reach(p.truncated(2), bound));
    }
    low = turns[i];
  }
  const Polynomial rest = low == 0 ? p : p.shifted(low);
  const double sign = p.c[3] > 0 ? 1 : -1;
  // Past the last turning point, or where there is none: mostly everything rises.
  const double s0 = low == 0 ? sign * rest.c[1] : 0, s1 = sign * rest.c[2], s2 = sign * rest.c[3];
  const double v = sign * rest.c[0] - bound;
  if (s0 >= 0 && s1 >= 0) return low + rising_root(v, s0, s1, s2);
  Polynomial level = p;
  level.c[0] -= sign * bound;
  return root_beyond(level, low, sign > 0 ? 1 : -1);
}

}  // namespace

Polynomial Polynomial::truncated(int degree) const {
  Polynomial result = *this;
  for (int k = degree + 1; k <= kDegree; ++k) result.c[static_cast<std::size_t>(k)] = 0;
  return result;
}

double Polynomial::noise(double e) const {
  return kEpsilon * (std::abs(c[0]) + e * (std::abs(c[1]) + e * (std::abs(c[2]) + e * std::abs(c[3]))));
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  return {{a.c[0] * b.c[0], a.c[0] * b.c[1] + a.c[1] * b.c[0],
           a.c[0] * b.c[2] + a.c[1] * b.c[1] + a.c[2] * b.c[0],
           a.c[0] * b.c[3] + a.c[1] * b.c[2] + a.c[2] * b.c[1] + a.c[3] * b.c[0]}};
}

std::ostream& operator<<(std::ostream& out, const Polynomial& p) {
  int degree = Polynomial::kDegree;
  while (degree > 0 && p.c[static_cast<std::size_t>(degree)] == 0) --degree;
  for (int k = 0; k <= degree; ++k) out << (k > 0 ? " " : "") << to_text(p.c[static_cast<std::size_t>(k)]);
  return out;
}

int sign_after_zero(const Polynomial& p) {
  for (const double c : p.c)
    if (c != 0) return sign_of(c);
  return 0;
}

double crossing(const Polynomial& p, int sign) {
  if (p.c[3] == 0 && p.c[2] == 0) {  // a line
    if (p.c[1] * sign <= 0) return kInfinite;
    const double e = -p.c[0] / p.c[1];
    return e > 0 && std::isfinite(e) ? e : kInfinite;
  }
  double turns[2];
  const int count = quadratic_roots(p.c[1], 2 * p.c[2], 3 * p.c[3], turns);
  int before = sign_after_zero(p);
  double low = 0;
  for (int i = 0; i < count; ++i) {
    if (!(turns[i] > low)) continue;
    const int here = clear_sign(p, turns[i]);
    if (here == sign && before != sign) return root_between(p, low, turns[i], sign, guess_of(p, sign));
    if (here != 0) before = here;
    low = turns[i];
  }
  int last = 0;  // the sign for e without end
  for (const double c : p.c)
    if (c != 0) last = sign_of(c);
  return last == sign && before != sign ? root_beyond(p, low, sign) : kInfinite;
}

double time_to_reach(const Polynomial& p, double bound) {
  if (std::abs(p.c[0]) > bound) return 0;
  if (p.c[3] == 0) {
    if (p.c[2] == 0) {  // a line, the case of QSS1
      if (p.c[1] == 0) return kInfinite;
      return ((p.c[1] > 0 ? bound : -bound) - p.c[0]) / p.c[1];
    }
    if (p.c[0] == 0 && p.c[1] == 0) return std::sqrt(bound / std::abs(p.c[2]));  // just quantised, QSS2
    // The parabola leaves the band on the side to which it opens, or before that on the other.
    const double far = p.c[2] > 0 ? bound : -bound;
    double roots[2];
    if (p.c[1] * p.c[2] < 0) {
      const int count = quadratic_roots(p.c[0] + far, p.c[1], p.c[2], roots);
      for (int i = 0; i < count; ++i)
        if (roots[i] >= 0 && (p.c[1] + 2 * p.c[2] * roots[i]) * p.c[2] < 0) return roots[i];
    }
    const int count = quadratic_roots(p.c[0] - far, p.c[1], p.c[2], roots);
    return count == 0 ? 0 : std::max(roots[count - 1], 0.0);
  }
  return cubic_time_to_reach(p, bound);
}

}  // namespace escapement::qss
