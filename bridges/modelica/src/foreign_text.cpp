// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "foreign.h"

namespace escapement::modelica {
namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Places in texts count from 1; a place behind the end is the end.
std::size_t place(const ForeignCall& call, std::size_t argument) {
  const double from = call.number(argument);
  return std::min(static_cast<std::size_t>(std::max(1.0, from)) - 1, call.text(0).size());
}

std::size_t after_blanks(const std::string& text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::size_t after_digits(const std::string& text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// The end of a number that begins at `at`, or `at` when there is none there.
std::size_t end_of_number(const std::string& text, std::size_t at, bool is_unsigned, bool is_real) {
  std::size_t end = at;
  if (!is_unsigned && end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
  const std::size_t first = end;
  end = after_digits(text, end);
  std::size_t digits = end - first;
  if (is_real && end < text.size() && text[end] == '.') {
    const std::size_t fraction = after_digits(text, end + 1);
    digits += fraction - end - 1;
    end = fraction;
  }
  if (digits == 0) return at;
  if (is_real && end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (const std::size_t past = after_digits(text, exponent); past > exponent) end = past;
  }
  return end;
}

// string, startIndex, unsigned, nextIndex, number: nextIndex is startIndex where no number is found.
void scan_number(ForeignCall& call, bool is_real) {
  const std::string& text = call.text(0);
  const std::size_t from = after_blanks(text, place(call, 1));
  const std::size_t end = end_of_number(text, from, call.number(2) != 0, is_real);
  const bool found = end > from;
  const double value = found ? std::strtod(text.substr(from, end - from).c_str(), nullptr) : 0;
  call.outputs.emplace_back(3, Value::integer(found ? static_cast<double>(end) + 1 : call.number(1)));
  call.outputs.emplace_back(4, is_real ? Value::real(value) : Value::integer(value));
}

// string, startIndex, nextIndex, identifier
void scan_identifier(ForeignCall& call) {
  const std::string& text = call.text(0);
  const std::size_t from = after_blanks(text, place(call, 1));
  std::size_t end = from;
  if (end < text.size() && is_letter(text[end]))
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_')) ++end;
  call.outputs.emplace_back(2, Value::integer(end > from ? static_cast<double>(end) + 1 : call.number(1)));
  call.outputs.emplace_back(3, Value::string(text.substr(from, end - from)));
}

// string, startIndex, nextIndex, what stands between the quotes
void scan_string(ForeignCall& call) {
  const std::string& text = call.text(0);
  const std::size_t from = after_blanks(text, place(call, 1));
  std::size_t end = from + 1;
  if (from < text.size() && text[from] == '"')
    while (end < text.size() && !(text[end] == '"' && text[end - 1] != '\\')) ++end;
  const bool found = from < text.size() && text[from] == '"' && end < text.size() && end > from + 1;
  call.outputs.emplace_back(2, Value::integer(found ? static_cast<double>(end) + 2 : call.number(1)));
  call.outputs.emplace_back(3, Value::string(found ? text.substr(from + 1, end - from - 1) : ""));
}

// The hash function of Partow (2002), as a signed number of 32 bits.
double hash_of(const std::string& text) {
  std::uint32_t hash = 0xAAAAAAAAu;
  bool even = true;
  for (const char c : text) {
    const std::uint32_t byte = static_cast<unsigned char>(c);
    hash ^= even ? (hash << 7) ^ (byte * (hash >> 3)) : ~((hash << 11) + (byte ^ (hash >> 5)));
    even = !even;
  }
  return static_cast<double>(static_cast<std::int32_t>(hash));
}

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

bool run_foreign_text(ForeignCall& call) {
  static constexpr std::string_view kPrefix = "ModelicaStrings_";
  if (!call.name.starts_with(kPrefix)) return false;
  const std::string_view what = call.name.substr(kPrefix.size());
  const std::string& text = call.text(0);
  if (what == "length") {
    call.result = Value::integer(static_cast<double>(text.size()));
  } else if (what == "substring") {
    const std::size_t from = place(call, 1);
    const auto to = static_cast<std::size_t>(std::max(0.0, call.number(2)));
    call.result = Value::string(to > from ? text.substr(from, to - from) : std::string());
  } else if (what == "compare") {  // 1 less, 2 equal, 3 greater
    const bool exact = call.number(2) != 0;
    const std::string a = exact ? text : in_lower_case(text);
    const std::string b = exact ? call.text(1) : in_lower_case(call.text(1));
    call.result = Value::scalar(BaseType::kEnumeration, a < b ? 1 : a == b ? 2 : 3);
  } else if (what == "skipWhiteSpace") {
    call.result = Value::integer(static_cast<double>(after_blanks(text, place(call, 1))) + 1);
  } else if (what == "scanReal" || what == "scanInteger") {
    scan_number(call, what == "scanReal");
  } else if (what == "scanIdentifier") {
    scan_identifier(call);
  } else if (what == "scanString") {
    scan_string(call);
  } else if (what == "hashString") {
    call.result = Value::integer(hash_of(text));
  } else {
    return false;
  }
  return true;
}

}  // namespace escapement::modelica
