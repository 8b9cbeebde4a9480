// SPDX-License-Identifier: MIT
#include "theta_powers.h"

#include <algorithm>
#include <cmath>

namespace escapement::equations::internal {
namespace {

Power scaled(Power power, double factor) {
  power.constant *= factor;
  for (auto& [variable, coefficient] : power.of) coefficient *= factor;
  return power;
}

Power sum(Power a, const Power& b) {
  a.constant += b.constant;
  for (const auto& [variable, coefficient] : b.of)
    if ((a.of[variable] += coefficient) == 0) a.of.erase(variable);
  return a;
}

}  // namespace

void ThetaPowers::fault(const std::string& what) {
  if (told_) return;
  told_ = true;
  faults_.push_back(
      {where_, what + (text_.empty() ? "" : ", in " + text_),
       "every variable must be a whole power of THETA times something without THETA: multiply the "
       "derivative of the fast process by THETA, and nothing else"});
}

// Powers that are known by others, put in until only open ones are left. What stands in solved_ holds open
// ones only, up to what has been solved later.
Power ThetaPowers::reduced(const Power& power) const {
  Power result{power.constant, {}};
  for (const auto& [variable, coefficient] : power.of) {
    const auto found = solved_.find(variable);
    result = sum(std::move(result), found == solved_.end() ? Power{0, {{variable, coefficient}}}
                                                           : scaled(reduced(found->second), coefficient));
  }
  return result;
}

void ThetaPowers::vanish(Power power, const std::string& what) {
  power = reduced(power);
  if (power.of.empty()) {
    if (power.constant != 0) fault(what);
    return;
  }
  const auto [variable, coefficient] = *power.of.begin();
  power.of.erase(power.of.begin());
  solved_.emplace(variable, scaled(std::move(power), -1 / coefficient));
}

void ThetaPowers::same(const Known& a, const Known& b, const std::string& what) {
  if (a && b) vanish(sum(*a, scaled(*b, -1)), what);
}

void ThetaPowers::zero(const Known& a, const std::string& what) {
  if (a) vanish(*a, what);
}

ThetaPowers::Known ThetaPowers::combine(Term term, std::unordered_map<std::uint32_t, Known>& known) {
  const Terms& terms = system_.terms;
  const auto arguments = terms.arguments(term);
  const auto at = [&](std::size_t i) -> const Known& { return known.at(arguments[i].id); };
  const Operation operation = terms.operation(term);
  const auto name = [&] { return "'" + system_.text(term) + "'"; };
  switch (operation) {
    case Operation::kConstant:
      return terms.value(term) == 0 ? Known{} : Power{};
    case Operation::kTime:
      return Power{};
    case Operation::kVariable: {
      const VariableIndex v = terms.variable_index(term);
      if (std::find(system_.theta.begin(), system_.theta.end(), v) != system_.theta.end())
        return Power{1, {}};
      if (system_.is_unknown(v)) return Power{0, {{v, 1}}};
      return Power{};  // known: a number, whatever Theta is
    }
    case Operation::kMultiply:
      return at(0) && at(1) ? Known{sum(*at(0), *at(1))} : Known{};
    case Operation::kDivide:
      return at(0) && at(1) ? Known{sum(*at(0), scaled(*at(1), -1))} : Known{};
    case Operation::kPower:
      if (!at(0)) return {};
      if (terms.is_constant(arguments[1])) return scaled(*at(0), terms.value(arguments[1]));
      zero(at(0), "the power of THETA under a variable exponent is not 0: " + name());
      zero(at(1), "THETA is in an exponent: " + name());
      return Power{};
    case Operation::kNegate:
    case Operation::kAbs:
    case Operation::kNoEvent:
      return at(0);
    case Operation::kSqrt:
      return at(0) ? Known{scaled(*at(0), 0.5)} : Known{};
    case Operation::kAdd:
    case Operation::kSubtract:
    case Operation::kMin:
    case Operation::kMax:
    case Operation::kMod:
      same(at(0), at(1), "the two sides of " + name() + " have different powers of THETA");
      return at(0) ? at(0) : at(1);
    case Operation::kIf:
      same(at(1), at(2), "the branches of " + name() + " have different powers of THETA");
      return at(1) ? at(1) : at(2);
    case Operation::kLess:
    case Operation::kLessEqual:
    case Operation::kGreater:
    case Operation::kGreaterEqual:
    case Operation::kEqual:
    case Operation::kNotEqual:
    case Operation::kAtan2:
      same(at(0), at(1), "the two sides of " + name() + " have different powers of THETA");
      return Power{};
    case Operation::kAnd:
    case Operation::kOr:
    case Operation::kNot:
    case Operation::kSign:
      return Power{};
    default:
      zero(at(0), "THETA is inside a nonlinear function: " + name());
      return Power{};
  }
}

ThetaPowers::Known ThetaPowers::power_of(Term root) {
  for (const Term term : system_.terms.reachable({&root, 1}))
    if (!known_.contains(term.id)) {
      Known power = combine(term, known_);
      known_.emplace(term.id, std::move(power));
    }
  return known_.at(root.id);
}

void ThetaPowers::set(VariableIndex variable, double value, const std::string& why) {
  where_ = system_.variables[variable].where;
  text_.clear();
  told_ = false;
  vanish(Power{-value, {{variable, 1}}}, why);
}

void ThetaPowers::equal(Term left, Term right, const SourceLocation& where, const std::string& text) {
  where_ = where;
  text_ = text;
  told_ = false;
  const Known l = power_of(left), r = power_of(right);
  same(l, r, "the two sides have different powers of THETA");
}

void ThetaPowers::plain(Term term, const SourceLocation& where, const std::string& text) {
  where_ = where;
  text_ = text;
  told_ = false;
  zero(power_of(term), "'" + system_.text(term) + "' depends on THETA");
}

double ThetaPowers::of(VariableIndex variable) const {
  return reduced(Power{0, {{variable, 1}}}).constant;
}

}  // namespace escapement::equations::internal
