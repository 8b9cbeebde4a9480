// SPDX-License-Identifier: MIT
// Coupled models: components, and couplings between their ports.
//
//   Coupled shop{"Shop"};
//   auto& source = shop.add<Generator>("Source");
//   auto& server = shop.add<Processor>("Server", 2.0);
//   shop.couple(source.out, server.in);
//
// A coupled model holds structure only. Before a run it is flattened (flatten.h): closure under coupling
// makes the nested and the flat model the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "escapement/core/component.h"
#include "escapement/core/mailbox.h"
#include "escapement/core/port.h"

namespace escapement {

struct Coupling {
  PortBase* from;
  PortBase* to;
};

class Coupled : public Component {
 public:
  explicit Coupled(std::string name);
  ~Coupled() override;

  // Makes a component of type C named `name` inside this model and returns it; the model owns it.
  // Throws BuildError when the name is taken.
  template <class C, class... Args>
  C& add(std::string name, Args&&... args) {
    return static_cast<C&>(add(std::make_unique<C>(std::move(name), std::forward<Args>(args)...)));
  }
  Component& add(std::unique_ptr<Component> component);

  // Ports of the coupled model itself.
  template <class T>
  InPort<T>& add_input(std::string name) {
    return static_cast<InPort<T>&>(keep(std::make_unique<Kept<InPort<T>>>(*this, std::move(name))));
  }
  template <class T>
  OutPort<T>& add_output(std::string name) {
    return static_cast<OutPort<T>&>(keep(std::make_unique<Kept<OutPort<T>>>(*this, std::move(name))));
  }
  // A port of the same message type as `like`, for front ends that know ports by name only.
  PortBase& add_port_like(std::string name, const PortBase& like);

  // Couples two ports: an output of a component to an input of a component (internal), an input of this model
  // to an input of a component (external input), an output of a component to an output of this model
  // (external output), or an input of this model straight to an output of it. Throws BuildError, naming both
  // ends and their types, when the types differ, when a direction is wrong, when a port belongs to neither
  // this model nor a component of it, or when a coupling leads from a component to itself. A coupling that is
  // there twice is found by flattening.
  void couple(PortBase& from, PortBase& to);

  // Connects ends of a pipe: what one end puts arrives in the mailbox of every other end. Two or more ends.
  void connect_pipe(std::vector<PipeEnd*> ends);

  const std::vector<std::unique_ptr<Component>>& components() const { return components_; }
  const std::vector<Coupling>& couplings() const { return couplings_; }
  const std::vector<std::vector<PipeEnd*>>& pipes() const { return pipes_; }
  Component* find(std::string_view name) const;              // a direct component, nullptr when absent
  Component* find_path(std::string_view dotted_path) const;  // from this model inwards
  // For structural change; see structure_change.h, by which models ask for it.
  // Gives the component back, which stands in this model. Its couplings must be gone.
  std::unique_ptr<Component> take(Component& component);
  // The last coupling comes to the place of the one that goes.
  void remove_coupling(std::size_t place);

 private:
  friend class StructureChange;
  friend class TreeEdit;
  struct KeptBase {
    virtual ~KeptBase() = default;
    virtual PortBase& port() = 0;
  };
  template <class P>
  struct Kept final : KeptBase {
    std::string text;
    P value;
    Kept(Component& owner, std::string name) : text(std::move(name)), value(owner, text.c_str()) {}
    PortBase& port() override { return value; }
  };
  PortBase& keep(std::unique_ptr<KeptBase> port);
  // Ports of this model or of its components that were added during a run.
  using ExtraPorts = std::unordered_map<const PortBase*, std::unique_ptr<KeptBase>>;
  void keep_extra_port(std::unique_ptr<KeptBase> port);
  std::unique_ptr<KeptBase> take_extra_port(const PortBase& port);  // null when it is none

  std::vector<std::unique_ptr<Component>> components_;
  std::vector<std::unique_ptr<KeptBase>> ports_;
  std::unique_ptr<ExtraPorts> extra_ports_;
  std::vector<Coupling> couplings_;
  std::vector<std::vector<PipeEnd*>> pipes_;
  void index_last();
  void unindex(std::size_t slot);
  std::size_t index_slot(std::string_view name) const;
  std::vector<std::uint32_t> index_;  // open-addressed table of places in components_, plus 1; 0 is free
};

// Searches for `dotted_path` from `start` outwards: in `start` when it is a coupled model, then in the
// coupled model around it, and so on to the root. nullptr when nothing is found.
Component* find_outward(const Component& start, std::string_view dotted_path);

}  // namespace escapement
