// SPDX-License-Identifier: MIT
// Calls as events make them: a handful of operations on values that only events change. What such a call
// reads is not gathered; its instructions have the addresses of the held variables and constants themselves,
// so that `on > pre(on)` is one comparison, and a value that is a number or another variable is no
// instruction at all. Only what moves is put into a register first, as it is at this instant.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "piece.h"
#include "plan.h"

namespace escapement::qss_solver {

class CallsInPlace {
 public:
  CallsInPlace() = default;
  // pieces: by slot. These and the plan have to stay where they are.
  CallsInPlace(Plan& plan, std::span<const Piece> pieces, std::span<const Call* const> calls);
  CallsInPlace(CallsInPlace&&) = default;
  CallsInPlace& operator=(CallsInPlace&&) = default;

  // Where the results of the call with this number stand, until the next one runs.
  [[gnu::always_inline]] const double* const* run(std::size_t number, double t) {
    const One& one = calls_[number];
    for (const Moving* moving = one.moving; moving != one.moving_end; ++moving)
      *moving->to = moving->piece->at(t);
    for (const Instruction* at = one.code; at != one.code_end; ++at) *at->result = computed(*at);
    return one.results;
  }
  double value(std::size_t number, double t) { return **run(number, t); }
  // How much the one result grows in a second in which all that it reads moves straight on: of an affine
  // function its derivative in time. It has just been run, at t.
  double rate(std::size_t number, double t);

 private:
  struct Instruction {
    const double *a, *b, *c;
    double* result;
    equations::Operation operation;
  };
  struct Moving {
    const Piece* piece;
    double* to;
  };
  struct One {
    const Moving *moving = nullptr, *moving_end = nullptr;
    const Instruction *code = nullptr, *code_end = nullptr;
    const double* const* results = nullptr;
  };
  [[gnu::always_inline]] static double computed(const Instruction& at) {
    switch (at.operation) {  // the usual ones without a call
      case equations::Operation::kAdd:
        return *at.a + *at.b;
      case equations::Operation::kSubtract:
        return *at.a - *at.b;
      case equations::Operation::kMultiply:
        return *at.a * *at.b;
      case equations::Operation::kDivide:
        return *at.a / *at.b;
      case equations::Operation::kGreater:
        return *at.a > *at.b ? 1 : 0;
      default:
        return equations::apply(at.operation, *at.a, *at.b, *at.c);
    }
  }

  static constexpr Piece kTime{0, {0, 1, 0, 0}};
  std::vector<double> scratch_;  // time, then registers
  std::vector<Moving> moving_;
  std::vector<Instruction> code_;
  std::vector<const double*> results_;
  std::vector<One> calls_;
};

}  // namespace escapement::qss_solver
