// SPDX-License-Identifier: MIT
// Discrete variables change at events only, so what gives them must be a discrete-time expression: relations
// and integer() outside of noEvent, values of other discrete variables, pre() and its like (Modelica 3.6,
// sections 3.8.4 and 8.5). What is not would leave its variable at its first value, without a word.
#include <algorithm>
#include <functional>
#include <tuple>

#include "translator.h"

namespace escapement::modelica {

// True at single instants: an edge, a tick, the start. What is taken there alone is taken at events.
bool Translator::is_instant(Term condition) const {
  if (terms_.operation(condition) == Operation::kOr)
    return is_instant(terms_.arguments(condition)[0]) && is_instant(terms_.arguments(condition)[1]);
  std::vector<Term> parts{condition};
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (terms_.operation(parts[i]) == Operation::kAnd) {
      const Term left = terms_.arguments(parts[i])[0], right = terms_.arguments(parts[i])[1];
      parts.insert(parts.end(), {left, right});
    }
  const auto is_previous = [&](Term now, Term before) {
    return is_discrete_variable(now) && terms_.operation(before) == Operation::kVariable &&
           system_.variables[terms_.variable_index(now)].previous == terms_.variable_index(before);
  };
  const auto has = [&](Term before) {
    return std::any_of(parts.begin(), parts.end(), [&](Term now) { return is_previous(now, before); });
  };
  return std::any_of(parts.begin(), parts.end(), [&](Term one) {
    const auto arguments = terms_.arguments(one);
    switch (terms_.operation(one)) {
      case Operation::kVariable:
        return terms_.variable_index(one) == system_.initial_flag;
      case Operation::kNot:
        return has(arguments[0]);
      case Operation::kOr:
        return is_instant(one);
      case Operation::kLess:
      case Operation::kGreater:
      case Operation::kNotEqual:
        return is_previous(arguments[0], arguments[1]) || is_previous(arguments[1], arguments[0]);
      default:
        return false;
    }
  });
}

// What of the term changes between events, and whether a noEvent keeps it from making one.
std::optional<Translator::Change> Translator::change_of(Term term, bool in_no_event) {
  const Operation operation = terms_.operation(term);
  if (operation == Operation::kConstant) return std::nullopt;
  if (operation == Operation::kTime) return Change{term, false};
  if (operation == Operation::kVariable) {
    const VariableIndex v = terms_.variable_index(term);
    const auto is_of = [&](const equations::Delay& one) { return one.value == v; };
    const bool changes =
        system_.is_unknown(v) || std::any_of(system_.delays.begin(), system_.delays.end(), is_of);
    return changes ? std::optional(Change{term, false}) : std::nullopt;
  }
  const auto [at, is_new] = changes_.try_emplace({term.id, in_no_event});
  if (!is_new) return at->second;
  const bool makes_events =
      equations::is_relation(operation) || operation == Operation::kFloor || operation == Operation::kCeil;
  if (makes_events && !in_no_event) return std::nullopt;
  const std::vector<Term> arguments(terms_.arguments(term).begin(), terms_.arguments(term).end());
  const bool taken_at_events = operation == Operation::kIf && is_instant(arguments[0]);
  std::optional<Change> found;
  for (std::size_t i = 0; i < arguments.size() && !found; ++i)
    if (!taken_at_events || i != 1)
      found = change_of(arguments[i], in_no_event || operation == Operation::kNoEvent);
  if (found && makes_events) found->is_hidden = true;
  changes_[{term.id, in_no_event}] = found;
  return found;
}

// An Integer or Boolean that a function gives beside other results: the relations that it stands on make
// events, so that it does not stay behind them.
Symbol Translator::located(const Symbol& result, const Type& type) {
  if (type.base != BaseType::kInteger && type.base != BaseType::kBoolean &&
      type.base != BaseType::kEnumeration)
    return result;
  std::unordered_map<std::uint32_t, Term> made;
  const std::function<Term(Term)> rebuilt = [&](Term t) -> Term {
    if (terms_.arguments(t).empty()) return t;
    if (const auto found = made.find(t.id); found != made.end()) return found->second;
    std::vector<Term> arguments(terms_.arguments(t).begin(), terms_.arguments(t).end());
    for (Term& argument : arguments) argument = rebuilt(argument);
    const Term plain = terms_.operation(t) == Operation::kNoEvent
                           ? arguments[0]
                           : terms_.make(terms_.operation(t), arguments);
    made.emplace(t.id, plain);
    return plain;
  };
  return map(result, [&](Term t) { return change_of(t, false) ? rebuilt(t) : t; });
}

void Translator::refuse(const std::string& what, const std::string& mended, Term value, const Change& change,
                        SourceLocation where) {
  if (!refused_.emplace(where.file, where.line, where.column).second) return;  // the first of an array
  const std::string cause = terms_.operation(change.of) == Operation::kTime
                                ? std::string("time")
                                : "'" + system_.text(change.of) + "'";
  const std::string told = what + system_.brief(value) + ", which changes without an event: " + cause +
                           " changes all the time" +
                           (change.is_hidden ? ", and relations and integer() inside of noEvent and of "
                                               "functions make no events"
                                             : "");
  faults_.push_back({std::move(where), told,
                     change.is_hidden
                         ? "leave noEvent out, in place of a function write the relation itself" + mended
                         : "write a relation, or integer() of the value" + mended});
}

// Of what is not given by a when: values of the equations, and the conditions of whens.
void Translator::check_discrete_values() {
  const auto check_condition = [&](Term condition, const SourceLocation& where) {
    if (const auto change = change_of(condition, false))
      refuse("the condition of a when is ", {}, condition, *change, where);
  };
  const auto check_branches = [&](const std::vector<equations::WhenBranch>& branches,
                                  const SourceLocation& where) {
    for (const equations::WhenBranch& branch : branches)
      for (const Term condition : branch.conditions) check_condition(condition, where);
  };
  for (const equations::DiscreteEquation& one : system_.discrete_equations) {
    check_branches(one.when, one.where);
    if (!one.value) continue;
    const std::string& name = system_.variables[one.variable].name;
    if (name.starts_with("$when"))  // of an algorithm
      check_condition(*one.value, one.where);
    else
      check_given(one.variable, *one.value, one.where);
  }
  for (const equations::Reinit& one : system_.reinits) check_branches(one.when, one.where);
}

void Translator::check_given(VariableIndex variable, Term value, const SourceLocation& where) {
  const auto change = change_of(value, false);
  if (!change) return;
  const std::string& name = system_.variables[variable].name;
  if (name.starts_with("$end"))
    refuse("whether terminate() is reached hangs on ", {}, value, *change, where);
  else
    refuse("the discrete variable '" + name + "' is to be ",
           ", give '" + name + "' its value in a when, or keep the value in a Real", value, *change, where);
}

}  // namespace escapement::modelica
