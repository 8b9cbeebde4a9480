// SPDX-License-Identifier: MIT
#include "tree_edit.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/coupled/hosted.h"

namespace escapement {
namespace {

std::string way_text(const PortBase& from, const PortBase& to) {
  return from.path() + " -> " + to.path();
}

void erase(std::vector<Dynamics*>& models, const Dynamics& model) {
  std::erase(models, &model);
}

}  // namespace

ChildOrder::Children& ChildOrder::of(const Coupled& coupled) {
  const auto [place, is_new] = children_.try_emplace(&coupled);
  if (is_new)
    for (const auto& child : coupled.components()) place->second.insert(child.get());
  return place->second;
}

void ChildOrder::add(const Coupled& coupled, Component& child) {
  if (const auto known = children_.find(&coupled); known != children_.end()) known->second.insert(&child);
}

void ChildOrder::remove(const Coupled& coupled, Component& child) {
  if (const auto known = children_.find(&coupled); known != children_.end()) known->second.erase(&child);
}

void TreeEdit::visit(Component& top, const std::function<void(Dynamics&)>& model,
                     const std::function<void(Coupled&)>& coupled) {
  std::vector<Component*> pending{&top};
  while (!pending.empty()) {
    Component& component = *pending.back();
    pending.pop_back();
    if (auto* inner = dynamic_cast<Coupled*>(&component)) {
      coupled(*inner);
      for (const auto& child : inner->components()) pending.push_back(child.get());
    } else if (auto* dynamics = dynamic_cast<Dynamics*>(&component)) {
      model(*dynamics);
    }
  }
}

void TreeEdit::perform(Operation& operation) {
  switch (operation.kind) {
    case Operation::Kind::kAdd:
      return add(operation);
    case Operation::Kind::kRemove:
      return remove(*operation.component);
    case Operation::Kind::kCouple:
      return couple(*operation.from, *operation.to);
    case Operation::Kind::kDecouple:
      return decouple(*operation.from, *operation.to);
    case Operation::Kind::kAddPort:
      return add_port(operation);
    case Operation::Kind::kRemovePort:
      return remove_port(*operation.from);
  }
}

void TreeEdit::undo() {
  while (!undo_.empty()) {
    undo_.back()();
    undo_.pop_back();
  }
}

bool TreeEdit::in_tree(const Component& component) const {
  const Component* top = &component;
  while (top->parent() != nullptr) top = top->parent();
  return top == &root_;
}

void TreeEdit::add(Operation& operation) {
  Coupled& into = *operation.into;
  Component& component = *operation.made;
  if (!in_tree(into))
    throw BuildError("cannot add '" + component.name() + "' to '" + into.path() +
                     "': that is no part of the model any more");
  if (into.find(component.name()) != nullptr)
    throw BuildError("'" + into.path() + "' already has a component named '" + component.name() +
                     "'; names are unique");
  std::vector<const Component*> pending{&component};
  while (!pending.empty()) {
    const Component& part = *pending.back();
    pending.pop_back();
    if (const auto* inner = dynamic_cast<const Coupled*>(&part)) {
      for (const auto& child : inner->components()) pending.push_back(child.get());
    } else if (const auto* model = dynamic_cast<const Dynamics*>(&part); model != nullptr) {
      if (model->in_simulator())
        throw BuildError("'" + model->path() + "' already runs in a simulator; destroy that one first");
    } else if (dynamic_cast<const Hosted*>(&part) != nullptr) {
      throw BuildError("cannot add '" + component.name() + "' to '" + into.path() + "' during a run: '" +
                       part.path() +
                       "' is a process block or element, which a host must know from the start");
    } else if (part.first_port() != nullptr) {
      throw BuildError("'" + part.path() +
                       "' has ports but is neither atomic nor coupled; derive it from Atomic");
    }
  }
  into.add(std::move(operation.made));
  order_.add(into, component);
  enter(component);
  note("added", component.path());
  undo_.push_back([this, &into, &component, &operation] {
    leave(component);
    order_.remove(into, component);
    operation.made = into.take(component);
  });
}

void TreeEdit::enter(Component& component) {
  const auto see_mail = [this](const Component& part) {
    for (const PortBase* p = part.first_port(); p != nullptr; p = p->next())
      mail_ = mail_ || p->role() != PortBase::Role::kPlain;
  };
  visit(
      component,
      [&](Dynamics& model) {
        see_mail(model);
        if (model.in_simulator())
          erase(removed_, model);  // taken back
        else
          added_.push_back(&model);
      },
      [&](Coupled& coupled) {
        graph_.enter(coupled);
        for (const auto& child : coupled.components())
          mail_ = mail_ || dynamic_cast<const SharedMailbox*>(child.get()) != nullptr;
      });
  mail_ = mail_ || dynamic_cast<const SharedMailbox*>(&component) != nullptr;
}

void TreeEdit::leave(Component& component) {
  visit(
      component,
      [&](Dynamics& model) {
        for (const PortBase* p = model.first_port(); p != nullptr; p = p->next())
          mail_ = mail_ || p->role() != PortBase::Role::kPlain;
        erase(with_other_ports_, model);
        if (model.in_simulator())
          removed_.push_back(&model);
        else
          erase(added_, model);
      },
      [&](Coupled& coupled) {
        graph_.leave(coupled);
        order_.forget(coupled);
        for (const auto& child : coupled.components())
          mail_ = mail_ || dynamic_cast<const SharedMailbox*>(child.get()) != nullptr;
      });
  mail_ = mail_ || dynamic_cast<const SharedMailbox*>(&component) != nullptr;
}

void TreeEdit::remove(Component& component) {
  if (!in_tree(component)) return;
  if (&component == &root_)
    throw BuildError("cannot remove '" + component.path() + "': it is the root of the model");
  if (dynamic_cast<Hosted*>(&component) != nullptr)
    throw BuildError("cannot remove '" + component.path() +
                     "' during a run: it is a process block or element, which its host needs");
  visit(
      component, [](Dynamics&) {},
      [](Coupled& coupled) {
        for (const auto& child : coupled.components())
          if (dynamic_cast<Hosted*>(child.get()) != nullptr)
            throw BuildError("cannot remove '" + coupled.path() + "' during a run: it holds '" +
                             child->path() + "', a process block or element, which its host needs");
      });
  auto& parent = static_cast<Coupled&>(*component.parent());
  note("removed", component.path());
  for (PortBase* p = component.first_port(); p != nullptr; p = p->next()) {
    const std::vector<PortBase*> others = p->is_input() ? graph_.from(*p) : graph_.to(*p);
    for (PortBase* other : others) {
      PortBase& from = p->is_input() ? *other : *p;
      PortBase& to = p->is_input() ? *p : *other;
      if (graph_.has(from, to)) uncouple(parent, from, to);
    }
  }
  leave_pipes(parent, component);
  leave(component);
  for (PortBase* p = component.first_port(); p != nullptr; p = p->next())
    if (auto kept = parent.take_extra_port(*p)) {
      auto holder = std::make_shared<std::unique_ptr<Coupled::KeptBase>>(std::move(kept));
      gone_ports_.push_back(holder);
      undo_.push_back([&parent, holder] { parent.keep_extra_port(std::move(*holder)); });
    }
  order_.remove(parent, component);
  auto holder = std::make_shared<std::unique_ptr<Component>>(parent.take(component));
  gone_.push_back(holder);
  undo_.push_back([this, &parent, &component, holder] {
    parent.add(std::move(*holder));
    order_.add(parent, component);
    enter(component);
  });
}

// The other ends of its pipes lose this one; a pipe with one end is none.
void TreeEdit::leave_pipes(Coupled& parent, Component& component) {
  if (parent.pipes().empty()) return;
  auto& pipes = parent.pipes_;
  const auto before = pipes;
  bool any = false;
  for (auto& pipe : pipes)
    for (std::size_t i = 0; i < pipe.size(); ++i) {
      if (&pipe[i]->owner() != &component) continue;
      any = true;
      for (PipeEnd* other : pipe)
        if (other != pipe[i]) {
          graph_.remove_pipe(*pipe[i], *other);
          graph_.remove_pipe(*other, *pipe[i]);
          turned_.push_back(&other->outgoing());
        }
      pipe.erase(pipe.begin() + static_cast<std::ptrdiff_t>(i--));
    }
  if (!any) return;
  std::erase_if(pipes, [](const auto& pipe) { return pipe.size() < 2; });
  undo_.push_back([this, &parent, before] {
    for (const auto& pipe : parent.pipes_)
      for (PipeEnd* a : pipe)
        for (PipeEnd* b : pipe)
          if (a != b) graph_.remove_pipe(*a, *b);
    parent.pipes_ = before;
    for (const auto& pipe : before)
      for (PipeEnd* a : pipe)
        for (PipeEnd* b : pipe)
          if (a != b) graph_.add_pipe(*a, *b);
  });
}

Coupled& TreeEdit::owner_of_coupling(PortBase& from, PortBase& to) const {
  Component* a = &from.owner();
  Component* b = &to.owner();
  Component* owner = a->parent();
  if (a == b ? from.is_input() : b->parent() == a)
    owner = a;
  else if (a->parent() == b)
    owner = b;
  auto* coupled = dynamic_cast<Coupled*>(owner);
  if (coupled == nullptr) throw BuildError("'" + way_text(from, to) + "' lies in no coupled model");
  return *coupled;
}

void TreeEdit::couple(PortBase& from, PortBase& to) {
  for (const PortBase* end : {&from, &to})
    if (!in_tree(end->owner()))
      throw BuildError("cannot couple '" + way_text(from, to) + "': '" + end->owner().path() +
                       "' is no part of the model");
  Coupled& coupled = owner_of_coupling(from, to);
  if (graph_.has(from, to)) throw BuildError("the coupling '" + way_text(from, to) + "' is there already");
  coupled.couple(from, to);
  graph_.add(coupled, from, to);
  turned_.push_back(&from);
  note("coupled", way_text(from, to));
  undo_.push_back([this, &coupled, &from, &to] { graph_.remove(coupled, from, to); });
}

void TreeEdit::decouple(PortBase& from, PortBase& to) {
  if (!in_tree(from.owner()) || !in_tree(to.owner())) return;  // it went with one of its ends
  if (!graph_.has(from, to))
    throw BuildError("cannot decouple '" + way_text(from, to) + "': there is no such coupling");
  uncouple(owner_of_coupling(from, to), from, to);
}

void TreeEdit::uncouple(Coupled& coupled, PortBase& from, PortBase& to) {
  note("decoupled", way_text(from, to));
  graph_.remove(coupled, from, to);
  turned_.push_back(&from);
  undo_.push_back([this, &coupled, &from, &to] {
    coupled.couple(from, to);
    graph_.add(coupled, from, to);
  });
}

// Who owns ports that were added during the run: the coupled model itself, or that around the atomic.
Coupled& TreeEdit::keeper_of_ports(Component& owner) const {
  auto* coupled = dynamic_cast<Coupled*>(&owner);
  if (coupled == nullptr) coupled = dynamic_cast<Coupled*>(owner.parent());
  if (coupled == nullptr)
    throw BuildError("ports of '" + owner.path() + "' cannot come or go: it stands in no coupled model");
  return *coupled;
}

void TreeEdit::ports_changed(Component& owner) {
  auto* model = dynamic_cast<Dynamics*>(&owner);
  if (model == nullptr || !model->in_simulator()) return;
  if (std::find(with_other_ports_.begin(), with_other_ports_.end(), model) == with_other_ports_.end())
    with_other_ports_.push_back(model);
}

void TreeEdit::add_port(Operation& operation) {
  PortBase& port = *operation.from;
  Component& owner = *operation.component;
  const std::string path = owner.path() + "." + port.name();
  if (!in_tree(owner)) throw BuildError("cannot add port '" + path + "': its owner is no part of the model");
  if (&owner == &root_)
    throw BuildError("cannot add port '" + path + "': the ports of the root stay as they are");
  refuse_pipe(port, path);
  if (owner.find_port(port.name()) != nullptr)
    throw BuildError("'" + owner.path() + "' already has a port named '" + port.name() +
                     "'; give one another name");
  Coupled& keeper = keeper_of_ports(owner);
  move_port(port, owner);
  keeper.keep_extra_port(std::move(operation.port));
  ports_changed(owner);
  mail_ = mail_ || port.role() != PortBase::Role::kPlain;
  note("added", path);
  undo_.push_back([&keeper, &port, &operation] {
    operation.port = keeper.take_extra_port(port);
    move_port(port, *operation.made);
  });
}

void TreeEdit::move_port(PortBase& port, Component& to) {
  port.unlink();
  port.owner_ = &to;
  port.link_last();
}

// A pipe end is two ports, and useless by itself.
void TreeEdit::refuse_pipe(const PortBase& port, const std::string& path) {
  if (port.role() == PortBase::Role::kPipeIn || port.role() == PortBase::Role::kPipeOut)
    throw BuildError("'" + path + "' is the end of a pipe, which comes and goes with its model only");
}

void TreeEdit::remove_port(PortBase& port) {
  if (!in_tree(port.owner())) return;
  if (&port.owner() == &root_)
    throw BuildError("cannot remove port '" + port.path() + "': the ports of the root stay as they are");
  refuse_pipe(port, port.path());
  if (port.owner().find_port(port.name()) != &port) return;  // gone already
  note("removed", port.path());
  Coupled& keeper = keeper_of_ports(port.owner());
  const std::vector<PortBase*> before = graph_.from(port), after = graph_.to(port);
  for (PortBase* from : before)
    if (graph_.has(*from, port)) uncouple(owner_of_coupling(*from, port), *from, port);
  for (PortBase* to : after)
    if (graph_.has(port, *to)) uncouple(owner_of_coupling(port, *to), port, *to);
  graph_.forget(port);
  mail_ = mail_ || port.role() != PortBase::Role::kPlain;
  ports_changed(port.owner());
  unlinked_.push_back(&port);
  port.unlink();
  undo_.push_back([&port] { port.link_last(); });
  if (auto kept = keeper.take_extra_port(port)) {
    auto holder = std::make_shared<std::unique_ptr<Coupled::KeptBase>>(std::move(kept));
    gone_ports_.push_back(holder);
    undo_.push_back([&keeper, holder] { keeper.keep_extra_port(std::move(*holder)); });
  }
}

}  // namespace escapement
