// SPDX-License-Identifier: MIT
#include "escapement/report/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace escapement::report {
namespace {

constexpr int kDigits = 4;
constexpr double kGreatestWhole = 1e15;
constexpr double kExponentFrom = 1e7;
constexpr double kExponentBelow = 1e-4;

std::string printed(double value, std::chars_format format, int decimals) {
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, decimals).ptr;
  return {buffer.data(), end};
}

}  // namespace

std::string number_text(double value) {
  if (!std::isfinite(value)) return "n/a";
  if (value == 0) return "0";  // also -0
  const double size = std::abs(value);
  if (value == std::trunc(value) && size < kGreatestWhole) return printed(value, std::chars_format::fixed, 0);
  if (size >= kExponentFrom || size < kExponentBelow) {
    return printed(value, std::chars_format::scientific, kDigits - 1);
  }
  const int magnitude = static_cast<int>(std::floor(std::log10(size)));
  return printed(value, std::chars_format::fixed, std::max(kDigits - 1 - magnitude, 0));
}

}  // namespace escapement::report
