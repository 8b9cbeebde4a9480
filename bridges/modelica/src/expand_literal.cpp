// SPDX-License-Identifier: MIT
// What of an expression is known without running it, when for loops are unrolled.
#include <algorithm>
#include <cmath>
#include <functional>
#include "expand_expression.h"

namespace escapement::modelica {

// The value of a parameter's element; `number` is that of the model that is made.
bool ExpandExpression::parameter(std::uint32_t number, double& value, int depth) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), number);
  if (after == first_.begin()) return false;
  const auto which = static_cast<std::size_t>(after - first_.begin()) - 1;
  const Variable& variable = from_.variables[which];
  if (variable.variability > Variability::kParameter || !variable.binding.present() ||
      !variable.binding.iterators.empty())
    return false;
  const Expr* e = variable.binding.value;
  if (variable.type.is_scalar()) return literal(e, value, depth + 1, true);
  const std::size_t at = number - first_[which];
  if (variable.type.rank() != 1 || e->kind != ExprKind::kArray || at >= e->args.size()) return false;
  return literal(e->args[at], value, depth + 1, true);
}

// The value of what is known before the simulation, as far as loops and subscripts need it.
bool ExpandExpression::literal(const Expr* e, double& value, int depth, bool written) const {
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
    case ExprKind::kVariable:
      if (!written) return e->args.empty() && parameter(e->variable, value, depth);
      return e->args.empty() && parameter(first_[e->variable], value, depth);
    case ExprKind::kUnary:
      if (!literal(e->args[0], a, depth + 1, written)) return false;
      value = e->op == Op::kNot ? (a != 0 ? 0 : 1) : -a;
      return true;
    case ExprKind::kBinary:
      if (e->args[0]->type.base == BaseType::kString) return false;
      if (!literal(e->args[0], a, depth + 1, written)) return false;
      if (e->op == Op::kAnd && a == 0) return value = 0, true;
      if (e->op == Op::kOr && a != 0) return value = 1, true;
      if (!literal(e->args[1], b, depth + 1, written)) return false;
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
        case Op::kAnd:
        case Op::kOr:
          value = b;
          return true;
        case Op::kLess:
          return value = a < b ? 1 : 0, true;
        case Op::kLessEqual:
          return value = a <= b ? 1 : 0, true;
        case Op::kGreater:
          return value = a > b ? 1 : 0, true;
        case Op::kGreaterEqual:
          return value = a >= b ? 1 : 0, true;
        case Op::kEqual:
          return value = a == b ? 1 : 0, true;
        case Op::kNotEqual:
          return value = a != b ? 1 : 0, true;
        default:
          return false;
      }
    case ExprKind::kCall:
      if (e->function != nullptr || e->args.empty() || !literal(e->args[0], a, depth + 1, written))
        return false;
      if (e->args.size() == 2 && (!literal(e->args[1], b, depth + 1, written) || b == 0)) return false;
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

// Only what loops and literals settle: conditions of parameters stay as they were written.
const bool* ExpandExpression::known_condition(const Expr* e) {
  static constexpr bool kTrue = true, kFalse = false;
  const std::function<bool(const Expr*)> settled = [&](const Expr* part) -> bool {
    if (part == nullptr || part->kind == ExprKind::kVariable || part->kind == ExprKind::kTime ||
        part->kind == ExprKind::kLocal)
      return false;
    for (const Expr* inner : part->args)
      if (!settled(inner)) return false;
    return true;
  };
  double value = 0;
  if (!settled(e) || !literal(e, value, 0, true)) return nullptr;
  return value != 0 ? &kTrue : &kFalse;
}

}  // namespace escapement::modelica
