// SPDX-License-Identifier: MIT
// Components that run inside a host. A process block or an element (queue, resource, variable) is a component
// with ports like any other, but no atomic of its own: flattening hands the blocks to a HostFactory, which
// makes atomics that host them. Closure under coupling allows it: a coupled model is equivalent to an atomic.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/core/component.h"
#include "escapement/core/port.h"

namespace escapement {

class Hosted : public Component {
 public:
  using Component::Component;
};

// A route between the ports of two leaves of the tree, couplings followed to their ends.
struct Route {
  PortBase* from;
  PortBase* to;
};

// An atomic that hosts components.
class Host : public Atomic {
 public:
  using Atomic::Atomic;
  bool serial() const override { return true; }  // hosts of one world share its entities
  // Both ends are hosted here: the message moves inside.
  virtual void link(PortBase& from, PortBase& to) = 0;
  // The other end is elsewhere: a port of the host stands for the hosted port.
  virtual PortBase& gateway_out(PortBase& from) = 0;
  virtual InPortBase& gateway_in(PortBase& to) = 0;
  // Called once when all links and gateways are known. May throw InputError or BuildError.
  virtual void complete() = 0;
};

class HostFactory {
 public:
  virtual ~HostFactory() = default;
  // Divides the hosted components (given in path order) into groups that share a host.
  virtual std::vector<std::vector<Hosted*>> partition(const std::vector<Hosted*>& hosted,
                                                      const std::vector<Route>& routes) = 0;
  virtual std::unique_ptr<Host> make(std::string name, const std::vector<Hosted*>& group) = 0;
};

}  // namespace escapement
