// SPDX-License-Identifier: MIT
// The choice of q in LIQSS2 and LIQSS3. With x' = a q + u and q of degree n - 1, the n conditions
// x^(k)(h) = q^(k)(h) are linear in the coefficients of q. Their solution has the denominator
// sum_{k<=n} (-a h)^k / k! (times n!), a polynomial without roots for a <= 0 and h >= 0, so that every step
// is allowed; for h without end q tends to the solution of q' = a q + u that is itself a polynomial.
#include <algorithm>
#include <cmath>

#include "escapement/qss/quantised_state.h"

namespace escapement::qss {
namespace {

constexpr double kEndless = 1e5;  // |a| h from which on a step is as good as one without end

Polynomial quadratic_choice(double x, double a, const Polynomial& u, double h) {
  const double d = 2 - 2 * a * h + a * a * h * h;
  return {{(2 * x - 2 * a * h * x - h * h * (a * u.c[0] + u.c[1])) / d,
           (2 * (a * x + u.c[0] + h * u.c[1]) - a * h * h * u.c[1]) / d, 0, 0}};
}

Polynomial cubic_choice(double x, double a, const Polynomial& u, double h) {
  const double aa = a * a, hh = h * h;
  const double f = a * x + u.c[0];
  const double d = 6 - 6 * a * h + 3 * aa * hh - aa * a * hh * h;
  return {
      {(6 * x * (1 - a * h + aa * hh / 2) + hh * h * (aa * u.c[0] + a * u.c[1] + 2 * u.c[2])) / d,
       (6 * f * (1 - a * h) - hh * (3 * a * u.c[1] + 6 * u.c[2]) + hh * h * (aa * u.c[1] + 2 * a * u.c[2])) /
           d,
       (3 * (a * f + u.c[1]) + u.c[2] * (6 * h - 3 * a * hh + aa * hh * h)) / d, 0}};
}

}  // namespace

// Lengthens the step from that of the explicit method while |q - x| stays within the quantum, then halves the
// bracket: a step that is a little short does no harm.
template <class Try>
void QuantisedState::choose_longest(double explicit_step, Try try_step) {
  const auto fits = [&](double h) {
    const Polynomial q = try_step(h);
    if (!(std::abs(q.c[0] - x_.c[0]) <= quantum_)) return false;
    q_ = q;
    return true;
  };
  q_ = x_.truncated(order_ - 1);
  double low = 0, high = explicit_step;
  if (!std::isfinite(high)) return;  // x follows q for ever
  while (fits(high)) {
    low = high;
    if (-slope_ * high > kEndless) return;  // x rests on q: no meeting
    high *= 2;
    if (slope_ == 0 && high > 64 * explicit_step) break;
  }
  for (int i = 0; i < 60 && low == 0; ++i) {
    if (fits(high / 2))
      low = high / 2;
    else
      high /= 2;
  }
  for (int i = 0; i < 8; ++i) {
    const double middle = 0.5 * (low + high);
    (fits(middle) ? low : high) = middle;
  }
  meeting_ = x_since_ + low;
}

void QuantisedState::choose_quadratic() {
  const double x = x_.c[0], a = slope_;
  const Polynomial old = q_;  // moved to this instant
  const Polynomial u = {{x_.c[1] - a * old.c[0], 2 * x_.c[2] - a * old.c[1], 0, 0}};
  const double second = a * (a * x + u.c[0]) + u.c[1];  // of x, were q = x
  choose_longest(std::sqrt(2 * quantum_ / std::abs(second)),
                 [&](double h) { return quadratic_choice(x, a, u, h); });
}

void QuantisedState::choose_cubic() {
  const double x = x_.c[0], a = slope_;
  const Polynomial old = q_;  // moved to this instant
  const Polynomial u = {{x_.c[1] - a * old.c[0], 2 * x_.c[2] - a * old.c[1], 3 * x_.c[3] - a * old.c[2], 0}};
  const double third = a * (a * (a * x + u.c[0]) + u.c[1]) + 2 * u.c[2];
  choose_longest(std::cbrt(6 * quantum_ / std::abs(third)),
                 [&](double h) { return cubic_choice(x, a, u, h); });
}

}  // namespace escapement::qss
