// SPDX-License-Identifier: MIT
// From tapes to a module of LLVM: each tape becomes a row of functions of a hundred-odd operations each.
//
// A function takes NativeCode::Piece's arguments. What one piece computes and a later one needs goes through
// `work`; within a piece values have no place in memory. Operations, their order and the functions that are
// called are those of arithmetic.h:
//
//   + - * /, minus    one instruction each, without fast-math flags
//   relations, if     ordered comparison (<> unordered) and select
//   sqrt, abs         LLVM's intrinsics, which are exact by IEEE 754
//   all others        a call of the function's address, as a constant: LLVM does not know what it calls
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "escapement/equations/tape.h"
#include "llvm.h"

namespace escapement::native::internal {

// Long pieces cost the register allocator more than their length, short ones pass more through memory.
inline constexpr std::size_t kOperationsPerPiece = 250;

// What the registers of a tape hold, and which of them several pieces need.
struct Register {
  enum class Kind : std::uint8_t { kConstant, kVariable, kTime, kOperation };
  Kind kind = Kind::kOperation;
  bool shared = false;         // a later piece reads it
  std::uint32_t variable = 0;  // or the piece that computes it
  double constant = 0;
  std::vector<std::uint32_t> results;  // that it is
};

// Operations [begin, end) of a tape, which must outlive it.
struct Stretch {
  const equations::Tape* tape = nullptr;
  std::shared_ptr<const std::vector<Register>> registers;
  std::size_t begin = 0, end = 0;
};

// The stretches of a tape, in order; a tape without operations has one empty stretch.
std::vector<Stretch> stretches_of(const equations::Tape& tape);

// A module with a constant table, called `table`, of the addresses of a function for each stretch. The caller
// disposes of it before its context.
LLVMModuleRef generate(const Llvm& llvm, LLVMContextRef context, std::span<const Stretch> stretches,
                       const std::string& table);

}  // namespace escapement::native::internal
