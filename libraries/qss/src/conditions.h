// SPDX-License-Identifier: MIT
// Elements for the discrete part of an OdeSystem: conditions, which change where their crossing function goes
// through zero or at an instant that is computed, and the events that they make fire.
#pragma once

#include <string>
#include <vector>

#include "compiled.h"
#include "escapement/qss/crossing.h"

namespace escapement::qss {

// A relation or floor located on a signal.
class LocatedCondition final : public Element {
 public:
  LocatedCondition(const Component& owner, const equations::Condition& condition,
                   const CompiledFunction& function)
      : Element(owner, condition.text), condition_(condition), function_(function) {}
  SignalId crossing = kNone, out = kNone;
  std::uint64_t* switches = nullptr;  // counts changes, where equations read the condition
  std::uint64_t* checks = nullptr;    // counts looks at the crossing function
  void guess(double value) { value_ = value; }

  void start(Engine& engine, int round) override;
  void changed(Engine& engine) override;
  void due(Engine& engine) override;
  Time next(Engine& engine) override;
  void archive(Archive& archive) override;
  bool makes_events() const override { return true; }
  double value() const { return value_; }

 private:
  void look(Engine& engine, bool first);
  int side_of_zero() const;
  double truth(int side) const;
  void tell(Engine& engine);

  equations::Condition condition_;
  const CompiledFunction& function_;
  Crossing lower_, upper_;  // a relation has the first only; a floor watches both ends of its interval
  double value_ = 0, told_ = 0;
  bool starting_ = false;
};

// One whose instant follows from values that only events change.
class TimedCondition final : public Element {
 public:
  TimedCondition(const Component& owner, const equations::Condition& condition, Compiled rate_and_offset,
                 double seconds)
      : Element(owner, condition.text),
        condition_(condition),
        compiled_(std::move(rate_and_offset)),
        seconds_(seconds) {}
  SignalId out = kNone;
  std::uint64_t* switches = nullptr;  // as above
  std::span<const SignalId> inputs() const { return compiled_.inputs(); }
  void guess(double value) { value_ = value; }

  void start(Engine& engine, int round) override;
  void changed(Engine& engine) override;
  void due(Engine& engine) override;
  Time next(Engine& engine) override;
  void archive(Archive& archive) override;
  bool makes_events() const override { return true; }
  double value() const { return value_; }

 private:
  void look(Engine& engine);
  void tell(Engine& engine);
  equations::Condition condition_;
  Compiled compiled_;
  double seconds_;
  double value_ = 0, told_ = 0;
  double rate_ = 0;
  Time due_ = kInfinity;
  bool starting_ = false;
};

// Events that may assign the same variables, and those variables that are discrete.
//
//   changed  looks which events' conditions have become true; computes all values that they assign and send,
//            from the values of before any of them.
//   due      (the next wave) publishes the new values of states and discrete variables together, so that no
//            function sees one without the other, tells integrators, and sends.
class EventGroup final : public Element {
 public:
  EventGroup(const Component& owner, std::string label) : Element(owner, std::move(label)) {}

  struct Action {
    std::size_t result;          // place in the results of the event's terms
    SignalId signal = kNone;     // of a discrete variable, or x of a state
    SignalId quantised = kNone;  // of a state
    OutputId output = kNone;     // to the integrator, or to a port
    bool emits = false;
    std::string name;
  };
  struct One {
    Compiled when;
    Compiled terms;
    std::vector<Action> actions;
    bool at_start = false;
    bool was = false;
    std::string text;
  };
  struct Discrete {
    SignalId signal;
    double start, value;
  };
  std::vector<One> events;
  std::vector<Discrete> discretes;

  void start(Engine& engine, int round) override;
  void changed(Engine& engine) override;
  void due(Engine& engine) override;
  Time next(Engine& engine) override;
  void archive(Archive& archive) override;
  bool makes_events() const override { return true; }
  std::uint64_t fired() const { return fired_; }

 private:
  struct Pending {
    std::uint32_t event, action;
    double value;
    void archive(Archive& archive);
  };
  void fire(Engine& engine, std::uint32_t event);
  bool starting_ = false;
  std::vector<Pending> pending_;
  std::vector<double> results_;
  std::uint64_t fired_ = 0;
};

// Signals that stay, or are set from outside: inputs and discrete variables that no event assigns.
class Constants final : public Element {
 public:
  explicit Constants(const Component& owner) : Element(owner) {}
  std::vector<std::pair<SignalId, double>> values;
  void start(Engine& engine, int) override {
    for (const auto& [signal, value] : values) engine.publish(signal, Polynomial::constant(value));
  }
  void archive(Archive&) override {}
};

}  // namespace escapement::qss
