// SPDX-License-Identifier: MIT
// An equation system as a quantised state system: every state an integrator by one of the seven methods,
// every right side a compiled function that is evaluated only when one of its arguments changes, every
// relation a detector on the polynomials of the states themselves (not of their quantised companions), and
// events as OdeSystem says (equations/ode_system.h). All of it runs in the engine of this one atomic.
//
//   equations::OdeSystem system;  ... system.prepare();
//   qss::Network network("Tank", std::move(system), {qss::method_of("qss2", 1e-4)});
//
//   ports  in   one for each input, of its name: double (a value that stays until the next), or Signal for
//               those in signal_inputs
//          out  one for each port that events send to (double), for each name in signal_outputs (Signal:
//               the state itself, or the algebraic variable), and for each of change_outputs (double: the
//               value at the start, and at every instant at which it has moved by the amount since)
//
// Quantum of a state: max(relative |x|, absolute * nominal). A right side that depends on time or on inputs
// is evaluated anew before what its polynomial leaves out adds up to a tenth of the quantum.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/equations/ode_system.h"
#include "escapement/qss/engine.h"
#include "escapement/qss/method.h"
#include "escapement/qss/signal.h"

namespace escapement::qss {

// A port that tells a variable whenever it has changed by so much.
struct ChangeOutput {
  std::string port;
  std::string of;  // a state, an algebraic or a discrete variable
  double amount = 0;
};

struct NetworkOptions {
  Method method;
  std::vector<std::string> signal_inputs = {};
  std::vector<std::string> signal_outputs = {};
  bool run_ahead =
      true;  // several steps in one transition while nothing else is due; false: one by one, for observers
  std::vector<ChangeOutput> change_outputs = {};
  double seconds = 1;  // in the time unit of the simulation; equations are in seconds: 60 when it is minutes
};

struct NetworkCounts {
  std::uint64_t steps = 0;        // changes of quantised states
  std::uint64_t evaluations = 0;  // of functions
  std::uint64_t events = 0;       // that fired
  std::uint64_t switches = 0;     // changes of conditions that equations read
  std::uint64_t waves = 0;
  std::uint64_t checks = 0;  // of crossing functions
  std::uint64_t plans = 0;   // of next times
};

class Network : public Atomic {
 public:
  // `system` is prepared. Throws BuildError when the quantum is not allowed, a start value is not finite, or
  // a name in the options is none of the system.
  Network(std::string name, equations::OdeSystem system, NetworkOptions options);
  ~Network() override;

  InPort<double>& input(std::string_view name);
  InPort<Signal>& signal_input(std::string_view name);
  OutPort<double>& output(std::string_view name);  // an event's port
  OutPort<Signal>& signal_output(std::string_view name);

  const equations::OdeSystem& system() const;
  // The value of a state, algebraic, input, discrete variable or condition at t, which lies at or after the
  // last event. Throws BuildError when there is no such variable.
  double value(std::string_view name, Time t) const;
  double value(equations::VariableIndex variable, Time t) const;
  // Of all variables, in their order; `all` has as many places.
  void values(Time t, std::vector<double>& all) const;
  NetworkCounts counts() const;
  std::uint64_t changes(std::string_view state) const;  // of its quantised companion

  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void archive(Archive& archive) override;

 protected:
  // Who is told before and after the events of this network (engine.h); its inputs that are new are events.
  void watch(Watch& watch);
  void tell_instants();              // Engine::tell_instants()
  std::uint64_t happenings() const;  // events that fired and conditions that changed, as counts() has them
  // Whether derived classes have nothing to do before t, so that the network may run on to it.
  virtual bool may_run_on(Time /*t*/) const { return true; }

 private:
  bool goes_on(Time t);
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace escapement::qss
