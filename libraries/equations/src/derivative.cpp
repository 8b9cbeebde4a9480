// SPDX-License-Identifier: MIT
#include "escapement/equations/derivative.h"

#include <cmath>
#include <utility>

namespace escapement::equations {

Differentiator::Differentiator(Terms& terms, OfVariable of_variable, Term of_time)
    : terms_(terms), of_variable_(std::move(of_variable)), of_time_(of_time) {}

Term Differentiator::operator()(Term term) {
  if (const auto found = known_.find(term.id); found != known_.end()) return found->second;
  for (const Term one : terms_.reachable({&term, 1}))  // upward: arguments first, so no deep recursion
    if (!known_.contains(one.id)) known_.emplace(one.id, derive(one));
  return known_.at(term.id);
}

Term Differentiator::derive(Term term) {
  Terms& t = terms_;
  const Operation operation = t.operation(term);
  const auto span = t.arguments(term);
  // Copies: making terms may move what the span looks at.
  const Term a = span.empty() ? Term{} : span[0];
  const Term b = span.size() > 1 ? span[1] : Term{};
  const Term c = span.size() > 2 ? span[2] : Term{};
  const auto d = [this](Term argument) { return known_.at(argument.id); };
  const Term zero = t.constant(0), one = t.constant(1);
  const auto function = [&](Operation f, Term x) { return t.make(f, x); };
  const auto chosen =
      [&](Operation relation) {  // the piece of min or max: a where the relation holds, else b
        return t.make(Operation::kIf, t.make(Operation::kNoEvent, t.make(relation, b, a)), d(b), d(a));
      };
  switch (operation) {
    case Operation::kVariable:
      return of_variable_(t.variable_index(term));
    case Operation::kTime:
      return of_time_;
    case Operation::kAdd:
      return t.add(d(a), d(b));
    case Operation::kSubtract:
      return t.subtract(d(a), d(b));
    case Operation::kMultiply:
      return t.add(t.multiply(d(a), b), t.multiply(a, d(b)));
    case Operation::kDivide:
      return t.divide(t.subtract(d(a), t.multiply(term, d(b))), b);
    case Operation::kPower: {
      const Term by_base = t.multiply(t.multiply(b, t.make(Operation::kPower, a, t.subtract(b, one))), d(a));
      if (t.is_constant(d(b), 0)) return by_base;
      return t.add(by_base, t.multiply(t.multiply(term, function(Operation::kLog, a)), d(b)));
    }
    case Operation::kNegate:
      return t.negate(d(a));
    case Operation::kAbs:
      return t.multiply(function(Operation::kSign, a), d(a));
    case Operation::kSqrt:
      return t.divide(d(a), t.multiply(t.constant(2), term));
    case Operation::kExp:
      return t.multiply(term, d(a));
    case Operation::kLog:
      return t.divide(d(a), a);
    case Operation::kLog10:
      return t.divide(d(a), t.multiply(a, t.constant(std::log(10.0))));
    case Operation::kSin:
      return t.multiply(function(Operation::kCos, a), d(a));
    case Operation::kCos:
      return t.negate(t.multiply(function(Operation::kSin, a), d(a)));
    case Operation::kTan:
      return t.multiply(t.add(one, t.multiply(term, term)), d(a));
    case Operation::kAsin:
      return t.divide(d(a), function(Operation::kSqrt, t.subtract(one, t.multiply(a, a))));
    case Operation::kAcos:
      return t.negate(t.divide(d(a), function(Operation::kSqrt, t.subtract(one, t.multiply(a, a)))));
    case Operation::kAtan:
      return t.divide(d(a), t.add(one, t.multiply(a, a)));
    case Operation::kSinh:
      return t.multiply(function(Operation::kCosh, a), d(a));
    case Operation::kCosh:
      return t.multiply(function(Operation::kSinh, a), d(a));
    case Operation::kTanh:
      return t.multiply(t.subtract(one, t.multiply(term, term)), d(a));
    case Operation::kAtan2:
      return t.divide(t.subtract(t.multiply(b, d(a)), t.multiply(a, d(b))),
                      t.add(t.multiply(a, a), t.multiply(b, b)));
    case Operation::kMin:
      return chosen(Operation::kLess);
    case Operation::kMax:
      return chosen(Operation::kGreater);
    case Operation::kMod:
      return t.subtract(d(a), t.multiply(t.make(Operation::kFloor, t.divide(a, b)), d(b)));
    case Operation::kIf:
      return t.make(Operation::kIf, a, d(b), d(c));
    case Operation::kNoEvent:
      return t.make(Operation::kNoEvent, d(a));
    default:
      return zero;  // constants, sign, floor, ceil, relations, logic
  }
}

Term partial_derivative(Terms& terms, Term term, VariableIndex variable) {
  const Term one = terms.constant(1), zero = terms.constant(0);
  return Differentiator(
      terms, [=](VariableIndex x) { return x == variable ? one : zero; }, zero)(term);
}

}  // namespace escapement::equations
