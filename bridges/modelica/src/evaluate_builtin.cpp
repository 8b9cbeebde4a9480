// SPDX-License-Identifier: MIT
// Values of built-in functions, and of those of the standard library that decide on structure.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "environment.h"
#include "flattener.h"
#include "text_format.h"

namespace escapement::modelica {

Value filled(const Value& value, const std::vector<Value>& sizes, std::size_t at) {
  if (at == sizes.size()) return value;
  std::vector<Value> parts;
  if (sizes[at].number > 1e7) throw NotConstant{{}, "an array of more than 10 million elements"};
  for (double i = 0; i < sizes[at].number; ++i) parts.push_back(filled(value, sizes, at + 1));
  Value made = Value::array(std::move(parts));
  made.base = value.base;
  return made;
}

namespace {

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

}  // namespace

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
    if (n < 1) return fail("linspace() of fewer than one point");
    std::vector<Value> parts;
    if (n == 1) return Value::array({Value::real(args[0].number)});
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
      text = digits_text(x.number, static_cast<int>(args[3].number));
    else if (x.base == BaseType::kBoolean)
      text = x.is_true() ? "true" : "false";
    else if (x.base == BaseType::kEnumeration)
      text = x.enumeration->literals.at(static_cast<std::size_t>(x.number) - 1);
    else if (x.base == BaseType::kString)
      text = x.text;
    else
      text = std::to_string(static_cast<long long>(x.number));
    return Value::string(padded(std::move(text), args[1].number, args[2].is_true()));
  }
  if (name == "StringFormat") {
    const std::optional<std::string> text =
        formatted(args[0].number, args[1].text, args[0].base == BaseType::kReal);
    return text ? Value::string(*text) : fail(format_fault(args[1].text));
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

}  // namespace escapement::modelica
