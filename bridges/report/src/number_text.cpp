// SPDX-License-Identifier: MIT
#include "escapement/report/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace escapement::report {
namespace {

constexpr double kGreatestWhole = 1e15;
constexpr double kExponentFrom = 1e7;
constexpr double kExponentBelow = 1e-4;

std::string printed(double value, std::chars_format format, int decimals) {
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, decimals).ptr;
  return {buffer.data(), end};
}

// An exact half goes away from zero, as in the page (ECMA-262, Number.prototype.toFixed); to_chars alone
// would take it to the even neighbour.
double off_the_tie(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  const double scaled = std::abs(value) * scale;
  const bool exact = std::fma(std::abs(value), scale, -scaled) == 0;
  if (!exact || scaled - std::floor(scaled) != 0.5) return value;
  return std::nextafter(value, std::copysign(std::numeric_limits<double>::infinity(), value));
}

}  // namespace

std::string number_text(double value, int digits) {
  if (!std::isfinite(value)) return "n/a";
  if (value == 0) return "0";  // also -0
  const double size = std::abs(value);
  if (value == std::trunc(value) && size < kGreatestWhole) return printed(value, std::chars_format::fixed, 0);
  if (size >= kExponentFrom || size < kExponentBelow) {
    return printed(value, std::chars_format::scientific, digits - 1);
  }
  const int magnitude = static_cast<int>(std::floor(std::log10(size)));
  const int decimals = std::max(digits - 1 - magnitude, 0);
  return printed(off_the_tie(value, decimals), std::chars_format::fixed, decimals);
}

}  // namespace escapement::report
