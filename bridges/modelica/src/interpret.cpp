// SPDX-License-Identifier: MIT
// Calls with known arguments: functions are run statement by statement, built-in ones computed.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "environment.h"
#include "flattener.h"
#include "foreign.h"

namespace escapement::modelica {

namespace {

constexpr std::uint64_t kMostSteps = 50'000'000;
constexpr int kMostCalls = 500;

}  // namespace

Value Flattener::evaluate_call(const Expr* e, Environment& environment) {
  try {
    return evaluate_known_call(e, environment);
  } catch (const std::out_of_range&) {
    throw NotConstant{e->place, "sizes of arrays do not fit"};
  }
}

Value Flattener::evaluate_known_call(const Expr* e, Environment& environment) {
  if (e->function == nullptr && e->text == "size" && e->args.size() == 2) {
    const std::int64_t dimension = static_cast<std::int64_t>(evaluate(e->args[1], environment).number);
    const Type& type = e->args[0]->type;
    if (dimension < 1 || dimension > static_cast<std::int64_t>(type.rank()))
      throw NotConstant{e->place, "size() of a dimension that is not there"};
    const std::int64_t known = type.dims[static_cast<std::size_t>(dimension - 1)];
    if (known >= 0) return Value::integer(static_cast<double>(known));
    const std::vector<std::int64_t> dims = evaluate(e->args[0], environment).dims();
    return Value::integer(dimension <= static_cast<std::int64_t>(dims.size())
                              ? static_cast<double>(dims[static_cast<std::size_t>(dimension - 1)])
                              : 0);
  }
  std::vector<Value> args;
  for (const Expr* part : e->args) args.push_back(evaluate(part, environment));
  if (e->elementwise) {
    std::vector<bool> repeated;
    for (std::size_t i = 0; i < args.size(); ++i) {
      std::size_t formal = 0;
      if (e->function != nullptr) formal = e->function->variables[i].type.rank();
      repeated.push_back(e->args[i]->type.rank() <= formal);
    }
    return elementwise(
        e, std::move(args), repeated,
        e->type.rank() -
            (e->function != nullptr && e->function->outputs > 0
                 ? e->function->variables[static_cast<std::size_t>(e->function->inputs)].type.rank()
                 : 0),
        environment);
  }
  if (e->function != nullptr) return call_function(*e->function, std::move(args), environment, e->place);
  return evaluate_builtin(e, std::move(args), environment);
}

Value Flattener::elementwise(const Expr* e, std::vector<Value> args, const std::vector<bool>& repeated,
                             std::size_t rank, Environment& environment) {
  if (rank == 0)
    return e->function != nullptr ? call_function(*e->function, std::move(args), environment, e->place)
                                  : evaluate_builtin(e, std::move(args), environment);
  std::size_t count = 0;
  for (std::size_t i = 0; i < args.size(); ++i)
    if (!repeated[i]) count = args[i].parts.size();
  std::vector<Value> parts;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<Value> inner = args;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (!repeated[i]) inner[i] = args[i].parts.at(k);
    parts.push_back(elementwise(e, std::move(inner), repeated, rank - 1, environment));
  }
  Value made = Value::array(std::move(parts));
  made.base = e->type.base;
  return made;
}

Value Flattener::call_function(const Function& function, std::vector<Value> args, Environment& environment,
                               Place place) {
  if (function.is_record_constructor) {
    Value made;
    made.kind = Value::Kind::kRecord;
    made.base = BaseType::kRecord;
    made.record = function.variables.back().type.record;
    made.parts = std::move(args);
    return made;
  }
  if (!function.partial.empty())  // known when it is translated, and its body has been differentiated
    throw NotConstant{place,
                      "the partial derivative '" + function.name + "' has no value before equations have"};
  if (function.is_external) {
    std::vector<Value> outputs = external_values(function, std::move(args), environment, place);
    return outputs.empty() ? Value{} : std::move(outputs.front());
  }
  if (environment.depth > kMostCalls)
    throw NotConstant{
        place, "'" + function.name + "' calls itself more than " + std::to_string(kMostCalls) + " deep"};
  std::vector<Value> locals(function.variables.size());
  Environment inner;
  inner.locals = &locals;
  inner.function = &function;
  inner.depth = environment.depth + 1;
  inner.steps = environment.steps;
  for (std::size_t i = 0; i < args.size() && i < static_cast<std::size_t>(function.inputs); ++i)
    locals[i] =
        function.variables[i].type.base == BaseType::kReal ? as_real(std::move(args[i])) : std::move(args[i]);
  begin_locals(function, static_cast<std::size_t>(function.inputs), inner);
  run(function.body, inner);
  environment.steps = inner.steps;
  if (function.outputs == 0) return {};
  return locals[static_cast<std::size_t>(function.inputs)];
}

// All outputs of an external function, by its equivalent here.
std::vector<Value> Flattener::external_values(const Function& function, std::vector<Value> args,
                                              Environment& environment, Place place) {
  std::vector<Value> locals(function.variables.size());
  Environment inner;
  inner.locals = &locals;
  inner.function = &function;
  inner.depth = environment.depth + 1;
  const std::size_t given = std::min(args.size(), locals.size());
  std::move(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(given), locals.begin());
  begin_locals(function, given, inner);
  ForeignCall call{function.external_name, {}, &reporter_.files()};
  for (const Expr* argument : function.external_arguments)
    call.arguments.push_back(evaluate(argument, inner));
  try {
    if (!run_foreign(call)) throw NotConstant{place, "'" + function.name + "' is an external function"};
  } catch (const ForeignFault& fault) {
    throw NotConstant{place, fault.what()};
  }
  for (auto& [number, value] : call.outputs) assign(function.external_arguments[number], value, inner);
  if (function.external_result != nullptr) assign(function.external_result, call.result, inner);
  const auto first = static_cast<std::size_t>(function.inputs);
  for (std::size_t i = first; i < locals.size(); ++i)
    if (function.variables[i].type.base == BaseType::kEnumeration)
      locals[i].enumeration = function.variables[i].type.enumeration;
  return {locals.begin() + function.inputs, locals.begin() + function.inputs + function.outputs};
}

// Variables from `first` on as they are when the function begins. A declaration may stand on later ones
// (section 12.4.4): those that cannot be told yet wait for the others.
void Flattener::begin_locals(const Function& function, std::size_t first, Environment& inner) {
  std::vector<Value>& locals = *inner.locals;
  std::vector<std::size_t> open;
  for (std::size_t i = first; i < function.variables.size(); ++i) open.push_back(i);
  while (!open.empty()) {
    std::vector<std::size_t> left;
    std::optional<NotConstant> fault;
    for (const std::size_t i : open) {
      const FunctionVariable& variable = function.variables[i];
      try {
        Value value =
            variable.binding != nullptr ? evaluate(variable.binding, inner) : blank(variable, inner);
        locals[i] = variable.type.base == BaseType::kReal ? as_real(std::move(value)) : std::move(value);
      } catch (const UnboundIterator&) {
        throw;
      } catch (const NotConstant& why) {
        left.push_back(i);
        if (!fault) fault = why;
      }
    }
    if (left.size() == open.size()) throw NotConstant(*fault);
    open = std::move(left);
  }
}

// What a variable of a function is before its first assignment: room for its elements.
Value Flattener::blank(const FunctionVariable& variable, Environment& environment) {
  std::vector<Value> sizes;
  for (const Expr* size : variable.sizes)
    sizes.push_back(size == nullptr ? Value::integer(0) : evaluate(size, environment));
  Value made;
  if (variable.type.base == BaseType::kRecord) {
    made.kind = Value::Kind::kRecord;
    made.base = BaseType::kRecord;
    made.record = variable.type.record;
    for (const RecordField& field : variable.type.record->fields) {
      FunctionVariable inner;
      inner.type = field.type;
      for (const std::int64_t size : field.type.dims)
        inner.sizes.push_back(size < 0 ? nullptr : integer_literal(size, {}));
      made.parts.push_back(blank(inner, environment));
    }
  } else if (!variable.sizes.empty() || variable.type.base == BaseType::kReal) {
    made = Value::scalar(variable.type.base, 0);
  } else {
    made = Value::scalar(variable.type.base, 0);
  }
  made.enumeration = variable.type.enumeration;
  return filled(made, sizes, 0);
}

void Flattener::assign(const Expr* to, const Value& value, Environment& environment) {
  if (to == nullptr) return;
  if (to->kind == ExprKind::kRecord) {
    for (std::size_t i = 0; i < to->args.size(); ++i) assign(to->args[i], value.parts.at(i), environment);
    return;
  }
  Value* at = place_of(to, environment);
  if (at == nullptr) throw NotConstant{to->place, "an assignment that is known in the simulation only"};
  if (to->kind == ExprKind::kLocal && !to->args.empty()) {
    set_elements(*at, values_of(to->args, 0, environment), 0, value, to->place);
    return;
  }
  if (to->kind == ExprKind::kIndex) {
    set_elements(*at, values_of(to->args, 1, environment), 0, value, to->place);
    return;
  }
  *at = to->type.base == BaseType::kReal ? as_real(value) : value;
}

// Where the value of a variable or of its field is kept; subscripts are left to the caller.
Value* Flattener::place_of(const Expr* to, Environment& environment) {
  if (to->kind == ExprKind::kLocal)
    return environment.locals == nullptr ? nullptr : &(*environment.locals)[to->variable];
  if (to->kind == ExprKind::kIndex) return place_of(to->args[0], environment);
  if (to->kind != ExprKind::kField) return nullptr;
  Value* base = place_of(to->args[0], environment);
  if (base == nullptr) return nullptr;
  const Expr* from = to->args[0];
  if ((from->kind == ExprKind::kLocal && !from->args.empty()) || from->kind == ExprKind::kIndex) {
    for (const std::optional<Value>& sub :
         values_of(from->args, from->kind == ExprKind::kIndex ? 1 : 0, environment)) {
      if (!sub || sub->is_array() || !base->is_array() || sub->number < 1 ||
          sub->number > static_cast<double>(base->parts.size()))
        return nullptr;
      base = &base->parts[static_cast<std::size_t>(sub->number) - 1];
    }
  }
  if (static_cast<std::size_t>(to->integer) >= base->parts.size()) return nullptr;
  return &base->parts[static_cast<std::size_t>(to->integer)];
}

void Flattener::set_elements(Value& base, const std::vector<std::optional<Value>>& subs, std::size_t at,
                             const Value& value, Place place) {
  if (at == subs.size()) {
    base = value;
    return;
  }
  const auto element = [&](double i) -> Value& {
    if (i < 1 || i > static_cast<double>(base.parts.size()))
      throw NotConstant{place, "the subscript " + std::to_string(static_cast<long long>(i)) +
                                   " is outside of 1 to " + std::to_string(base.parts.size())};
    return base.parts[static_cast<std::size_t>(i) - 1];
  };
  if (subs[at] && !subs[at]->is_array()) {
    set_elements(element(subs[at]->number), subs, at + 1, value, place);
    return;
  }
  const std::size_t count = subs[at] ? subs[at]->parts.size() : base.parts.size();
  for (std::size_t k = 0; k < count; ++k) {
    Value& part = element(subs[at] ? subs[at]->parts[k].number : static_cast<double>(k + 1));
    set_elements(part, subs, at + 1, value.is_array() ? value.parts.at(k) : value, place);
  }
}

Flattener::Flow Flattener::run(const std::vector<Equation>& body, Environment& environment) {
  for (const Equation& statement : body) {
    if (++environment.steps > kMostSteps)
      throw NotConstant{statement.place, "it takes more than " + std::to_string(kMostSteps) + " steps"};
    switch (statement.kind) {
      case EquationKind::kAssign: {
        if (statement.left->kind != ExprKind::kTuple) {
          assign(statement.left, evaluate(statement.right, environment), environment);
          break;
        }
        const std::vector<Value> results = call_for_all(statement.right, environment);
        for (std::size_t i = 0; i < statement.left->args.size() && i < results.size(); ++i)
          assign(statement.left->args[i], results[i], environment);
        break;
      }
      case EquationKind::kIf:
        for (const EquationBranch& branch : statement.branches) {
          if (branch.condition != nullptr && !evaluate(branch.condition, environment).is_true()) continue;
          const Flow flow = run(branch.body, environment);
          if (flow != Flow::kNext) return flow;
          break;
        }
        break;
      case EquationKind::kFor: {
        const Value range = evaluate(statement.iterators[0].range, environment);
        for (const Value& value : range.parts) {
          environment.iterators.emplace_back(statement.iterators[0].id, value);
          const Flow flow = run(statement.branches[0].body, environment);
          environment.iterators.pop_back();
          if (flow == Flow::kReturn) return flow;
          if (flow == Flow::kBreak) break;
        }
        break;
      }
      case EquationKind::kWhile:
        while (evaluate(statement.branches[0].condition, environment).is_true()) {
          if (++environment.steps > kMostSteps)
            throw NotConstant{statement.place, "a loop that does not end"};
          const Flow flow = run(statement.branches[0].body, environment);
          if (flow == Flow::kReturn) return flow;
          if (flow == Flow::kBreak) break;
        }
        break;
      case EquationKind::kBreak:
        return Flow::kBreak;
      case EquationKind::kReturn:
        return Flow::kReturn;
      case EquationKind::kCall:
        if (statement.left->text == "assert" && statement.left->function == nullptr) {
          if (!evaluate(statement.left->args[0], environment).is_true())
            throw NotConstant{statement.place,
                              "an assert failed: " + evaluate(statement.left->args[1], environment).text};
        } else if (statement.left->function != nullptr && !statement.left->function->is_external) {
          evaluate(statement.left, environment);
        }
        break;
      default:
        throw NotConstant{statement.place, "a statement that is for the simulation only"};
    }
  }
  return Flow::kNext;
}

std::vector<Value> Flattener::call_for_all(const Expr* e, Environment& environment) {
  if (e->kind != ExprKind::kCall || e->function == nullptr || e->elementwise)
    throw NotConstant{e->place, "several results that are known in the simulation only"};
  std::vector<Value> args;
  for (const Expr* part : e->args) args.push_back(evaluate(part, environment));
  const Function& function = *e->function;
  if (!function.partial.empty())
    throw NotConstant{e->place,
                      "the partial derivative '" + function.name + "' has no value before equations have"};
  if (function.is_external) return external_values(function, std::move(args), environment, e->place);
  std::vector<Value> locals(function.variables.size());
  Environment inner;
  inner.locals = &locals;
  inner.function = &function;
  inner.depth = environment.depth + 1;
  inner.steps = environment.steps;
  for (std::size_t i = 0; i < args.size(); ++i)
    locals[i] = function.variables[i].type.base == BaseType::kReal ? as_real(args[i]) : args[i];
  begin_locals(function, args.size(), inner);
  run(function.body, inner);
  return {locals.begin() + function.inputs, locals.begin() + function.inputs + function.outputs};
}

}  // namespace escapement::modelica
