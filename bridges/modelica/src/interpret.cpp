// SPDX-License-Identifier: MIT
// Calls with known arguments: functions are run statement by statement, built-in ones computed.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

namespace {

constexpr std::uint64_t kMostSteps = 50'000'000;
constexpr int kMostCalls = 500;

double one_argument(std::string_view name, double x, bool& known) {
  known = true;
  if (name == "sin") return std::sin(x);
  if (name == "cos") return std::cos(x);
  if (name == "tan") return std::tan(x);
  if (name == "asin") return std::asin(x);
  if (name == "acos") return std::acos(x);
  if (name == "atan") return std::atan(x);
  if (name == "sinh") return std::sinh(x);
  if (name == "cosh") return std::cosh(x);
  if (name == "tanh") return std::tanh(x);
  if (name == "exp") return std::exp(x);
  if (name == "log") return std::log(x);
  if (name == "log10") return std::log10(x);
  if (name == "sqrt") return std::sqrt(x);
  if (name == "abs") return std::abs(x);
  if (name == "sign") return x > 0 ? 1 : x < 0 ? -1 : 0;
  if (name == "floor") return std::floor(x);
  if (name == "ceil") return std::ceil(x);
  if (name == "integer") return std::floor(x);
  if (name == "Integer") return x;
  known = false;
  return 0;
}

void flatten_values(const Value& value, std::vector<const Value*>& to) {
  if (!value.is_array())
    to.push_back(&value);
  else
    for (const Value& part : value.parts) flatten_values(part, to);
}

Value filled(const Value& value, const std::vector<Value>& sizes, std::size_t at) {
  if (at == sizes.size()) return value;
  std::vector<Value> parts;
  if (sizes[at].number > 1e7) throw NotConstant{{}, "an array of more than 10 million elements"};
  for (double i = 0; i < sizes[at].number; ++i) parts.push_back(filled(value, sizes, at + 1));
  Value made = Value::array(std::move(parts));
  made.base = value.base;
  return made;
}

Value joined(std::size_t dimension, const std::vector<Value>& args, std::size_t from, std::size_t to) {
  if (dimension == 1) {
    Value made = Value::array({});
    for (std::size_t i = from; i < to; ++i) {
      made.parts.insert(made.parts.end(), args[i].parts.begin(), args[i].parts.end());
      if (i == from || args[i].base == BaseType::kReal) made.base = args[i].base;
    }
    return made;
  }
  Value made = Value::array({});
  for (std::size_t row = 0; row < args[from].parts.size(); ++row) {
    std::vector<Value> inner;
    for (std::size_t i = from; i < to; ++i) inner.push_back(args[i].parts.at(row));
    made.parts.push_back(joined(dimension - 1, inner, 0, inner.size()));
  }
  made.base = args[from].base;
  return made;
}

std::string number_text(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

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

Value Flattener::evaluate_builtin(const Expr* e, std::vector<Value> args, Environment& environment) {
  const std::string_view name = e->text;
  const auto fail = [&](const std::string& why) -> Value { throw NotConstant{e->place, why}; };
  const auto base = [&](Value value) {
    if (!value.is_array()) value.base = e->type.base;
    return value;
  };
  if (args.size() == 1) {
    bool known = false;
    const double x = one_argument(name, args[0].number, known);
    if (known) {
      if (args[0].is_array()) return fail("an array where a scalar is needed");
      if (!std::isfinite(x)) return fail(std::string(name) + "() of " + to_text(args[0].number));
      Value made = base(Value::real(x));
      return made;
    }
  }
  if (name == "call") {
    const Expr* callee = args[0].function;
    if (args[0].kind != Value::Kind::kFunction || callee == nullptr)
      return fail("a function that is not known");
    std::vector<Value> given;
    std::size_t next = 1, bound = 0;
    for (const Expr* part : callee->args) {
      if (part != nullptr)
        given.push_back(args[0].parts.at(bound++));
      else
        given.push_back(args.at(next++));
    }
    if (callee->args.empty()) given.assign(args.begin() + 1, args.end());
    Environment fresh;
    fresh.depth = environment.depth + 1;
    return call_function(*callee->function, std::move(given), fresh, e->place);
  }
  if (name == "noEvent" || name == "homotopy") return args[0];
  if (name == "smooth") return args[1];
  if (name == "atan2") return Value::real(std::atan2(args[0].number, args[1].number));
  if (name == "mod" || name == "rem" || name == "div") {
    const double a = args[0].number, b = args[1].number;
    if (b == 0) return fail("division by zero");
    const double quotient = name == "mod" ? std::floor(a / b) : std::trunc(a / b);
    return base(Value::real(name == "div" ? quotient : a - quotient * b));
  }
  if (name == "min" || name == "max") {
    std::vector<const Value*> all;
    for (const Value& value : args) flatten_values(value, all);
    const bool least = name == "min";
    Value made = all.empty() ? Value::real(least ? 1e60 : -1e60) : *all[0];
    for (const Value* value : all)
      if (least ? value->number < made.number : value->number > made.number) made = *value;
    return base(made);
  }
  if (name == "sum" || name == "product") {
    std::vector<const Value*> all;
    flatten_values(args[0], all);
    double made = name == "sum" ? 0 : 1;
    for (const Value* value : all) made = name == "sum" ? made + value->number : made * value->number;
    return base(Value::real(made));
  }
  if (name == "fill") return filled(args[0], {args.begin() + 1, args.end()}, 0);
  if (name == "zeros") return filled(Value::integer(0), args, 0);
  if (name == "ones") return filled(Value::integer(1), args, 0);
  if (name == "identity" || name == "diagonal") {
    const std::size_t n =
        name == "identity" ? static_cast<std::size_t>(std::max(0.0, args[0].number)) : args[0].parts.size();
    std::vector<Value> rows;
    for (std::size_t i = 0; i < n; ++i) {
      rows.push_back(Value::array({}));
      for (std::size_t j = 0; j < n; ++j) {
        Value zero = Value::scalar(e->type.base, 0);
        if (i == j) zero = name == "identity" ? Value::integer(1) : args[0].parts[i];
        rows.back().parts.push_back(zero);
      }
      rows.back().base = e->type.base;
    }
    Value made = Value::array(std::move(rows));
    made.base = e->type.base;
    return made;
  }
  if (name == "linspace") {
    const double n = args[2].number;
    if (n < 2) return fail("linspace() of fewer than two points");
    std::vector<Value> parts;
    for (double i = 0; i < n; ++i)
      parts.push_back(Value::real(args[0].number + (args[1].number - args[0].number) * i / (n - 1)));
    return Value::array(std::move(parts));
  }
  if (name == "transpose") {
    Value made = Value::array({});
    if (!args[0].parts.empty())
      for (std::size_t j = 0; j < args[0].parts[0].parts.size(); ++j) {
        Value row = Value::array({});
        for (const Value& part : args[0].parts) row.parts.push_back(part.parts.at(j));
        row.base = e->type.base;
        made.parts.push_back(std::move(row));
      }
    made.base = e->type.base;
    return made;
  }
  if (name == "symmetric") {
    Value made = args[0];
    for (std::size_t i = 0; i < made.parts.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) made.parts[i].parts[j] = args[0].parts[j].parts[i];
    return made;
  }
  if (name == "cat") {
    return joined(static_cast<std::size_t>(args[0].number), args, 1, args.size());
  }
  if (name == "promote") {
    Value made = args[0];
    const std::function<Value(const Value&, std::size_t)> deepen = [&](const Value& value,
                                                                       std::size_t rank) -> Value {
      if (value.is_array()) {
        Value copy = value;
        for (Value& part : copy.parts) part = deepen(part, rank - 1);
        return copy;
      }
      Value copy = value;
      for (; rank > 0; --rank) copy = Value::array({copy});
      return copy;
    };
    return deepen(made, e->type.rank());
  }
  if (name == "scalar" || name == "vector") {
    std::vector<const Value*> all;
    flatten_values(args[0], all);
    if (name == "scalar")
      return all.size() == 1 ? *all[0] : fail("scalar() of an array of more than one element");
    std::vector<Value> parts;
    for (const Value* value : all) parts.push_back(*value);
    Value made = Value::array(std::move(parts));
    made.base = e->type.base;
    return made;
  }
  if (name == "matrix") {
    if (args[0].dims().size() == 2) return args[0];
    if (!args[0].is_array()) return Value::array({Value::array({args[0]})});
    Value made = Value::array({});
    for (const Value& part : args[0].parts) made.parts.push_back(Value::array({part}));
    return made;
  }
  if (name == "cross") {
    const auto& a = args[0].parts;
    const auto& b = args[1].parts;
    const auto part = [&](std::size_t i, std::size_t j) {
      return Value::scalar(e->type.base, a[i].number * b[j].number - a[j].number * b[i].number);
    };
    return Value::array({part(1, 2), part(2, 0), part(0, 1)});
  }
  if (name == "skew") {
    const auto& a = args[0].parts;
    const auto n = [&](double x) { return Value::scalar(e->type.base, x); };
    return Value::array({Value::array({n(0), n(-a[2].number), n(a[1].number)}),
                         Value::array({n(a[2].number), n(0), n(-a[0].number)}),
                         Value::array({n(-a[1].number), n(a[0].number), n(0)})});
  }
  if (name == "outerProduct") {
    Value made = Value::array({});
    for (const Value& a : args[0].parts) {
      Value row = Value::array({});
      for (const Value& b : args[1].parts)
        row.parts.push_back(Value::scalar(e->type.base, a.number * b.number));
      made.parts.push_back(row);
    }
    return made;
  }
  if (name == "ndims") return Value::integer(static_cast<double>(e->args[0]->type.rank()));
  if (name == "size") {
    Value made = Value::array({});
    for (const std::int64_t size : args[0].dims())
      made.parts.push_back(Value::integer(static_cast<double>(size)));
    return made;
  }
  if (name == "String") {
    const Value& x = args[0];
    std::string text;
    if (x.base == BaseType::kReal)
      text = number_text(x.number, static_cast<int>(args[3].number));
    else if (x.base == BaseType::kBoolean)
      text = x.is_true() ? "true" : "false";
    else if (x.base == BaseType::kEnumeration)
      text = x.enumeration->literals.at(static_cast<std::size_t>(x.number) - 1);
    else if (x.base == BaseType::kString)
      text = x.text;
    else
      text = std::to_string(static_cast<long long>(x.number));
    const auto least = static_cast<std::size_t>(std::max(0.0, args[1].number));
    if (text.size() < least) {
      const std::string blanks(least - text.size(), ' ');
      text = args[2].is_true() ? text + blanks : blanks + text;
    }
    return Value::string(text);
  }
  if (name == "EnumerationValue") {
    Value made = Value::scalar(BaseType::kEnumeration, args[0].number);
    made.enumeration = e->type.enumeration;
    if (made.number < 1 || made.number > static_cast<double>(e->type.enumeration->literals.size()))
      return fail("a number that is no literal of '" + e->type.enumeration->name + "'");
    return made;
  }
  return fail("the value of " + std::string(name) + "() is known in the simulation only");
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
  if (function.is_external) {
    if (const std::optional<Value> known = external_value(function, args)) return *known;
    throw NotConstant{place, "'" + function.name + "' is an external function"};
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
  for (std::size_t i = static_cast<std::size_t>(function.inputs); i < function.variables.size(); ++i) {
    const FunctionVariable& variable = function.variables[i];
    if (variable.binding != nullptr) {
      locals[i] = evaluate(variable.binding, inner);
      if (variable.type.base == BaseType::kReal) locals[i] = as_real(std::move(locals[i]));
      continue;
    }
    locals[i] = blank(variable, inner);
  }
  run(function.body, inner);
  environment.steps = inner.steps;
  if (function.outputs == 0) return {};
  return locals[static_cast<std::size_t>(function.inputs)];
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
  if (e->kind != ExprKind::kCall || e->function == nullptr || e->function->is_external || e->elementwise)
    throw NotConstant{e->place, "several results that are known in the simulation only"};
  std::vector<Value> args;
  for (const Expr* part : e->args) args.push_back(evaluate(part, environment));
  const Function& function = *e->function;
  std::vector<Value> locals(function.variables.size());
  Environment inner;
  inner.locals = &locals;
  inner.function = &function;
  inner.depth = environment.depth + 1;
  inner.steps = environment.steps;
  for (std::size_t i = 0; i < args.size(); ++i)
    locals[i] = function.variables[i].type.base == BaseType::kReal ? as_real(args[i]) : args[i];
  for (std::size_t i = args.size(); i < function.variables.size(); ++i)
    locals[i] = function.variables[i].binding != nullptr ? evaluate(function.variables[i].binding, inner)
                                                         : blank(function.variables[i], inner);
  run(function.body, inner);
  return {locals.begin() + function.inputs, locals.begin() + function.inputs + function.outputs};
}

// The few functions of the standard library's C code that decide on structure.
std::optional<Value> Flattener::external_value(const Function& function, const std::vector<Value>& args) {
  const std::string& name = function.external_name;
  if (name == "ModelicaStrings_length" && args.size() == 1)
    return Value::integer(static_cast<double>(args[0].text.size()));
  if (name == "ModelicaStrings_substring" && args.size() == 3) {
    const auto from = static_cast<std::size_t>(std::max(1.0, args[1].number));
    const auto to = static_cast<std::size_t>(std::max(0.0, args[2].number));
    if (from > args[0].text.size() || to < from) return Value::string("");
    return Value::string(args[0].text.substr(from - 1, to - from + 1));
  }
  if (name == "ModelicaStrings_compare" && args.size() == 3) {
    std::string a = args[0].text, b = args[1].text;
    if (!args[2].is_true())
      for (std::string* text : {&a, &b})
        std::transform(text->begin(), text->end(), text->begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    Value made = Value::scalar(BaseType::kEnumeration, a < b ? 1 : a == b ? 2 : 3);
    made.enumeration = function.variables[static_cast<std::size_t>(function.inputs)].type.enumeration;
    return made;
  }
  if (name == "ModelicaStrings_skipWhiteSpace" && args.size() == 2) {
    auto at = static_cast<std::size_t>(std::max(1.0, args[1].number));
    while (at <= args[0].text.size() && std::isspace(static_cast<unsigned char>(args[0].text[at - 1])) != 0)
      ++at;
    return Value::integer(static_cast<double>(at));
  }
  return std::nullopt;
}

}  // namespace escapement::modelica
