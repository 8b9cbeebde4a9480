// SPDX-License-Identifier: MIT
#include "expand_expression.h"

#include <algorithm>
#include <cmath>

namespace escapement::modelica {

using Parts = std::vector<const Expr*>;

void ExpandExpression::fail(Place place, const std::string& message) const {
  throw InputError(Diagnostic{from_.location(place), message, {}, Diagnostic::Severity::kError});
}

Expr* ExpandExpression::make(ExprKind kind, Place place, Type type) {
  Expr* made = to_.arena.make<Expr>();
  made->kind = kind;
  made->place = place;
  made->type = type;
  return made;
}

Expr* ExpandExpression::copy(const Expr* e, Parts args, Type type) {
  Expr* made = to_.arena.make<Expr>(*e);
  made->type = type;
  made->text = to_.arena.copy(e->text);
  made->args = to_.arena.copy(args);
  made->iterators = {};
  return made;
}

const Expr* ExpandExpression::call_like(const Expr* like, Parts args) {
  Type type = like->type;
  Expr* made = copy(like, std::move(args), type);
  made->elementwise = false;
  return made;
}

const Expr* ExpandExpression::integer(std::int64_t value, Place place) {
  Expr* made = make(ExprKind::kInteger, place, Type{BaseType::kInteger});
  made->integer = value;
  made->number = static_cast<double>(value);
  return made;
}

const Expr* ExpandExpression::binary(Op op, const Expr* a, const Expr* b, BaseType base, Place place) {
  if (a->kind == ExprKind::kInteger && b->kind == ExprKind::kInteger) {
    if (op == Op::kAdd) return integer(a->integer + b->integer, place);
    if (op == Op::kSubtract) return integer(a->integer - b->integer, place);
    if (op == Op::kMultiply) return integer(a->integer * b->integer, place);
  }
  Expr* made = make(ExprKind::kBinary, place, Type{base});
  made->op = op;
  made->args = to_.arena.copy(Parts{a, b});
  return made;
}

// Nested arrays of the given shape.
const Expr* ExpandExpression::array(const Parts& parts, Type type, Place place) {
  if (type.is_scalar()) return parts.at(0);
  Expr* made = make(ExprKind::kArray, place, type);
  Type inner = type;
  inner.dims = Span<std::int64_t>(type.dims.begin() + 1, type.dims.size() - 1);
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(type.dims[0], 0));
  Parts rows;
  const std::size_t step = count == 0 ? 0 : parts.size() / count;
  for (std::size_t i = 0; i < count; ++i)
    rows.push_back(array(Parts(parts.begin() + static_cast<std::ptrdiff_t>(i * step),
                               parts.begin() + static_cast<std::ptrdiff_t>((i + 1) * step)),
                         inner, place));
  made->args = to_.arena.copy(rows);
  return made;
}

// The value of what is known before the simulation, as far as loops and subscripts need it.
bool ExpandExpression::literal(const Expr* e, double& value, int depth) {
  if (e == nullptr || depth > 50 || !e->type.is_scalar()) return false;
  double a = 0, b = 0;
  switch (e->kind) {
    case ExprKind::kInteger:
    case ExprKind::kBoolean:
    case ExprKind::kEnumeration:
      value = static_cast<double>(e->integer);
      return true;
    case ExprKind::kReal:
      value = e->number;
      return true;
    case ExprKind::kIterator:
      for (auto at = bound_.rbegin(); at != bound_.rend(); ++at)
        if (at->first == e->iterator) return literal(at->second, value, depth + 1);
      return false;
    case ExprKind::kVariable: {
      const Variable& variable = from_.variables[e->variable];
      return e->args.empty() && variable.variability <= Variability::kParameter &&
             variable.binding.iterators.empty() && literal(variable.binding.value, value, depth + 1);
    }
    case ExprKind::kUnary:
      if (e->op != Op::kNegate || !literal(e->args[0], a, depth + 1)) return false;
      value = -a;
      return true;
    case ExprKind::kBinary:
      if (!literal(e->args[0], a, depth + 1) || !literal(e->args[1], b, depth + 1)) return false;
      switch (e->op) {
        case Op::kAdd:
          value = a + b;
          return true;
        case Op::kSubtract:
          value = a - b;
          return true;
        case Op::kMultiply:
          value = a * b;
          return true;
        case Op::kDivide:
          value = a / b;
          return b != 0;
        default:
          return false;
      }
    case ExprKind::kCall:
      if (e->function != nullptr || e->args.empty() || !literal(e->args[0], a, depth + 1)) return false;
      if (e->args.size() == 2 && (!literal(e->args[1], b, depth + 1) || b == 0)) return false;
      if (e->text == "div") return value = std::trunc(a / b), true;
      if (e->text == "mod") return value = a - std::floor(a / b) * b, true;
      if (e->text == "rem") return value = a - std::trunc(a / b) * b, true;
      if (e->text == "integer" || e->text == "floor") return value = std::floor(a), true;
      if (e->text == "max") return value = std::max(a, b), true;
      if (e->text == "min") return value = std::min(a, b), true;
      if (e->text == "Integer") return value = a, true;
      return false;
    default:
      return false;
  }
}

bool ExpandExpression::is_whole_call(const Expr* e) const {
  if (e->kind == ExprKind::kCall) return e->function != nullptr && !e->elementwise && !e->type.is_scalar();
  return false;
}

bool ExpandExpression::mentions(const Parts& in, const Parts& what) const {
  for (const Expr* e : in) {
    if (e == nullptr) continue;
    if (e->kind == ExprKind::kVariable)
      for (const Expr* one : what)
        if (one->kind == ExprKind::kVariable && one->variable == e->variable) return true;
    if (mentions(Parts(e->args.begin(), e->args.end()), what)) return true;
  }
  return false;
}

const Expr* ExpandExpression::whole(const Expr* e) {
  if (e == nullptr) return nullptr;
  if (e->kind == ExprKind::kTuple || e->kind == ExprKind::kRecord) {
    Parts parts;
    for (const Expr* part : e->args) parts.push_back(whole(part));
    return copy(e, std::move(parts), e->type);
  }
  if (is_whole_call(e) || (e->kind == ExprKind::kCall && e->type.base == BaseType::kRecord)) {
    Parts args;
    for (const Expr* part : e->args) args.push_back(whole(part));
    return copy(e, std::move(args), e->type);
  }
  if (e->type.base == BaseType::kRecord || e->kind == ExprKind::kFunction) {
    Parts args;
    for (const Expr* part : e->args) args.push_back(part == nullptr ? nullptr : whole(part));
    return copy(e, std::move(args), e->type);
  }
  if (e->type.base == BaseType::kNone) {
    Parts args;
    for (const Expr* part : e->args) args.push_back(whole(part));
    return copy(e, std::move(args), e->type);
  }
  return array(elements(e), e->type, e->place);
}

// The elements of what one call gives: the call, subscripted.
Parts ExpandExpression::picked(const Expr* call) {
  const Expr* base = whole(call);
  Parts made;
  std::int64_t total = scalar_count(call->type);
  for (std::int64_t k = 0; k < total; ++k) {
    Parts args{base};
    std::vector<std::int64_t> index(call->type.rank());
    std::int64_t rest = k;
    for (std::size_t d = index.size(); d-- > 0;) {
      index[d] = rest % call->type.dims[d] + 1;
      rest /= call->type.dims[d];
    }
    for (const std::int64_t i : index) args.push_back(integer(i, call->place));
    Type type = call->type;
    type.dims = {};
    Expr* one = make(ExprKind::kIndex, call->place, type);
    one->args = to_.arena.copy(args);
    made.push_back(one);
  }
  return made;
}

Parts ExpandExpression::elements(const Expr* e) {
  Type scalar = e->type;
  scalar.dims = {};
  for (const std::int64_t size : e->type.dims)
    if (size < 0) fail(e->place, "the size of this array is not known before the simulation");
  switch (e->kind) {
    case ExprKind::kReal:
    case ExprKind::kInteger:
    case ExprKind::kBoolean:
    case ExprKind::kString:
    case ExprKind::kEnumeration:
    case ExprKind::kTime:
    case ExprKind::kColon:
      return {copy(e, {}, e->type)};
    case ExprKind::kVariable:
      return variable(e);
    case ExprKind::kIterator:
      for (auto at = bound_.rbegin(); at != bound_.rend(); ++at)
        if (at->first == e->iterator) return {at->second};
      fail(e->place, "an iterator without a value");
    case ExprKind::kUnary: {
      Parts made;
      for (const Expr* part : elements(e->args[0])) made.push_back(copy(e, {part}, scalar));
      return made;
    }
    case ExprKind::kBinary: {
      if ((e->op == Op::kMultiply && !e->args[0]->type.is_scalar() && !e->args[1]->type.is_scalar()) ||
          (e->op == Op::kPower && !e->args[0]->type.is_scalar()))
        return product(e);
      const Parts a = elements(e->args[0]), b = elements(e->args[1]);
      const std::size_t n =
          std::max(e->args[0]->type.is_scalar() ? 0 : a.size(), e->args[1]->type.is_scalar() ? 0 : b.size());
      const bool both_scalar = e->args[0]->type.is_scalar() && e->args[1]->type.is_scalar();
      static constexpr Op kPlain[] = {Op::kAdd, Op::kSubtract, Op::kMultiply, Op::kDivide, Op::kPower};
      const Op op = e->op >= Op::kElementAdd && e->op <= Op::kElementPower
                        ? kPlain[static_cast<int>(e->op) - static_cast<int>(Op::kElementAdd)]
                        : e->op;
      Parts made;
      for (std::size_t i = 0; i < (both_scalar ? 1 : n); ++i) {
        const Expr* x = a[e->args[0]->type.is_scalar() ? 0 : i];
        const Expr* y = b[e->args[1]->type.is_scalar() ? 0 : i];
        if (e->type.is_numeric()) {
          made.push_back(binary(op, x, y, e->type.base, e->place));
        } else {
          Expr* one = copy(e, {x, y}, scalar);
          one->op = op;
          made.push_back(one);
        }
      }
      return made;
    }
    case ExprKind::kIf: {
      std::vector<Parts> parts;
      for (const Expr* part : e->args) parts.push_back(elements(part));
      Parts made;
      const std::size_t n = parts.back().size();
      for (std::size_t i = 0; i < n; ++i) {
        Parts args;
        for (std::size_t k = 0; k < parts.size(); ++k)
          args.push_back(parts[k][k % 2 == 0 && k + 1 < parts.size() ? 0 : i]);
        made.push_back(copy(e, std::move(args), scalar));
      }
      return made;
    }
    case ExprKind::kArray: {
      Parts made;
      for (const Expr* part : e->args)
        for (const Expr* one : elements(part)) made.push_back(one);
      return made;
    }
    case ExprKind::kComprehension:
      return comprehension(e, 0);
    case ExprKind::kRange:
      return range(e);
    case ExprKind::kIndex: {
      if (e->args[0]->type.base == BaseType::kRecord)
        fail(e->place, "an element of an array of records that a function gives: not supported yet");
      return indexed(e, elements(e->args[0]), e->args[0]->type.dims,
                     Parts(e->args.begin() + 1, e->args.end()));
    }
    case ExprKind::kField: {
      if (!e->args[0]->type.is_scalar())
        fail(e->place, "an element of an array of records that a function gives: not supported yet");
      Type type = from_.location({}).file.empty() ? e->type : e->type;
      const Expr* base = copy(e, {whole(e->args[0])}, type);
      if (type.is_scalar()) return {base};
      Parts made;
      for (std::int64_t k = 0; k < scalar_count(type); ++k) {
        Parts args{base};
        std::vector<std::int64_t> index(type.rank());
        std::int64_t rest = k;
        for (std::size_t d = index.size(); d-- > 0;) {
          index[d] = rest % type.dims[d] + 1;
          rest /= type.dims[d];
        }
        for (const std::int64_t i : index) args.push_back(integer(i, e->place));
        Expr* one = make(ExprKind::kIndex, e->place, scalar);
        one->args = to_.arena.copy(args);
        made.push_back(one);
      }
      return made;
    }
    case ExprKind::kCall:
      return built_in(e);
    case ExprKind::kRecord:
    case ExprKind::kTuple:
    case ExprKind::kFunction:
      return {whole(e)};
    case ExprKind::kLocal:
      break;
  }
  fail(e->place, "a variable of a function stands outside of it");
}

Parts ExpandExpression::variable(const Expr* e) {
  const Type& type = from_.variables[e->variable].type;
  Parts all;
  for (std::int64_t i = 0; i < scalar_count(type); ++i) {
    Type scalar = type;
    scalar.dims = {};
    Expr* one = make(ExprKind::kVariable, e->place, scalar);
    one->variable = first_[e->variable] + static_cast<std::uint32_t>(i);
    all.push_back(one);
  }
  if (e->args.empty()) return all;
  return indexed(e, all, type.dims, Parts(e->args.begin(), e->args.end()));
}

Parts ExpandExpression::indexed(const Expr* e, const Parts& base, Span<std::int64_t> dims,
                                const Parts& subs) {
  // The numbers that each dimension takes; a scalar subscript that is not known is left to the simulation.
  std::vector<std::vector<std::int64_t>> chosen;
  std::vector<const Expr*> open(dims.size(), nullptr);
  bool any_open = false;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    chosen.emplace_back();
    if (d >= subs.size() || subs[d]->kind == ExprKind::kColon) {
      for (std::int64_t i = 1; i <= dims[d]; ++i) chosen.back().push_back(i);
      continue;
    }
    for (const Expr* one : elements(subs[d])) {
      double value = 0;
      if (literal(one, value)) {
        if (value < 1 || value > static_cast<double>(dims[d]))
          fail(e->place,
               "the subscript " + to_text(value) + " is outside of 1 to " + std::to_string(dims[d]));
        chosen.back().push_back(static_cast<std::int64_t>(value));
      } else if (subs[d]->type.is_scalar()) {
        open[d] = one;
        any_open = true;
        for (std::int64_t i = 1; i <= dims[d]; ++i) chosen.back().push_back(i);
      } else {
        fail(e->place, "a vector of subscripts is not known before the simulation");
      }
    }
  }
  std::vector<std::size_t> strides(dims.size(), 1);
  for (std::size_t d = dims.size(); d-- > 1;) strides[d - 1] = strides[d] * static_cast<std::size_t>(dims[d]);
  Parts made;
  // Turns over the dimensions that are known; for each, the open ones make an array that is subscripted.
  std::vector<std::size_t> at(dims.size(), 0);
  for (const auto& list : chosen)
    if (list.empty()) return made;
  for (;;) {
    std::size_t offset = 0;
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (open[d] == nullptr) offset += static_cast<std::size_t>(chosen[d][at[d]] - 1) * strides[d];
    if (!any_open) {
      made.push_back(base[offset]);
    } else {
      Parts slice{base.begin() + static_cast<std::ptrdiff_t>(offset),
                  base.begin() + static_cast<std::ptrdiff_t>(offset) + 1};
      std::vector<std::int64_t> sizes;
      std::vector<std::size_t> offsets{offset};
      Parts args{nullptr};
      for (std::size_t d = 0; d < dims.size(); ++d) {
        if (open[d] == nullptr) continue;
        sizes.push_back(dims[d]);
        args.push_back(open[d]);
        std::vector<std::size_t> more;
        for (const std::size_t from : offsets)
          for (std::int64_t i = 0; i < dims[d]; ++i)
            more.push_back(from + static_cast<std::size_t>(i) * strides[d]);
        offsets = std::move(more);
      }
      slice.clear();
      for (const std::size_t from : offsets) slice.push_back(base[from]);
      Type type = e->type;
      type.dims = to_.arena.copy(sizes);
      args[0] = array(slice, type, e->place);
      type.dims = {};
      Expr* one = make(ExprKind::kIndex, e->place, type);
      one->args = to_.arena.copy(args);
      made.push_back(one);
    }
    std::size_t d = dims.size();
    for (; d > 0; --d) {
      if (open[d - 1] != nullptr) continue;
      if (++at[d - 1] < chosen[d - 1].size()) break;
      at[d - 1] = 0;
    }
    if (d == 0) return made;
  }
}

Parts ExpandExpression::comprehension(const Expr* e, std::size_t number) {
  if (number == e->iterators.size()) return elements(e->args[0]);
  Parts made;
  for (const Expr* value : elements(e->iterators[number].range)) {
    bind(e->iterators[number].id, value);
    for (const Expr* part : comprehension(e, number + 1)) made.push_back(part);
    unbind();
  }
  return made;
}

Parts ExpandExpression::range(const Expr* e) {
  const Expr* from = elements(e->args[0])[0];
  const Expr* step = e->args[1] == nullptr ? integer(1, e->place) : elements(e->args[1])[0];
  double first = 0, increment = 1;
  const bool known = literal(from, first) && literal(step, increment);
  Parts made;
  Type scalar = e->type;
  scalar.dims = {};
  for (std::int64_t i = 0; i < e->type.dims[0]; ++i) {
    if (!known) {
      made.push_back(binary(Op::kAdd, from,
                            binary(Op::kMultiply, integer(i, e->place), step, e->type.base, e->place),
                            e->type.base, e->place));
      continue;
    }
    Expr* one = copy(from, {}, scalar);
    one->kind = e->type.base == BaseType::kReal          ? ExprKind::kReal
                : e->type.base == BaseType::kBoolean     ? ExprKind::kBoolean
                : e->type.base == BaseType::kEnumeration ? ExprKind::kEnumeration
                                                         : ExprKind::kInteger;
    one->number = first + static_cast<double>(i) * increment;
    one->integer = static_cast<std::int64_t>(one->number);
    made.push_back(one);
  }
  return made;
}

// Products of vectors and matrices, and powers of matrices.
Parts ExpandExpression::product(const Expr* e) {
  const Type& a_type = e->args[0]->type;
  const auto times = [&](const Parts& a, const Parts& b, std::size_t rows, std::size_t inner,
                         std::size_t columns) {
    Parts made;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        const Expr* sum = nullptr;
        for (std::size_t k = 0; k < inner; ++k) {
          const Expr* term =
              binary(Op::kMultiply, a[i * inner + k], b[k * columns + j], e->type.base, e->place);
          sum = sum == nullptr ? term : binary(Op::kAdd, sum, term, e->type.base, e->place);
        }
        made.push_back(sum == nullptr ? integer(0, e->place) : sum);
      }
    return made;
  };
  const Parts a = elements(e->args[0]);
  if (e->op == Op::kPower) {
    const auto n = static_cast<std::size_t>(a_type.dims[0]);
    double power = 0;
    if (!literal(elements(e->args[1])[0], power) || power < 0)
      fail(e->place, "the exponent of a matrix is not known, or negative");
    Parts made;
    for (std::size_t i = 0; i < n * n; ++i) made.push_back(integer(i / n == i % n ? 1 : 0, e->place));
    for (int i = 0; i < static_cast<int>(power); ++i) made = i == 0 ? a : times(made, a, n, n, n);
    return made;
  }
  const Type& b_type = e->args[1]->type;
  const Parts b = elements(e->args[1]);
  const auto inner = static_cast<std::size_t>(b_type.dims[0]);
  const std::size_t rows = a_type.rank() == 2 ? static_cast<std::size_t>(a_type.dims[0]) : 1;
  const std::size_t columns = b_type.rank() == 2 ? static_cast<std::size_t>(b_type.dims[1]) : 1;
  return times(a, b, rows, inner, columns);
}

// Each element of a call that is meant element by element. `extra` dimensions of array arguments are walked.
Parts ExpandExpression::elementwise(const Expr* e, std::size_t extra) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < extra; ++d) count *= e->type.dims[d];
  std::vector<Parts> parts;
  for (const Expr* part : e->args) parts.push_back(elements(part));
  Type inner = e->type;
  inner.dims = Span<std::int64_t>(e->type.dims.begin() + extra, e->type.dims.size() - extra);
  Parts made;
  for (std::int64_t k = 0; k < count; ++k) {
    Parts args;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Type& type = e->args[i]->type;
      const std::size_t formal = e->function != nullptr ? e->function->variables[i].type.rank() : 0;
      if (type.rank() <= formal) {
        args.push_back(whole(e->args[i]));
        continue;
      }
      const std::size_t each = parts[i].size() / static_cast<std::size_t>(std::max<std::int64_t>(count, 1));
      Type shape = type;
      shape.dims = Span<std::int64_t>(type.dims.begin() + extra, type.dims.size() - extra);
      args.push_back(array(
          Parts(parts[i].begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(k) * each),
                parts[i].begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(k) + 1) * each)),
          shape, e->place));
    }
    Expr* one = copy(e, std::move(args), inner);
    one->elementwise = false;
    if (inner.is_scalar()) {
      made.push_back(one);
    } else {
      for (const Expr* part : picked(one)) made.push_back(part);
    }
  }
  return made;
}

Parts ExpandExpression::built_in(const Expr* e) {
  Type scalar = e->type;
  scalar.dims = {};
  const std::string_view name = e->text;
  if (e->function != nullptr || name == "call") {
    if (e->elementwise && e->function != nullptr)
      return elementwise(
          e, e->type.rank() -
                 (e->function->outputs > 0
                      ? e->function->variables[static_cast<std::size_t>(e->function->inputs)].type.rank()
                      : 0));
    if (!e->type.is_scalar()) return picked(e);
    Parts args;
    for (const Expr* part : e->args) args.push_back(whole(part));
    return {copy(e, std::move(args), e->type)};
  }
  const auto zero = [&] {
    return e->type.base == BaseType::kReal ? integer(0, e->place) : integer(0, e->place);
  };
  const auto size = [&](std::size_t d) { return static_cast<std::size_t>(e->type.dims[d]); };
  const auto total = static_cast<std::size_t>(scalar_count(e->type));
  if (name == "sum" || name == "product" || ((name == "min" || name == "max") && e->args.size() == 1)) {
    const Parts all = elements(e->args[0]);
    if (all.empty()) {
      if (name == "sum") return {zero()};
      if (name == "product") return {integer(1, e->place)};
      Expr* none = make(ExprKind::kReal, e->place, Type{BaseType::kReal});
      none->number = name == "min" ? 1.7976931348623157e308 : -1.7976931348623157e308;
      return {none};
    }
    const std::size_t wide = e->type.is_scalar() ? 1 : total;  // sum with iterators over arrays
    Parts made(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(wide));
    for (std::size_t i = wide; i < all.size(); ++i) {
      const Expr*& mine = made[i % wide];
      if (name == "sum" || name == "product") {
        mine = binary(name == "sum" ? Op::kAdd : Op::kMultiply, mine, all[i], e->type.base, e->place);
      } else {
        Expr* one = copy(e, {mine, all[i]}, scalar);
        mine = one;
      }
    }
    return made;
  }
  if (name == "fill") {
    const Parts value = elements(e->args[0]);
    Parts made;
    while (made.size() < total) made.insert(made.end(), value.begin(), value.end());
    return made;
  }
  if (name == "zeros" || name == "ones") return Parts(total, integer(name == "ones" ? 1 : 0, e->place));
  if (name == "identity" || name == "diagonal") {
    const Parts value = name == "diagonal" ? elements(e->args[0]) : Parts();
    Parts made;
    for (std::size_t i = 0; i < size(0); ++i)
      for (std::size_t j = 0; j < size(0); ++j)
        made.push_back(i != j ? integer(0, e->place) : value.empty() ? integer(1, e->place) : value[i]);
    return made;
  }
  if (name == "linspace") {
    const Expr* from = elements(e->args[0])[0];
    const Expr* to = elements(e->args[1])[0];
    Parts made;
    for (std::size_t i = 0; i < total; ++i)
      made.push_back(
          binary(Op::kAdd, from,
                 binary(Op::kDivide,
                        binary(Op::kMultiply, binary(Op::kSubtract, to, from, BaseType::kReal, e->place),
                               integer(static_cast<std::int64_t>(i), e->place), BaseType::kReal, e->place),
                        integer(static_cast<std::int64_t>(total) - 1, e->place), BaseType::kReal, e->place),
                 BaseType::kReal, e->place));
    return made;
  }
  if (name == "transpose" || name == "symmetric") {
    const Parts all = elements(e->args[0]);
    const std::size_t rows = size(0), columns = size(1);
    const std::size_t deep = rows * columns == 0 ? 0 : all.size() / (rows * columns);
    Parts made;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t k = 0; k < deep; ++k)
          made.push_back(name == "transpose" ? all[(j * rows + i) * deep + k]
                         : i <= j            ? all[i * columns + j]
                                             : all[j * columns + i]);
    return made;
  }
  if (name == "cat") {
    double dimension = 0;
    literal(e->args[0], dimension);
    const auto at = static_cast<std::size_t>(dimension) - 1;
    std::size_t outer = 1;
    for (std::size_t d = 0; d < at; ++d) outer *= size(d);
    std::vector<Parts> parts;
    for (std::size_t i = 1; i < e->args.size(); ++i) parts.push_back(elements(e->args[i]));
    Parts made;
    for (std::size_t o = 0; o < outer; ++o)
      for (const Parts& part : parts) {
        const std::size_t each = part.size() / outer;
        made.insert(made.end(), part.begin() + static_cast<std::ptrdiff_t>(o * each),
                    part.begin() + static_cast<std::ptrdiff_t>((o + 1) * each));
      }
    return made;
  }
  if (name == "promote" || name == "vector" || name == "matrix" || name == "scalar")
    return elements(e->args[0]);
  if (name == "cross" || name == "outerProduct" || name == "skew") {
    const Parts a = elements(e->args[0]);
    const Parts b = e->args.size() > 1 ? elements(e->args[1]) : Parts();
    const auto times = [&](const Expr* x, const Expr* y) {
      return binary(Op::kMultiply, x, y, e->type.base, e->place);
    };
    const auto minus = [&](const Expr* x, const Expr* y) {
      return binary(Op::kSubtract, x, y, e->type.base, e->place);
    };
    const auto negative = [&](const Expr* x) {
      Expr* one = make(ExprKind::kUnary, e->place, scalar);
      one->op = Op::kNegate;
      one->args = to_.arena.copy(Parts{x});
      return one;
    };
    if (name == "cross")
      return {minus(times(a[1], b[2]), times(a[2], b[1])), minus(times(a[2], b[0]), times(a[0], b[2])),
              minus(times(a[0], b[1]), times(a[1], b[0]))};
    if (name == "skew")
      return {zero(), negative(a[2]), a[1], a[2], zero(), negative(a[0]), negative(a[1]), a[0], zero()};
    Parts made;
    for (const Expr* x : a)
      for (const Expr* y : b) made.push_back(times(x, y));
    return made;
  }
  if (e->elementwise) return elementwise(e, e->type.rank());
  // noEvent, smooth, homotopy, delay and their like: on each element of the array arguments.
  if (!e->type.is_scalar()) return elementwise(e, e->type.rank());
  Parts args;
  for (const Expr* part : e->args) args.push_back(whole(part));
  return {copy(e, std::move(args), e->type)};
}

}  // namespace escapement::modelica
