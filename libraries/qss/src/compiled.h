// SPDX-License-Identifier: MIT
// Terms of an OdeSystem made ready for an engine: a tape over just the signals that they need.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "escapement/equations/ode_system.h"
#include "escapement/equations/tape.h"
#include "escapement/equations/taylor.h"
#include "escapement/qss/engine.h"
#include "escapement/qss/quantised_state.h"
#include "memory.h"

namespace escapement::qss {

// What the functions of one engine share: room in which they are evaluated, since they never run at the same
// time, and the memory in which they keep their programs.
struct Scratch {
  Scratch() = default;
  Scratch(std::byte* room, std::size_t size) : memory(room, size) {}
  std::vector<equations::Taylor<1>> first;
  std::vector<equations::Taylor<2>> second;
  std::vector<equations::Taylor<4>> fourth;
  std::vector<equations::Taylor<1>>& of(const equations::Taylor<1>&) { return first; }
  std::vector<equations::Taylor<2>>& of(const equations::Taylor<2>&) { return second; }
  std::vector<equations::Taylor<4>>& of(const equations::Taylor<4>&) { return fourth; }
  Memory memory;
};

// The results of a tape whose variable i is the signal `inputs[i]`, evaluated in numbers of one kind. The
// tape is kept in short: registers are the inputs, time, the constants and the results of instructions, in
// this order.
class Compiled {
 public:
  Compiled() = default;
  // `seconds`: in the clock's unit. Terms count time in seconds.
  Compiled(const equations::Tape& tape, const std::vector<SignalId>& inputs, double seconds,
           Scratch& scratch);

  std::span<const SignalId> inputs() const { return {inputs_, input_count_}; }
  std::size_t results() const { return result_count_; }

  // At engine.now(). `states`: by input; where there is one, its x is taken instead of the signal.
  void values(const Engine& engine, std::span<double> results,
              std::span<const QuantisedState* const> states = {}) {
    const Time now = engine.now();
    for (std::uint32_t i = 0; i < input_count_; ++i)
      registers_[i] =
          !states.empty() && states[i] != nullptr ? states[i]->x(now) : engine.signal(inputs_[i]).at(now);
    registers_[input_count_] = now * seconds_;
    compute(registers_, registers_ + input_count_ + 1 + constant_count_, results.data());
  }
  // The same where all inputs are constant between their changes, and time does not matter.
  double value_of_steps(const Engine& engine) {
    double result;
    for (std::uint32_t i = 0; i < input_count_; ++i) registers_[i] = engine.signal(inputs_[i]).piece.c[0];
    compute(registers_, registers_ + input_count_ + 1 + constant_count_, &result);
    return result;
  }
  template <std::size_t N>
  void series(const Engine& engine, std::span<equations::Taylor<N>> results) {
    auto& work = scratch_->of(equations::Taylor<N>{});
    if (work.size() < register_count_) work.resize(register_count_);
    for (std::uint32_t i = 0; i < input_count_; ++i) {
      const Signal& s = engine.signal(inputs_[i]);
      auto& c = work[i].c;
      const double e = engine.now() - s.since;
      const auto& p = s.piece.c;
      c = {};
      c[0] = s.piece.at(e);
      c[1] = p[1] + e * (2 * p[2] + 3 * e * p[3]);
      if constexpr (N > 1) c[2] = p[2] + 3 * e * p[3];
      if constexpr (N > 2) c[3] = p[3];
    }
    equations::Taylor<N> time(engine.now() * seconds_);
    time.c[1] = seconds_;
    run(work.data(), time, results.data());
  }

 private:
  struct Instruction {
    equations::Operation operation;
    std::uint32_t a, b, c;
  };
  template <class Number>
  void run(Number* work, const Number& time, Number* results) const {
    Number* next = work + input_count_;
    *next++ = time;
    for (std::uint32_t i = 0; i < constant_count_; ++i) *next++ = Number(registers_[input_count_ + 1 + i]);
    compute(work, next, results);
  }
  template <class Number>
  void compute(Number* work, Number* next, Number* results) const {
    for (const Instruction *at = program_, *end = program_ + instruction_count_; at != end; ++at)
      switch (at->operation) {  // the commonest at once
        case equations::Operation::kAdd:
          *next++ = work[at->a] + work[at->b];
          break;
        case equations::Operation::kSubtract:
          *next++ = work[at->a] - work[at->b];
          break;
        case equations::Operation::kMultiply:
          *next++ = work[at->a] * work[at->b];
          break;
        default:
          *next++ = equations::apply(at->operation, work[at->a], work[at->b], work[at->c]);
      }
    for (std::uint32_t i = 0; i < result_count_; ++i) results[i] = work[result_places_[i]];
  }

  std::uint32_t input_count_ = 0, constant_count_ = 0, instruction_count_ = 0, result_count_ = 0;
  std::uint32_t register_count_ = 0;
  const SignalId* inputs_ = nullptr;
  double* registers_ = nullptr;  // for values; those of constants hold them for ever
  const Instruction* program_ = nullptr;
  const std::uint32_t* result_places_ = nullptr;
  double seconds_ = 1;
  Scratch* scratch_ = nullptr;
};

// A static function from a tape. Its degree is what the method needs; where it depends on time or on inputs,
// which may have any degree, it is 3 and the piece is renewed before the term of degree 4 matters.
class CompiledFunction final : public Function {
 public:
  // A derivative (its values are multiplied by `scale`, seconds in the clock's unit, since terms count time
  // in seconds), and the state whose quantum says how exact it is to be.
  CompiledFunction(const Component& owner, std::string label, Compiled compiled, int degree, double scale,
                   const QuantisedState& state)
      : CompiledFunction(owner, std::move(label), std::move(compiled), degree) {
    scale_ = scale;
    state_ = &state;
  }
  // An algebraic variable, or the crossing function of a condition. `error`: what the term of degree 4 may
  // come to, in parts of the largest of the others.
  CompiledFunction(const Component& owner, std::string label, Compiled compiled, int degree,
                   double error = 1e-10)
      : Function(owner, std::move(label)), compiled_(std::move(compiled)), degree_(degree), error_(error) {
    inputs.assign(compiled_.inputs().begin(), compiled_.inputs().end());
  }
  static constexpr int kRenewed = 4;  // as degree: evaluated to degree 4, of which 3 are kept

  Polynomial evaluate(const Engine& engine) override;
  // How long the piece serves, from the last evaluation.
  Time serves() const { return serves_; }
  // Of a crossing: |left| + |right|, where the tape has these as second and third result.
  double magnitude() const { return magnitude_; }
  bool depends_on_time = false;
  // Of a derivative, by input: the state whose quantised companion it is, or nullptr. Where the function has
  // no value at q (a root or a logarithm, whose border x keeps within and q may not), it is taken at x, as a
  // constant; where it has a value but no derivatives, as a constant too.
  std::vector<const QuantisedState*> states;

 private:
  Time good_for(const equations::Taylor<4>& series) const;

  Compiled compiled_;
  int degree_;
  double error_;
  double scale_ = 1;
  const QuantisedState* state_ = nullptr;
  Time serves_ = kInfinity, begun_ = 0;
  double magnitude_ = 0;
};

// Publishes a signal without meaning when the piece of a function has served its time; the function lists
// that signal among its inputs.
class Renewal final : public Element {
 public:
  Renewal(const Component& owner, std::string label, const CompiledFunction& function)
      : Element(owner, std::move(label)), function_(function) {}
  SignalId tick = kNone;

  void start(Engine& engine, int) override { engine.publish(tick, {}); }
  void due(Engine& engine) override { engine.publish(tick, {}); }
  void changed(Engine& engine) override { due_ = engine.now() + function_.serves(); }
  Time next(Engine&) override { return due_; }
  void archive(Archive& archive) override;

 private:
  const CompiledFunction& function_;
  Time due_ = kInfinity;
};

// Makes tapes from the terms of one system.
class Compiler {
 public:
  // signal_of[v] tells the signal of variable v; kNone: an algebraic that is to be taken in, or is none of
  // the terms' business.
  Compiler(equations::OdeSystem& system, std::vector<SignalId> signal_of, double seconds, Scratch& scratch)
      : system_(system),
        signal_of_(std::move(signal_of)),
        seconds_(seconds),
        scratch_(scratch),
        taken_in_(signal_of_.size()),
        numbers_(signal_of_.size()) {}
  // Terms that stand on the algebraic variable take its value in. In the order of the system's list.
  void take_in(const equations::Assignment& algebraic);
  void take_in_all();
  void set_signal(equations::VariableIndex variable, SignalId signal) { signal_of_[variable] = signal; }

  equations::Term expanded(equations::Term term);
  Compiled compile(std::span<const equations::Term> terms);

 private:
  equations::OdeSystem& system_;
  std::vector<SignalId> signal_of_;
  double seconds_;
  Scratch& scratch_;
  std::vector<std::optional<equations::Term>> taken_in_;
  std::vector<equations::Term> numbers_;  // of compile(), by variable
};

}  // namespace escapement::qss
