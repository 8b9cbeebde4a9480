// SPDX-License-Identifier: MIT
// Calls and products of arrays, element by element, for scalarize.
#include <algorithm>
#include <cmath>
#include <functional>

#include "expand_expression.h"

namespace escapement::modelica {

using Parts = std::vector<const Expr*>;

Parts ExpandExpression::records(const Expr* e) {
  Type scalar = e->type;
  scalar.dims = {};
  std::int64_t count = 1;
  for (const std::int64_t size : e->type.dims) count *= size;
  Parts made;
  if (e->kind == ExprKind::kRecord) {  // a record of arrays
    std::vector<Parts> fields;
    for (const Expr* part : e->args)
      fields.push_back(part->type.base == BaseType::kRecord ? records(part) : elements(part));
    for (std::int64_t k = 0; k < count; ++k) {
      Parts args;
      for (std::size_t f = 0; f < fields.size(); ++f) {
        const std::size_t each = fields[f].size() / static_cast<std::size_t>(count);
        const auto first =
            fields[f].begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(k) * each);
        Type shape = e->args[f]->type;
        shape.dims =
            Span<std::int64_t>(shape.dims.begin() + e->type.rank(), shape.dims.size() - e->type.rank());
        args.push_back(array(Parts(first, first + static_cast<std::ptrdiff_t>(each)), shape, e->place));
      }
      made.push_back(copy(e, std::move(args), scalar));
    }
    return made;
  }
  if (e->kind == ExprKind::kComprehension) return comprehension(e, 0);
  if (e->kind == ExprKind::kArray) {
    for (const Expr* part : e->args)
      for (const Expr* one : records(part)) made.push_back(one);
    return made;
  }
  if (e->type.is_scalar()) return {whole(e)};
  if (e->kind == ExprKind::kCall && e->elementwise) return elementwise(e, e->type.rank());
  if (e->kind == ExprKind::kCall) return e->function == nullptr ? built_in(e) : picked(e);
  fail(e->place, "an array of records in this place: not supported yet");
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
  for (const Expr* part : e->args)
    parts.push_back(part->type.base == BaseType::kRecord && !part->type.is_scalar() ? records(part)
                                                                                    : elements(part));
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
  std::size_t total = 1;  // records count as one here
  for (const std::int64_t one : e->type.dims) total *= static_cast<std::size_t>(one);
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
    // By halves, so that long sums do not nest deeply.
    const std::function<const Expr*(std::size_t, std::size_t, std::size_t)> fold =
        [&](std::size_t at, std::size_t from, std::size_t to) -> const Expr* {
      if (to - from == 1) return all[from * wide + at];
      const std::size_t middle = to - from > 32 ? (from + to) / 2 : to - 1;
      const Expr* left = fold(at, from, middle);
      const Expr* right = fold(at, middle, to);
      if (name == "sum" || name == "product")
        return binary(name == "sum" ? Op::kAdd : Op::kMultiply, left, right, e->type.base, e->place);
      return copy(e, {left, right}, scalar);
    };
    Parts made;
    for (std::size_t i = 0; i < wide; ++i) made.push_back(fold(i, 0, all.size() / wide));
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
    if (total == 1) return Parts{from};
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
