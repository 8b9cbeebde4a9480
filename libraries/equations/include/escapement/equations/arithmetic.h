// SPDX-License-Identifier: MIT
// One operation on numbers of any type for which arithmetic and the functions of <cmath> are defined: double,
// or the truncated Taylor series of taylor.h. The one place that says what an operation computes.
#pragma once

#include <cmath>
#include <cstdint>

#include "escapement/equations/operation.h"

namespace escapement::equations {

// The part of a number that relations look at: a double is its own, a series its value.
inline double leading(double number) {
  return number;
}

// Bits of whole numbers that one of the two has; what is no whole number from 0 to 2^53 has none.
inline double bit_xor(double a, double b) {
  constexpr double kMost = 9007199254740992.0;
  if (!(a >= 0 && a <= kMost && b >= 0 && b <= kMost)) return std::nan("");
  return static_cast<double>(static_cast<std::uint64_t>(a) ^ static_cast<std::uint64_t>(b));
}

// a, b, c: as many as the operation takes; the others are ignored. Leaves must not be asked for.
template <typename Number>
Number apply(Operation operation, const Number& a, const Number& b, const Number& c) {
  using std::abs, std::sqrt, std::exp, std::log, std::log10, std::sin, std::cos, std::tan, std::asin,
      std::acos, std::atan, std::sinh, std::cosh, std::tanh, std::floor, std::ceil, std::pow, std::atan2;
  const auto truth = [](bool value) { return Number(value ? 1.0 : 0.0); };
  switch (operation) {
    case Operation::kAdd:
      return a + b;
    case Operation::kSubtract:
      return a - b;
    case Operation::kMultiply:
      return a * b;
    case Operation::kDivide:
      return a / b;
    case Operation::kPower:
      return pow(a, b);
    case Operation::kNegate:
      return -a;
    case Operation::kAbs:
      return abs(a);
    case Operation::kSign:
      return Number(leading(a) > 0 ? 1.0 : leading(a) < 0 ? -1.0 : 0.0);
    case Operation::kSqrt:
      return sqrt(a);
    case Operation::kExp:
      return exp(a);
    case Operation::kLog:
      return log(a);
    case Operation::kLog10:
      return log10(a);
    case Operation::kSin:
      return sin(a);
    case Operation::kCos:
      return cos(a);
    case Operation::kTan:
      return tan(a);
    case Operation::kAsin:
      return asin(a);
    case Operation::kAcos:
      return acos(a);
    case Operation::kAtan:
      return atan(a);
    case Operation::kSinh:
      return sinh(a);
    case Operation::kCosh:
      return cosh(a);
    case Operation::kTanh:
      return tanh(a);
    case Operation::kFloor:
      return floor(a);
    case Operation::kCeil:
      return ceil(a);
    case Operation::kAtan2:
      return atan2(a, b);
    case Operation::kMin:
      return leading(b) < leading(a) ? b : a;
    case Operation::kMax:
      return leading(b) > leading(a) ? b : a;
    case Operation::kMod:
      return a - floor(a / b) * b;
    case Operation::kBitXor:
      return Number(bit_xor(leading(a), leading(b)));
    case Operation::kLess:
      return truth(leading(a) < leading(b));
    case Operation::kLessEqual:
      return truth(leading(a) <= leading(b));
    case Operation::kGreater:
      return truth(leading(a) > leading(b));
    case Operation::kGreaterEqual:
      return truth(leading(a) >= leading(b));
    case Operation::kEqual:
      return truth(leading(a) == leading(b));
    case Operation::kNotEqual:
      return truth(leading(a) != leading(b));
    case Operation::kAnd:
      return truth(leading(a) != 0 && leading(b) != 0);
    case Operation::kOr:
      return truth(leading(a) != 0 || leading(b) != 0);
    case Operation::kNot:
      return truth(leading(a) == 0);
    case Operation::kIf:
      return leading(a) != 0 ? b : c;
    case Operation::kNoEvent:
      return a;
    case Operation::kConstant:
    case Operation::kVariable:
    case Operation::kTime:
      break;
  }
  return Number(std::nan(""));
}

}  // namespace escapement::equations
