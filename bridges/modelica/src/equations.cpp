// SPDX-License-Identifier: MIT
// Equations and statements (Modelica 3.6, chapters 8 and 11).
#include <algorithm>

#include "flattener.h"

namespace escapement::modelica {

using ast::StatementKind;

// Equations of a class inside of an array of components hold for each element.
void Flattener::wrap(std::vector<Equation>& body, ClassNode& node, std::vector<Equation>& to) {
  const std::vector<Iterator> iterators = context_iterators(node);
  if (iterators.empty() || body.empty()) {
    std::move(body.begin(), body.end(), std::back_inserter(to));
    return;
  }
  Equation loop;
  loop.kind = EquationKind::kFor;
  loop.place = body.front().place;
  loop.origin = body.front().origin;
  loop.iterators = arena_.copy(iterators);
  loop.branches.push_back({nullptr, std::move(body)});
  to.push_back(std::move(loop));
}

void Flattener::class_equations(ClassNode& node) {
  for (const Base& base : node.bases) class_equations(*base.node);
  if (node.definition == nullptr) return;
  for (const ast::Section& section : node.definition->sections) {
    Context context;
    context.scope = &node;
    context.in_algorithm = section.algorithm;
    context.in_equation = !section.algorithm;
    context.in_initial = section.initial;
    std::vector<Equation> body;
    try {
      statements(section.body, context, body);
    } catch (Abandon) {
    }
    if (section.algorithm) {
      Algorithm made;
      made.statements = std::move(body);
      made.origin = origin_;
      made.place = section.place;
      made.iterators = arena_.copy(context_iterators(node));
      if (!made.statements.empty())
        (section.initial ? flat_->initial_algorithms : flat_->algorithms).push_back(std::move(made));
    } else {
      wrap(body, node, section.initial ? flat_->initial_equations : flat_->equations);
    }
  }
}

// The pass over connections alone: whether and how much is connected must be known before equations ask.
void Flattener::class_connections(ClassNode& node) {
  for (const Base& base : node.bases) class_connections(*base.node);
  if (node.definition == nullptr) return;
  for (const ast::Section& section : node.definition->sections) {
    if (section.algorithm || section.initial || !contains_connect(section.body)) continue;
    Context context;
    context.scope = &node;
    context.in_equation = context.connecting = true;
    std::vector<Equation> none;
    try {
      statements(section.body, context, none);
    } catch (Abandon) {
    }
  }
}

void Flattener::statements(Span<ast::Statement*> written, Context& context, std::vector<Equation>& to) {
  for (const ast::Statement* one : written) {
    try {
      equation(*one, context, to);
    } catch (const NotConstant& fault) {
      reporter_.error(one->place, "this cannot be worked out: " + fault.reason);
    } catch (Abandon) {
      if (context.rethrow) throw;
    }
  }
}

void Flattener::equation(const ast::Statement& written, Context& context, std::vector<Equation>& to) {
  ast::Statement* self = const_cast<ast::Statement*>(&written);
  if (context.connecting && written.kind != StatementKind::kConnect &&
      !contains_connect(Span<ast::Statement*>(&self, 1)))
    return;
  switch (written.kind) {
    case StatementKind::kEqual:
      return equal_equation(written, context, to);
    case StatementKind::kAssign:
      return assign_statement(written, context, to);
    case StatementKind::kCall:
      return call_statement(written, context, to);
    case StatementKind::kIf:
      return if_equation(written, context, to);
    case StatementKind::kFor:
      return for_equation(written, context, to);
    case StatementKind::kWhen:
      return when_equation(written, context, to);
    case StatementKind::kConnect:
      if (context.in_when)
        reporter_.fail(written.place, "connect() stands in a when", "connections do not come and go");
      if (context.in_initial)
        reporter_.fail(written.place, "connect() stands among initial equations", "move it to the equations");
      return connect(written, context);
    case StatementKind::kWhile: {
      Equation made;
      made.kind = EquationKind::kWhile;
      made.place = written.place;
      made.origin = origin_;
      made.branches.emplace_back();
      made.branches[0].condition = condition(*written.branches[0].condition, context, false);
      const bool before = context.in_loop;
      context.in_loop = true;
      statements(written.branches[0].body, context, made.branches[0].body);
      context.in_loop = before;
      to.push_back(std::move(made));
      return;
    }
    case StatementKind::kBreak:
    case StatementKind::kReturn: {
      if (written.kind == StatementKind::kBreak && !context.in_loop)
        reporter_.fail(written.place, "'break' stands outside of a loop", "it leaves a for or a while");
      if (written.kind == StatementKind::kReturn && context.function == nullptr)
        reporter_.fail(written.place, "'return' stands outside of a function");
      Equation made;
      made.kind = written.kind == StatementKind::kBreak ? EquationKind::kBreak : EquationKind::kReturn;
      made.place = written.place;
      made.origin = origin_;
      to.push_back(std::move(made));
      return;
    }
  }
}

// Makes the size of one side known from the other where `fill` or an open size needs it; checks types.
void Flattener::check_assignment(const Expr* left, const Expr* right, Place place, bool equation) {
  const bool fits =
      equation ? common_type(left->type, right->type).has_value() : assignable(left->type, right->type);
  if (fits && left->type.base != BaseType::kNone && right->type.base != BaseType::kNone) return;
  const bool sizes =
      same_base(left->type, right->type) || (left->type.is_numeric() && right->type.is_numeric());
  reporter_.fail(
      place,
      std::string("the two sides of the ") + (equation ? "equation" : "assignment") + " are of types " +
          type_text(left->type) + " and " + type_text(right->type),
      sizes && !same_dims(left->type, right->type) ? "both sides need one size" : "both sides need one type");
}

const Expr* Flattener::tuple(const ast::Expr& written, const Expr* value, Context& context) {
  if (value->kind != ExprKind::kCall || value->function == nullptr) {
    if (value->kind == ExprKind::kRecord && written.args.size() == 1)
      return expression(*written.args[0], context);
    reporter_.fail(written.place, "(...) stands left of what is no call of a function",
                   "a list in brackets takes the results of a function call");
  }
  const Function& function = *value->function;
  if (written.args.size() > static_cast<std::size_t>(function.outputs))
    reporter_.fail(written.place, "'" + function.name + "' has " + std::to_string(function.outputs) +
                                      " outputs, and " + std::to_string(written.args.size()) +
                                      " variables are to take them");
  if (value->elementwise && written.args.size() > 1)
    reporter_.fail(written.place,
                   "'" + function.name + "' gives several results and is called with arrays for scalars",
                   "only functions of one output work element by element; use a loop");
  std::vector<const Expr*> parts;
  const std::vector<const Expr*> args(value->args.begin(), value->args.end());
  for (std::size_t i = 0; i < written.args.size(); ++i) {
    if (written.args[i] == nullptr) {
      parts.push_back(nullptr);
      continue;
    }
    const Expr* part = expression(*written.args[i], context);
    Type given = output_type(function, i, args, written.place, context);
    if (value->elementwise) {
      std::vector<std::int64_t> dims(value->type.dims.begin(), value->type.dims.end());
      dims.resize(dims.size() - function.variables[static_cast<std::size_t>(function.inputs)].type.rank());
      dims.insert(dims.end(), given.dims.begin(), given.dims.end());
      given = with_dims(given, dims);
    }
    const bool fits =
        context.in_algorithm ? assignable(part->type, given) : common_type(part->type, given).has_value();
    if (!fits)
      reporter_.fail(written.args[i]->place, "output " + std::to_string(i + 1) + " of '" + function.name +
                                                 "' is of type " + type_text(given) +
                                                 ", and what takes it of type " + type_text(part->type));
    if (context.in_algorithm) check_assigned(part, context);
    parts.push_back(part);
  }
  Expr* made = make(ExprKind::kTuple, written.place, Type{BaseType::kTuple});
  made->args = arena_.copy(parts);
  return made;
}

// What a when gives belongs to the class itself, or to a record or connector in it (section 4.5.4).
void Flattener::add_when_target(const Expr* target, const Context& context, Place place) {
  when_targets_.push_back(target);
  if (target->kind != ExprKind::kVariable || context.function != nullptr) return;
  const Member& member = *variable_members_[target->variable];
  for (const ClassNode* at = member.holder->instance;
       at != context.scope->instance && at->component != nullptr; at = at->component->holder->instance) {
    const ast::ClassKind kind = tree_.kind_of(*at->component->node);
    if (kind != ast::ClassKind::kModel && kind != ast::ClassKind::kBlock) continue;
    reporter_.error(place,
                    "the when sets '" + tree_.path_of(member) + "' of '" + tree_.path_of(*at->component) +
                        "', which is a " + ast::kind_name(kind),
                    "set it in a when of that class, or connect to an input of it");
    return;
  }
}

void Flattener::equal_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to) {
  Equation made;
  made.kind = EquationKind::kEqual;
  made.place = written.place;
  made.origin = origin_;
  if (written.left->kind == ast::ExprKind::kTuple) {
    made.right = expression(*written.right, context);
    made.left = tuple(*written.left, made.right, context);
    if (context.in_when)
      for (const Expr* part : made.left->args)
        if (part != nullptr) add_when_target(part, context, written.place);
    to.push_back(std::move(made));
    return;
  }

  made.left = expression(*written.left, context);
  made.right = expression(*written.right, context);
  check_assignment(made.left, made.right, written.place, !context.in_when);
  if (!context.in_when && !context.in_initial) check_whole(made);
  if (context.in_when) {
    const Expr* left = made.left;
    if (left->kind != ExprKind::kVariable && left->kind != ExprKind::kRecord)
      reporter_.fail(written.place, "an equation in a when has an expression on its left side",
                     "write 'variable = expression'");
    add_when_target(left, context, written.place);
  }
  add_equal(std::move(made), to);
}

// An Integer that is to be a Real that no variable of the equation could make whole: n = 1.5.
void Flattener::check_whole(const Equation& made) {
  const auto is_whole = [](const Expr* e) {
    return e->kind == ExprKind::kVariable && e->type.base == BaseType::kInteger;
  };
  for (const auto& [one, other] : {std::pair(made.left, made.right), std::pair(made.right, made.left)})
    if (one->kind == ExprKind::kVariable) check_changes_at_events(one->type, other, made.place);
  for (const auto& [whole, other] : {std::pair(made.left, made.right), std::pair(made.right, made.left)})
    if (is_whole(whole) && other->type.base == BaseType::kReal &&
        variability_of(other) <= Variability::kParameter)
      reporter_.fail(made.place, "an Integer variable is to be a value of type " + type_text(other->type),
                     "declare it Real, or take integer() of the value");
}

// The call of a function makes no events (section 8.5): an Integer that it gave would change in between.
void Flattener::check_changes_at_events(const Type& wanted, const Expr* value, Place place) {
  if (wanted.base != BaseType::kInteger && wanted.base != BaseType::kBoolean &&
      wanted.base != BaseType::kEnumeration)
    return;
  if (value->kind == ExprKind::kCall && value->function != nullptr &&
      variability_of(value) == Variability::kContinuous)
    reporter_.fail(place,
                   "a discrete variable is to be the value of '" + value->function->name +
                       "', which changes without an event, for an argument does",
                   "call it in a when, with discrete arguments, or keep the value in a Real");
}

// Records are equal when their fields are.
void Flattener::add_equal(Equation made, std::vector<Equation>& to) {
  if (made.left->kind == ExprKind::kRecord && made.right->kind == ExprKind::kRecord) {
    for (std::size_t i = 0; i < made.left->args.size(); ++i) {
      std::size_t j = i;
      const std::string& name = made.left->type.record->fields[i].name;
      for (std::size_t k = 0; k < made.right->type.record->fields.size(); ++k)
        if (made.right->type.record->fields[k].name == name) j = k;
      Equation part = made;
      part.left = made.left->args[i];
      part.right = made.right->args[j];
      add_equal(std::move(part), to);
    }
    return;
  }
  to.push_back(std::move(made));
}

void Flattener::check_assigned(const Expr* left, Context& context) {
  if (left == nullptr) return;
  switch (left->kind) {
    case ExprKind::kTuple:
    case ExprKind::kRecord:
      for (const Expr* part : left->args) check_assigned(part, context);
      return;
    case ExprKind::kField:
    case ExprKind::kIndex:
      return check_assigned(left->args[0], context);
    case ExprKind::kLocal: {
      const FunctionVariable& variable = context.function->variables[left->variable];
      if (variable.causality == Causality::kInput)
        reporter_.fail(left->place, "the input '" + variable.name + "' is assigned to",
                       "copy it into a protected variable");
      if (variable.is_constant)
        reporter_.fail(left->place, "the constant '" + variable.name + "' is assigned to",
                       "make it a variable");
      return;
    }
    case ExprKind::kVariable: {
      const Variable& variable = flat_->variables[left->variable];
      if (variable.variability == Variability::kConstant ||
          (variable.variability == Variability::kParameter && !context.in_initial))
        reporter_.fail(left->place,
                       "'" + variable.name + "' is a " +
                           (variable.variability == Variability::kConstant ? "constant" : "parameter") +
                           " and is assigned to",
                       "make it a variable");
      if (variable.causality == Causality::kInput)
        reporter_.fail(left->place, "the input '" + variable.name + "' is assigned to",
                       "inputs get their values from outside");
      if (context.in_when) add_when_target(left, context, left->place);
      return;
    }
    case ExprKind::kArray:
      for (const Expr* part : left->args) check_assigned(part, context);
      return;
    case ExprKind::kIterator:
      reporter_.fail(left->place, "the iterator '" + std::string(left->text) + "' is assigned to",
                     "iterators take their values from the range");
    default:
      reporter_.fail(left->place, "this is no variable and is assigned to");
  }
}

void Flattener::assign_statement(const ast::Statement& written, Context& context, std::vector<Equation>& to) {
  Equation made;
  made.kind = EquationKind::kAssign;
  made.place = written.place;
  made.origin = origin_;
  made.right = expression(*written.right, context);
  if (written.left->kind == ast::ExprKind::kTuple) {
    made.left = tuple(*written.left, made.right, context);
  } else {
    if (written.left->kind == ast::ExprKind::kReference && written.left->parts.size() == 1)
      for (const LocalIterator& iterator : context.iterators)
        if (iterator.name == written.left->parts[0].name)
          reporter_.fail(written.left->place,
                         "the iterator '" + std::string(iterator.name) + "' is assigned to",
                         "iterators take their values from the range");
    made.left = expression(*written.left, context);
    check_assigned(made.left, context);
    check_assignment(made.left, made.right, written.place, false);
    if (made.left->kind == ExprKind::kRecord && made.right->kind == ExprKind::kRecord &&
        made.left->type.record != made.right->type.record) {
      // fields by name
      std::vector<const Expr*> fields;
      for (const RecordField& wanted : made.left->type.record->fields)
        fields.push_back(field_named(made.right, wanted.name, written.place));
      made.right =
          record_of(*made.left->type.record, std::move(fields), made.right->type.dims, written.place);
    }
    if (context.function == nullptr && made.left->kind == ExprKind::kVariable &&
        made.left->type.base != BaseType::kReal && !context.in_when && !context.in_initial &&
        variability_of(made.right) == Variability::kContinuous)
      reporter_.error(written.place, "a discrete variable is given a continuous value",
                      "use a when, or pre() and relations");
  }
  to.push_back(std::move(made));
}

void Flattener::call_statement(const ast::Statement& written, Context& context, std::vector<Equation>& to) {
  const ast::Expr& callee = *written.left;
  Equation made;
  made.kind = EquationKind::kCall;
  made.place = written.place;
  made.origin = origin_;
  if (callee.parts.size() == 1 && callee.parts[0].name == "reinit") {
    if (!context.in_when)
      reporter_.fail(written.place, "reinit() stands outside of a when", "move it into one");
    if (context.function != nullptr) reporter_.fail(written.place, "reinit() stands in a function");
    if (context.in_algorithm)
      reporter_.fail(written.place, "reinit() stands in an algorithm",
                     "move it into a when of the equation section (Modelica 3.6, section 8.3.6)");
    if (callee.args.size() != 2 || !callee.named.empty())
      reporter_.fail(written.place, "reinit() takes a variable and its new value");
    const Expr* state = expression(*callee.args[0], context);
    const Expr* value = expression(*callee.args[1], context);
    if ((state->kind != ExprKind::kVariable && state->kind != ExprKind::kArray) ||
        state->type.base != BaseType::kReal || variability_of(state) != Variability::kContinuous)
      reporter_.fail(callee.args[0]->place, "reinit() sets what is no continuous Real variable",
                     "it sets states");
    if (!assignable(state->type, value->type))
      reporter_.fail(callee.args[1]->place, "reinit() sets a variable of type " + type_text(state->type) +
                                                " to a value of type " + type_text(value->type));
    made.left = call("reinit", {state, value}, Type{}, written.place);
    to.push_back(std::move(made));
    return;
  }
  if (callee.parts.size() == 2 && callee.parts[0].name == "Connections" &&
      is_builtin("Connections." + std::string(callee.parts[1].name))) {
    if (context.in_when || context.in_algorithm)
      reporter_.fail(
          written.place,
          "Connections." + std::string(callee.parts[1].name) + "() stands in a when or an algorithm",
          "it says how connectors hang together before anything runs: write it among the equations");
    connection_graph(callee, context);
    return;
  }
  made.left = expression(callee, context);
  if (made.left->kind == ExprKind::kCall && made.left->function == nullptr &&
      made.left->type.base != BaseType::kNone)
    reporter_.fail(written.place, std::string(made.left->text) + "() has a value, and nothing takes it",
                   "write it as part of an equation");
  if (made.left->kind == ExprKind::kRecord) return;
  to.push_back(std::move(made));
}

}  // namespace escapement::modelica
