// SPDX-License-Identifier: MIT
// Numbers that carry their derivatives: truncated Taylor series in time, x(t + h) = c0 + c1 h + ... + cN h^N,
// with the arithmetic of Griewank and Walther 2008, "Evaluating Derivatives", chapter 13. A function of
// series evaluated in this arithmetic gives its own series: so QSS methods get the time derivatives of right
// sides without differences.
//
// Where a function has a corner or a jump (abs, sign, floor, min, max) the piece on which the value lies is
// taken; abs at a zero takes the sign of the first coefficient that is not zero, which is the piece that time
// enters.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace escapement::equations {

template <std::size_t Order>
struct Taylor {
  std::array<double, Order + 1> c{};  // coefficients: c[k] is the k-th derivative divided by k!

  Taylor() = default;
  explicit Taylor(double value) { c[0] = value; }

  // The value at h after the expansion point.
  double at(double h) const {
    double sum = c[Order];
    for (std::size_t k = Order; k-- > 0;) sum = sum * h + c[k];
    return sum;
  }
};

template <std::size_t N>
double leading(const Taylor<N>& x) {
  return x.c[0];
}

template <std::size_t N>
Taylor<N> operator+(Taylor<N> a, const Taylor<N>& b) {
  for (std::size_t k = 0; k <= N; ++k) a.c[k] += b.c[k];
  return a;
}
template <std::size_t N>
Taylor<N> operator-(Taylor<N> a, const Taylor<N>& b) {
  for (std::size_t k = 0; k <= N; ++k) a.c[k] -= b.c[k];
  return a;
}
template <std::size_t N>
Taylor<N> operator-(Taylor<N> a) {
  for (double& c : a.c) c = -c;
  return a;
}
template <std::size_t N>
Taylor<N> operator*(const Taylor<N>& a, const Taylor<N>& b) {
  Taylor<N> r;
  for (std::size_t k = 0; k <= N; ++k) {
    double sum = 0;
    for (std::size_t i = 0; i <= k; ++i) sum += a.c[i] * b.c[k - i];
    r.c[k] = sum;
  }
  return r;
}
template <std::size_t N>
Taylor<N> operator/(const Taylor<N>& a, const Taylor<N>& b) {
  Taylor<N> r;  // r b = a
  for (std::size_t k = 0; k <= N; ++k) {
    double sum = a.c[k];
    for (std::size_t i = 0; i < k; ++i) sum -= r.c[i] * b.c[k - i];
    r.c[k] = sum / b.c[0];
  }
  // What is divided by an exponential that has overflowed is 0, and so are its derivatives, of which infinity
  // times 0 or over infinity would not tell.
  constexpr double kOverflown = 1e150;
  if (!(std::abs(b.c[0]) < kOverflown)) [[unlikely]]
    if (std::isfinite(r.c[0]))
      for (std::size_t k = 1; k <= N; ++k)
        if (!std::isfinite(r.c[k])) r.c[k] = 0;
  return r;
}

namespace internal {
// r with r' = a' g, where g is known as a series of order N-1 at least: k r_k = sum i a_i g_(k-i).
template <std::size_t N>
Taylor<N> integrate(double value, const Taylor<N>& a, const Taylor<N>& g) {
  Taylor<N> r(value);
  for (std::size_t k = 1; k <= N; ++k) {
    double sum = 0;
    for (std::size_t i = 1; i <= k; ++i) sum += static_cast<double>(i) * a.c[i] * g.c[k - i];
    r.c[k] = sum / static_cast<double>(k);
  }
  return r;
}
template <std::size_t N>
bool is_value_only(const Taylor<N>& a) {
  for (std::size_t k = 1; k <= N; ++k)
    if (a.c[k] != 0) return false;
  return true;
}
// sin and cos (sign = -1), or sinh and cosh (sign = +1), together: s' = a' c, c' = sign a' s.
template <std::size_t N>
void sine_pair(const Taylor<N>& a, double sine, double cosine, double sign, Taylor<N>& s, Taylor<N>& c) {
  s = Taylor<N>(sine);
  c = Taylor<N>(cosine);
  for (std::size_t k = 1; k <= N; ++k) {
    double to_s = 0, to_c = 0;
    for (std::size_t i = 1; i <= k; ++i) {
      to_s += static_cast<double>(i) * a.c[i] * c.c[k - i];
      to_c += static_cast<double>(i) * a.c[i] * s.c[k - i];
    }
    s.c[k] = to_s / static_cast<double>(k);
    c.c[k] = sign * to_c / static_cast<double>(k);
  }
}
}  // namespace internal

template <std::size_t N>
Taylor<N> sqrt(const Taylor<N>& a) {
  Taylor<N> r(std::sqrt(a.c[0]));  // r r = a
  if (internal::is_value_only(a)) return r;
  for (std::size_t k = 1; k <= N; ++k) {
    double sum = a.c[k];
    for (std::size_t i = 1; i < k; ++i) sum -= r.c[i] * r.c[k - i];
    r.c[k] = sum / (2 * r.c[0]);
  }
  return r;
}
template <std::size_t N>
Taylor<N> exp(const Taylor<N>& a) {
  Taylor<N> r(std::exp(a.c[0]));  // r' = a' r
  for (std::size_t k = 1; k <= N; ++k) {
    double sum = 0;
    for (std::size_t i = 1; i <= k; ++i) sum += static_cast<double>(i) * a.c[i] * r.c[k - i];
    r.c[k] = sum / static_cast<double>(k);
  }
  return r;
}
template <std::size_t N>
Taylor<N> log(const Taylor<N>& a) {
  return internal::integrate(std::log(a.c[0]), a, Taylor<N>(1.0) / a);
}
template <std::size_t N>
Taylor<N> log10(const Taylor<N>& a) {
  return internal::integrate(std::log10(a.c[0]), a, Taylor<N>(1.0) / (a * Taylor<N>(std::log(10.0))));
}
template <std::size_t N>
Taylor<N> sin(const Taylor<N>& a) {
  Taylor<N> s, c;
  internal::sine_pair(a, std::sin(a.c[0]), std::cos(a.c[0]), -1.0, s, c);
  return s;
}
template <std::size_t N>
Taylor<N> cos(const Taylor<N>& a) {
  Taylor<N> s, c;
  internal::sine_pair(a, std::sin(a.c[0]), std::cos(a.c[0]), -1.0, s, c);
  return c;
}
template <std::size_t N>
Taylor<N> sinh(const Taylor<N>& a) {
  Taylor<N> s, c;
  internal::sine_pair(a, std::sinh(a.c[0]), std::cosh(a.c[0]), 1.0, s, c);
  return s;
}
template <std::size_t N>
Taylor<N> cosh(const Taylor<N>& a) {
  Taylor<N> s, c;
  internal::sine_pair(a, std::sinh(a.c[0]), std::cosh(a.c[0]), 1.0, s, c);
  return c;
}
// r = tan a or tanh a: r' = a' (1 + sign r r), each coefficient needing only earlier ones of r.
namespace internal {
template <std::size_t N>
Taylor<N> tangent(const Taylor<N>& a, double value, double sign) {
  Taylor<N> r(value), g(1.0 + sign * value * value);
  for (std::size_t k = 1; k <= N; ++k) {
    double sum = 0;
    for (std::size_t i = 1; i <= k; ++i) sum += static_cast<double>(i) * a.c[i] * g.c[k - i];
    r.c[k] = sum / static_cast<double>(k);
    double square = 0;
    for (std::size_t i = 0; i <= k; ++i) square += r.c[i] * r.c[k - i];
    g.c[k] = sign * square;
  }
  return r;
}
}  // namespace internal
template <std::size_t N>
Taylor<N> tan(const Taylor<N>& a) {
  return internal::tangent(a, std::tan(a.c[0]), 1.0);
}
template <std::size_t N>
Taylor<N> tanh(const Taylor<N>& a) {
  return internal::tangent(a, std::tanh(a.c[0]), -1.0);
}
template <std::size_t N>
Taylor<N> asin(const Taylor<N>& a) {
  if (internal::is_value_only(a)) return Taylor<N>(std::asin(a.c[0]));
  return internal::integrate(std::asin(a.c[0]), a, Taylor<N>(1.0) / sqrt(Taylor<N>(1.0) - a * a));
}
template <std::size_t N>
Taylor<N> acos(const Taylor<N>& a) {
  if (internal::is_value_only(a)) return Taylor<N>(std::acos(a.c[0]));
  return internal::integrate(std::acos(a.c[0]), a, Taylor<N>(-1.0) / sqrt(Taylor<N>(1.0) - a * a));
}
template <std::size_t N>
Taylor<N> atan(const Taylor<N>& a) {
  return internal::integrate(std::atan(a.c[0]), a, Taylor<N>(1.0) / (Taylor<N>(1.0) + a * a));
}
template <std::size_t N>
Taylor<N> atan2(const Taylor<N>& y, const Taylor<N>& x) {
  // d atan2(y, x) = (x dy - y dx) / (x x + y y)
  const Taylor<N> g = Taylor<N>(1.0) / (x * x + y * y);
  const Taylor<N> by_y = internal::integrate(0.0, y, x * g);
  const Taylor<N> by_x = internal::integrate(0.0, x, y * g);
  Taylor<N> r = by_y - by_x;
  r.c[0] = std::atan2(y.c[0], x.c[0]);
  return r;
}
template <std::size_t N>
Taylor<N> abs(const Taylor<N>& a) {
  for (std::size_t k = 0; k <= N; ++k)
    if (a.c[k] != 0) return a.c[k] < 0 ? -a : a;
  return a;
}
template <std::size_t N>
Taylor<N> floor(const Taylor<N>& a) {
  return Taylor<N>(std::floor(a.c[0]));
}
template <std::size_t N>
Taylor<N> ceil(const Taylor<N>& a) {
  return Taylor<N>(std::ceil(a.c[0]));
}
template <std::size_t N>
Taylor<N> pow(const Taylor<N>& a, const Taylor<N>& b) {
  if (internal::is_value_only(b)) {
    const double exponent = b.c[0];
    if (internal::is_value_only(a)) return Taylor<N>(std::pow(a.c[0], exponent));
    // Whole exponents by multiplication: right at a zero and for negative bases too.
    if (exponent == std::floor(exponent) && std::abs(exponent) <= 64) {
      Taylor<N> power(1.0), factor = a;
      for (auto left = static_cast<unsigned>(std::abs(exponent)); left != 0;
           left >>= 1U, factor = factor * factor)
        if ((left & 1U) != 0) power = power * factor;
      power = exponent < 0 ? Taylor<N>(1.0) / power : power;
      power.c[0] = std::pow(a.c[0], exponent);  // the very number that doubles give
      return power;
    }
    Taylor<N> r(std::pow(a.c[0], exponent));  // a r' = exponent a' r
    for (std::size_t k = 1; k <= N; ++k) {
      double sum = 0;
      for (std::size_t i = 1; i <= k; ++i)
        sum += (exponent * static_cast<double>(i) - static_cast<double>(k - i)) * a.c[i] * r.c[k - i];
      r.c[k] = sum / (static_cast<double>(k) * a.c[0]);
    }
    return r;
  }
  Taylor<N> r = exp(b * log(a));
  r.c[0] = std::pow(a.c[0], b.c[0]);
  return r;
}

}  // namespace escapement::equations
