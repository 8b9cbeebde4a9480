// SPDX-License-Identifier: MIT
#include "conditions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "escapement/equations/tape.h"

namespace escapement::equations::internal {

ConditionMaker::ConditionMaker(Terms& terms, Owner owner, std::vector<Condition>& conditions,
                               std::vector<Diagnostic>& faults, Which which)
    : terms_(terms),
      owner_(std::move(owner)),
      conditions_(conditions),
      faults_(faults),
      affine_(terms, owner_.form_of),
      which_(which) {}

// Does the term change between events?
bool ConditionMaker::varies(Term term) {
  const std::optional<Condition::InTime> form = affine_(term);
  return !form || !terms_.is_constant(form->rate, 0);
}

// What of the term is not inside noEvent, arguments first.
std::vector<Term> ConditionMaker::seen_by_events(Term term) const {
  std::vector<Term> found, open{term};
  std::unordered_map<std::uint32_t, bool> seen;
  while (!open.empty()) {
    const Term one = open.back();
    open.pop_back();
    if (!seen.emplace(one.id, true).second) continue;
    found.push_back(one);
    if (terms_.operation(one) == Operation::kNoEvent && which_ == Which::kEvents) continue;
    for (const Term argument : terms_.arguments(one)) open.push_back(argument);
  }
  std::sort(found.begin(), found.end());
  return found;
}

Term ConditionMaker::rewritten(Term term, const SourceLocation& where) {
  if (which_ == Which::kCorners) find_smooth(term);
  for (const Term one : seen_by_events(term)) {
    if (made_.contains(one.id)) continue;
    const Operation operation = terms_.operation(one);
    const std::size_t count = terms_.arguments(one).size();
    Term result = one;
    if (smooth_.contains(one.id)) {
      result = one;
    } else if (count != 0 && operation == Operation::kNoEvent && which_ == Which::kCorners) {
      result = made_.at(terms_.arguments(one)[0].id);
    } else if (count != 0 && operation != Operation::kNoEvent) {
      std::array<Term, 3> now{};
      for (std::size_t i = 0; i < count; ++i) now[i] = made_.at(terms_.arguments(one)[i].id);
      result = event_form(operation, std::span<const Term>(now.data(), count), where);
    }
    made_.emplace(one.id, result);
  }
  return made_.at(term.id);
}

Term ConditionMaker::event_form(Operation operation, std::span<const Term> arguments,
                                const SourceLocation& where) {
  const Term a = arguments[0];
  switch (operation) {
    case Operation::kFloor:
      return floor_of(a);
    case Operation::kCeil:
      return terms_.negate(floor_of(terms_.negate(a)));
    case Operation::kMod:
      return terms_.subtract(a, terms_.multiply(floor_of(terms_.divide(a, arguments[1])), arguments[1]));
    default:
      break;
  }
  if (which_ == Which::kCorners)
    if (const std::optional<Term> made = corner_form(operation, arguments)) return *made;
  const Term plain = terms_.make(operation, arguments);
  if (!is_relation(terms_.operation(plain))) return plain;
  const Term crossing = terms_.subtract(a, arguments[1]);
  if (!varies(crossing)) return plain;
  if (operation == Operation::kEqual || operation == Operation::kNotEqual) {
    if (which_ == Which::kCorners) return plain;
    faults_.push_back({where,
                       "'" + owner_.text(plain) +
                           "' compares values that change all the time, and they are "
                           "equal at single instants at most",
                       "Write <= or >=; inside noEvent(...) it is taken as it stands."});
    return plain;
  }
  return condition(plain, crossing, false, operation);
}

void ConditionMaker::find_smooth(Term term) {
  for (const Term one : terms_.reachable({&term, 1}))
    if (terms_.operation(one) == Operation::kIf && is_relation(terms_.operation(terms_.arguments(one)[0])) &&
        is_smooth(one))
      smooth_.insert(terms_.arguments(one)[0].id);
}

// Of one variable, with a relation that is affine in it: do both branches have one value and one slope where
// the relation changes?
bool ConditionMaker::is_smooth(Term choice) const {
  const std::vector<VariableIndex> read = terms_.variables_in(choice);
  if (read.size() != 1 || terms_.depends_on_time(choice)) return false;
  const Term relation = terms_.arguments(choice)[0];
  std::vector<double> values(read[0] + 1, 0);
  const auto at = [&](Term term, double x) {
    values[read[0]] = x;
    return evaluate(terms_, term, values, 0);
  };
  const auto gap = [&](double x) {
    return at(terms_.arguments(relation)[0], x) - at(terms_.arguments(relation)[1], x);
  };
  const double slope = gap(1) - gap(0), x = -gap(0) / slope;
  if (!std::isfinite(x) || std::abs(gap(x)) > 1e-9 * (std::abs(gap(0)) + std::abs(slope))) return false;
  const double h = 1e-6 * std::max(std::abs(x), 1e-3);
  double value[2], rate[2];
  for (const std::size_t k : {0U, 1U}) {
    const Term branch = terms_.arguments(choice)[k + 1];
    value[k] = at(branch, x);
    rate[k] = (at(branch, x + h) - at(branch, x - h)) / (2 * h);
  }
  return std::abs(value[0] - value[1]) <= 1e-9 * (std::abs(value[0]) + std::abs(value[1])) &&
         std::abs(rate[0] - rate[1]) <= 1e-4 * (std::abs(rate[0]) + std::abs(rate[1]));
}

std::optional<Term> ConditionMaker::corner_form(Operation operation, std::span<const Term> arguments) {
  const Term a = arguments[0];
  const auto where = [&](Operation relation, Term left, Term right) {
    return condition(terms_.make(relation, left, right), terms_.subtract(left, right), false, relation);
  };
  const auto choice = [&](Term truth, Term yes, Term no) {
    return terms_.make(Operation::kIf, truth, yes, no);
  };
  const Term zero = terms_.constant(0), one = terms_.constant(1);
  switch (operation) {
    case Operation::kAbs:
      if (!varies(a)) return std::nullopt;
      return choice(where(Operation::kGreaterEqual, a, zero), a, terms_.negate(a));
    case Operation::kSign:
      if (!varies(a)) return std::nullopt;
      return choice(where(Operation::kGreater, a, zero), one,
                    choice(where(Operation::kLess, a, zero), terms_.negate(one), zero));
    case Operation::kMin:
    case Operation::kMax: {
      const Term b = arguments[1];
      if (!varies(terms_.subtract(a, b))) return std::nullopt;
      return choice(where(operation == Operation::kMin ? Operation::kLess : Operation::kGreater, a, b), a, b);
    }
    default:
      return std::nullopt;
  }
}

Term ConditionMaker::floor_of(Term argument) {
  const Term plain = terms_.make(Operation::kFloor, argument);
  return varies(argument) ? condition(plain, argument, true, Operation::kFloor) : plain;
}

Term ConditionMaker::condition(Term plain, Term crossing, bool is_floor, Operation relation) {
  if (const auto found = variables_.find(plain.id); found != variables_.end()) return found->second;
  const std::string text = owner_.text(plain);
  const VariableIndex variable = owner_.add(text);
  std::optional<Condition::InTime> form = affine_(crossing);
  conditions_.push_back({variable, is_floor, false, relation, crossing, std::move(form), text});
  const Term term = terms_.variable(variable);
  variables_.emplace(plain.id, term);
  return term;
}

namespace {

// By continued fractions (Hardy and Wright 1979, chapter 10); decimal text where no small quotient fits.
std::string exact_text(double number) {
  constexpr double kLargest = 1e6;
  double before = 0, numerator = 1, denominator_before = 1, denominator = 0, rest = number;
  for (int i = 0; i < 40; ++i) {
    const double whole = std::floor(rest);
    before = std::exchange(numerator, whole * numerator + before);
    denominator_before = std::exchange(denominator, whole * denominator + denominator_before);
    if (denominator > kLargest || std::abs(numerator) > 1e15) break;
    if (numerator / denominator == number)
      return escapement::to_text(numerator) + "/" + escapement::to_text(denominator);
    if (rest == whole) break;
    rest = 1 / (rest - whole);
  }
  return escapement::to_text(number);
}

}  // namespace

std::optional<Periodic> ticks_of(const Terms& terms, Term quotient) {
  if (terms.operation(quotient) != Operation::kDivide) return std::nullopt;
  const Term above = terms.arguments(quotient)[0], below = terms.arguments(quotient)[1];
  double start = 0;
  if (terms.operation(above) == Operation::kSubtract &&
      terms.operation(terms.arguments(above)[0]) == Operation::kTime &&
      terms.is_constant(terms.arguments(above)[1]))
    start = terms.value(terms.arguments(above)[1]);
  else if (terms.operation(above) != Operation::kTime)
    return std::nullopt;
  if (!terms.is_constant(below) || !(terms.value(below) > 0) || !(start >= 0)) return std::nullopt;
  try {
    return Periodic(exact_text(start), exact_text(terms.value(below)));
  } catch (const BuildError&) {  // too many digits to be exact
    return std::nullopt;
  }
}

}  // namespace escapement::equations::internal
