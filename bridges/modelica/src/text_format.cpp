// SPDX-License-Identifier: MIT
#include "text_format.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace escapement::modelica {
namespace {

constexpr std::size_t kLongest = 512;  // of a formatted number

template <class Number>
std::string printed(const std::string& format, Number value) {
  char text[kLongest];
  const int length = std::snprintf(text, sizeof text, format.c_str(), value);
  return std::string(text, static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(kLongest) - 1)));
}

}  // namespace

std::string digits_text(double value, int digits) {
  return printed("%." + std::to_string(std::clamp(digits, 0, 100)) + "g", value);
}

std::string padded(std::string text, double least_length, bool left_justified) {
  const auto least = static_cast<std::size_t>(std::max(0.0, least_length));
  if (text.size() >= least) return text;
  const std::string blanks(least - text.size(), ' ');
  return left_justified ? text + blanks : blanks + text;
}

std::optional<std::string> formatted(double value, std::string_view format, bool is_real) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t from = at;
    while (at < format.size() && std::isdigit(static_cast<unsigned char>(format[at])) != 0) ++at;
    return at - from <= 2;  // no number has a width of three digits
  };
  while (at < format.size() && std::string_view("-+ #0").find(format[at]) != std::string_view::npos) ++at;
  bool fits = digits();
  if (at < format.size() && format[at] == '.') {
    ++at;
    fits = digits() && fits;
  }
  const std::string_view kinds = is_real ? "eEfgG" : "dioxXu";
  if (!fits || at + 1 != format.size() || kinds.find(format[at]) == std::string_view::npos)
    return std::nullopt;
  if (is_real) return printed("%" + std::string(format), value);
  return printed("%" + std::string(format.substr(0, at)) + "ll" + format[at], std::llround(value));
}

std::string format_fault(std::string_view format) {
  return "\"" + std::string(format) +
         "\" is no format of a number: it is made of [-+ #0], a width, a precision and one of e, f, g for a "
         "Real, d, i, o, x, u for an Integer, as in \"6.2f\"";
}

}  // namespace escapement::modelica
