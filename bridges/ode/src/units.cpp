// SPDX-License-Identifier: MIT
#include "units.h"

#include <cctype>
#include <cmath>
#include <vector>

namespace escapement::ode {

using equations::Operation;
using equations::Term;

namespace {

constexpr int kWhole = 12;
constexpr const char* kBase[] = {"m", "kg", "s", "A", "K", "mol", "cd"};

struct Unit {
  const char* name;
  std::array<int, 7> exponents;  // whole
};
constexpr Unit kUnits[] = {{"m", {1}},
                           {"g", {0, 1}},
                           {"s", {0, 0, 1}},
                           {"A", {0, 0, 0, 1}},
                           {"K", {0, 0, 0, 0, 1}},
                           {"degC", {0, 0, 0, 0, 1}},
                           {"mol", {0, 0, 0, 0, 0, 1}},
                           {"cd", {0, 0, 0, 0, 0, 0, 1}},
                           {"min", {0, 0, 1}},
                           {"h", {0, 0, 1}},
                           {"d", {0, 0, 1}},
                           {"l", {3}},
                           {"N", {1, 1, -2}},
                           {"Pa", {-1, 1, -2}},
                           {"bar", {-1, 1, -2}},
                           {"J", {2, 1, -2}},
                           {"W", {2, 1, -3}},
                           {"V", {2, 1, -3, -1}},
                           {"Ohm", {2, 1, -3, -2}},
                           {"C", {0, 0, 1, 1}},
                           {"F", {-2, -1, 4, 2}},
                           {"Hz", {0, 0, -1}},
                           {"rad", {}},
                           {"%", {}},
                           {"1", {}}};

const Unit* unit_named(std::string_view name) {
  for (const Unit& unit : kUnits)
    if (name == unit.name) return &unit;
  if (name.size() > 1 && std::string_view("kMmcdun").find(name[0]) != std::string_view::npos)
    for (const Unit& unit : kUnits)
      if (name.substr(1) == unit.name) return &unit;
  return nullptr;
}

}  // namespace

std::optional<Dimension> dimension_of(std::string_view unit) {
  Dimension sum{};
  int sign = 1;
  std::size_t at = 0;
  if (unit.empty()) return std::nullopt;
  while (at < unit.size()) {
    const std::size_t begin = at;
    while (at < unit.size() && (std::isalpha(static_cast<unsigned char>(unit[at])) != 0 || unit[at] == '%'))
      ++at;
    if (at == begin && unit[at] == '1') ++at;
    const Unit* const known = unit_named(unit.substr(begin, at - begin));
    if (known == nullptr) return std::nullopt;
    int exponent = 0, exponent_sign = 1;
    if (at < unit.size() && unit[at] == '^') ++at;
    if (at < unit.size() && unit[at] == '-') {
      exponent_sign = -1;
      ++at;
    }
    const std::size_t digits = at;
    while (at < unit.size() && std::isdigit(static_cast<unsigned char>(unit[at])) != 0)
      exponent = exponent * 10 + (unit[at++] - '0');
    if (at == digits) exponent = 1;
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] += kWhole * sign * exponent_sign * exponent * known->exponents[i];
    if (at == unit.size()) break;
    if (unit[at] != '.' && unit[at] != '*' && unit[at] != '/') return std::nullopt;
    sign = unit[at] == '/' ? -1 : 1;
    if (++at == unit.size()) return std::nullopt;
  }
  return sum;
}

std::string dimension_text(const Dimension& dimension) {
  std::string over, under;
  for (std::size_t i = 0; i < dimension.size(); ++i) {
    const int exponent = dimension[i];
    if (exponent == 0) continue;
    std::string& side = exponent > 0 ? over : under;
    const int size = std::abs(exponent);
    side += (side.empty() ? "" : ".") + std::string(kBase[i]);
    if (size != kWhole)
      side += size % kWhole == 0 ? std::to_string(size / kWhole)
                                 : "^(" + std::to_string(size) + "/" + std::to_string(kWhole) + ")";
  }
  if (over.empty()) over = "1";
  return under.empty() ? over : over + "/" + under;
}

Dimension per_time(Dimension dimension) {
  dimension[2] -= kWhole;
  return dimension;
}

// Both sides of a sum or a relation; a plain number fits every unit.
std::optional<Dimension> DimensionCheck::same(Term a, Term b) {
  const auto left = (*this)(a), right = (*this)(b);
  const bool number = terms_.is_constant(a) || terms_.is_constant(b);
  if (left && right && *left != *right && !number)
    fault_("'" + text_(a) + "' is in " + dimension_text(*left) + " and '" + text_(b) + "' in " +
           dimension_text(*right));
  if (terms_.is_constant(a)) return right;
  if (terms_.is_constant(b)) return left;
  return left && right && *left == *right ? left : std::nullopt;
}

void DimensionCheck::needs_none(Term function, Term argument) {
  const auto dimension = (*this)(argument);
  if (dimension && *dimension != Dimension{})
    fault_("the argument of '" + text_(function) + "' is in " + dimension_text(*dimension) +
           ", but it must be a plain number");
}

std::optional<Dimension> DimensionCheck::operator()(Term term) {
  const Operation operation = terms_.operation(term);
  const auto arguments = terms_.arguments(term);
  switch (operation) {
    case Operation::kVariable:
      return of_variable_(terms_.variable_index(term));
    case Operation::kConstant:  // 0.4*sqrt(level): numbers may stand for quantities, and so may sin(10*time)
    case Operation::kTime:
      return std::nullopt;
    case Operation::kAdd:
    case Operation::kSubtract:
    case Operation::kMin:
    case Operation::kMax:
    case Operation::kMod:
      return same(arguments[0], arguments[1]);
    case Operation::kLess:
    case Operation::kLessEqual:
    case Operation::kGreater:
    case Operation::kGreaterEqual:
    case Operation::kEqual:
    case Operation::kNotEqual:
      same(arguments[0], arguments[1]);
      return Dimension{};
    case Operation::kMultiply:
    case Operation::kDivide: {
      const auto a = (*this)(arguments[0]), b = (*this)(arguments[1]);
      if (!a || !b) return std::nullopt;
      Dimension result{};
      for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = (*a)[i] + (operation == Operation::kMultiply ? (*b)[i] : -(*b)[i]);
      return result;
    }
    case Operation::kPower: {
      const auto base = (*this)(arguments[0]);
      if (!terms_.is_constant(arguments[1])) {
        needs_none(term, arguments[1]);
        return base && *base == Dimension{} ? base : std::nullopt;
      }
      if (!base) return std::nullopt;
      Dimension result{};
      for (std::size_t i = 0; i < result.size(); ++i) {
        const double exponent = (*base)[i] * terms_.value(arguments[1]);
        if (exponent != std::floor(exponent)) return std::nullopt;
        result[i] = static_cast<int>(exponent);
      }
      return result;
    }
    case Operation::kSqrt: {
      auto dimension = (*this)(arguments[0]);
      if (!dimension) return std::nullopt;
      for (int& exponent : *dimension) {
        if (exponent % 2 != 0) return std::nullopt;
        exponent /= 2;
      }
      return dimension;
    }
    case Operation::kNegate:
    case Operation::kAbs:
    case Operation::kFloor:
    case Operation::kCeil:
    case Operation::kNoEvent:
      return (*this)(arguments[0]);
    case Operation::kAtan2:
      same(arguments[0], arguments[1]);
      return Dimension{};
    case Operation::kIf:
      (*this)(arguments[0]);
      return same(arguments[1], arguments[2]);
    case Operation::kSign:
    case Operation::kNot:
      (*this)(arguments[0]);
      return Dimension{};
    case Operation::kAnd:
    case Operation::kOr:
      (*this)(arguments[0]);
      (*this)(arguments[1]);
      return Dimension{};
    default:
      for (const Term argument : arguments) needs_none(term, argument);
      return Dimension{};
  }
}

}  // namespace escapement::ode
