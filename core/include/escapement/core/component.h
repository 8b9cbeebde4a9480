// SPDX-License-Identifier: MIT
// A component: a named node in the tree of models. Atomic models, coupled models, process blocks and
// elements (resources, queues, shared mailboxes) are all components.
#pragma once

#include <string>
#include <string_view>

namespace escapement {

class PortBase;
class Outbox;

// Names match [A-Za-z_][A-Za-z0-9_]*; a component's path is the dotted list of names from below the root down
// to itself, so that the root's own name does not appear ("Line1.Drilling"). The root's path is its name.
class Component {
 public:
  // Throws BuildError when the name is not of the form above.
  explicit Component(std::string name);
  virtual ~Component();
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  const std::string& name() const { return name_; }
  Component* parent() const { return parent_; }
  std::string path() const;

  // Ports in order of declaration, as a chain: first_port(), then PortBase::next().
  PortBase* first_port() const { return first_port_; }
  PortBase* find_port(std::string_view name) const;  // nullptr when there is none

 private:
  friend class PortBase;
  friend class Simulator;
  friend class Coupled;
  std::string name_;
  Component* parent_ = nullptr;
  PortBase* first_port_ = nullptr;
  PortBase* last_port_ = nullptr;

 protected:
  Outbox* outbox_ = nullptr;  // where output ports put; set by the simulator while it runs this component
  template <class T>
  friend class OutPort;
};

// Orders paths component by component: "A.Z" before "AB" because "A" is before "AB".
bool path_less(std::string_view a, std::string_view b);

}  // namespace escapement
