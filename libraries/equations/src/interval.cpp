// SPDX-License-Identifier: MIT
#include "escapement/equations/interval.h"

#include <algorithm>
#include <cmath>

namespace escapement::equations {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double below(double value) {
  return std::nextafter(value, -kInfinite);
}
double above(double value) {
  return std::nextafter(value, kInfinite);
}

Interval widened(double low, double high) {
  if (std::isnan(low) || std::isnan(high)) return Interval::whole();
  return {below(low), above(high)};
}

Interval multiplied(const Interval& a, const Interval& b) {
  // 0 times a bound at infinity is 0: the bound itself is never reached.
  const auto times = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; };
  const double p[] = {times(a.low(), b.low()), times(a.low(), b.high()), times(a.high(), b.low()),
                      times(a.high(), b.high())};
  return widened(*std::min_element(p, p + 4), *std::max_element(p, p + 4));
}

Interval negated(const Interval& a) {
  return {-a.high(), -a.low()};
}

Interval absolute(const Interval& a) {
  if (a.low() >= 0) return a;
  if (a.high() <= 0) return negated(a);
  return {0, std::max(-a.low(), a.high())};
}

Interval truth(bool may_be, bool must_be) {
  return Interval(must_be ? 1 : 0, may_be ? 1 : 0);
}

// The two ends of a rising function, a little wider, since the functions of <cmath> round as they like.
template <typename Function>
Interval rising(const Interval& a, Function function) {
  const double low = function(a.low()), high = function(a.high());
  if (std::isnan(low) || std::isnan(high)) return Interval::whole();
  return {below(below(low)), above(above(high))};
}

bool is_point(const Interval& a) {
  return a.low() == a.high();
}

// sin over an interval: -1 and 1 where it holds a bottom or a top, else between the values at its ends.
Interval sine(const Interval& a, double shift) {
  constexpr double kPi = 3.14159265358979323846;
  constexpr double kSlack = 1e-15;
  const double low = a.low() + shift, high = a.high() + shift;
  if (!(high - low < 2 * kPi)) return {-1, 1};
  const auto holds = [&](double phase) {  // phase + 2 pi k, with slack on the side of safety
    const double k = std::ceil((low - phase) / (2 * kPi) - 1e-12);
    return phase + 2 * kPi * k <= high + 1e-12 * (1 + std::abs(high));
  };
  const double at_low = std::sin(low), at_high = std::sin(high);
  const double slack = kSlack * (4 + std::abs(low) + std::abs(high));
  return {holds(-kPi / 2) ? -1 : std::max(-1.0, std::min(at_low, at_high) - slack),
          holds(kPi / 2) ? 1 : std::min(1.0, std::max(at_low, at_high) + slack)};
}

Interval divided(const Interval& a, const Interval& b) {
  if (b.holds(0)) return Interval::whole();
  return multiplied(a, widened(1 / b.high(), 1 / b.low()));
}

Interval power(const Interval& a, const Interval& b) {
  if (is_point(b) && b.low() == std::floor(b.low()) && std::abs(b.low()) <= 64) {
    const auto exponent = static_cast<int>(std::abs(b.low()));
    if (exponent == 0) return Interval(1.0);
    // Even powers rise with the size, odd ones with the number.
    const Interval base = exponent % 2 == 0 ? absolute(a) : a;
    const Interval raised = rising(base, [&](double x) { return std::pow(x, exponent); });
    const Interval kept = exponent % 2 == 0 ? Interval(std::max(0.0, raised.low()), raised.high()) : raised;
    return b.low() > 0 ? kept : divided(Interval(1.0), kept);
  }
  if (!(a.low() > 0)) return Interval::whole();
  const Interval logarithm = rising(a, [](double x) { return std::log(x); });
  return rising(multiplied(logarithm, b), [](double x) { return std::exp(x); });
}

}  // namespace

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low(), b.low()), std::max(a.high(), b.high())};
}

Interval apply(Operation operation, const Interval& a, const Interval& b, const Interval& c) {
  constexpr double kHalfPi = 1.57079632679489661923;
  switch (operation) {
    case Operation::kAdd:
      return widened(a.low() + b.low(), a.high() + b.high());
    case Operation::kSubtract:
      return widened(a.low() - b.high(), a.high() - b.low());
    case Operation::kMultiply:
      return multiplied(a, b);
    case Operation::kDivide:
      return divided(a, b);
    case Operation::kPower:
      return power(a, b);
    case Operation::kNegate:
      return negated(a);
    case Operation::kAbs:
      return absolute(a);
    case Operation::kSign:
      return {a.low() > 0 ? 1.0 : a.low() == 0 ? 0.0 : -1.0, a.high() < 0 ? -1.0 : a.high() == 0 ? 0.0 : 1.0};
    case Operation::kSqrt:
      return a.low() < 0 ? Interval::whole() : rising(a, [](double x) { return std::sqrt(x); });
    case Operation::kExp:
      return rising(a, [](double x) { return std::exp(x); });
    case Operation::kLog:
      return a.low() <= 0 ? Interval::whole() : rising(a, [](double x) { return std::log(x); });
    case Operation::kLog10:
      return a.low() <= 0 ? Interval::whole() : rising(a, [](double x) { return std::log10(x); });
    case Operation::kSin:
      return sine(a, 0);
    case Operation::kCos:
      return sine(a, kHalfPi);
    case Operation::kTan: {
      const Interval cosine = sine(a, kHalfPi);
      return cosine.holds(0) ? Interval::whole() : rising(a, [](double x) { return std::tan(x); });
    }
    case Operation::kAsin:
      return a.low() < -1 || a.high() > 1 ? Interval::whole()
                                          : rising(a, [](double x) { return std::asin(x); });
    case Operation::kAcos: {
      if (a.low() < -1 || a.high() > 1) return Interval::whole();
      const Interval rest = rising(a, [](double x) { return -std::acos(x); });
      return negated(rest);
    }
    case Operation::kAtan:
      return rising(a, [](double x) { return std::atan(x); });
    case Operation::kSinh:
      return rising(a, [](double x) { return std::sinh(x); });
    case Operation::kCosh: {
      const Interval size = absolute(a);
      return rising(size, [](double x) { return std::cosh(x); });
    }
    case Operation::kTanh:
      return rising(a, [](double x) { return std::tanh(x); });
    case Operation::kFloor:
      return {std::floor(a.low()), std::floor(a.high())};
    case Operation::kCeil:
      return {std::ceil(a.low()), std::ceil(a.high())};
    case Operation::kAtan2:
      return {-2 * kHalfPi - 1e-15, 2 * kHalfPi + 1e-15};
    case Operation::kMin:
      return {std::min(a.low(), b.low()), std::min(a.high(), b.high())};
    case Operation::kMax:
      return {std::max(a.low(), b.low()), std::max(a.high(), b.high())};
    case Operation::kBitXor:
      return Interval::whole();
    case Operation::kMod: {
      if (b.holds(0)) return Interval::whole();
      const Interval quotient = divided(a, b);
      const Interval whole = multiplied({std::floor(quotient.low()), std::floor(quotient.high())}, b);
      return widened(a.low() - whole.high(), a.high() - whole.low());
    }
    case Operation::kLess:
      return truth(a.low() < b.high(), a.high() < b.low());
    case Operation::kLessEqual:
      return truth(a.low() <= b.high(), a.high() <= b.low());
    case Operation::kGreater:
      return truth(a.high() > b.low(), a.low() > b.high());
    case Operation::kGreaterEqual:
      return truth(a.high() >= b.low(), a.low() >= b.high());
    case Operation::kEqual:
      return truth(a.holds(b.low()) || b.holds(a.low()), is_point(a) && is_point(b) && a.low() == b.low());
    case Operation::kNotEqual:
      return truth(!(is_point(a) && is_point(b) && a.low() == b.low()),
                   a.high() < b.low() || b.high() < a.low());
    case Operation::kAnd:
      return truth(!(is_point(a) && a.low() == 0) && !(is_point(b) && b.low() == 0),
                   !a.holds(0) && !b.holds(0));
    case Operation::kOr:
      return truth(!(is_point(a) && a.low() == 0) || !(is_point(b) && b.low() == 0),
                   !a.holds(0) || !b.holds(0));
    case Operation::kNot:
      return truth(a.holds(0), is_point(a) && a.low() == 0);
    case Operation::kIf:
      if (!a.holds(0)) return b;
      return is_point(a) ? c : hull(b, c);
    case Operation::kNoEvent:
      return a;
    case Operation::kConstant:
    case Operation::kVariable:
    case Operation::kTime:
      break;
  }
  return Interval::whole();
}

}  // namespace escapement::equations
