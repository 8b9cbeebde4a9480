// SPDX-License-Identifier: MIT
// The changes of one micro-step, done to the tree of models and to the graph of its ports, and undone when
// one of them cannot be.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "escapement/coupled/structure_change.h"
#include "port_graph.h"

namespace escapement {

// Components of a coupled model by name, made when they are first asked for.
class ChildOrder {
 public:
  struct ByName {
    bool operator()(const Component* a, const Component* b) const { return a->name() < b->name(); }
  };
  using Children = std::set<Component*, ByName>;
  Children& of(const Coupled& coupled);
  void add(const Coupled& coupled, Component& child);
  void remove(const Coupled& coupled, Component& child);
  void forget(const Coupled& coupled) { children_.erase(&coupled); }

 private:
  std::unordered_map<const Coupled*, Children> children_;  // looked up only, never walked
};

class TreeEdit {
 public:
  TreeEdit(Component& root, PortGraph& graph, ChildOrder& order)
      : root_(root), graph_(graph), order_(order) {}

  // Throws BuildError when it cannot be done; then undo() all.
  void perform(StructureChange::Operation& operation);
  void undo();

  // What all this comes to.
  const std::vector<Dynamics*>& added() const { return added_; }
  const std::vector<Dynamics*>& removed() const { return removed_; }
  // Models that stay and have another set of ports.
  const std::vector<Dynamics*>& with_other_ports() const { return with_other_ports_; }
  // Ports that their owners no longer have.
  const std::vector<PortBase*>& unlinked() const { return unlinked_; }
  // Ports from which messages take other ways than before.
  const std::vector<PortBase*>& turned() const { return turned_; }
  // Whether mailboxes are among what came and went.
  bool mail() const { return mail_; }
  struct Note {
    const char* event;
    std::string subject;
  };
  const std::vector<Note>& notes() const { return notes_; }

  // All models and coupled models of a component, which may be one itself, in no order.
  static void visit(Component& top, const std::function<void(Dynamics&)>& model,
                    const std::function<void(Coupled&)>& coupled);

 private:
  using Operation = StructureChange::Operation;
  bool in_tree(const Component& component) const;
  Coupled& owner_of_coupling(PortBase& from, PortBase& to) const;
  void add(Operation& operation);
  void enter(Component& component);
  void leave(Component& component);
  void remove(Component& component);
  void leave_pipes(Coupled& parent, Component& component);
  void couple(PortBase& from, PortBase& to);
  void decouple(PortBase& from, PortBase& to);
  void uncouple(Coupled& coupled, PortBase& from, PortBase& to);
  void add_port(Operation& operation);
  void remove_port(PortBase& port);
  static void move_port(PortBase& port, Component& to);
  static void refuse_pipe(const PortBase& port, const std::string& path);
  Coupled& keeper_of_ports(Component& owner) const;
  void ports_changed(Component& owner);
  void note(const char* event, std::string subject) { notes_.push_back({event, std::move(subject)}); }

  Component& root_;
  PortGraph& graph_;
  ChildOrder& order_;
  std::vector<std::function<void()>> undo_;
  std::vector<Dynamics*> added_, removed_, with_other_ports_;
  std::vector<PortBase*> turned_, unlinked_;
  std::vector<Note> notes_;
  // What was removed, until nobody needs it any more.
  std::vector<std::shared_ptr<std::unique_ptr<Component>>> gone_;
  std::vector<std::shared_ptr<std::unique_ptr<Coupled::KeptBase>>> gone_ports_;
  bool mail_ = false;
};

}  // namespace escapement
