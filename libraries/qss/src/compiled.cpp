// SPDX-License-Identifier: MIT
#include "compiled.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/archive.h"

namespace escapement::qss {

using equations::Taylor;
using equations::Term;
using equations::VariableIndex;

Compiled::Compiled(const equations::Tape& tape, const std::vector<SignalId>& inputs, double seconds,
                   Scratch& scratch)
    : seconds_(seconds), scratch_(&scratch) {
  const auto size = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  input_count_ = size(inputs);
  constant_count_ = size(tape.constants());
  instruction_count_ = size(tape.code());
  result_count_ = size(tape.result_places());
  register_count_ = input_count_ + 1 + constant_count_ + instruction_count_;
  std::vector<std::uint32_t> place(tape.registers(), 0);
  for (const equations::Tape::Load& load : tape.loads())
    place[load.place] = load.is_time ? input_count_ : load.variable;
  std::uint32_t next = input_count_ + 1;
  Memory& memory = scratch_->memory;
  registers_ = memory.row<double>(register_count_);
  for (std::uint32_t i = 0; i < constant_count_; ++i) {
    registers_[next] = tape.constants()[i].value;
    place[tape.constants()[i].place] = next++;
  }
  auto* const program = memory.row<Instruction>(instruction_count_);
  for (std::uint32_t i = 0; i < instruction_count_; ++i) {
    const equations::Tape::Instruction& at = tape.code()[i];
    program[i] = {at.operation, place[at.a], place[at.b], place[at.c]};
    place[at.result] = next++;
  }
  SignalId* const signals = memory.row<SignalId>(input_count_);
  std::copy(inputs.begin(), inputs.end(), signals);
  std::uint32_t* const results = memory.row<std::uint32_t>(result_count_);
  for (std::uint32_t i = 0; i < result_count_; ++i) results[i] = place[tape.result_places()[i]];
  inputs_ = signals;
  program_ = program;
  result_places_ = results;
}

Polynomial CompiledFunction::evaluate(const Engine& engine) {
  double size = 0;
  Polynomial p;
  if (degree_ == 0) {
    double value = compiled_.value_of_steps(engine);
    if (!std::isfinite(value) && state_ != nullptr) compiled_.values(engine, {&value, 1}, states);
    return Polynomial::constant(scale_ * value);
  }
  if (degree_ == 1) {
    Taylor<1> result[1];
    compiled_.series<1>(engine, result);
    p = {{result[0].c[0], result[0].c[1], 0, 0}};
  } else if (degree_ == 2) {
    Taylor<2> result[1];
    compiled_.series<2>(engine, result);
    p = {{result[0].c[0], result[0].c[1], result[0].c[2], 0}};
  } else {
    Taylor<4> result[3];
    compiled_.series<4>(engine, {result, compiled_.results()});
    p = {{result[0].c[0], result[0].c[1], result[0].c[2], result[0].c[3]}};
    size = compiled_.results() == 3 ? std::abs(result[1].c[0]) + std::abs(result[2].c[0]) : std::abs(p.c[0]);
    if (serves_ == kInfinity && begun_ == 0) begun_ = engine.now();
    serves_ = good_for(result[0]);
    if (depends_on_time) serves_ = std::min(serves_, 1e-6 + 0.25 * (engine.now() - begun_));
    if (state_ != nullptr) p.c[3] = 0;  // x could not take it over; `serves` allows for it
  }
  if (state_ != nullptr && !p.is_finite()) {
    double value = p.c[0];
    if (!std::isfinite(value)) compiled_.values(engine, {&value, 1}, states);
    p = Polynomial::constant(value);
    if (degree_ == kRenewed && value != 0)
      serves_ = std::max(1e-12, 0.1 * state_->quantum() / std::abs(scale_ * value));
  }
  if (scale_ != 1) p = scale_ * p;
  magnitude_ = size;
  return p;
}

// Of a derivative, the terms of degree 3 and 4 are left out and x is wrong by their integral. Of a crossing
// the term of degree 4 is; it is to be small against the largest of the others.
Time CompiledFunction::good_for(const Taylor<4>& s) const {
  const double third = std::abs(s.c[3]), fourth = std::abs(s.c[4]);
  if (state_ != nullptr) {
    const double error = 0.1 * state_->quantum() / scale_;
    const double by_third = third > 0 ? std::sqrt(std::sqrt(4 * error / third)) : kInfinity;
    const double by_fourth = fourth > 0 ? std::pow(5 * error / fourth, 0.2) : kInfinity;
    return std::min(by_third, by_fourth);
  }
  if (!(fourth > 0)) return kInfinity;
  const double part = error_ / fourth;
  return std::max({std::sqrt(std::sqrt(part * std::abs(s.c[0]))), std::cbrt(part * std::abs(s.c[1])),
                   std::sqrt(part * std::abs(s.c[2])), part * third, 1e-12});
}

void Renewal::archive(Archive& archive) {
  archive(due_);
}

void Compiler::take_in(const equations::Assignment& algebraic) {
  taken_in_[algebraic.variable] = expanded(algebraic.value);
}

void Compiler::take_in_all() {
  for (const equations::Assignment& a : system_.algebraics) take_in(a);
}

Term Compiler::expanded(Term term) {
  return system_.terms.substitute(
      term, [this](VariableIndex v) -> const Term* { return taken_in_[v] ? &*taken_in_[v] : nullptr; });
}

Compiled Compiler::compile(std::span<const Term> terms) {
  std::vector<Term> whole;
  for (const Term term : terms) whole.push_back(expanded(term));
  const std::vector<VariableIndex> used = system_.terms.variables_in(whole);
  // Numbered anew: a tape reads its variables from an array.
  std::vector<SignalId> inputs;
  for (const VariableIndex v : used) {
    numbers_[v] = system_.terms.variable(static_cast<VariableIndex>(inputs.size()));
    inputs.push_back(signal_of_[v]);
  }
  for (Term& term : whole)
    term = system_.terms.substitute(term, [&](VariableIndex v) { return &numbers_[v]; });
  return Compiled(equations::Tape(system_.terms, whole), std::move(inputs), seconds_, scratch_);
}

}  // namespace escapement::qss
