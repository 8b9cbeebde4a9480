// SPDX-License-Identifier: MIT
// What a Network is made of.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "change_sender.h"
#include "compiled.h"
#include "conditions.h"
#include "driver.h"
#include "escapement/qss/integrator.h"
#include "escapement/qss/network.h"

namespace escapement::qss {

struct Network::Parts {
  Parts(Network& network, equations::OdeSystem ode, NetworkOptions chosen);

  // First, and in one piece, what every step touches.
  Driver driver;
  bool run_ahead;
  // Where many networks take turns, each finds the caches filled by others. What a step touches lies in one
  // piece, so all of it can be asked for at once instead of waiting line by line.
  void bring_near() const {
    const auto* const begin = reinterpret_cast<const std::byte*>(this);
    for (const std::byte* at = begin; at < near_end; at += 64) __builtin_prefetch(at);
  }
  const std::byte* near_end = nullptr;
  static constexpr std::size_t kRoom = 2048;
  alignas(64) std::byte room[kRoom];

  Scratch scratch{room, kRoom};
  Network& owner;
  equations::OdeSystem system;
  NetworkOptions options;
  std::vector<SignalId> quantised, exact;  // by variable: what right sides see, what conditions see
  // All of these live in the scratch's memory.
  std::vector<IntegratorElement*> integrators;
  std::vector<const IntegratorElement*> integrator_of;  // by variable
  std::vector<CompiledFunction*> functions;
  std::vector<Renewal*> renewals;
  std::vector<LocatedCondition*> located;
  std::vector<TimedCondition*> timed;
  std::vector<Element*> condition_of;  // by condition
  std::vector<EventGroup*> groups;
  std::vector<ChangeSender*> senders;
  std::uint64_t switches = 0;  // of conditions that equations read
  std::uint64_t checks = 0;    // of crossing functions
  Constants constants;
  std::map<std::string, InPort<double>*> inputs;
  std::map<std::string, InPort<Signal>*> signal_inputs;
  std::map<std::string, OutPort<double>*> outputs;
  std::map<std::string, OutPort<Signal>*> signal_outputs;
  std::map<std::string, OutputId> event_outputs;
  equations::Tape algebraics;  // of all, over the other variables

  double settled(equations::VariableIndex variable, Time t) const {  // of what is no state and no algebraic
    return driver.engine.signal(quantised[variable]).at(t);
  }
  void guess_conditions();
  [[noreturn]] void refuse(std::string_view name, const char* what) const;

 private:
  struct Use {
    int count = 0;        // of right sides that stand on it
    bool varies = false;  // with time or inputs, between changes of states
  };
  void check() const;
  void make_signals();
  std::vector<Use> uses_of_algebraics();
  void make_derivatives();
  void make_conditions();
  void make_events();
  void make_ports();
  SignalId shown_signal(const std::string& name, Compiler& compiler);
  template <class... Arguments>
  CompiledFunction& add_function(SignalId output, Arguments&&... arguments) {
    CompiledFunction& function =
        *scratch.memory.make<CompiledFunction>(owner, std::forward<Arguments>(arguments)...);
    function.output = output;
    driver.engine.add(function);
    functions.push_back(&function);
    return function;
  }
  void renew(CompiledFunction& function, const std::string& label);
  int degree_of(equations::Term term) const;
  bool varies(const std::vector<equations::VariableIndex>& used, equations::Term term,
              const std::vector<Use>& algebraic, int most = 1) const;
};

}  // namespace escapement::qss
