// SPDX-License-Identifier: MIT
// The operators of Modelica's expressions, shared by what was written and by what is flat.
#pragma once

#include <cstdint>

namespace escapement::modelica {

enum class Op : std::uint8_t {
  kNone,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kElementAdd,
  kElementSubtract,
  kElementMultiply,
  kElementDivide,
  kElementPower,
  kNegate,
  kPlus,
  kNot,
  kAnd,
  kOr,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
};

constexpr bool is_relation(Op op) {
  return op >= Op::kLess;
}
// Binding strength, larger binds tighter; what a printer needs to set brackets.
constexpr int precedence(Op op) {
  switch (op) {
    case Op::kOr:
      return 1;
    case Op::kAnd:
      return 2;
    case Op::kNot:
      return 3;
    case Op::kAdd:
    case Op::kSubtract:
    case Op::kElementAdd:
    case Op::kElementSubtract:
    case Op::kNegate:
    case Op::kPlus:
      return 5;
    case Op::kMultiply:
    case Op::kDivide:
    case Op::kElementMultiply:
    case Op::kElementDivide:
      return 6;
    case Op::kPower:
    case Op::kElementPower:
      return 7;
    case Op::kNone:
      return 9;
    default:
      return 4;
  }
}
const char* text(Op op);

}  // namespace escapement::modelica
