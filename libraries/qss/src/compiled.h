// SPDX-License-Identifier: MIT
// Terms of an OdeSystem made ready for an engine: a tape over just the signals that they need.
#pragma once

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

// The results of a tape whose variable i is the signal `inputs[i]`, evaluated in numbers of one kind.
class Compiled {
 public:
  Compiled() = default;
  // `seconds`: in the clock's unit. Terms count time in seconds.
  Compiled(equations::Tape tape, std::vector<SignalId> inputs, double seconds)
      : inputs_(std::move(inputs)), tape_(std::move(tape)), seconds_(seconds) {}

  const std::vector<SignalId>& inputs() const { return inputs_; }
  std::size_t results() const { return tape_.results(); }

  // At engine.now().
  void values(const Engine& engine, std::span<double> results) {
    double_.variables.resize(inputs_.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Signal& s = engine.signal(inputs_[i]);
      double_.variables[i] = s.at(engine.now());
    }
    tape_.evaluate<double>(double_.variables, engine.now() * seconds_, double_.work, results);
  }
  template <std::size_t N>
  void series(const Engine& engine, std::span<equations::Taylor<N>> results) {
    Space<equations::Taylor<N>>& space = space_for(equations::Taylor<N>{});
    space.variables.resize(inputs_.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Polynomial p = engine.piece(inputs_[i]);
      for (std::size_t k = 0; k <= N; ++k) space.variables[i].c[k] = k < p.c.size() ? p.c[k] : 0;
    }
    equations::Taylor<N> time(engine.now() * seconds_);
    time.c[1] = seconds_;
    tape_.template evaluate<equations::Taylor<N>>(space.variables, time, space.work, results);
  }

 private:
  template <class Number>
  struct Space {
    std::vector<Number> variables, work;
  };
  Space<equations::Taylor<1>>& space_for(const equations::Taylor<1>&) { return first_; }
  Space<equations::Taylor<2>>& space_for(const equations::Taylor<2>&) { return second_; }
  Space<equations::Taylor<4>>& space_for(const equations::Taylor<4>&) { return fourth_; }

  std::vector<SignalId> inputs_;
  equations::Tape tape_;
  double seconds_ = 1;
  Space<double> double_;
  Space<equations::Taylor<1>> first_;
  Space<equations::Taylor<2>> second_;
  Space<equations::Taylor<4>> fourth_;
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
  Compiler(equations::OdeSystem& system, std::vector<SignalId> signal_of, double seconds)
      : system_(system), signal_of_(std::move(signal_of)), seconds_(seconds), taken_in_(signal_of_.size()) {}
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
  std::vector<std::optional<equations::Term>> taken_in_;
};

}  // namespace escapement::qss
