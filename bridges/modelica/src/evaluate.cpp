// SPDX-License-Identifier: MIT
// Values of expressions that do not depend on the simulation: sizes, conditions of components, constants.
#include <cmath>

#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

namespace {

double scalar_operation(Op op, double a, double b, Place place) {
  switch (op) {
    case Op::kAdd:
    case Op::kElementAdd:
      return a + b;
    case Op::kSubtract:
    case Op::kElementSubtract:
      return a - b;
    case Op::kMultiply:
    case Op::kElementMultiply:
      return a * b;
    case Op::kDivide:
    case Op::kElementDivide:
      if (b == 0) throw NotConstant{place, "division by zero"};
      return a / b;
    default:
      return std::pow(a, b);
  }
}

bool is_elementwise(Op op) {
  return op >= Op::kElementAdd && op <= Op::kElementPower;
}

Value arithmetic(Op op, const Value& a, const Value& b, Place place) {
  if (a.is_array() || b.is_array()) {
    if (a.is_array() && b.is_array() && a.parts.size() != b.parts.size())
      throw NotConstant{place, "sizes differ"};
    std::vector<Value> parts;
    const std::size_t n = a.is_array() ? a.parts.size() : b.parts.size();
    for (std::size_t i = 0; i < n; ++i)
      parts.push_back(arithmetic(op, a.is_array() ? a.parts[i] : a, b.is_array() ? b.parts[i] : b, place));
    Value made = Value::array(std::move(parts));
    if (made.parts.empty()) made.base = a.base;
    return made;
  }
  if (a.base == BaseType::kString) return Value::string(a.text + b.text);
  const bool integer = a.base == BaseType::kInteger && b.base == BaseType::kInteger && op != Op::kDivide &&
                       op != Op::kElementDivide && op != Op::kPower && op != Op::kElementPower;
  return Value::scalar(integer ? BaseType::kInteger : BaseType::kReal,
                       scalar_operation(op, a.number, b.number, place));
}

Value transposed(const Value& a) {
  std::vector<Value> rows(a.parts.empty() ? 0 : a.parts[0].parts.size(), Value::array({}));
  for (const Value& row : a.parts)
    for (std::size_t j = 0; j < row.parts.size(); ++j) rows[j].parts.push_back(row.parts[j]);
  return Value::array(std::move(rows));
}

Value product(const Value& a, const Value& b, Place place) {
  if (!a.is_array() || !b.is_array()) return arithmetic(Op::kElementMultiply, a, b, place);
  const bool a_matrix = a.dims().size() > 1, b_matrix = b.dims().size() > 1;
  if (!a_matrix && !b_matrix) {
    Value sum = Value::scalar(
        a.base == BaseType::kInteger && b.base == BaseType::kInteger ? BaseType::kInteger : BaseType::kReal,
        0);
    if (a.parts.size() != b.parts.size()) throw NotConstant{place, "sizes differ"};
    for (std::size_t i = 0; i < a.parts.size(); ++i) sum.number += a.parts[i].number * b.parts[i].number;
    return sum;
  }
  std::vector<Value> parts;
  if (a_matrix) {
    for (const Value& row : a.parts) parts.push_back(product(row, b, place));
  } else {
    const Value columns = transposed(b);
    for (const Value& column : columns.parts) parts.push_back(product(a, column, place));
  }
  return Value::array(std::move(parts));
}

bool relation(Op op, const Value& a, const Value& b) {
  const int order = a.base == BaseType::kString ? a.text.compare(b.text)
                    : a.number < b.number       ? -1
                    : a.number > b.number       ? 1
                                                : 0;
  switch (op) {
    case Op::kLess:
      return order < 0;
    case Op::kLessEqual:
      return order <= 0;
    case Op::kGreater:
      return order > 0;
    case Op::kGreaterEqual:
      return order >= 0;
    case Op::kEqual:
      return order == 0;
    default:
      return order != 0;
  }
}

Value logical(Op op, const Value& a, const Value& b) {
  if (a.is_array()) {
    std::vector<Value> parts;
    for (std::size_t i = 0; i < a.parts.size(); ++i) parts.push_back(logical(op, a.parts[i], b.parts[i]));
    return Value::array(std::move(parts));
  }
  return Value::boolean(op == Op::kAnd ? a.is_true() && b.is_true() : a.is_true() || b.is_true());
}

Value negated(const Value& a, Op op) {
  Value made = a;
  if (a.is_array())
    for (Value& part : made.parts) part = negated(part, op);
  else
    made.number = op == Op::kNot ? (a.is_true() ? 0 : 1) : -a.number;
  return made;
}

// An array of records from a record of arrays.
Value array_of_records(std::vector<Value> fields, std::size_t rank, Span<std::int64_t> dims, std::size_t at,
                       const RecordType* type) {
  if (rank == at) {
    Value made;
    made.kind = Value::Kind::kRecord;
    made.base = BaseType::kRecord;
    made.record = type;
    made.parts = std::move(fields);
    return made;
  }
  std::vector<Value> parts;
  for (std::int64_t i = 0; i < dims[at]; ++i) {
    std::vector<Value> inner;
    for (const Value& field : fields) inner.push_back(field.parts.at(static_cast<std::size_t>(i)));
    parts.push_back(array_of_records(std::move(inner), rank, dims, at + 1, type));
  }
  Value made = Value::array(std::move(parts));
  made.record = type;
  made.base = BaseType::kRecord;
  return made;
}

}  // namespace

Value subscripted(const Value& base, const std::vector<std::optional<Value>>& subs, std::size_t at,
                  Place place) {
  if (at == subs.size()) return base;
  if (!base.is_array()) throw NotConstant{place, "a scalar is subscripted"};
  const auto element = [&](double i) -> const Value& {
    if (i < 1 || i > static_cast<double>(base.parts.size()))
      throw NotConstant{place, "the subscript " + std::to_string(static_cast<long long>(i)) +
                                   " is outside of 1 to " + std::to_string(base.parts.size())};
    return base.parts[static_cast<std::size_t>(i) - 1];
  };
  if (subs[at] && !subs[at]->is_array()) return subscripted(element(subs[at]->number), subs, at + 1, place);
  std::vector<Value> parts;
  if (subs[at])
    for (const Value& i : subs[at]->parts)
      parts.push_back(subscripted(element(i.number), subs, at + 1, place));
  else
    for (const Value& part : base.parts) parts.push_back(subscripted(part, subs, at + 1, place));
  Value made = Value::array(std::move(parts));
  if (made.parts.empty()) made.base = base.base;
  return made;
}

Value as_real(Value value) {
  if (value.is_array()) {
    for (Value& part : value.parts) part = as_real(std::move(part));
    if (value.base == BaseType::kInteger) value.base = BaseType::kReal;
  } else if (value.base == BaseType::kInteger) {
    value.base = BaseType::kReal;
  }
  return value;
}

Value Flattener::evaluate(const Expr* e) {
  Environment environment;
  return evaluate(e, environment);
}

Value Flattener::evaluate(const Expr* e, Environment& environment) {
  switch (e->kind) {
    case ExprKind::kReal:
      return Value::real(e->number);
    case ExprKind::kInteger:
      return Value::integer(static_cast<double>(e->integer));
    case ExprKind::kBoolean:
      return Value::boolean(e->integer != 0);
    case ExprKind::kString:
      return Value::string(std::string(e->text));
    case ExprKind::kEnumeration: {
      Value made = Value::scalar(BaseType::kEnumeration, static_cast<double>(e->integer));
      made.enumeration = e->type.enumeration;
      return made;
    }
    case ExprKind::kVariable:
      return evaluate_variable(e, environment);
    case ExprKind::kLocal: {
      if (environment.locals == nullptr)
        throw NotConstant{e->place, "a variable of a function stands outside of it"};
      const Value& base = (*environment.locals)[e->variable];
      if (base.kind == Value::Kind::kNone)
        throw NotConstant{e->place, "'" + std::string(e->text) + "' is used before it has a value"};
      return e->args.empty() ? base : subscripted(base, values_of(e->args, 0, environment), 0, e->place);
    }
    case ExprKind::kIterator: {
      for (auto at = environment.iterators.rbegin(); at != environment.iterators.rend(); ++at)
        if (at->first == e->iterator) return at->second;
      throw UnboundIterator{{e->place, "it depends on the iterator '" + std::string(e->text) + "'"},
                            e->iterator};
    }
    case ExprKind::kTime:
      throw NotConstant{e->place, "it depends on time"};
    case ExprKind::kUnary:
      return negated(evaluate(e->args[0], environment), e->op);
    case ExprKind::kBinary: {
      const Value a = evaluate(e->args[0], environment);
      if (e->op == Op::kAnd && !a.is_array() && !a.is_true()) return a;
      if (e->op == Op::kOr && !a.is_array() && a.is_true()) return a;
      const Value b = evaluate(e->args[1], environment);
      if (is_relation(e->op)) return Value::boolean(relation(e->op, a, b));
      if (e->op == Op::kAnd || e->op == Op::kOr) return logical(e->op, a, b);
      if (e->op == Op::kMultiply) return product(a, b, e->place);
      if (e->op == Op::kPower && a.is_array()) {
        if (b.number < 0) throw NotConstant{e->place, "a matrix to a negative power"};
        std::vector<Value> rows;
        for (std::size_t i = 0; i < a.parts.size(); ++i) {
          rows.push_back(Value::array({}));
          for (std::size_t j = 0; j < a.parts.size(); ++j)
            rows.back().parts.push_back(Value::real(i == j ? 1 : 0));
        }
        Value result = Value::array(std::move(rows));
        for (int i = 0; i < static_cast<int>(b.number); ++i) result = product(result, a, e->place);
        return result;
      }
      static_cast<void>(is_elementwise);
      return arithmetic(e->op, a, b, e->place);
    }
    case ExprKind::kIf: {
      std::size_t i = 0;
      for (; i + 1 < e->args.size(); i += 2)
        if (evaluate(e->args[i], environment).is_true()) return evaluate(e->args[i + 1], environment);
      return evaluate(e->args[i], environment);
    }
    case ExprKind::kCall:
      return evaluate_call(e, environment);
    case ExprKind::kArray: {
      std::vector<Value> parts;
      for (const Expr* part : e->args) parts.push_back(evaluate(part, environment));
      Value made = Value::array(std::move(parts));
      made.base = e->type.base;
      made.enumeration = e->type.enumeration;
      made.record = e->type.record;
      return e->type.base == BaseType::kReal ? as_real(std::move(made)) : made;
    }
    case ExprKind::kComprehension:
      return evaluate_comprehension(e, 0, environment);
    case ExprKind::kRange: {
      const Value from = evaluate(e->args[0], environment);
      const Value to = evaluate(e->args[2], environment);
      const double step = e->args[1] == nullptr ? 1 : evaluate(e->args[1], environment).number;
      if (step == 0) throw NotConstant{e->place, "the step of a range is 0"};
      const double count = std::floor((to.number - from.number) / step + 1e-10) + 1;
      if (count > 1e7) throw NotConstant{e->place, "a range of more than 10 million values"};
      std::vector<Value> parts;
      for (double i = 0; i < count; ++i) {
        Value part = from;
        part.base = e->type.base;
        part.number = from.number + i * step;
        parts.push_back(part);
      }
      Value made = Value::array(std::move(parts));
      made.base = e->type.base;
      made.enumeration = e->type.enumeration;
      return made;
    }
    case ExprKind::kRecord: {
      std::vector<Value> fields;
      for (const Expr* part : e->args) fields.push_back(evaluate(part, environment));
      return array_of_records(std::move(fields), e->type.rank(), e->type.dims, 0, e->type.record);
    }
    case ExprKind::kField: {
      const Value base = evaluate(e->args[0], environment);
      return field_of(base, static_cast<std::size_t>(e->integer), e->place);
    }
    case ExprKind::kIndex:
      return subscripted(evaluate(e->args[0], environment), values_of(e->args, 1, environment), 0, e->place);
    case ExprKind::kFunction: {
      Value made;
      made.kind = Value::Kind::kFunction;
      made.function = e;
      for (const Expr* part : e->args)
        if (part != nullptr) made.parts.push_back(evaluate(part, environment));
      return made;
    }
    default:
      throw NotConstant{e->place, "it has no value"};
  }
}

Value Flattener::field_of(const Value& base, std::size_t number, Place place) {
  if (base.is_array()) {
    std::vector<Value> parts;
    for (const Value& part : base.parts) parts.push_back(field_of(part, number, place));
    return Value::array(std::move(parts));
  }
  if (base.kind != Value::Kind::kRecord || number >= base.parts.size())
    throw NotConstant{place, "a value without elements"};
  return base.parts[number];
}

std::vector<std::optional<Value>> Flattener::values_of(Span<const Expr*> args, std::size_t from,
                                                       Environment& environment) {
  std::vector<std::optional<Value>> subs;
  for (std::size_t i = from; i < args.size(); ++i) {
    if (args[i]->kind == ExprKind::kColon)
      subs.emplace_back(std::nullopt);
    else
      subs.emplace_back(evaluate(args[i], environment));
  }
  return subs;
}

Value Flattener::evaluate_comprehension(const Expr* e, std::size_t number, Environment& environment) {
  if (number == e->iterators.size()) return evaluate(e->args[0], environment);
  const Value range = evaluate(e->iterators[number].range, environment);
  std::vector<Value> parts;
  for (const Value& value : range.parts) {
    environment.iterators.emplace_back(e->iterators[number].id, value);
    parts.push_back(evaluate_comprehension(e, number + 1, environment));
    environment.iterators.pop_back();
  }
  Value made = Value::array(std::move(parts));
  made.base = e->type.base;
  made.enumeration = e->type.enumeration;
  made.record = e->type.record;
  return made;
}

Value Flattener::evaluate_variable(const Expr* e, Environment& environment) {
  Member& member = *variable_members_[e->variable];
  // One element of an array with a binding by iterators needs no other element.
  const Value& whole = value_of(member);
  if (e->args.empty()) return whole;
  return subscripted(whole, values_of(e->args, 0, environment), 0, e->place);
}

const Value& Flattener::value_of(Member& member) {
  tree_.type_component(member);
  const ast::Variability variability = effective_variability(member);
  if (marking_ > 0 && variability == ast::Variability::kParameter) member.structural = true;
  if (member.value != nullptr) return *member.value;
  const std::string path = tree_.path_of(member);
  if (variability != ast::Variability::kParameter && variability != ast::Variability::kConstant)
    throw NotConstant{member.element->place, "'" + path + "' changes in the simulation"};
  if (member.evaluating)
    throw NotConstant{member.element->place, "the value of '" + path + "' depends on itself"};
  member.evaluating = true;
  struct Leave {
    Member& member;
    ~Leave() { member.evaluating = false; }
  } leave{member};
  Binding binding = declared_binding(member);
  const Type type = type_of(member);
  bool attribute = false;
  if (!binding.present()) {
    // A parameter without a value takes its start value (section 4.4.4).
    ClassNode* builtin = tree_.builtin_node(*member.node);
    const Modifier* start =
        builtin == nullptr || builtin->modifier == nullptr ? nullptr : builtin->modifier->child("start");
    if (start != nullptr && start->value != nullptr && variability == ast::Variability::kParameter) {
      binding = binding_from(member, *start, true, "start value");
      attribute = true;
    }
  }
  if (!binding.present()) throw NotConstant{member.element->place, "'" + path + "' has no value"};
  static_cast<void>(attribute);
  Environment environment;
  Value value = iterated(binding, 0, environment);
  if (type.base == BaseType::kReal) value = as_real(std::move(value));
  values_.push_back(std::move(value));
  member.value = &values_.back();
  return *member.value;
}

Value Flattener::iterated(const Binding& binding, std::size_t number, Environment& environment) {
  if (number == binding.iterators.size()) return evaluate(binding.value, environment);
  const Value range = evaluate(binding.iterators[number].range, environment);
  std::vector<Value> parts;
  for (const Value& value : range.parts) {
    environment.iterators.emplace_back(binding.iterators[number].id, value);
    parts.push_back(iterated(binding, number + 1, environment));
    environment.iterators.pop_back();
  }
  return Value::array(std::move(parts));
}

std::optional<Value> Flattener::try_evaluate(const Expr* e) {
  try {
    return evaluate(e);
  } catch (const NotConstant&) {
    return std::nullopt;
  }
}

std::optional<std::int64_t> Flattener::try_integer(const Expr* e) {
  const std::optional<Value> value = try_evaluate(e);
  if (!value || value->is_array()) return std::nullopt;
  return static_cast<std::int64_t>(value->number);
}

// For sizes of what may be used with several values of the iterators around it: one value for all of them, or
// none.
std::optional<Value> Flattener::quiet_value(const Expr* e) {
  if (variability_of(e) > Variability::kParameter) return std::nullopt;
  try {
    return uniform(e);
  } catch (const NotConstant&) {
    return std::nullopt;
  }
}

Value Flattener::uniform(const Expr* e) {
  ++marking_;
  struct Leave {
    int& count;
    ~Leave() { --count; }
  } leave{marking_};
  Environment environment;
  return uniform(e, environment);
}

Value Flattener::uniform(const Expr* e, Environment& environment) {
  try {
    return evaluate(e, environment);
  } catch (const UnboundIterator& unbound) {
    const auto owner = iterator_owner_.find(unbound.id);
    if (owner == iterator_owner_.end()) throw;
    Member& member = *owner->second;
    const std::vector<Iterator> iterators = canonical_iterators(member);
    std::int64_t size = 0;
    for (const Iterator& iterator : iterators)
      if (iterator.id == unbound.id) size = iterator.range->args[2]->integer;
    std::optional<Value> common;
    for (std::int64_t i = 1; i <= size; ++i) {
      environment.iterators.emplace_back(unbound.id, Value::integer(static_cast<double>(i)));
      const Value value = uniform(e, environment);
      environment.iterators.pop_back();
      if (common && !(*common == value)) throw NeedExpansion{member.element};
      common = value;
    }
    if (!common) throw;
    return *common;
  }
}

Value Flattener::uniform_value(const Expr* e, const std::string& what) {
  try {
    return uniform(e);
  } catch (const NotConstant& fault) {
    reporter_.fail(e->place, "the " + what + " is not known before the simulation: " + fault.reason,
                   "use constants and parameters with values");
  }
}

}  // namespace escapement::modelica
