// SPDX-License-Identifier: MIT
#include "conditions.h"

#include <algorithm>
#include <array>

#include "affine.h"

namespace escapement::equations::internal {
namespace {

class ConditionMaker {
 public:
  ConditionMaker(OdeSystem& system, std::vector<Diagnostic>& faults)
      : system_(system),
        terms_(system.terms),
        faults_(faults),
        affine_(terms_, [this](VariableIndex variable) { return form_of(variable); }) {}

  void run() {
    for (Assignment& one : system_.algebraics) {
      one.value = rewritten(one.value, one.where);
      forms_.emplace(one.variable, affine_(one.value));
    }
    for (Assignment& one : system_.derivatives) one.value = rewritten(one.value, one.where);
    for (Event& event : system_.events) event.when = rewritten(event.when, event.where);
  }

 private:
  using Form = std::optional<Condition::InTime>;

  Form form_of(VariableIndex variable) {
    switch (system_.variables[variable].kind) {
      case VariableKind::kDiscrete:
      case VariableKind::kCondition:
        return Condition::InTime{terms_.constant(0), terms_.variable(variable)};
      case VariableKind::kAlgebraic:
        return forms_.at(variable);
      default:
        return std::nullopt;
    }
  }

  // Does the term change between events?
  bool varies(Term term) {
    const Form form = affine_(term);
    return !form || !terms_.is_constant(form->rate, 0);
  }

  // What of the term is not inside noEvent, arguments first.
  std::vector<Term> seen_by_events(Term term) const {
    std::vector<Term> found, open{term};
    std::unordered_map<std::uint32_t, bool> seen;
    while (!open.empty()) {
      const Term one = open.back();
      open.pop_back();
      if (!seen.emplace(one.id, true).second) continue;
      found.push_back(one);
      if (terms_.operation(one) == Operation::kNoEvent) continue;
      for (const Term argument : terms_.arguments(one)) open.push_back(argument);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  Term rewritten(Term term, const SourceLocation& where) {
    for (const Term one : seen_by_events(term)) {
      if (made_.contains(one.id)) continue;
      const Operation operation = terms_.operation(one);
      const std::size_t count = terms_.arguments(one).size();
      Term result = one;
      if (count != 0 && operation != Operation::kNoEvent) {
        std::array<Term, 3> now{};
        for (std::size_t i = 0; i < count; ++i) now[i] = made_.at(terms_.arguments(one)[i].id);
        result = event_form(operation, std::span<const Term>(now.data(), count), where);
      }
      made_.emplace(one.id, result);
    }
    return made_.at(term.id);
  }

  Term event_form(Operation operation, std::span<const Term> arguments, const SourceLocation& where) {
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
    const Term plain = terms_.make(operation, arguments);
    if (!is_relation(terms_.operation(plain))) return plain;
    const Term crossing = terms_.subtract(a, arguments[1]);
    if (!varies(crossing)) return plain;
    if (operation == Operation::kEqual || operation == Operation::kNotEqual) {
      faults_.push_back({where,
                         "'" + system_.text(plain) +
                             "' compares values that change all the time, and they are "
                             "equal at single instants at most",
                         "Write <= or >=; inside noEvent(...) it is taken as it stands."});
      return plain;
    }
    return condition(plain, crossing, false, operation);
  }

  Term floor_of(Term argument) {
    const Term plain = terms_.make(Operation::kFloor, argument);
    return varies(argument) ? condition(plain, argument, true, Operation::kFloor) : plain;
  }

  Term condition(Term plain, Term crossing, bool is_floor, Operation relation) {
    if (const auto found = variables_.find(plain.id); found != variables_.end()) return found->second;
    const std::string text = system_.text(plain);
    const VariableIndex variable = system_.add({text, VariableKind::kCondition, 0, 1, {}, {}});
    Form form = affine_(crossing);
    system_.conditions.push_back({variable, is_floor, relation, crossing, std::move(form), text});
    const Term term = terms_.variable(variable);
    variables_.emplace(plain.id, term);
    return term;
  }

  OdeSystem& system_;
  Terms& terms_;
  std::vector<Diagnostic>& faults_;
  std::unordered_map<VariableIndex, Form> forms_;  // of algebraic variables
  AffineInTime affine_;
  std::unordered_map<std::uint32_t, Term> made_;       // by the term as written
  std::unordered_map<std::uint32_t, Term> variables_;  // by the relation or floor that a condition stands for
};

}  // namespace

void make_conditions(OdeSystem& system, std::vector<Diagnostic>& faults) {
  ConditionMaker(system, faults).run();
}

}  // namespace escapement::equations::internal
