// SPDX-License-Identifier: MIT
#include "escapement/equations/operation.h"

#include <array>

namespace escapement::equations {
namespace {
using enum Operation;
using Kind = OperationKind;
constexpr std::uint8_t kTight = 9;
constexpr std::array kOperations{
    OperationInfo{kConstant, "", 0, Kind::kLeaf, kTight},
    OperationInfo{kVariable, "", 0, Kind::kLeaf, kTight},
    OperationInfo{kTime, "time", 0, Kind::kLeaf, kTight},
    OperationInfo{kAdd, "+", 2, Kind::kArithmetic, 5},
    OperationInfo{kSubtract, "-", 2, Kind::kArithmetic, 5},
    OperationInfo{kMultiply, "*", 2, Kind::kArithmetic, 6},
    OperationInfo{kDivide, "/", 2, Kind::kArithmetic, 6},
    OperationInfo{kPower, "^", 2, Kind::kArithmetic, 7},
    OperationInfo{kNegate, "-", 1, Kind::kArithmetic, 5},
    OperationInfo{kAbs, "abs", 1, Kind::kFunction, kTight},
    OperationInfo{kSign, "sign", 1, Kind::kFunction, kTight},
    OperationInfo{kSqrt, "sqrt", 1, Kind::kFunction, kTight},
    OperationInfo{kExp, "exp", 1, Kind::kFunction, kTight},
    OperationInfo{kLog, "log", 1, Kind::kFunction, kTight},
    OperationInfo{kLog10, "log10", 1, Kind::kFunction, kTight},
    OperationInfo{kSin, "sin", 1, Kind::kFunction, kTight},
    OperationInfo{kCos, "cos", 1, Kind::kFunction, kTight},
    OperationInfo{kTan, "tan", 1, Kind::kFunction, kTight},
    OperationInfo{kAsin, "asin", 1, Kind::kFunction, kTight},
    OperationInfo{kAcos, "acos", 1, Kind::kFunction, kTight},
    OperationInfo{kAtan, "atan", 1, Kind::kFunction, kTight},
    OperationInfo{kSinh, "sinh", 1, Kind::kFunction, kTight},
    OperationInfo{kCosh, "cosh", 1, Kind::kFunction, kTight},
    OperationInfo{kTanh, "tanh", 1, Kind::kFunction, kTight},
    OperationInfo{kFloor, "floor", 1, Kind::kFunction, kTight},
    OperationInfo{kCeil, "ceil", 1, Kind::kFunction, kTight},
    OperationInfo{kAtan2, "atan2", 2, Kind::kFunction, kTight},
    OperationInfo{kMin, "min", 2, Kind::kFunction, kTight},
    OperationInfo{kMax, "max", 2, Kind::kFunction, kTight},
    OperationInfo{kMod, "mod", 2, Kind::kFunction, kTight},
    OperationInfo{kBitXor, "bitXor", 2, Kind::kFunction, kTight},
    OperationInfo{kLess, "<", 2, Kind::kRelation, 4},
    OperationInfo{kLessEqual, "<=", 2, Kind::kRelation, 4},
    OperationInfo{kGreater, ">", 2, Kind::kRelation, 4},
    OperationInfo{kGreaterEqual, ">=", 2, Kind::kRelation, 4},
    OperationInfo{kEqual, "==", 2, Kind::kRelation, 4},
    OperationInfo{kNotEqual, "<>", 2, Kind::kRelation, 4},
    OperationInfo{kAnd, "and", 2, Kind::kLogic, 2},
    OperationInfo{kOr, "or", 2, Kind::kLogic, 1},
    OperationInfo{kNot, "not", 1, Kind::kLogic, 3},
    OperationInfo{kIf, "if", 3, Kind::kIf, 0},
    OperationInfo{kNoEvent, "noEvent", 1, Kind::kNoEvent, kTight},
};
static_assert(kOperations.size() == static_cast<std::size_t>(Operation::kNoEvent) + 1);
}  // namespace

const OperationInfo& info(Operation operation) {
  return kOperations[static_cast<std::size_t>(operation)];
}

std::span<const OperationInfo> operations() {
  return kOperations;
}

std::optional<Operation> function_named(std::string_view name) {
  for (const OperationInfo& one : kOperations)
    if ((one.kind == Kind::kFunction || one.kind == Kind::kNoEvent) && one.name == name) return one.operation;
  return std::nullopt;
}

bool commutes(Operation operation) {
  switch (operation) {
    case Operation::kAdd:
    case Operation::kMultiply:
    case Operation::kBitXor:
    case Operation::kAnd:
    case Operation::kOr:
    case Operation::kEqual:
    case Operation::kNotEqual:
      return true;
    default:
      return false;
  }
}

}  // namespace escapement::equations
