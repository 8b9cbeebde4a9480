// SPDX-License-Identifier: MIT
// What an atomic needs to run an engine: the engine, and ports of the atomic through which signals and
// messages come in and go out. All waves of an instant are done in one transition, so other atomics see the
// outcome of an instant; what leaves is put one micro-step later.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/core/port.h"
#include "escapement/qss/engine.h"

namespace escapement::qss {

class Driver {
  bool outgoing_ = false;  // beside what steps touch of the engine

 public:
  Driver();
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  Engine engine;

  // Makes ports of `host`, before the engine is completed.
  InPort<Signal>& signal_in(Component& host, std::string name, SignalId signal);
  // A message sets the signal to a value that stays.
  InPort<double>& value_in(Component& host, std::string name, SignalId signal);
  InPort<double>& message_in(Component& host, std::string name);  // see receive()
  void receive(const InPort<double>& port, std::uint32_t element, std::uint32_t number);
  // `from`: what is named where something fails.
  OutPort<Signal>& signal_out(Component& host, std::string name, const Component& from);
  void lead(const OutPort<Signal>& port, SignalId signal);  // says which signal leaves by the port
  OutPort<double>& message_out(Component& host, std::string name, const Component& from, OutputId output);

  void start(Time t);
  void output();
  // The internal event and the bags of the ports; run_on(t) is that of the atomic (Dynamics::run_on).
  template <class RunOn>
  void internal(Time t, RunOn run_on) {
    take_out();
    run(t, false, run_on);
  }
  template <class RunOn>
  void external(Time t, RunOn run_on) {
    run(t, take_in(t), run_on);
  }
  Time next(Time now) const { return outgoing_ ? now : engine.next(); }
  void archive(Archive& archive);

 private:
  struct SignalIn;
  struct MessageIn;
  class SignalOut;
  class MessageOut;
  template <class RunOn>
  void run(Time t, bool from_outside, RunOn run_on) {
    if (from_outside || engine.next() == t) engine.run_instant(t);
    while (!outgoing_ && run_on(engine.next())) engine.run_instant(engine.next());
  }
  void take_out();
  bool take_in(Time t);

  std::vector<std::unique_ptr<SignalIn>> signals_in_;
  std::vector<std::unique_ptr<MessageIn>> messages_in_;
  std::vector<std::unique_ptr<SignalOut>> signals_out_;
  std::vector<std::unique_ptr<MessageOut>> messages_out_;
};

}  // namespace escapement::qss
