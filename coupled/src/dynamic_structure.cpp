// SPDX-License-Identifier: MIT
#include "dynamic_structure.h"

#include <algorithm>
#include <unordered_set>

#include "escapement/core/error.h"
#include "mail_routes.h"

namespace escapement {
namespace {

using Role = PortBase::Role;

// The path of a model with '.' below every letter sorts as F1 does.
bool path_before(const Dynamics* a, const Dynamics* b) {
  return path_less(a->path(), b->path());
}

}  // namespace

void DynamicStructure::apply(const std::vector<std::unique_ptr<StructureRequest>>& requests,
                             NetworkEditor& editor) {
  if (!ready_) prepare(editor);
  TreeEdit edit(root_, graph_, children_);
  std::vector<Ends> routes;
  const Dynamics* asker = nullptr;
  try {
    for (const auto& request : requests) {  // E1
      asker = &request->asker();
      for (auto& operation : static_cast<StructureChange::Request&>(*request).operations)
        edit.perform(operation);
    }
    routes = new_routes(edit);
  } catch (const Error& e) {
    edit.undo();
    throw SimulationError(
        asker->path(), editor.now().time,
        std::string("the change of structure that it asks for cannot be made: ") + e.what());
  }
  commit(edit, routes, editor);
}

void DynamicStructure::prepare(const NetworkEditor& editor) {
  ready_ = true;
  const auto& nodes = editor.nodes();
  order_ = std::make_unique<PathOrder>(nodes.size());
  ids_.reserve(nodes.size());
  for (Id id = 0; id < nodes.size(); ++id) {
    ids_[nodes[id].model] = id;
    note_mail_ports(*nodes[id].model);
  }
  TreeEdit::visit(
      root_, [](Dynamics&) {}, [this](Coupled& coupled) { graph_.enter(coupled); });
}

void DynamicStructure::note_mail_ports(const Dynamics& model) {
  for (PortBase* p = model.first_port(); p != nullptr; p = p->next()) {
    if (p->role() == Role::kAddress) addresses_.push_back(static_cast<MailAddress*>(p));
    if (p->role() == Role::kShare) shares_.push_back(static_cast<MailboxShare*>(p));
  }
}

// E2
std::vector<PortBase*> DynamicStructure::sources(const TreeEdit& edit) const {
  std::vector<PortBase*> found, pending;
  std::unordered_set<const PortBase*> seen;
  const auto look_at = [&](PortBase* port) {
    if (seen.insert(port).second) pending.push_back(port);
  };
  for (PortBase* port : edit.turned()) look_at(port);
  for (const auto* models : {&edit.added(), &edit.with_other_ports()})
    for (const Dynamics* model : *models)
      for (PortBase* p = model->first_port(); p != nullptr; p = p->next()) look_at(p);
  while (!pending.empty()) {
    PortBase* port = pending.back();
    pending.pop_back();
    const bool of_leaf = dynamic_cast<const Coupled*>(&port->owner()) == nullptr;
    if (of_leaf && dynamic_cast<const Dynamics*>(&port->owner()) == nullptr)
      throw BuildError(
          "'" + port->path() +
          "' sends along what is to be changed, and a host moves its messages; its couplings stay "
          "as they are during a run");
    const bool source = of_leaf ? !port->is_input() : &port->owner() == &root_ && port->is_input();
    if (source && port->role() != Role::kAddress) found.push_back(port);
    for (PortBase* before : graph_.from(*port)) look_at(before);
  }
  // A port whose owner went, or that it no longer has, sends nothing.
  std::erase_if(found, [this](const PortBase* port) {
    const Component* top = &port->owner();
    while (top->parent() != nullptr) top = top->parent();
    return top != &root_ || port->owner().find_port(port->name()) == nullptr;
  });
  return found;
}

// E3. A port that comes up on its own way is on a circle of couplings.
DynamicStructure::Ends DynamicStructure::follow(PortBase& source) const {
  Ends ends{&source, {}, {}};
  struct Step {
    PortBase* port;
    std::size_t next;
  };
  std::vector<Step> way{{&source, 0}};
  while (!way.empty()) {
    const std::vector<PortBase*>& onwards = graph_.to(*way.back().port);
    if (way.back().next == onwards.size()) {
      way.pop_back();
      continue;
    }
    PortBase* port = onwards[way.back().next++];
    if (dynamic_cast<const Coupled*>(&port->owner()) == nullptr) {
      ends.inputs.push_back(port);
    } else if (&port->owner() == &root_ && !port->is_input()) {
      ends.root_outputs.push_back(port);
    } else {
      for (const Step& step : way)
        if (step.port == port)
          throw BuildError("couplings run in a circle through '" + port->path() +
                           "' without passing any atomic model");
      way.push_back({port, 0});
    }
  }
  return ends;
}

void DynamicStructure::check(const Ends& ends) const {
  const PortBase& source = *ends.source;
  for (const PortBase* to : ends.inputs) {
    if (to->role() == Role::kShare)
      throw BuildError("'" + source.path() + "' is coupled to '" + to->path() +
                       "', which shares a mailbox; send to the shared mailbox by a MailAddress instead");
    if (dynamic_cast<const Dynamics*>(&to->owner()) == nullptr)
      throw BuildError("'" + source.path() + "' leads to '" + to->path() +
                       "', which a host moves; its couplings stay as they are during a run");
  }
  const std::size_t count = ends.inputs.size() + ends.root_outputs.size();
  if (!source.type().exclusive || count == 1 || (count == 0 && source.optional())) return;
  throw BuildError("output '" + source.path() + "' leads to " + std::to_string(count) +
                   " inputs; its messages have one owner, so it takes exactly one coupling");
}

std::vector<DynamicStructure::Ends> DynamicStructure::new_routes(const TreeEdit& edit) const {
  std::vector<Ends> routes;
  for (PortBase* source : sources(edit)) {
    routes.push_back(follow(*source));
    check(routes.back());
  }
  for (PortBase* port : edit.turned())  // a circle that nothing leads to yet
    if (dynamic_cast<const Coupled*>(&port->owner()) != nullptr) follow(*port);
  if (!edit.mail()) return routes;
  for (Ends& mail : mail_routes(edit)) routes.push_back(std::move(mail));
  return routes;
}

// Where mailboxes came or went, every address is looked up anew: a nearer one of the name may be there now.
std::vector<DynamicStructure::Ends> DynamicStructure::mail_routes(const TreeEdit& edit) const {
  std::vector<MailAddress*> addresses;
  std::vector<MailboxShare*> shares;
  const auto gone = [&edit](const PortBase* port) {
    const auto& models = edit.removed();
    return std::find(models.begin(), models.end(), &port->owner()) != models.end() ||
           std::find(edit.unlinked().begin(), edit.unlinked().end(), port) != edit.unlinked().end();
  };
  for (MailAddress* a : addresses_)
    if (!gone(a)) addresses.push_back(a);
  for (MailboxShare* s : shares_)
    if (!gone(s)) shares.push_back(s);
  const std::size_t old_addresses = addresses.size();
  for (const auto* models : {&edit.added(), &edit.with_other_ports()})
    for (const Dynamics* model : *models)
      for (PortBase* p = model->first_port(); p != nullptr; p = p->next()) {
        if (p->role() == Role::kAddress &&
            std::find(addresses.begin(), addresses.end(), p) == addresses.end())
          addresses.push_back(static_cast<MailAddress*>(p));
        if (p->role() == Role::kShare && std::find(shares.begin(), shares.end(), p) == shares.end())
          shares.push_back(static_cast<MailboxShare*>(p));
      }
  std::unordered_map<const SharedMailbox*, std::vector<PortBase*>> sharers;  // looked up only
  for (MailboxShare* share : shares) {
    const SharedMailbox* shared = find_mail(share->owner(), share->target()).shared;
    if (shared == nullptr) refuse_address(*share, share->target(), "shared mailbox");
    sharers[shared].push_back(share);
  }
  std::vector<Ends> routes;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    MailAddress* address = addresses[i];
    const Mail mail = find_mail(address->owner(), address->target());
    Ends ends{address, {}, {}};
    if (mail.port != nullptr)
      ends.inputs.push_back(mail.port);
    else if (mail.shared != nullptr)
      ends.inputs = sharers[mail.shared];
    else if (i >= old_addresses)
      refuse_address(*address, address->target(), "mailbox");
    routes.push_back(std::move(ends));
  }
  return routes;
}

// Of the sharers of a mailbox the first in path order stores what arrives.
void DynamicStructure::share_stores() {
  const auto& labels = order_->labels();
  const auto label = [&](const MailboxShare* share) {
    return labels[ids_.at(static_cast<const Dynamics*>(&share->owner()))];
  };
  std::stable_sort(shares_.begin(), shares_.end(),
                   [&](const auto* a, const auto* b) { return label(a) < label(b); });
  std::unordered_set<const MailStore*> stored;
  for (MailboxShare* share : shares_) {
    const auto& store = find_mail(share->owner(), share->target()).shared->store();
    share->use_store(store, stored.insert(store.get()).second);
  }
}

void DynamicStructure::commit(const TreeEdit& edit, const std::vector<Ends>& routes, NetworkEditor& editor) {
  const auto& gone_ports = edit.unlinked();
  const auto of_removed = [&](const PortBase* port) {
    const auto& models = edit.removed();
    return std::find(models.begin(), models.end(), &port->owner()) != models.end() ||
           std::find(gone_ports.begin(), gone_ports.end(), port) != gone_ports.end();
  };
  if (edit.mail()) {
    std::erase_if(addresses_, of_removed);
    std::erase_if(shares_, of_removed);
  }
  for (const Dynamics* model : edit.removed()) {  // E4
    const auto known = ids_.find(model);
    order_->erase(known->second);
    editor.remove(known->second, gone_ports);
    ids_.erase(known);
  }
  std::vector<Dynamics*> added = edit.added();
  std::sort(added.begin(), added.end(), path_before);
  std::vector<Id> new_ids;
  for (Dynamics* model : added) {
    const Id before = leaf_before(*model, editor);
    const Id id = editor.add(*model);
    ids_[model] = id;
    order_->insert_after(before, id);
    new_ids.push_back(id);
    note_mail_ports(*model);
  }
  for (const Dynamics* model : edit.with_other_ports()) {
    editor.renumber_ports(ids_.at(model), gone_ports);
    if (!edit.mail()) continue;
    const auto own = [model](const PortBase* port) { return &port->owner() == model; };
    std::erase_if(addresses_, own);
    std::erase_if(shares_, own);
    note_mail_ports(*model);
  }
  for (const Ends& ends : routes) {
    editor.set_route(*ends.source, ends.inputs);
    editor.set_root_route(*ends.source, ends.root_outputs);
  }
  if (edit.mail()) share_stores();
  editor.order_by(order_->labels());
  for (const TreeEdit::Note& note : edit.notes()) editor.note(note.event, note.subject);
  editor.start(new_ids);  // E5
}

PathOrder::Id DynamicStructure::last_leaf(Component& component) {
  if (const auto* model = dynamic_cast<const Dynamics*>(&component)) {
    const auto known = ids_.find(model);
    return known == ids_.end() ? PathOrder::kNone : known->second;
  }
  const auto* coupled = dynamic_cast<const Coupled*>(&component);
  if (coupled == nullptr) return PathOrder::kNone;
  const ChildOrder::Children& children = children_.of(*coupled);
  for (auto child = children.rbegin(); child != children.rend(); ++child)
    if (const Id id = last_leaf(**child); id != PathOrder::kNone) return id;
  return PathOrder::kNone;
}

// The model after which the new one comes in path order; those that come before it are known already.
PathOrder::Id DynamicStructure::leaf_before(const Dynamics& model, const NetworkEditor& editor) {
  Id before = PathOrder::kNone;
  for (const Component* at = &model; at->parent() != nullptr && before == PathOrder::kNone;
       at = at->parent()) {
    const ChildOrder::Children& children = children_.of(static_cast<const Coupled&>(*at->parent()));
    auto child = children.find(const_cast<Component*>(at));
    while (child != children.begin() && before == PathOrder::kNone) before = last_leaf(**--child);
  }
  // Hosts stand in no coupled model.
  for (;;) {
    const Id next = before == PathOrder::kNone ? order_->first() : order_->next(before);
    if (next == PathOrder::kNone) return before;
    const Dynamics& other = *editor.nodes()[next].model;
    if (other.parent() != nullptr || !path_less(other.path(), model.path())) return before;
    before = next;
  }
}

}  // namespace escapement
