// SPDX-License-Identifier: MIT
// Loops, conditions and events: for, if and when (Modelica 3.6, sections 8.3 and 11.2).
#include <algorithm>

#include "flattener.h"

namespace escapement::modelica {

using ast::StatementKind;

const Expr* Flattener::condition(const ast::Expr& written, Context& context, bool when) {
  const Expr* e = expression(written, context);
  const bool vector = when && e->type.rank() == 1;
  if (e->type.base != BaseType::kBoolean || !(e->type.is_scalar() || vector))
    reporter_.fail(written.place,
                   std::string("the condition of ") + (when ? "a when" : "an if or while") + " is of type " +
                       type_text(e->type),
                   when ? "it is a Boolean, or a vector of them" : "it is a scalar Boolean");
  return e;
}

void Flattener::for_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to) {
  if (contains_connect(written.branches[0].body)) {
    unroll(written.iterators, 0, written.branches[0].body, context, to);
    return;
  }
  const std::size_t before = context.iterators.size(), equations_before = to.size();
  const bool loop_before = context.in_loop, rethrow_before = context.rethrow;
  const std::vector<Iterator> iterators =
      open_iterators(written.iterators, context, nullptr, written.branches[0].body);
  if (context.function == nullptr && !context.in_algorithm)
    for (const Iterator& iterator : iterators)
      if (variability_of(iterator.range) > Variability::kParameter) {
        context.iterators.resize(before);
        reporter_.fail(written.place,
                       "the range of '" + std::string(iterator.name) + "' changes in the simulation",
                       "ranges of for-equations are parameters");
      }
  context.in_loop = true;
  Equation outer;
  try {
    std::vector<Equation> body;
    statements(written.branches[0].body, context, body);
    for (std::size_t i = iterators.size(); i-- > 0;) {  // nested, one iterator each
      Equation made;
      made.kind = EquationKind::kFor;
      made.place = written.place;
      made.origin = origin_;
      made.iterators = arena_.copy(std::vector<Iterator>{iterators[i]});
      made.branches.push_back({nullptr, std::move(body)});
      body.clear();
      body.push_back(std::move(made));
    }
    outer = std::move(body.front());
  } catch (const NeedUnrolling&) {
    context.iterators.resize(before);
    to.resize(equations_before);
    unroll(written.iterators, 0, written.branches[0].body, context, to);
    context.in_loop = loop_before;
    return;
  }
  context.iterators.resize(before);
  context.in_loop = loop_before;
  context.rethrow = rethrow_before;
  if (!outer.branches[0].body.empty()) to.push_back(std::move(outer));
}

void Flattener::unroll(Span<ast::Iterator> iterators, std::size_t number, Span<ast::Statement*> body,
                       Context& context, std::vector<Equation>& to) {
  if (number == iterators.size()) {
    statements(body, context, to);
    return;
  }
  const Expr* range = iterator_range(iterators[number], context, nullptr, body);
  if (uses_iterator(range, context)) throw NeedUnrolling{0};
  const Value values = uniform_value(range, "range of '" + std::string(iterators[number].name) + "'");
  Type type = range->type;
  type.dims = {};
  for (const Value& value : values.parts) {
    context.iterators.push_back({iterators[number].name, 0, type, literal(value, iterators[number].place)});
    unroll(iterators, number + 1, body, context, to);
    context.iterators.pop_back();
  }
}

bool Flattener::contains_connect(Span<ast::Statement*> body) const {
  for (const ast::Statement* statement : body) {
    if (statement->kind == StatementKind::kConnect) return true;
    if (statement->kind == StatementKind::kCall && statement->left->parts[0].name == "Connections")
      return true;
    for (const ast::Branch& branch : statement->branches)
      if (contains_connect(branch.body)) return true;
  }
  return false;
}

void Flattener::if_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to) {
  Equation made;
  made.kind = EquationKind::kIf;
  made.place = written.place;
  made.origin = origin_;
  const bool connects = !context.in_algorithm && contains_connect(written.branches.front().body);
  bool any_connect = connects;
  for (const ast::Branch& branch : written.branches)
    any_connect = any_connect || (!context.in_algorithm && contains_connect(branch.body));
  for (const ast::Branch& branch : written.branches) {
    const Expr* when = branch.condition == nullptr ? nullptr : condition(*branch.condition, context, false);
    if (when != nullptr && !context.in_algorithm && variability_of(when) <= Variability::kParameter &&
        !uses_iterator(when, context)) {
      // A condition of parameters chooses once and for all (section 8.3.4).
      std::optional<Value> known;
      if (any_connect)
        known = uniform_value(when, "condition of an if-equation");
      else
        known = quiet_value(when);
      if (known) {
        if (!known->is_true()) continue;
        if (made.branches.empty()) {
          statements(branch.body, context, to);
          return;
        }
        when = nullptr;
      }
    } else if (when != nullptr && context.in_algorithm && is_structural(when)) {
      if (const std::optional<Value> known = try_evaluate(when)) {
        if (!known->is_true()) continue;
        if (made.branches.empty()) {
          statements(branch.body, context, to);
          return;
        }
        when = nullptr;
      }
    }
    if (when != nullptr && any_connect) {
      if (uses_iterator(when, context)) throw NeedUnrolling{0};
      reporter_.fail(branch.place, "connect() depends on a condition that changes in the simulation",
                     "use a parameter, or a conditional component");
    }
    if (branch.condition == nullptr && made.branches.empty()) {
      statements(branch.body, context, to);
      return;
    }
    EquationBranch part;
    part.condition = when;
    const bool branch_before = context.in_branch;
    context.in_branch = true;
    statements(branch.body, context, part.body);
    context.in_branch = branch_before;
    made.branches.push_back(std::move(part));
    if (when == nullptr) break;
  }
  if (made.branches.empty()) return;
  if (!context.in_algorithm && !context.in_initial && !context.in_when) check_branches(made);
  to.push_back(std::move(made));
}

void Flattener::when_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to) {
  const char* what = context.in_algorithm ? "statement" : "equation";
  if (context.in_when)
    reporter_.fail(written.place, std::string("a when-") + what + " stands inside of another",
                   "use elsewhen, or 'and' in the condition");
  if (context.function != nullptr)
    reporter_.fail(written.place, "a when stands in a function", "functions know no events");
  if (context.in_initial)
    reporter_.fail(written.place, std::string("a when-") + what + " stands in an initial section",
                   "write 'when initial() then' in the ordinary one");
  if (context.in_loop && context.in_algorithm)
    reporter_.fail(written.place, "a when-statement stands inside of a loop or an if",
                   "move the loop into the when");
  Equation made;
  made.kind = EquationKind::kWhen;
  made.place = written.place;
  made.origin = origin_;
  for (const ast::Branch& branch : written.branches) {
    EquationBranch part;
    part.condition = condition(*branch.condition, context, true);
    if (variability_of(part.condition) == Variability::kContinuous)
      reporter_.error(branch.condition->place, "the condition of a when is no discrete expression",
                      "noEvent() does not belong there");
    context.in_when = true;
    try {
      statements(branch.body, context, part.body);
    } catch (...) {
      context.in_when = false;
      throw;
    }
    context.in_when = false;
    made.branches.push_back(std::move(part));
  }
  to.push_back(std::move(made));
}

}  // namespace escapement::modelica
