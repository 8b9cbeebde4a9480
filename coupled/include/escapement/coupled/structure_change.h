// SPDX-License-Identifier: MIT
// Structural change while a model runs (Dynamic Structure DEVS: Barros 1997, "Modeling formalisms for dynamic
// structure systems"): a model asks, in a transition or in initialize(), for components, ports and couplings
// to come or go.
//
//   void internal() override {
//     StructureChange change(*this);
//     auto& server = change.add<Server>(shop, "Server3", 2.0);
//     change.couple(dispatcher.add_way(change), server.in);
//     change.remove(old_server);
//   }
//
// What is asked for takes effect when all transitions of the micro-step are done, before the next outputs, in
// the order of the askers' paths, then of asking (simulator.h, D1-D3): either all that was asked for in the
// micro-step, or the run fails with the tree as it was. The cost grows with what changes, not with the model;
// only the first change of a run lays out, once, what is needed to find it.
//
// Limits: process blocks and elements, which a host moves, do not come or go during a run; nor do the ports
// of the root, nor the ends of pipes by themselves. Names stay unique in a coupled model; a name that became
// free may be used again by what is asked for later. Two models may remove the same component or port, but a
// coupling that is there already, or is not there any more, is an error. When a new model throws as it
// starts, the run fails with the change made.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/dynamics.h"
#include "escapement/core/structure.h"
#include "escapement/coupled/coupled.h"

namespace escapement {

class StructureChange {
 public:
  // Throws Error when `asker` is not in a transition or initialize() of a run (an output function is
  // neither), or when its network was not made by flatten().
  explicit StructureChange(Dynamics& asker);
  StructureChange(const StructureChange&) = delete;
  StructureChange& operator=(const StructureChange&) = delete;

  // A new component of `into`, an atomic or a coupled one with all that it holds. The object exists at once,
  // so that it can be coupled; it becomes part of the model, and is initialised, when the change takes
  // effect.
  template <class C, class... Args>
  C& add(Coupled& into, std::string name, Args&&... args) {
    return static_cast<C&>(add(into, std::make_unique<C>(std::move(name), std::forward<Args>(args)...)));
  }
  Component& add(Coupled& into, std::unique_ptr<Component> component);

  // The component, all that it holds and all couplings to it go; the object is destroyed. A component that is
  // gone already by then, since another model asked for the same, is no error.
  void remove(Component& component);

  // As Coupled::couple, in the coupled model that holds both ends. decouple() takes such a coupling away.
  void couple(PortBase& from, PortBase& to);
  void decouple(PortBase& from, PortBase& to);

  // A port more for a component that stands in a coupled model, or for a coupled model: an InPort<T>, an
  // OutPort<T>, a Mailbox or a MailAddress. The object exists at once, so that it can be coupled, and lives
  // until it is removed or its owner goes; it is the owner's, and carries messages, when the change has taken
  // effect.
  template <class P>
  P& add_port(Component& owner, std::string name) {
    auto limbo = std::make_unique<Component>("Pending");  // has the port until the change takes effect
    auto kept = std::make_unique<Coupled::Kept<P>>(*limbo, std::move(name));
    P& port = kept->value;
    add_port(owner, std::move(limbo), std::move(kept), port);
    return port;
  }
  // The port and all couplings to it go. A port that is a member of its owner's class stays as an object that
  // nothing arrives at; messages must not be put to it any more.
  void remove_port(PortBase& port);

  // What was asked for; for the service that carries it out.
  struct Operation {
    enum class Kind { kAdd, kRemove, kCouple, kDecouple, kAddPort, kRemovePort };
    Kind kind;
    Component* component = nullptr;
    Coupled* into = nullptr;
    PortBase* from = nullptr;
    PortBase* to = nullptr;
    std::unique_ptr<Component> made{};
    std::unique_ptr<Coupled::KeptBase> port{};
  };
  struct Request final : StructureRequest {
    using StructureRequest::StructureRequest;
    std::vector<Operation> operations;
  };

 private:
  void add_port(Component& owner, std::unique_ptr<Component> limbo, std::unique_ptr<Coupled::KeptBase> kept,
                PortBase& port);
  Request* request_;
};

}  // namespace escapement
