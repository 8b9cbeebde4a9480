// SPDX-License-Identifier: MIT
// Elements of arrays, read and assigned to. What only the run can tell, whether a subscript is within the
// array, is asserted where the element is reached, unless it follows from the subscript itself.
#include <algorithm>
#include <cmath>
#include <utility>

#include "escapement/equations/interval.h"
#include "escapement/modelica/print.h"
#include "translator.h"

namespace escapement::modelica {

std::string place_text(const SourceLocation& where) {
  return where.file + ':' + std::to_string(where.line) + ':' + std::to_string(where.column);
}

// Whole numbers by what they are made of.
bool Translator::is_whole(Term term) const {
  const auto arguments = terms_.arguments(term);
  const auto all = [&](std::size_t from) {
    return std::all_of(arguments.begin() + static_cast<std::ptrdiff_t>(from), arguments.end(),
                       [&](Term one) { return is_whole(one); });
  };
  switch (terms_.operation(term)) {
    case Operation::kConstant:
      return terms_.value(term) == std::floor(terms_.value(term));
    case Operation::kVariable: {
      const Variable* declared = declared_as(terms_.variable_index(term));
      return declared != nullptr && declared->type.base != BaseType::kReal;
    }
    case Operation::kFloor:
    case Operation::kCeil:
    case Operation::kSign:
      return true;
    case Operation::kIf:
      return all(1);
    case Operation::kAdd:
    case Operation::kSubtract:
    case Operation::kMultiply:
    case Operation::kNegate:
    case Operation::kAbs:
    case Operation::kMin:
    case Operation::kMax:
    case Operation::kMod:
    case Operation::kNoEvent:
      return all(0);
    default:
      return equations::is_relation(terms_.operation(term));
  }
}

// What the term is between, whatever the variables in it are but for those of few values.
equations::Interval Translator::range_of_term(Term term) {
  if (const auto value = known(term)) return equations::Interval(*value);
  if (const auto found = ranges_.find(term.id); found != ranges_.end()) return found->second;
  equations::Interval range = equations::Interval::whole();
  const Operation operation = terms_.operation(term);
  if (operation == Operation::kVariable) {
    const Variable* declared = declared_as(terms_.variable_index(term));
    if (declared != nullptr && declared->type.base == BaseType::kBoolean) range = {0, 1};
    if (declared != nullptr && declared->type.base == BaseType::kEnumeration)
      range = {1, static_cast<double>(declared->type.enumeration->literals.size())};
  } else if (operation != Operation::kTime) {
    const std::vector<Term> arguments(terms_.arguments(term).begin(), terms_.arguments(term).end());
    equations::Interval of[3];
    for (std::size_t i = 0; i < arguments.size(); ++i) of[i] = range_of_term(arguments[i]);
    range = equations::apply(operation, of[0], of[1], of[2]);
    if (operation == Operation::kMod && of[1].low() > 0)  // below the divisor
      range = {0, of[1].high() - (is_whole(term) ? 1 : 0)};
  }
  ranges_.emplace(term.id, range);
  return range;
}

void Translator::assert_within(Term number, std::size_t size, const Expr& subscript, const Expr& whole) {
  const std::string name = whole.kind == ExprKind::kVariable ? model_.variables[whole.variable].name
                           : whole.kind == ExprKind::kLocal  ? std::string(whole.text)
                                                             : print_expression(whole.args[0], &model_);
  assert_between(number, size,
                 "the subscript " + print_expression(&subscript, &model_) + " of '" + name + "'",
                 whole.place);
}

// Only of what runs: parameters and the like are known then, or told otherwise.
void Translator::assert_between(Term number, std::size_t last, const std::string& what, Place place) {
  constexpr double kRoundings = 0.5;  // of an interval about whole numbers
  constexpr std::size_t kMostWatched = 500;
  if (!has_path_ || !asserts_subscripts_) return;
  const equations::Interval range = range_of_term(number);
  const double most = static_cast<double>(last);
  Term within = terms_.constant(1);
  if (!(range.low() > 1 - kRoundings))
    within = terms_.make(Operation::kGreaterEqual, number, terms_.constant(1));
  if (!(range.high() < most + kRoundings))
    within = terms_.make(Operation::kAnd, within,
                         terms_.make(Operation::kLessEqual, number, terms_.constant(most)));
  // What hundreds of rounds of a while have found costs as much to watch as the loop.
  if (terms_.is_constant(within) || terms_.reachable({&number, 1}).size() > kMostWatched) return;
  if (!frames_.empty() && frames_.back().in_function) within = quiet(within);
  const SourceLocation where = model_.location(place);
  add_assertion({within,
                 what + " is outside of 1 to " + std::to_string(last) + ": it is ",
                 {{number, " at " + place_text(where) +
                               "; test it in an if before, or keep it within by min() and max()"}},
                 false,
                 where});
}

// One element whose place is known, without a symbol for all of its array. What is wrong with it
// subscripted() tells.
std::optional<Translator::Term> Translator::element(const Expr& e) {
  const Variable& variable = model_.variables[e.variable];
  if (e.args.empty() || e.args.size() != variable.type.dims.size() ||
      variable.type.base == BaseType::kString || variable.type.base == BaseType::kExternalObject)
    return std::nullopt;
  std::size_t place = 0;
  for (std::size_t d = 0; d < e.args.size(); ++d) {
    if (e.args[d]->kind == ExprKind::kColon) return std::nullopt;
    const bool asserts = std::exchange(asserts_subscripts_, false);  // subscripted() does
    const Symbol index = evaluate(*e.args[d]);
    asserts_subscripts_ = asserts;
    const std::optional<double> number = index.is_scalar() ? known(index.term) : std::nullopt;
    const auto size = static_cast<double>(variable.type.dims[d]);
    if (!number || !(*number >= 1) || *number > size) return std::nullopt;
    place = place * static_cast<std::size_t>(variable.type.dims[d]) + static_cast<std::size_t>(*number) - 1;
  }
  const VariableIndex v = first_[e.variable] + static_cast<VariableIndex>(place);
  if (!frames_.empty() && frames_.back().in_algorithm)
    if (const auto found = frames_.back().assigned.find(v); found != frames_.back().assigned.end())
      return found->second;
  return terms_.variable(v);
}

Symbol Translator::subscripted(const Symbol& base, Span<const Expr*> subscripts, std::size_t at,
                               const Expr& whole) {
  const Place place = whole.place;
  if (at == subscripts.size()) return base;
  if (!base.is_array()) throw Untranslatable{place, "a scalar cannot have a subscript"};
  const Expr& subscript = *subscripts[at];
  if (subscript.kind == ExprKind::kColon) {
    std::vector<Symbol> parts;
    for (const Symbol& part : base.parts) parts.push_back(subscripted(part, subscripts, at + 1, whole));
    return Symbol::array(std::move(parts));
  }
  const Symbol index = evaluate(subscript);
  const bool asserts = asserts_subscripts_;
  const auto pick = [&](Term term) -> Symbol {
    if (const auto number = known(term)) {
      const double i = *number;
      if (!(i >= 1) || i > static_cast<double>(base.parts.size()))
        throw Untranslatable{place, "the subscript " + to_text(i) + " is outside of 1 to " +
                                        std::to_string(base.parts.size())};
      return subscripted(base.parts[static_cast<std::size_t>(i) - 1], subscripts, at + 1, whole);
    }
    if (base.parts.empty()) throw Untranslatable{place, "an empty array has no element"};
    assert_within(term, base.parts.size(), subscript, whole);
    // Not known before it runs: each element under its own condition.
    Symbol result = subscripted(base.parts.back(), subscripts, at + 1, whole);
    asserts_subscripts_ = false;  // of the other subscripts it has been asserted
    for (std::size_t i = base.parts.size() - 1; i-- > 0;)
      result = chosen(terms_.make(Operation::kLess, term, terms_.constant(static_cast<double>(i) + 1.5)),
                      subscripted(base.parts[i], subscripts, at + 1, whole), result, place);
    asserts_subscripts_ = asserts;
    return result;
  };
  if (index.is_scalar()) return pick(index.term);
  std::vector<Symbol> parts;
  for (const Symbol& one : index.parts) parts.push_back(pick(one.term));
  return Symbol::array(std::move(parts));
}

void Translator::assign_part(Symbol& target, Span<const Expr*> subscripts, std::size_t at,
                             const Symbol& value, const Expr& whole) {
  const Place place = whole.place;
  if (at == subscripts.size()) {
    if (target.is_array() && value.is_array() && target.parts.size() != value.parts.size())
      throw Untranslatable{place, "an array of " + std::to_string(value.parts.size()) +
                                      " is assigned to one of " + std::to_string(target.parts.size())};
    target = value;
    return;
  }
  if (!target.is_array()) throw Untranslatable{place, "a scalar cannot have a subscript"};
  const Expr& subscript = *subscripts[at];
  if (subscript.kind == ExprKind::kColon) {
    for (std::size_t i = 0; i < target.parts.size(); ++i)
      assign_part(target.parts[i], subscripts, at + 1, value.is_array() ? value.parts.at(i) : value, whole);
    return;
  }
  const Symbol index = evaluate(subscript);
  std::vector<Term> places;
  scalars_of(index, places);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Symbol& part = index.is_array() ? value.parts.at(k) : value;
    if (const auto number = known(places[k])) {
      if (!(*number >= 1) || *number > static_cast<double>(target.parts.size()))
        throw Untranslatable{place, "the subscript " + to_text(*number) + " is outside of 1 to " +
                                        std::to_string(target.parts.size())};
      assign_part(target.parts[static_cast<std::size_t>(*number) - 1], subscripts, at + 1, part, whole);
      continue;
    }
    assert_within(places[k], target.parts.size(), subscript, whole);
    const bool asserts = asserts_subscripts_;
    for (std::size_t i = 0; i < target.parts.size(); ++i) {
      asserts_subscripts_ = asserts && i == 0;
      Symbol changed = target.parts[i];
      assign_part(changed, subscripts, at + 1, part, whole);
      target.parts[i] =
          chosen(terms_.make(Operation::kEqual, places[k], terms_.constant(static_cast<double>(i) + 1)),
                 changed, target.parts[i], place);
    }
    asserts_subscripts_ = asserts;
  }
}

}  // namespace escapement::modelica
