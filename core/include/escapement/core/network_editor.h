// SPDX-License-Identifier: MIT
// Changes the flat network of a simulator between two micro-steps. Each call costs what it changes; only when
// what was removed has come to outweigh what is there is something laid out anew, so that any number of
// changes costs and keeps in proportion.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "escapement/core/simulator.h"

namespace escapement {

class NetworkEditor {
 public:
  using Id = std::uint32_t;
  explicit NetworkEditor(Simulator& simulator) : simulator_(simulator) {}

  const std::vector<Simulator::Node>& nodes() const { return simulator_.nodes_; }
  const Instant& now() const { return simulator_.state_.clock; }

  // The order of paths, which the numbers of models no longer tell once models have been added: labels[id]
  // grows with the path. Must outlive the simulator, and be as long as nodes() before the next micro-step.
  void order_by(const std::vector<std::uint64_t>& labels) { simulator_.labels_ = &labels; }

  // The model enters with its ports, without routes. It is initialised by start().
  Id add(Dynamics& model);
  // The model leaves: it is not scheduled any more, its ports have no number, and what is on the way to it
  // from outside will be dropped. Routes to it must have been changed before.
  void remove(Id id, const std::vector<PortBase*>& unlinked);
  // Gives all ports of the model numbers anew, after some were added or taken away; their routes are gone.
  // `unlinked` holds those that were taken away, perhaps with ports of other models.
  void renumber_ports(Id id, const std::vector<PortBase*>& unlinked);
  void set_route(const PortBase& output, const std::vector<PortBase*>& inputs);
  void set_root_route(const PortBase& output, const std::vector<PortBase*>& root_outputs);
  // S1 for the models, given in path order: initialize(), tL := now, tN. Throws what the models throw.
  void start(const std::vector<Id>& ids);
  // Tells the observers.
  void note(const char* event, const std::string& path);

 private:
  void number_ports(Id id);
  void free_ports(const Dynamics& model, const std::vector<PortBase*>& unlinked);
  void drop_injections(const PortBase& port);

  Simulator& simulator_;
};

}  // namespace escapement
