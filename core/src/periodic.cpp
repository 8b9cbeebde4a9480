// SPDX-License-Identifier: MIT
#include "escapement/core/periodic.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <utility>

#include "escapement/core/error.h"

namespace escapement {
namespace {

// Fixed width, so that a tick allocates nothing. A rational of two numbers of 40 digits and exponents of 300
// has parts below 2^2300; the common denominator of two, and 64 bits of k, stay below 2^5000.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    5120, 5120, boost::multiprecision::unsigned_magnitude, boost::multiprecision::unchecked, void>>;

constexpr int kMostDigits = 40;
constexpr int kMostExponent = 300;
constexpr std::uint64_t kExactInteger = std::uint64_t{1} << 53;  // doubles hold all integers up to here

struct Rational {
  Wide numerator = 0, denominator = 1;
};

Wide power_of_ten(int exponent) {
  Wide power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10u;
  return power;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// digits [. digits] [e [+-] digits]; false when the text is not of that form or out of range.
bool parse_decimal(std::string_view text, Rational& value) {
  std::size_t at = 0;
  int digits = 0, exponent = 0;
  Wide mantissa = 0;
  const auto read_digits = [&] {
    const std::size_t first = at;
    for (; at < text.size() && is_digit(text[at]); ++at) {
      if (digits > 0 || text[at] != '0') ++digits;
      if (digits <= kMostDigits) mantissa = mantissa * 10u + static_cast<unsigned>(text[at] - '0');
    }
    return static_cast<int>(at - first);
  };
  int read = read_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    const int fraction = read_digits();
    read += fraction;
    exponent -= fraction;
  }
  if (read == 0 || digits > kMostDigits) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    int sign = 1;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) sign = text[at++] == '-' ? -1 : 1;
    if (at == text.size()) return false;
    int given = 0;
    for (; at < text.size() && is_digit(text[at]) && given <= kMostExponent; ++at)
      given = given * 10 + (text[at] - '0');
    exponent += sign * given;
  }
  if (at != text.size() || std::abs(exponent) > kMostExponent + kMostDigits) return false;
  value.numerator = exponent > 0 ? mantissa * power_of_ten(exponent) : mantissa;
  value.denominator = exponent < 0 ? power_of_ten(-exponent) : Wide(1);
  return true;
}

bool parse_rational(std::string_view text, Rational& value) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return parse_decimal(text, value);
  Rational divisor;
  if (!parse_decimal(text.substr(0, slash), value) || !parse_decimal(text.substr(slash + 1), divisor) ||
      divisor.numerator == 0)
    return false;
  value.numerator *= divisor.denominator;
  value.denominator *= divisor.numerator;
  return true;
}

Rational read(const char* what, const std::string& text, bool may_be_zero) {
  Rational value;
  if (!parse_rational(text, value) || (!may_be_zero && value.numerator == 0))
    throw BuildError(std::string(what) + " '" + text + "' must be a decimal number " +
                     (may_be_zero ? "of 0 or more" : "above 0") +
                     " such as 0.1, 1e-3 or 1/60, of at most 40 digits and exponents within 300");
  return value;
}

// The double nearest to numerator / denominator: a quotient of 63 or 64 bits, whose last bit is set when
// something is left over, rounds as the exact quotient does. (Subnormal results may be rounded twice.)
double nearest(Wide numerator, Wide denominator) {
  if (numerator == 0) return 0;
  const int shift = 63 - (static_cast<int>(msb(numerator)) - static_cast<int>(msb(denominator)));
  if (shift > 0) numerator <<= shift;
  if (shift < 0) denominator <<= -shift;
  Wide quotient, rest;
  divide_qr(numerator, denominator, quotient, rest);
  auto bits = static_cast<std::uint64_t>(quotient);
  if (rest != 0) bits |= 1;
  return std::ldexp(static_cast<double>(bits), -shift);
}

}  // namespace

struct Periodic::Exact {
  Wide start, period, denominator;  // both over the one denominator
};

Periodic::Periodic(std::string_view start, std::string_view period)
    : Periodic(std::string(start), std::string(period), false) {}

Periodic::Periodic(double start, double period) : Periodic(to_text(start), to_text(period), false) {}

Periodic Periodic::from_rate(double rate, double start) {
  return Periodic(to_text(start), to_text(rate), true);
}

Periodic Periodic::from_rate(std::string_view rate, std::string_view start) {
  return Periodic(std::string(start), std::string(rate), true);
}

Periodic::Periodic(const std::string& start, const std::string& period, bool is_rate) {
  const Rational first = read("start", start, true);
  Rational step = read(is_rate ? "rate" : "period", period, false);
  if (is_rate) std::swap(step.numerator, step.denominator);
  Exact exact{first.numerator * step.denominator, step.numerator * first.denominator,
              first.denominator * step.denominator};
  const Wide common = gcd(gcd(exact.start, exact.period), exact.denominator);
  exact.start /= common;
  exact.period /= common;
  exact.denominator /= common;
  if (exact.denominator <= kExactInteger && exact.period <= kExactInteger && exact.start <= kExactInteger) {
    quick_denominator_ = static_cast<double>(exact.denominator);
    quick_start_ = static_cast<std::uint64_t>(exact.start);
    quick_period_ = static_cast<std::uint64_t>(exact.period);
    quick_ticks_ = (kExactInteger - quick_start_) / quick_period_;
  }
  exact_ = std::make_shared<const Exact>(std::move(exact));
}

Time Periodic::tick_slowly(std::uint64_t k) const {
  return nearest(exact_->start + exact_->period * k, exact_->denominator);
}

}  // namespace escapement
