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

  Network& owner;
  equations::OdeSystem system;
  NetworkOptions options;
  Driver driver;
  std::shared_ptr<Scratch> scratch = std::make_shared<Scratch>();
  std::vector<SignalId> quantised, exact;  // by variable: what right sides see, what conditions see
  std::vector<std::unique_ptr<IntegratorElement>> integrators;
  std::vector<const IntegratorElement*> integrator_of;  // by variable
  std::vector<std::unique_ptr<CompiledFunction>> functions;
  std::vector<std::unique_ptr<Renewal>> renewals;
  std::vector<std::unique_ptr<LocatedCondition>> located;
  std::vector<std::unique_ptr<TimedCondition>> timed;
  std::vector<Element*> condition_of;  // by condition
  std::vector<std::unique_ptr<EventGroup>> groups;
  std::vector<std::unique_ptr<ChangeSender>> senders;
  std::uint64_t switches = 0;  // of conditions that equations read
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
  CompiledFunction& add_function(std::unique_ptr<CompiledFunction> function, SignalId output);
  void renew(CompiledFunction& function, const std::string& label);
  bool varies(const std::vector<equations::VariableIndex>& used, equations::Term term,
              const std::vector<Use>& algebraic) const;
};

}  // namespace escapement::qss
