// SPDX-License-Identifier: MIT
#include "escapement/coupled/coupled.h"

#include <functional>

#include "escapement/core/error.h"

namespace escapement {
namespace {

std::string end_text(const PortBase& port) {
  return "'" + port.path() + "' (" + (port.is_input() ? "input" : "output") + " of " + port.type().name() +
         ")";
}

// A port of a coupled model made from the type of another port.
class PortLike : public InPortBase {
 public:
  PortLike(Component& owner, const char* name, Direction direction, const PortType& type)
      : InPortBase(owner, name, direction, type) {}
};

}  // namespace

Coupled::Coupled(std::string name) : Component(std::move(name)) {}

Coupled::~Coupled() = default;

std::size_t Coupled::index_slot(std::string_view name) const {
  const std::size_t mask = index_.size() - 1;
  std::size_t at = std::hash<std::string_view>{}(name)&mask;
  while (index_[at] != 0 && components_[index_[at] - 1]->name() != name) at = (at + 1) & mask;
  return at;
}

void Coupled::index_last() {
  if (2 * components_.size() <= index_.size()) {
    index_[index_slot(components_.back()->name())] = static_cast<std::uint32_t>(components_.size());
    return;
  }
  index_.assign(index_.empty() ? 16 : 2 * index_.size(), 0);
  for (std::size_t i = 0; i < components_.size(); ++i)
    index_[index_slot(components_[i]->name())] = static_cast<std::uint32_t>(i + 1);
}

Component* Coupled::find(std::string_view name) const {
  if (index_.empty()) return nullptr;
  const std::uint32_t place = index_[index_slot(name)];
  return place == 0 ? nullptr : components_[place - 1].get();
}

Component* Coupled::find_path(std::string_view dotted_path) const {
  const std::size_t dot = dotted_path.find('.');
  Component* found = find(dotted_path.substr(0, dot));
  if (found == nullptr || dot == std::string_view::npos) return found;
  const auto* inner = dynamic_cast<const Coupled*>(found);
  return inner == nullptr ? nullptr : inner->find_path(dotted_path.substr(dot + 1));
}

Component& Coupled::add(std::unique_ptr<Component> component) {
  if (component == nullptr) throw BuildError("no component was given to add to '" + path() + "'");
  if (find(component->name()) != nullptr)
    throw BuildError("'" + path() + "' already has a component named '" + component->name() +
                     "'; names are unique");
  component->parent_ = this;
  components_.push_back(std::move(component));
  index_last();
  return *components_.back();
}

std::unique_ptr<Component> Coupled::take(Component& component) {
  const std::size_t slot = index_slot(component.name());
  const std::size_t place = index_[slot] - 1;
  unindex(slot);
  std::unique_ptr<Component> taken = std::move(components_[place]);
  if (place + 1 != components_.size()) {
    index_[index_slot(components_.back()->name())] = static_cast<std::uint32_t>(place + 1);
    components_[place] = std::move(components_.back());
  }
  components_.pop_back();
  taken->parent_ = nullptr;
  return taken;
}

// Closes the gap in the chain of probes, so that what lies behind it is still found (Knuth, The Art of
// Computer Programming, volume 3, algorithm 6.4R).
void Coupled::unindex(std::size_t slot) {
  const std::size_t mask = index_.size() - 1;
  for (std::size_t at = (slot + 1) & mask; index_[at] != 0; at = (at + 1) & mask) {
    const std::size_t home = std::hash<std::string_view>{}(components_[index_[at] - 1]->name()) & mask;
    if (((at - home) & mask) < ((at - slot) & mask)) continue;  // its home lies behind the gap
    index_[slot] = index_[at];
    slot = at;
  }
  index_[slot] = 0;
}

void Coupled::remove_coupling(std::size_t place) {
  couplings_[place] = couplings_.back();
  couplings_.pop_back();
}

void Coupled::keep_extra_port(std::unique_ptr<KeptBase> port) {
  if (extra_ports_ == nullptr) extra_ports_ = std::make_unique<ExtraPorts>();
  const PortBase* key = &port->port();
  (*extra_ports_)[key] = std::move(port);
}

std::unique_ptr<Coupled::KeptBase> Coupled::take_extra_port(const PortBase& port) {
  if (extra_ports_ == nullptr) return nullptr;
  auto node = extra_ports_->extract(&port);
  return node.empty() ? nullptr : std::move(node.mapped());
}

PortBase& Coupled::keep(std::unique_ptr<KeptBase> port) {
  ports_.push_back(std::move(port));
  return ports_.back()->port();
}

PortBase& Coupled::add_port_like(std::string name, const PortBase& like) {
  struct KeptLike final : KeptBase {
    std::string text;
    PortLike value;
    KeptLike(Component& owner, std::string port_name, const PortBase& model)
        : text(std::move(port_name)), value(owner, text.c_str(), model.direction(), model.type()) {}
    PortBase& port() override { return value; }
  };
  return keep(std::make_unique<KeptLike>(*this, std::move(name), like));
}

void Coupled::couple(PortBase& from, PortBase& to) {
  const auto refuse = [&](const std::string& why) {
    throw BuildError("cannot couple " + end_text(from) + " to " + end_text(to) + " in '" + path() +
                     "': " + why);
  };
  const bool from_own = &from.owner() == this, to_own = &to.owner() == this;
  if (!from_own && from.owner().parent() != this)
    refuse("'" + from.owner().path() + "' is neither this model nor a component of it");
  if (!to_own && to.owner().parent() != this)
    refuse("'" + to.owner().path() + "' is neither this model nor a component of it");
  if (from.is_input() != from_own)
    refuse("a coupling starts at an output of a component or an input of the model itself");
  if (to.is_input() == to_own)
    refuse("a coupling ends at an input of a component or an output of the model itself");
  if (!from_own && &from.owner() == &to.owner()) refuse("a component is not coupled to itself");
  if (!same_type(from.type(), to.type())) refuse("the types of their messages differ");
  couplings_.push_back({&from, &to});
}

void Coupled::connect_pipe(std::vector<PipeEnd*> ends) {
  if (ends.size() < 2)
    throw BuildError("a pipe in '" + path() + "' needs two ends or more, got " + std::to_string(ends.size()));
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] == nullptr) throw BuildError("a pipe in '" + path() + "' was given an end that is null");
    if (ends[i]->owner().parent() != this)
      throw BuildError("pipe end '" + ends[i]->path() + "' belongs to no component of '" + path() + "'");
    for (std::size_t j = 0; j < i; ++j)
      if (ends[i] == ends[j])
        throw BuildError("pipe end '" + ends[i]->path() + "' is given twice to one pipe");
  }
  pipes_.push_back(std::move(ends));
}

Component* find_outward(const Component& start, std::string_view dotted_path) {
  for (const Component* at = &start; at != nullptr; at = at->parent())
    if (const auto* coupled = dynamic_cast<const Coupled*>(at))
      if (Component* found = coupled->find_path(dotted_path)) return found;
  return nullptr;
}

}  // namespace escapement
