// SPDX-License-Identifier: MIT
// Expressions: operators with their types (Modelica 3.6, chapters 3 and 10.6), arrays and conditions.
#include <algorithm>
#include <cmath>

#include "flattener.h"

namespace escapement::modelica {

const Expr* Flattener::expression(const ast::Expr& written, Context& context) {
  switch (written.kind) {
    case ast::ExprKind::kReal:
      return real_literal(written.number, written.place);
    case ast::ExprKind::kInteger:
      return integer_literal(static_cast<std::int64_t>(written.number), written.place);
    case ast::ExprKind::kString:
      return string_literal(unescape(written.text), written.place);
    case ast::ExprKind::kBoolean:
      return boolean_literal(written.value, written.place);
    case ast::ExprKind::kReference:
      return reference(written, context);
    case ast::ExprKind::kCall:
      return call_expression(written, context);
    case ast::ExprKind::kPartialFunction:
      return partial_function(written, context);
    case ast::ExprKind::kUnary:
      return unary(written.op, expression(*written.args[0], context), written.place);
    case ast::ExprKind::kBinary: {
      const Expr* left = expression(*written.args[0], context);
      const Expr* right = expression(*written.args[1], context);
      if (is_relation(written.op) && (written.op == Op::kEqual || written.op == Op::kNotEqual) &&
          context.function == nullptr &&
          (left->type.base == BaseType::kReal || right->type.base == BaseType::kReal) &&
          std::max(variability_of(left), variability_of(right)) > Variability::kParameter)
        reporter_.error(
            written.place,
            std::string("two Reals are compared by '") + text(written.op) + "' outside of a function",
            "compare with '<' or '>', or the distance with a small number");
      return binary(written.op, left, right, written.place);
    }
    case ast::ExprKind::kIf:
      return if_expression(written, context);
    case ast::ExprKind::kRange:
      return range(written, context);
    case ast::ExprKind::kArray: {
      if (!written.iterators.empty()) return comprehension(written, context);
      std::vector<const Expr*> parts;
      for (const ast::Expr* part : written.args) parts.push_back(expression(*part, context));
      return array_of(std::move(parts), written.place);
    }
    case ast::ExprKind::kMatrix:
      return matrix(written, context);
    case ast::ExprKind::kTuple:
      reporter_.fail(written.place, "a list of several values in brackets stands where one value is needed");
    case ast::ExprKind::kEnd: {
      if (context.ends.empty()) reporter_.fail(written.place, "'end' stands outside of a subscript");
      const auto& [base, dimension] = context.ends.back();
      if (dimension < 0) return base;
      return size_call({base, integer_literal(dimension + 1, written.place)}, written.place);
    }
    default:
      reporter_.fail(written.place, "this is no expression");
  }
}

const Expr* Flattener::unary(Op op, const Expr* operand, Place place) {
  if (op == Op::kNot) {
    if (operand->type.base != BaseType::kBoolean)
      reporter_.fail(place, "'not' is applied to a value of type " + type_text(operand->type),
                     "it takes a Boolean");
  } else if (operand->type.base == BaseType::kRecord) {
    if (op == Op::kPlus) return operand;
    return operator_call("'-'", {operand}, place);
  } else if (!operand->type.is_numeric()) {
    reporter_.fail(
        place, std::string("'") + text(op) + "' is applied to a value of type " + type_text(operand->type),
        "it takes a number");
  }
  if (op == Op::kPlus) return operand;
  if (op == Op::kNegate && operand->kind == ExprKind::kInteger)
    return integer_literal(-operand->integer, place);
  if (op == Op::kNegate && operand->kind == ExprKind::kReal) return real_literal(-operand->number, place);
  Expr* made = make(ExprKind::kUnary, place, operand->type);
  made->op = op;
  made->args = arena_.copy(std::vector<const Expr*>{operand});
  return made;
}

const Expr* Flattener::binary(Op op, const Expr* left, const Expr* right, Place place) {
  const Type& a = left->type;
  const Type& b = right->type;
  const auto mismatch = [&](const char* remedy) {
    reporter_.fail(place,
                   std::string("'") + text(op) + "' is applied to values of types " + type_text(a) + " and " +
                       type_text(b),
                   remedy);
  };
  if (a.base == BaseType::kRecord || b.base == BaseType::kRecord) {
    std::string name(text(op));
    if (name.size() > 1 && name[0] == '.') name = name.substr(1);
    return operator_call("'" + name + "'", {left, right}, place);
  }
  Type type;
  const auto of = [&](BaseType base, Span<std::int64_t> dims) { type = Type{base, nullptr, nullptr, dims}; };
  const BaseType number =
      a.base == BaseType::kInteger && b.base == BaseType::kInteger ? BaseType::kInteger : BaseType::kReal;
  switch (op) {
    case Op::kAnd:
    case Op::kOr:
      if (a.base != BaseType::kBoolean || b.base != BaseType::kBoolean)
        mismatch("both sides must be Boolean");
      if (!same_dims(a, b)) mismatch("both sides must have one size");
      of(BaseType::kBoolean, a.dims);
      break;
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual:
    case Op::kEqual:
    case Op::kNotEqual:
      if (!a.is_scalar() || !b.is_scalar()) mismatch("relations compare scalars");
      if (!(a.is_numeric() && b.is_numeric()) &&
          (!same_base(a, b) || a.base == BaseType::kFunction || a.base == BaseType::kExternalObject ||
           a.base == BaseType::kNone || a.base == BaseType::kTuple))
        mismatch("both sides must be numbers, or of one type");
      of(BaseType::kBoolean, {});
      break;
    case Op::kAdd:
      if (a.base == BaseType::kString && b.base == BaseType::kString) {
        if (!same_dims(a, b)) mismatch("both sides must have one size");
        of(BaseType::kString, a.dims);
        break;
      }
      [[fallthrough]];
    case Op::kSubtract:
      if (!a.is_numeric() || !b.is_numeric()) mismatch("both sides must be numbers");
      if (!same_dims(a, b))
        mismatch(a.is_scalar() != b.is_scalar() ? "use .+ or .- to add a scalar to each element"
                                                : "both sides must have one size");
      of(number, common_type(a, b)->dims);
      break;
    case Op::kMultiply: {
      if (!a.is_numeric() || !b.is_numeric()) mismatch("both sides must be numbers");
      if (a.is_scalar() || b.is_scalar()) {
        of(number, a.is_scalar() ? b.dims : a.dims);
        break;
      }
      if (a.rank() > 2 || b.rank() > 2)
        mismatch("products of arrays are those of vectors and matrices; use .* for elements");
      if (!same_size(a.dims[a.rank() - 1], b.dims[0]))
        mismatch("the inner sizes must agree; use .* for a product of elements");
      std::vector<std::int64_t> dims;
      if (a.rank() == 2) dims.push_back(a.dims[0]);
      if (b.rank() == 2) dims.push_back(b.dims[1]);
      type = with_dims(Type{number}, dims);
      break;
    }
    case Op::kDivide:
      if (!a.is_numeric() || !b.is_numeric()) mismatch("both sides must be numbers");
      if (!b.is_scalar()) mismatch("the divisor must be a scalar; use ./ for elements");
      of(BaseType::kReal, a.dims);
      break;
    case Op::kPower:
      if (!a.is_numeric() || !b.is_numeric() || !b.is_scalar()) mismatch("the exponent is a scalar number");
      if (!a.is_scalar()) {
        if (a.rank() != 2 || !same_size(a.dims[0], a.dims[1]) || b.base != BaseType::kInteger)
          mismatch("of arrays, square matrices have powers, to Integer exponents");
      }
      of(BaseType::kReal, a.dims);
      break;
    case Op::kElementAdd:
      if (a.base == BaseType::kString && b.base == BaseType::kString &&
          (same_dims(a, b) || a.is_scalar() || b.is_scalar())) {
        of(BaseType::kString, a.is_scalar() ? b.dims : a.dims);
        break;
      }
      [[fallthrough]];
    case Op::kElementSubtract:
    case Op::kElementMultiply:
    case Op::kElementDivide:
    case Op::kElementPower:
      if (!a.is_numeric() || !b.is_numeric()) mismatch("both sides must be numbers");
      if (!a.is_scalar() && !b.is_scalar() && !same_dims(a, b))
        mismatch("both sides must have one size, or one be a scalar");
      of(op == Op::kElementDivide || op == Op::kElementPower ? BaseType::kReal : number,
         a.is_scalar() ? b.dims : a.dims);
      break;
    default:
      break;
  }
  if (left->kind == ExprKind::kInteger && right->kind == ExprKind::kInteger) {
    if (op == Op::kAdd || op == Op::kElementAdd)
      return integer_literal(left->integer + right->integer, place);
    if (op == Op::kSubtract || op == Op::kElementSubtract)
      return integer_literal(left->integer - right->integer, place);
    if (op == Op::kMultiply || op == Op::kElementMultiply)
      return integer_literal(left->integer * right->integer, place);
  }
  Expr* made = make(ExprKind::kBinary, place, type);
  made->op = op;
  made->args = arena_.copy(std::vector<const Expr*>{left, right});
  return made;
}

const Expr* Flattener::if_expression(const ast::Expr& written, Context& context) {
  std::vector<const Expr*> parts;
  std::optional<Type> type;
  bool pruned = true;  // a condition that is known may choose between values of different sizes
  const std::size_t last = written.args.size() - 1;
  for (std::size_t i = 0; i <= last; i += 2) {
    if (i < last) {
      const Expr* when = expression(*written.args[i], context);
      if (when->type.base != BaseType::kBoolean || !when->type.is_scalar())
        reporter_.fail(written.args[i]->place,
                       "the condition of an if-expression is of type " + type_text(when->type),
                       "it must be a scalar Boolean");
      const std::optional<Value> known = is_structural(when) ? try_evaluate(when) : std::nullopt;
      if (known && pruned && parts.empty()) {
        if (known->is_true()) {
          return expression(*written.args[i + 1], context);
        }
        continue;
      }
      parts.push_back(when);
    }
    const Expr* value = expression(*written.args[i < last ? i + 1 : i], context);
    if (!type) {
      type = value->type;
    } else {
      const std::optional<Type> common = common_type(*type, value->type);
      if (!common) return if_by_condition(written, parts, value, context);
      type = common;
    }
    parts.push_back(value);
  }
  if (parts.size() == 1) return parts[0];
  Expr* made = make(ExprKind::kIf, written.place, *type);
  made->args = arena_.copy(parts);
  return made;
}

// The branches differ in type: that is right only when the conditions are parameters, whose values then
// choose.
const Expr* Flattener::if_by_condition(const ast::Expr& written, const std::vector<const Expr*>& parts,
                                       const Expr* other, Context& context) {
  const std::size_t last = written.args.size() - 1;
  if (parts.size() >= 2 && same_base(parts[1]->type, other->type) && context.function == nullptr) {
    for (std::size_t i = 0; i < last; i += 2) {
      const Expr* when = expression(*written.args[i], context);
      if (variability_of(when) > Variability::kParameter) break;
      if (uniform_value(when, "condition").is_true()) return expression(*written.args[i + 1], context);
      if (i + 2 == last) return expression(*written.args[last], context);
    }
  }
  reporter_.fail(written.place,
                 "the branches of an if-expression are of types " +
                     type_text(parts.size() > 1 ? parts[1]->type : parts[0]->type) + " and " +
                     type_text(other->type),
                 "give all branches one type and one size");
}

const Expr* Flattener::concatenate(std::size_t dimension, std::vector<const Expr*> parts, Place place) {
  if (parts.size() == 1) return parts[0];
  std::int64_t sum = 0;
  Type type = parts[0]->type;
  for (const Expr* part : parts) {
    const Type& other = part->type;
    bool fits = other.rank() == type.rank() && dimension <= type.rank() && dimension > 0 &&
                (same_base(type, other) || (type.is_numeric() && other.is_numeric()));
    for (std::size_t i = 0; fits && i < type.rank(); ++i)
      if (i + 1 != dimension && !same_size(type.dims[i], other.dims[i])) fits = false;
    if (!fits)
      reporter_.fail(part->place,
                     "values of types " + type_text(type) + " and " + type_text(other) +
                         " cannot be joined along dimension " + std::to_string(dimension),
                     "all sizes but that one must agree");
    if (other.base == BaseType::kReal) type.base = BaseType::kReal;
    sum = sum < 0 || other.dims[dimension - 1] < 0 ? kUnknownSize : sum + other.dims[dimension - 1];
  }
  std::vector<std::int64_t> dims(type.dims.begin(), type.dims.end());
  dims[dimension - 1] = sum;
  bool arrays = dimension == 1;
  for (const Expr* part : parts) arrays = arrays && part->kind == ExprKind::kArray;
  if (arrays) {
    std::vector<const Expr*> all;
    for (const Expr* part : parts) all.insert(all.end(), part->args.begin(), part->args.end());
    if (!all.empty()) return array_of(std::move(all), place);
  }
  parts.insert(parts.begin(), integer_literal(static_cast<std::int64_t>(dimension), place));
  return call("cat", std::move(parts), with_dims(type, dims), place);
}

const Expr* Flattener::promote(const Expr* e, std::size_t rank, Place place) {
  if (e->type.rank() >= rank) return e;
  if (e->kind == ExprKind::kArray || e->type.is_scalar()) {
    if (e->type.is_scalar()) {
      for (std::size_t i = 0; i < rank; ++i) e = array_of({e}, place);
      return e;
    }
    std::vector<const Expr*> parts;
    for (const Expr* part : e->args) parts.push_back(promote(part, rank - 1, place));
    if (!parts.empty()) return array_of(std::move(parts), place);
  }
  std::vector<std::int64_t> dims(e->type.dims.begin(), e->type.dims.end());
  dims.resize(rank, 1);
  return call("promote", {e, integer_literal(static_cast<std::int64_t>(rank), place)},
              with_dims(e->type, dims), place);
}

const Expr* Flattener::matrix(const ast::Expr& written, Context& context) {
  std::vector<std::vector<const Expr*>> rows;
  std::size_t rank = 2;
  for (const ast::Expr* row : written.args) {
    rows.emplace_back();
    for (const ast::Expr* part : row->args) {
      rows.back().push_back(expression(*part, context));
      rank = std::max(rank, rows.back().back()->type.rank());
    }
  }
  bool scalars = true;
  for (const auto& row : rows)
    for (const Expr* part : row) scalars = scalars && part->type.is_scalar();
  std::vector<const Expr*> made;
  for (auto& row : rows) {
    if (scalars) {
      made.push_back(array_of(row, written.place));
      continue;
    }
    for (const Expr*& part : row) part = promote(part, rank, written.place);
    made.push_back(concatenate(2, row, written.place));
  }
  if (!scalars) return concatenate(1, std::move(made), written.place);
  for (const Expr* row : made)
    if (row->args.size() != made[0]->args.size())
      reporter_.fail(written.place,
                     "the rows of a matrix have " + std::to_string(made[0]->args.size()) + " and " +
                         std::to_string(row->args.size()) + " elements",
                     "all rows need as many");
  return array_of(std::move(made), written.place);
}

const Expr* Flattener::range(const ast::Expr& written, Context& context) {
  std::vector<const Expr*> parts;
  for (const ast::Expr* part : written.args) {
    parts.push_back(expression(*part, context));
    if (!parts.back()->type.is_scalar())
      reporter_.fail(part->place, "a bound of a range is of type " + type_text(parts.back()->type),
                     "bounds are scalars");
  }
  if (parts.size() == 2) parts.insert(parts.begin() + 1, nullptr);
  Type type = parts[0]->type;
  for (const Expr* part : parts) {
    if (part == nullptr) continue;
    const std::optional<Type> common = common_type(type, part->type);
    if (!common || type.base == BaseType::kString || type.base == BaseType::kRecord)
      reporter_.fail(
          part->place,
          "a range goes from type " + type_text(parts[0]->type) + " to type " + type_text(part->type),
          "bounds are numbers, Booleans or of one enumeration");
    type = *common;
  }
  if (parts[1] != nullptr && (type.base == BaseType::kBoolean || type.base == BaseType::kEnumeration))
    reporter_.fail(written.place, "a range of " + type_text(type) + " has a step",
                   "only ranges of numbers have one");
  std::int64_t size = kUnknownSize;
  const bool known = type.base != BaseType::kReal || parts[1] != nullptr || true;
  if (known && (context.function == nullptr || is_structural(parts[0]))) {
    const std::optional<Value> from = quiet_value(parts[0]), to = quiet_value(parts[2]);
    const std::optional<Value> step = parts[1] == nullptr ? Value::integer(1) : quiet_value(parts[1]);
    if (from && to && step) {
      if (step->number == 0) reporter_.fail(parts[1]->place, "the step of a range is 0");
      size = static_cast<std::int64_t>(std::floor((to->number - from->number) / step->number + 1e-10)) + 1;
      if (size < 0) size = 0;
    }
  }
  Expr* made = make(ExprKind::kRange, written.place, with_dims(type, {size}));
  made->args = arena_.copy(parts);
  return made;
}

const Expr* Flattener::comprehension(const ast::Expr& written, Context& context) {
  const std::size_t before = context.iterators.size();
  // {e for i in A, j in B} is {{e for i in A} for j in B} (section 10.4.1): the last iterator is outermost.
  std::vector<ast::Iterator> outermost_first(written.iterators.begin(), written.iterators.end());
  std::reverse(outermost_first.begin(), outermost_first.end());
  const std::vector<Iterator> iterators =
      open_iterators({outermost_first.data(), outermost_first.size()}, context, written.args[0], {});
  const Expr* body = nullptr;
  try {
    body = expression(*written.args[0], context);
  } catch (const NeedUnrolling&) {
    context.iterators.resize(before);
    return unrolled_comprehension(written, context, 0);
  }
  context.iterators.resize(before);
  std::vector<std::int64_t> dims;
  for (const Iterator& iterator : iterators) dims.push_back(iterator.range->type.dims[0]);
  dims.insert(dims.end(), body->type.dims.begin(), body->type.dims.end());
  if (body->kind == ExprKind::kRecord) {  // a record of arrays
    std::vector<const Expr*> fields;
    for (const Expr* part : body->args) {
      std::vector<std::int64_t> inner(dims.begin(),
                                      dims.begin() + static_cast<std::ptrdiff_t>(iterators.size()));
      inner.insert(inner.end(), part->type.dims.begin(), part->type.dims.end());
      Expr* made = make(ExprKind::kComprehension, written.place, with_dims(part->type, inner));
      made->args = arena_.copy(std::vector<const Expr*>{part});
      made->iterators = arena_.copy(iterators);
      fields.push_back(made);
    }
    return record_of(*body->type.record, std::move(fields), with_dims(body->type, dims).dims, written.place);
  }
  Expr* made = make(ExprKind::kComprehension, written.place, with_dims(body->type, dims));
  made->args = arena_.copy(std::vector<const Expr*>{body});
  made->iterators = arena_.copy(iterators);
  return made;
}

const Expr* Flattener::unrolled_comprehension(const ast::Expr& written, Context& context,
                                              std::size_t number) {
  if (number == written.iterators.size()) return expression(*written.args[0], context);
  const ast::Iterator& iterator = written.iterators[written.iterators.size() - 1 - number];
  const Expr* range = iterator_range(iterator, context, written.args[0], {});
  const Value values = uniform_value(range, "range of an iterator");
  std::vector<const Expr*> parts;
  for (const Value& value : values.parts) {
    Type type = range->type;
    type.dims = {};
    context.iterators.push_back({iterator.name, 0, type, literal(value, iterator.place)});
    parts.push_back(unrolled_comprehension(written, context, number + 1));
    context.iterators.pop_back();
  }
  if (parts.empty())
    reporter_.not_supported(written.place, "an empty array over components of different structure");
  return array_of(std::move(parts), written.place);
}

const Expr* Flattener::iterator_range(const ast::Iterator& iterator, Context& context,
                                      const ast::Expr* used_in, Span<ast::Statement*> body) {
  if (iterator.range == nullptr) return implicit_range(iterator, context, used_in, body);
  if (iterator.range->kind == ast::ExprKind::kReference) {
    if (ClassNode* node = type_named(*iterator.range, context)) {
      ClassNode* builtin = tree_.builtin_node(*node);
      if (builtin != nullptr &&
          (builtin->builtin == Builtin::kBoolean || builtin->builtin == Builtin::kEnumeration))
        return all_values(*builtin, iterator.place);
      reporter_.fail(iterator.range->place,
                     "'" + tree_.full_name(*node) + "' is a class, over which no iterator runs",
                     "Boolean and enumerations may stand here");
    }
  }
  const Expr* range = expression(*iterator.range, context);
  if (range->type.rank() != 1)
    reporter_.fail(iterator.range->place,
                   "the range of '" + std::string(iterator.name) + "' is of type " + type_text(range->type),
                   "it must be a vector");
  return range;
}

const Expr* Flattener::all_values(ClassNode& builtin, Place place) {
  Type type = type_of_class(builtin, place);
  Value first = Value::scalar(type.base, type.base == BaseType::kEnumeration ? 1 : 0), last = first;
  first.enumeration = last.enumeration = type.enumeration;
  const auto count =
      type.base == BaseType::kEnumeration ? static_cast<std::int64_t>(type.enumeration->literals.size()) : 2;
  last.number = type.base == BaseType::kEnumeration ? static_cast<double>(count) : 1;
  Expr* made = make(ExprKind::kRange, place, with_dims(type, {count}));
  made->args = arena_.copy(std::vector<const Expr*>{literal(first, place), nullptr, literal(last, place)});
  return made;
}

std::vector<Iterator> Flattener::open_iterators(Span<ast::Iterator> written, Context& context,
                                                const ast::Expr* used_in, Span<ast::Statement*> body) {
  std::vector<Iterator> made;
  const std::size_t before = context.iterators.size();
  for (const ast::Iterator& iterator : written) {
    const Expr* range = iterator_range(iterator, context, used_in, body);
    made.push_back({arena_.copy(iterator.name), next_iterator_++, range});
    Type type = range->type;
    type.dims = {};
    for (std::size_t i = before; i < context.iterators.size(); ++i)
      if (context.iterators[i].name == iterator.name)
        reporter_.error(iterator.place, "the iterator '" + std::string(iterator.name) + "' is there twice",
                        "name each iterator once");
    context.iterators.push_back({made.back().name, made.back().id, type, nullptr});
  }
  return made;
}

}  // namespace escapement::modelica
