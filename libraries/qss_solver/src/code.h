// SPDX-License-Identifier: MIT
// One family of functions made ready to run: a tape over its arguments, and, where the function is affine in
// what changes between events, the formulas of its coefficients, which only events change.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "escapement/equations/families.h"
#include "escapement/equations/tape.h"

namespace escapement::qss_solver {

// What Families is to tell apart.
enum ArgumentKind : std::uint32_t { kMoving = 0, kHeld = 1 };

// A tape whose first registers are its arguments, so that who gathers these writes them where they are
// needed: variables, constants, then time.
class Lean {
 public:
  Lean() = default;
  Lean(const equations::Tape& tape, std::uint32_t arguments);

  // work: arguments and time are there; at least registers() long.
  template <typename Number>
  void run(std::vector<Number>& work, std::span<Number> results) const {
    Number* const w = work.data();
    for (const auto& [place, value] : constants_) w[place] = Number(value);
    go(w, results.data());
  }
  // With doubles, in registers of its own, in which numbers are always there.
  double* own() { return own_.data(); }
  void run_own(double* results) { go(own_.data(), results); }
  const std::vector<equations::Tape::Constant>& constants() const { return constants_; }
  const std::vector<equations::Tape::Instruction>& code() const { return code_; }
  const std::vector<std::uint32_t>& result_places() const { return results_; }
  std::size_t registers() const { return registers_; }
  std::size_t results() const { return results_.size(); }

 private:
  template <typename Number>
  void go(Number* w, Number* results) const {
    for (const equations::Tape::Instruction& at : code_) {
      switch (at.operation) {  // the usual ones without a call
        case equations::Operation::kAdd:
          w[at.result] = w[at.a] + w[at.b];
          break;
        case equations::Operation::kSubtract:
          w[at.result] = w[at.a] - w[at.b];
          break;
        case equations::Operation::kMultiply:
          w[at.result] = w[at.a] * w[at.b];
          break;
        case equations::Operation::kDivide:
          w[at.result] = w[at.a] / w[at.b];
          break;
        case equations::Operation::kNegate:
          w[at.result] = -w[at.a];
          break;
        default:
          w[at.result] = equations::apply(at.operation, w[at.a], w[at.b], w[at.c]);
      }
    }
    for (std::size_t i = 0; i < results_.size(); ++i) results[i] = w[results_[i]];
  }

  std::vector<double> own_;
  std::vector<equations::Tape::Constant> constants_;
  std::vector<equations::Tape::Instruction> code_;
  std::vector<std::uint32_t> results_;
  std::size_t registers_ = 0;
};

struct Code {
  // `held[s]`: variable s changes at events only.
  Code(equations::Families& families, std::uint32_t family, const std::vector<bool>& held);

  std::uint32_t variables = 0, constants = 0;
  bool single = false;  // the family has one member, whose constants are in place
  Lean tape;
  bool all_held = false;  // all variables are
  bool on_time = false;
  bool linear = false;  // results are sums of what moves, times what events change; none is on time
  // Affine, one result: base + by_time * time + the sum of coefficients times moving arguments. The tape
  // gives base, by_time and then one coefficient for each of `moving`, with moving arguments and time at 0.
  bool affine = false;
  bool fixed = false;  // no held arguments: coefficients never change
  Lean coefficients;
  std::vector<std::uint32_t> moving;
  std::vector<std::uint32_t> holding;  // the other arguments

 private:
  void fill(Lean& lean, std::span<const double> numbers) const;
};

}  // namespace escapement::qss_solver
