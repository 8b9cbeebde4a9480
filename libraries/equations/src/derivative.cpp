// SPDX-License-Identifier: MIT
#include "escapement/equations/derivative.h"

#include <cmath>
#include <utility>

#include "derivative_rules.h"

namespace escapement::equations {

Differentiator::Differentiator(Terms& terms, OfVariable of_variable, Term of_time)
    : terms_(terms), of_variable_(std::move(of_variable)), of_time_(of_time) {}

Term Differentiator::operator()(Term term) {
  if (const auto found = known_.find(term.id); found != known_.end()) return found->second;
  for (const Term one : terms_.reachable({&term, 1}))  // upward: arguments first, so no deep recursion
    if (!known_.contains(one.id)) known_.emplace(one.id, derive(one));
  return known_.at(term.id);
}

namespace internal {

Term derived(Terms& t, Term term, const std::array<Term, 3>& of_arguments) {
  const Operation operation = t.operation(term);
  const auto span = t.arguments(term);
  // Copies: making terms may move what the span looks at.
  const Term a = span.empty() ? Term{} : span[0];
  const Term b = span.size() > 1 ? span[1] : Term{};
  const auto [da, db, dc] = of_arguments;
  const Term zero = t.constant(0), one = t.constant(1);
  const auto function = [&](Operation f, Term x) { return t.make(f, x); };
  const auto chosen =
      [&](Operation relation) {  // the piece of min or max: a where the relation holds, else b
        return t.make(Operation::kIf, t.make(Operation::kNoEvent, t.make(relation, b, a)), db, da);
      };
  switch (operation) {
    case Operation::kAdd:
      return t.add(da, db);
    case Operation::kSubtract:
      return t.subtract(da, db);
    case Operation::kMultiply:
      return t.add(t.multiply(da, b), t.multiply(a, db));
    case Operation::kDivide:
      return t.divide(t.subtract(da, t.multiply(term, db)), b);
    case Operation::kPower: {
      const Term by_base = t.multiply(t.multiply(b, t.make(Operation::kPower, a, t.subtract(b, one))), da);
      if (t.is_constant(db, 0)) return by_base;
      return t.add(by_base, t.multiply(t.multiply(term, function(Operation::kLog, a)), db));
    }
    case Operation::kNegate:
      return t.negate(da);
    case Operation::kAbs:
      return t.multiply(function(Operation::kSign, a), da);
    case Operation::kSqrt:
      return t.divide(da, t.multiply(t.constant(2), term));
    case Operation::kExp:
      return t.multiply(term, da);
    case Operation::kLog:
      return t.divide(da, a);
    case Operation::kLog10:
      return t.divide(da, t.multiply(a, t.constant(std::log(10.0))));
    case Operation::kSin:
      return t.multiply(function(Operation::kCos, a), da);
    case Operation::kCos:
      return t.negate(t.multiply(function(Operation::kSin, a), da));
    case Operation::kTan:
      return t.multiply(t.add(one, t.multiply(term, term)), da);
    case Operation::kAsin:
      return t.divide(da, function(Operation::kSqrt, t.subtract(one, t.multiply(a, a))));
    case Operation::kAcos:
      return t.negate(t.divide(da, function(Operation::kSqrt, t.subtract(one, t.multiply(a, a)))));
    case Operation::kAtan:
      return t.divide(da, t.add(one, t.multiply(a, a)));
    case Operation::kSinh:
      return t.multiply(function(Operation::kCosh, a), da);
    case Operation::kCosh:
      return t.multiply(function(Operation::kSinh, a), da);
    case Operation::kTanh:
      return t.multiply(t.subtract(one, t.multiply(term, term)), da);
    case Operation::kAtan2:
      return t.divide(t.subtract(t.multiply(b, da), t.multiply(a, db)),
                      t.add(t.multiply(a, a), t.multiply(b, b)));
    case Operation::kMin:
      return chosen(Operation::kLess);
    case Operation::kMax:
      return chosen(Operation::kGreater);
    case Operation::kMod:
      return t.subtract(da, t.multiply(t.make(Operation::kFloor, t.divide(a, b)), db));
    case Operation::kIf:
      return t.make(Operation::kIf, a, db, dc);
    case Operation::kNoEvent:
      return t.make(Operation::kNoEvent, da);
    default:
      return zero;  // constants, sign, floor, ceil, relations, logic
  }
}

}  // namespace internal

Term Differentiator::derive(Term term) {
  switch (terms_.operation(term)) {
    case Operation::kVariable:
      return of_variable_(terms_.variable_index(term));
    case Operation::kTime:
      return of_time_;
    default: {
      std::array<Term, 3> of_arguments{};
      const auto arguments = terms_.arguments(term);
      for (std::size_t i = 0; i < arguments.size(); ++i) of_arguments[i] = known_.at(arguments[i].id);
      return internal::derived(terms_, term, of_arguments);
    }
  }
}

Term partial_derivative(Terms& terms, Term term, VariableIndex variable) {
  const Term one = terms.constant(1), zero = terms.constant(0);
  return Differentiator(
      terms, [=](VariableIndex x) { return x == variable ? one : zero; }, zero)(term);
}

}  // namespace escapement::equations
