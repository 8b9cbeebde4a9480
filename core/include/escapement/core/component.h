// SPDX-License-Identifier: MIT
// A component: a named node in the tree of models. Atomic models, coupled models, process blocks and
// elements (resources, queues, shared mailboxes) are all components.
#pragma once

#include <string>
#include <string_view>

namespace escapement {

class PortBase;
namespace internal {
class Parallel;
struct RunState;
}  // namespace internal

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
  PortBase* first_port() const;
  PortBase* find_port(std::string_view name) const;  // nullptr when there is none

 protected:
  // What the component shares with the simulator that runs it; null outside of a run.
  internal::RunState* run_ = nullptr;

 private:
  friend class PortBase;
  friend class Simulator;
  friend class internal::Parallel;
  friend class NetworkEditor;
  friend class StructureChange;
  friend class Coupled;
  template <class T>
  friend class InPort;
  template <class T>
  friend class OutPort;
  Component* parent_ = nullptr;
  PortBase* last_port_ = nullptr;  // its next is the first: a ring of ports
  std::string name_;
};

// Orders paths component by component: "A.Z" before "AB" because "A" is before "AB".
bool path_less(std::string_view a, std::string_view b);

}  // namespace escapement
