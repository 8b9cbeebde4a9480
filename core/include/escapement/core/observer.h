// SPDX-License-Identifier: MIT
// Observers watch a run without touching it. A simulator without observers does no work for them.
#pragma once

#include <string>

#include "escapement/core/dynamics.h"
#include "escapement/core/port.h"
#include "escapement/core/time.h"

namespace escapement {

enum class Transition { kInitial, kInternal, kExternal, kConfluent };
const char* transition_name(Transition kind);  // "initial", "internal", "external", "confluent"

// A message on its way; valid during the call.
class MessageView {
 public:
  MessageView(const PortType& type, const Slot& slot) : type_(&type), slot_(&slot) {}
  const PortType& type() const { return *type_; }
  template <class T>
  const T* as() const {  // nullptr when the message is no T
    return same_type(*type_, port_type<T>()) ? &internal::message_in<T>(*slot_) : nullptr;
  }
  std::string text() const;

 private:
  const PortType* type_;
  const Slot* slot_;
};

class Observer {
 public:
  virtual ~Observer() = default;
  // A message put by a model (or injected from outside) at this instant, before it is delivered.
  virtual void on_output(const Instant&, const PortBase& /*port*/, const MessageView&) {}
  // A message that left the root by one of its output ports.
  virtual void on_root_output(const Instant&, const PortBase& /*port*/, const MessageView&) {}
  // A message that found no receiver any more: its port, or the mailbox of its address, was removed.
  virtual void on_dropped(const Instant&, const std::string& /*port_path*/) {}
  // A structural change took effect: "added" or "removed" with the path of a model, "coupled" or "decoupled"
  // with "from -> to".
  virtual void on_structure(const Instant&, const char* /*event*/, const std::string& /*subject*/) {}
  // After a transition of `model`; its next internal event is due at `due`.
  virtual void on_transition(const Instant&, const Dynamics& /*model*/, Transition, Time /*elapsed*/,
                             Time /*due*/) {}
};

}  // namespace escapement
