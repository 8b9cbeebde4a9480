// SPDX-License-Identifier: MIT
// The operations that a term may hold, in one table: how each is written, how many arguments it takes, what
// kind of thing it gives. Parser, printer, derivative and evaluation all look here.
//
// Truth values are the numbers 1 and 0; any value but 0 counts as true.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace escapement::equations {

enum class Operation : std::uint8_t {
  kConstant,
  kVariable,
  kTime,
  // arithmetic
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kNegate,
  // functions of one argument
  kAbs,
  kSign,
  kSqrt,
  kExp,
  kLog,
  kLog10,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kFloor,
  kCeil,
  // functions of two arguments
  kAtan2,
  kMin,
  kMax,
  kMod,     // mod(x, y) = x - floor(x / y) y
  kBitXor,  // of whole numbers from 0 to 2^53, bit by bit: either, not both
  // relations
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  // logic
  kAnd,
  kOr,
  kNot,
  kIf,       // if(condition, then, else)
  kNoEvent,  // noEvent(x): the value of x; relations inside are taken as they are and located by nobody
};

enum class OperationKind : std::uint8_t { kLeaf, kArithmetic, kFunction, kRelation, kLogic, kIf, kNoEvent };

struct OperationInfo {
  Operation operation;
  std::string_view name;  // "+", "sin", "<=": as it is written
  std::uint8_t arguments;
  OperationKind kind;
  std::uint8_t priority;  // of the printed form: 0 binds loosest; functions and leaves bind tightest
};

const OperationInfo& info(Operation operation);
// All of them, in the order of the enumeration.
std::span<const OperationInfo> operations();
// The function of this name (exact case), or nothing.
std::optional<Operation> function_named(std::string_view name);

// Whether the two arguments may be swapped, to the same bits.
bool commutes(Operation operation);

inline bool is_relation(Operation operation) {
  return info(operation).kind == OperationKind::kRelation;
}

}  // namespace escapement::equations
