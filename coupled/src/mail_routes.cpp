// SPDX-License-Identifier: MIT
#include "mail_routes.h"

#include <map>

#include "escapement/core/error.h"
#include "escapement/coupled/coupled.h"

namespace escapement {
namespace {

using Role = PortBase::Role;

bool is_mailbox(const PortBase& port) {
  return port.role() == Role::kMailbox || port.role() == Role::kPipeIn;
}

// All mailboxes that stand in `coupled`, as a sender there would name them, for messages.
void list_mailboxes(const Coupled& coupled, const std::string& prefix, std::vector<std::string>& names) {
  for (const auto& child : coupled.components()) {
    const std::string name = prefix + child->name();
    if (dynamic_cast<const SharedMailbox*>(child.get()) != nullptr) names.push_back(name);
    for (const PortBase* p = child->first_port(); p != nullptr; p = p->next())
      if (is_mailbox(*p)) names.push_back(name + "." + p->name());
    if (const auto* inner = dynamic_cast<const Coupled*>(child.get()))
      list_mailboxes(*inner, name + ".", names);
  }
}

[[noreturn]] void refuse(const PortBase& port, const std::string& target, const char* what) {
  std::vector<std::string> names;
  for (const Component* at = port.owner().parent(); at != nullptr; at = at->parent())
    if (const auto* coupled = dynamic_cast<const Coupled*>(at)) list_mailboxes(*coupled, "", names);
  const std::string_view near = nearest_name(target, names);
  throw BuildError(
      "'" + port.path() + "' addresses the " + what + " '" + target +
      "', which is not found from there outwards" +
      (near.empty() ? "; known: " + list_text(names) : "; did you mean '" + std::string(near) + "'?"));
}

PortBase* find_mailbox_port(const Component& start, const std::string& target) {
  const std::size_t dot = target.rfind('.');
  if (dot == std::string::npos) return nullptr;
  for (const Component* at = &start; at != nullptr; at = at->parent()) {
    const auto* coupled = dynamic_cast<const Coupled*>(at);
    const Component* owner =
        coupled == nullptr ? nullptr : coupled->find_path(std::string_view(target).substr(0, dot));
    PortBase* port = owner == nullptr ? nullptr : owner->find_port(std::string_view(target).substr(dot + 1));
    if (port != nullptr && is_mailbox(*port)) return port;
  }
  return nullptr;
}

}  // namespace

std::vector<MailRoute> mail_routes(const std::vector<Dynamics*>& models) {
  std::map<const SharedMailbox*, std::vector<Mailbox*>> sharers;
  std::vector<MailAddress*> addresses;
  for (Dynamics* model : models)
    for (PortBase* p = model->first_port(); p != nullptr; p = p->next()) {
      if (p->role() == Role::kAddress) addresses.push_back(static_cast<MailAddress*>(p));
      if (p->role() != Role::kShare) continue;
      auto& share = static_cast<MailboxShare&>(*p);
      const auto* shared = model->parent() == nullptr
                               ? nullptr
                               : dynamic_cast<SharedMailbox*>(find_outward(*model->parent(), share.target()));
      if (shared == nullptr) refuse(share, share.target(), "shared mailbox");
      auto& list = sharers[shared];
      share.use_store(shared->store(), list.empty());
      list.push_back(&share);
    }
  std::vector<MailRoute> routes;
  for (MailAddress* address : addresses) {
    const Component* start = address->owner().parent();
    if (start == nullptr) refuse(*address, address->target(), "mailbox");
    if (const auto* shared = dynamic_cast<SharedMailbox*>(find_outward(*start, address->target()))) {
      if (sharers[shared].empty())
        throw BuildError("'" + address->path() + "' sends to the shared mailbox '" + shared->path() +
                         "', which no model shares; declare a MailboxShare in a reader");
      for (Mailbox* share : sharers[shared]) routes.push_back({address, share});
    } else if (PortBase* port = find_mailbox_port(*start, address->target())) {
      routes.push_back({address, port});
    } else {
      refuse(*address, address->target(), "mailbox");
    }
  }
  return routes;
}

}  // namespace escapement
