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

namespace escapement::qss {

// Room in which tapes are evaluated. The functions of one engine share it: they never run at the same time,
// and in a model of many engines each has less memory to touch.
struct Scratch {
  template <class Number>
  struct Space {
    std::vector<Number> variables, work;
  };
  Space<double> zero;
  Space<equations::Taylor<1>> first;
  Space<equations::Taylor<2>> second;
  Space<equations::Taylor<4>> fourth;
  Space<equations::Taylor<1>>& of(const equations::Taylor<1>&) { return first; }
  Space<equations::Taylor<2>>& of(const equations::Taylor<2>&) { return second; }
  Space<equations::Taylor<4>>& of(const equations::Taylor<4>&) { return fourth; }
};

// The results of a tape whose variable i is the signal `inputs[i]`, evaluated in numbers of one kind.
class Compiled {
 public:
  Compiled() = default;
  // `seconds`: in the clock's unit. Terms count time in seconds.
  Compiled(equations::Tape tape, std::vector<SignalId> inputs, double seconds,
           std::shared_ptr<Scratch> scratch)
      : inputs_(std::move(inputs)), tape_(std::move(tape)), seconds_(seconds), scratch_(std::move(scratch)) {}

  const std::vector<SignalId>& inputs() const { return inputs_; }
  std::size_t results() const { return tape_.results(); }

  // At engine.now().
  void values(const Engine& engine, std::span<double> results) {
    std::vector<double>& variables = scratch_->zero.variables;
    if (variables.size() < inputs_.size()) variables.resize(inputs_.size());
    const Time now = engine.now();
    for (std::size_t i = 0; i < inputs_.size(); ++i) variables[i] = engine.signal(inputs_[i]).at(now);
    tape_.evaluate<double>(variables, now * seconds_, scratch_->zero.work, results);
  }
  template <std::size_t N>
  void series(const Engine& engine, std::span<equations::Taylor<N>> results) {
    auto& space = scratch_->of(equations::Taylor<N>{});
    if (space.variables.size() < inputs_.size()) space.variables.resize(inputs_.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Signal& s = engine.signal(inputs_[i]);
      auto& c = space.variables[i].c;
      const double e = engine.now() - s.since;
      const auto& p = s.piece.c;
      c[0] = s.piece.at(e);
      c[1] = p[1] + e * (2 * p[2] + 3 * e * p[3]);
      if constexpr (N > 1) c[2] = p[2] + 3 * e * p[3];
      if constexpr (N > 2) c[3] = p[3];
    }
    equations::Taylor<N> time(engine.now() * seconds_);
    time.c[1] = seconds_;
    tape_.template evaluate<equations::Taylor<N>>(space.variables, time, space.work, results);
  }

 private:
  std::vector<SignalId> inputs_;
  equations::Tape tape_;
  double seconds_ = 1;
  std::shared_ptr<Scratch> scratch_;
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
    inputs = compiled_.inputs();
  }
  static constexpr int kRenewed = 4;  // as degree: evaluated to degree 4, of which 3 are kept

  Polynomial evaluate(const Engine& engine) override;
  // How long the piece serves, from the last evaluation.
  Time serves() const { return serves_; }
  // Of a crossing: |left| + |right|, where the tape has these as second and third result.
  double magnitude() const { return magnitude_; }
  bool depends_on_time = false;

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
  Compiler(equations::OdeSystem& system, std::vector<SignalId> signal_of, double seconds,
           std::shared_ptr<Scratch> scratch)
      : system_(system),
        signal_of_(std::move(signal_of)),
        seconds_(seconds),
        scratch_(std::move(scratch)),
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
  std::shared_ptr<Scratch> scratch_;
  std::vector<std::optional<equations::Term>> taken_in_;
  std::vector<equations::Term> numbers_;  // of compile(), by variable
};

}  // namespace escapement::qss
