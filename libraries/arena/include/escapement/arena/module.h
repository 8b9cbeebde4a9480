// SPDX-License-Identifier: MIT
// The base of Arena's modules: a module is a coupled model of SIMAN blocks, as the messages paper builds them
// (Sanz, Urquia and Dormido 2008, figure 3). Flattening dissolves it; its name stays in that of its
// statistics.
#pragma once

#include <string>

#include "escapement/coupled/coupled.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"

namespace escapement::siman {
class Queue;
}

namespace escapement::arena {

using siman::EntityHandle;
struct Onward;
struct OwnQueue;

class Module : public Coupled {
 public:
  using Coupled::Coupled;
  // The entry named "in". Throws BuildError when the module has none.
  PortBase& in() const { return port("in"); }
  // The exit of that name, "out" as a rule.
  PortBase& out(std::string_view name = "out") const { return port(name); }

 protected:
  // Adds a block that messages and streams name by this module.
  template <class B, class... Args>
  B& block(std::string name, Args&&... args) {
    B& added = add<B>(std::move(name), std::forward<Args>(args)...);
    added.speak_for_module();
    return added;
  }
  // The Queue block before a block that holds; `queue` names the module's own queue if it is none of the
  // declared ones, "Queue" as a rule.
  siman::Queue& line(const OwnQueue& own, const std::string& queue = "Queue");
  // What comes out of `inner` goes on by the transfer; with Connect, by the exit "out" (onward.h).
  void onward(PortBase& inner, const Onward& transfer);
  void entry(PortBase& inner, const char* name = "in");
  void exit(PortBase& inner, std::string name = "out");

 private:
  PortBase& port(std::string_view name) const;
};

// Ports as descriptors tell them.
registry::PortInfo entity_in();
registry::PortInfo entity_out(std::string name = "out", std::string doc = "entities that go on");

}  // namespace escapement::arena
