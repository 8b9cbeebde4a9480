// SPDX-License-Identifier: MIT
#include "expand_expression.h"

#include <algorithm>
#include <cmath>
#include <functional>

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
  if (type.is_scalar()) {
    if (parts.empty()) fail(place, "a scalar is made of an array without elements: not supported yet");
    return parts[0];
  }
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
  if (e->type.base == BaseType::kRecord &&
      (e->kind == ExprKind::kComprehension || e->kind == ExprKind::kArray))
    return array(records(e), e->type, e->place);
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

Parts ExpandExpression::elements_made(const Expr* e) const {
  if (e->kind != ExprKind::kArray) return {e};
  Parts made;
  for (const Expr* part : e->args)
    for (const Expr* one : elements_made(part)) made.push_back(one);
  return made;
}

// The elements of what one call gives: the call, subscripted.
Parts ExpandExpression::picked(const Expr* call) {
  const Expr* base = whole(call);
  Parts made;
  std::int64_t total = 1;  // records count as one here
  for (const std::int64_t one : call->type.dims) total *= one;
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
        if (at->first == e->iterator) return {at->second != nullptr ? at->second : copy(e, {}, e->type)};
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
      for (std::size_t i = 0; i + 1 < e->args.size(); i += 2) {
        const bool* known = known_condition(e->args[i]);
        if (known == nullptr) {
          parts.push_back(elements(e->args[i]));
          parts.push_back(elements(e->args[i + 1]));
        } else if (*known) {
          parts.push_back(elements(e->args[i + 1]));
          break;
        }
      }
      if (parts.size() % 2 == 0) parts.push_back(elements(e->args[e->args.size() - 1]));
      if (parts.size() == 1) return parts[0];
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
      if (!e->args[0]->type.is_scalar()) {
        Type own = e->type;
        const std::size_t outer = e->args[0]->type.rank();
        own.dims = Span<std::int64_t>(own.dims.begin() + outer, own.dims.size() - outer);
        Parts made;
        for (const Expr* one : records(e->args[0])) {
          if (one->kind == ExprKind::kRecord) {
            for (const Expr* part : elements_made(one->args[static_cast<std::size_t>(e->integer)]))
              made.push_back(part);
            continue;
          }
          if (!own.is_scalar())
            fail(e->place, "an array in an array of records that a function gives: not supported yet");
          made.push_back(copy(e, {one}, own));
        }
        return made;
      }
      Type type = e->type;
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

}  // namespace escapement::modelica
