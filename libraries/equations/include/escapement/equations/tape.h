// SPDX-License-Identifier: MIT
// A tape: several terms made ready to be evaluated together, often. Common parts are computed once; the
// instructions run over an array of numbers of any type that arithmetic.h can handle.
//
// Both sides of an `if` are computed and one is taken: what cannot be computed on the side that is not taken
// (sqrt of a negative number) gives a NaN that nobody sees.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "escapement/equations/arithmetic.h"
#include "escapement/equations/terms.h"

namespace escapement::equations {

class Tape {
 public:
  Tape() = default;
  // results: what evaluate() gives, in this order; may hold a term twice.
  Tape(const Terms& terms, std::span<const Term> results);

  // variables[x]: the value of variable x, at least as many as the largest that occurs. work: overwritten,
  // grows to registers(). results: as many as the tape was made for; must not overlap variables.
  template <typename Number>
  void evaluate(std::span<const Number> variables, const Number& time, std::vector<Number>& work,
                std::span<Number> results) const {
    if (work.size() < registers_) work.resize(registers_);
    for (const auto& [place, value] : constants_) work[place] = Number(value);
    for (const Load& load : loads_) work[load.place] = load.is_time ? time : variables[load.variable];
    for (const Instruction& at : instructions_)
      work[at.result] = apply(at.operation, work[at.a], work[at.b], work[at.c]);
    for (std::size_t i = 0; i < results_.size(); ++i) results[i] = work[results_[i]];
  }

  std::size_t registers() const { return registers_; }
  std::size_t results() const { return results_.size(); }
  std::size_t instructions() const { return instructions_.size(); }

  // What it is made of, for those who keep it in a form of their own. Each register is written once, by one
  // of these; instructions read registers that are written before.
  struct Constant {
    std::uint32_t place;
    double value;
  };
  struct Load {
    std::uint32_t place;
    VariableIndex variable;
    bool is_time;
  };
  struct Instruction {
    Operation operation;
    std::uint32_t result, a, b, c;
  };
  const std::vector<Constant>& constants() const { return constants_; }
  const std::vector<Load>& loads() const { return loads_; }
  const std::vector<Instruction>& program() const { return instructions_; }
  const std::vector<std::uint32_t>& result_places() const { return results_; }

 private:
  std::vector<Constant> constants_;
  std::vector<Load> loads_;
  std::vector<Instruction> instructions_;
  std::vector<std::uint32_t> results_;
  std::size_t registers_ = 0;
};

// One evaluation with doubles, where speed does not matter: messages, tests, initial values.
double evaluate(const Terms& terms, Term term, std::span<const double> variables, double time);

}  // namespace escapement::equations
