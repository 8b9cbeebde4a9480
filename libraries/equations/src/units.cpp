// SPDX-License-Identifier: MIT
#include "escapement/equations/units.h"

#include <cctype>
#include <cmath>
#include <vector>

namespace escapement::equations {

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
                           {"mol", {0, 0, 0, 0, 0, 1}},
                           {"cd", {0, 0, 0, 0, 0, 0, 1}},
                           {"N", {1, 1, -2}},
                           {"Pa", {-1, 1, -2}},
                           {"bar", {-1, 1, -2}},
                           {"J", {2, 1, -2}},
                           {"eV", {2, 1, -2}},
                           {"W", {2, 1, -3}},
                           {"V", {2, 1, -3, -1}},
                           {"Ohm", {2, 1, -3, -2}},
                           {"S", {-2, -1, 3, 2}},
                           {"C", {0, 0, 1, 1}},
                           {"F", {-2, -1, 4, 2}},
                           {"H", {2, 1, -2, -2}},
                           {"Wb", {2, 1, -2, -1}},
                           {"T", {0, 1, -2, -1}},
                           {"lm", {0, 0, 0, 0, 0, 0, 1}},
                           {"lx", {-2, 0, 0, 0, 0, 0, 1}},
                           {"Bq", {0, 0, -1}},
                           {"Gy", {2, 0, -2}},
                           {"Sv", {2, 0, -2}},
                           {"kat", {0, 0, -1, 0, 0, 1}},
                           {"Hz", {0, 0, -1}},
                           {"l", {3}},
                           {"L", {3}},
                           {"rad", {}},
                           {"sr", {}}};
// Without prefixes, so that "min" is no milli-inch and "cd" no centi-day.
constexpr Unit kPlainUnits[] = {{"degC", {0, 0, 0, 0, 1}},
                                {"min", {0, 0, 1}},
                                {"h", {0, 0, 1}},
                                {"d", {0, 0, 1}},
                                {"deg", {}},
                                {"rev", {}},
                                {"%", {}},
                                {"1", {}}};
constexpr std::string_view kPrefixes[] = {"da", "Q", "R", "Y", "Z", "E", "P", "T", "G", "M", "k", "h",
                                          "d",  "c", "m", "u", "n", "p", "f", "a", "z", "y", "r", "q"};

const Unit* unit_named(std::string_view name) {
  for (const Unit& unit : kPlainUnits)
    if (name == unit.name) return &unit;
  for (const Unit& unit : kUnits)
    if (name == unit.name) return &unit;
  for (const std::string_view prefix : kPrefixes)
    if (name.size() > prefix.size() && name.starts_with(prefix))
      for (const Unit& unit : kUnits)
        if (name.substr(prefix.size()) == unit.name) return &unit;
  return nullptr;
}

class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : text_(text) {}
  std::optional<Dimension> read() {
    const auto found = product(0);
    return at_ == text_.size() ? found : std::nullopt;
  }

 private:
  static constexpr int kDepth = 8;         // of brackets
  static constexpr int kExponents = 1000;  // more is no unit

  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool letter() const {
    return at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0;
  }
  bool digit() const {
    return at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
  }

  std::optional<Dimension> product(int depth) {
    Dimension sum{};
    for (int sign = 1;;) {
      const auto one = factor(depth);
      if (!one) return std::nullopt;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += sign * (*one)[i];
      if (!next_is('.') && !next_is('*') && !next_is('/')) return sum;
      sign = text_[at_++] == '/' ? -1 : 1;
    }
  }

  std::optional<Dimension> factor(int depth) {
    if (next_is('(')) {
      if (depth == kDepth) return std::nullopt;
      ++at_;
      const auto inside = product(depth + 1);
      if (!inside || !next_is(')')) return std::nullopt;
      ++at_;
      return inside;
    }
    const std::size_t begin = at_;
    while (letter() || next_is('%')) ++at_;
    if (at_ == begin && next_is('1')) ++at_;
    const Unit* const known = unit_named(text_.substr(begin, at_ - begin));
    if (known == nullptr) return std::nullopt;
    if (next_is('^')) ++at_;
    const int sign = next_is('-') ? -1 : 1;
    if (next_is('-') || next_is('+')) ++at_;
    int exponent = digit() ? 0 : 1;
    while (digit() && exponent < kExponents) exponent = exponent * 10 + (text_[at_++] - '0');
    if (exponent >= kExponents) return std::nullopt;
    Dimension made{};
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = kWhole * sign * exponent * known->exponents[i];
    return made;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Dimension> dimension_of(std::string_view unit) {
  return UnitReader(unit).read();
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
  if (const auto at = known_.find(term.id); at != known_.end()) return at->second;
  // Upward, so that what is asked for below is known and a long sum needs no deep recursion.
  for (const Term one : terms_.reachable({&term, 1}))
    if (!known_.contains(one.id)) known_.emplace(one.id, found(one));
  return known_.at(term.id);
}

std::optional<Dimension> DimensionCheck::found(Term term) {
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
    case Operation::kBitXor:
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

}  // namespace escapement::equations
