// SPDX-License-Identifier: MIT
// Ports: the typed ends of couplings. Declare them as members of a model:
//
//   struct Server : Atomic {
//     InPort<Job> in{*this, "in"};
//     OutPort<Job> out{*this, "out"};
//
// A port registers itself with its owner in order of declaration, and lives exactly as long.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "escapement/core/bag.h"
#include "escapement/core/component.h"
#include "escapement/core/port_type.h"
#include "escapement/core/run_state.h"

namespace escapement {

class PortBase {
 public:
  enum class Direction : std::uint8_t { kIn, kOut };
  // What a port is beyond its direction; plain ports are coupled as drawn, the others as mailbox.h says.
  enum class Role : std::uint8_t { kPlain, kMailbox, kShare, kAddress, kPipeIn, kPipeOut };
  static constexpr std::uint32_t kNoIndex = 0xffffffffu;

  // `name` is kept by address: a literal, or text that outlives the port. Throws BuildError when the owner
  // has a port of that name.
  PortBase(Component& owner, const char* name, Direction direction, const PortType& type,
           Role role = Role::kPlain);
  PortBase(const PortBase&) = delete;
  PortBase& operator=(const PortBase&) = delete;

  Component& owner() const { return *owner_; }
  const char* name() const { return name_; }
  std::string path() const;  // owner's path, a dot and the name
  Direction direction() const { return direction_; }
  bool is_input() const { return direction_ == Direction::kIn; }
  Role role() const { return role_; }
  const PortType& type() const { return *type_; }
  PortBase* next() const { return owner_->last_port_ == this ? nullptr : next_; }
  // An output whose messages have one owner must be coupled, unless it is optional: then an uncoupled one
  // ends what it puts.
  bool optional() const { return optional_; }
  void make_optional() { optional_ = true; }
  // Index among the inputs or the outputs of the network that the owner runs in; kNoIndex outside of one.
  std::uint32_t index() const { return index_; }

 protected:
  friend class Component;
  friend class Simulator;
  friend class Flattening;
  friend class NetworkEditor;
  friend class Coupled;
  friend class StructureChange;
  friend class TreeEdit;
  void link_last();  // into the ring of the owner's ports
  void unlink();     // out of it: the owner no longer has the port
  Component* owner_;
  PortBase* next_;  // after the last port the first
  const PortType* type_;
  const char* name_;
  std::uint32_t index_ = kNoIndex;
  Direction direction_;
  Role role_;
  bool optional_ = false;
};

// An input of untyped view; InPort<T> adds the type.
class InPortBase : public PortBase {
 public:
  using PortBase::PortBase;
};

template <class T>
class InPort : public InPortBase {
 public:
  using Message = T;
  InPort(Component& owner, const char* name) : InPortBase(owner, name, Direction::kIn, port_type<T>()) {}

  // The messages of this micro-step: read it in the external or confluent transition. Empty at other times.
  Bag<T> bag() const {
    if (owner_->run_ == nullptr) return Bag<T>(nullptr, 0);
    internal::BagHeader& bag = owner_->run_->bag_of(index_);
    return Bag<T>(bag.data(), bag.count);
  }
  bool empty() const { return owner_->run_ == nullptr || owner_->run_->bag_of(index_).count == 0; }

 protected:
  InPort(Component& owner, const char* name, Role role)
      : InPortBase(owner, name, Direction::kIn, port_type<T>(), role) {}
};

[[noreturn]] void refuse_put_outside_run(const PortBase& port);

template <class T>
class OutPort : public PortBase {
 public:
  using Message = T;
  OutPort(Component& owner, const char* name) : PortBase(owner, name, Direction::kOut, port_type<T>()) {}

  // Sends a message; allowed in the output function only (throws BuildError's sibling Error otherwise).
  void put(T value) {
    internal::RunState* run = owner_->run_;
    if (run == nullptr || index_ == kNoIndex) refuse_put_outside_run(*this);
    run->outbox.put(index_, std::move(value));
  }

 protected:
  OutPort(Component& owner, const char* name, Role role)
      : PortBase(owner, name, Direction::kOut, port_type<T>(), role) {}
};

}  // namespace escapement
