// SPDX-License-Identifier: MIT
// Blocks: the components of continuous parts. A block has ports like any component, InPort<Signal> and
// OutPort<Signal> for continuous signals, InPort<double> and OutPort<double> for messages, and is hosted
// together with the blocks that it is coupled with (hosting.h). A coupled model joins blocks with each other
// and with any other atomic: what leaves the blocks is sent as ordinary messages.
#pragma once

#include <unordered_map>
#include <vector>

#include "escapement/core/port.h"
#include "escapement/coupled/hosted.h"
#include "escapement/qss/engine.h"

namespace escapement::qss {

class Wiring;

class Block : public Hosted {
 public:
  using Hosted::Hosted;
  // Adds the block's elements and functions to an engine. Called once for each flattening.
  virtual void build(Wiring& wiring) = 0;
};

// What a block needs to know of its surroundings while it is built in.
class Wiring {
 public:
  explicit Wiring(Engine& engine) : engine_(engine) {}

  Engine& engine() { return engine_; }
  // The signal that leads to an input. Throws BuildError when none does, or more than one.
  SignalId input(const InPort<Signal>& port);
  bool connected(const PortBase& port) const { return sources_.count(&port) != 0; }
  SignalId output(const OutPort<Signal>& port) { return signal_of(port); }
  OutputId events(const OutPort<double>& port) { return events_of(port); }
  // Messages to the port go to `element`, which knows the port by the number.
  void receive(const InPort<double>& port, std::uint32_t element, std::uint32_t number);

  // For the host: a coupling of two ports of the same message type, and a port through which messages come
  // from outside.
  void join(const PortBase& from, const PortBase& to) { sources_[&to].push_back(&from); }
  SignalId signal_of(const PortBase& port);
  void stand_for(const PortBase& port, SignalId signal) { signals_[&port] = signal; }
  OutputId events_of(const PortBase& port);
  void connect_messages();  // when all are built
  struct Receiver {
    std::uint32_t element = kNone, number = 0;
  };
  const Receiver* receiver(const PortBase& port) const;

 private:
  Engine& engine_;
  std::unordered_map<const PortBase*, std::vector<const PortBase*>> sources_;
  std::unordered_map<const PortBase*, SignalId> signals_;
  std::unordered_map<const PortBase*, OutputId> events_;
  std::unordered_map<const PortBase*, Receiver> receivers_;
};

}  // namespace escapement::qss
