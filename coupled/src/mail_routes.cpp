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

}  // namespace

void refuse_address(const PortBase& port, const std::string& target, const char* what) {
  std::vector<std::string> names;
  for (const Component* at = port.owner().parent(); at != nullptr; at = at->parent())
    if (const auto* coupled = dynamic_cast<const Coupled*>(at)) list_mailboxes(*coupled, "", names);
  const std::string_view near = nearest_name(target, names);
  throw BuildError(
      "'" + port.path() + "' addresses the " + what + " '" + target +
      "', which is not found from there outwards" +
      (near.empty() ? "; known: " + list_text(names) : "; did you mean '" + std::string(near) + "'?"));
}

namespace {

SharedMailbox* shared_mailbox_in(const Coupled& coupled, std::string_view target) {
  return dynamic_cast<SharedMailbox*>(coupled.find_path(target));
}

PortBase* mailbox_port_in(const Coupled& coupled, std::string_view target) {
  const std::size_t dot = target.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  const Component* owner = coupled.find_path(target.substr(0, dot));
  if (owner == nullptr || dynamic_cast<const Coupled*>(owner) != nullptr) return nullptr;
  PortBase* port = owner->find_port(target.substr(dot + 1));
  return port != nullptr && is_mailbox(*port) ? port : nullptr;
}

}  // namespace

// The nearest mailbox of that name, from the surroundings of `start` outwards. A component of the name that
// is no mailbox hides nothing.
Mail find_mail(const Component& start, std::string_view target) {
  for (const Component* at = start.parent(); at != nullptr; at = at->parent()) {
    const auto* coupled = dynamic_cast<const Coupled*>(at);
    if (coupled == nullptr) continue;
    if (SharedMailbox* shared = shared_mailbox_in(*coupled, target)) return {shared, nullptr};
    if (PortBase* port = mailbox_port_in(*coupled, target)) return {nullptr, port};
  }
  return {};
}

std::vector<MailRoute> mail_routes(const std::vector<Dynamics*>& models, const std::vector<Hosted*>& hosted) {
  std::map<const SharedMailbox*, std::vector<Mailbox*>> sharers;  // only looked up, so its order is no matter
  std::vector<MailAddress*> addresses;
  const auto collect_ports = [&](Component& owner, bool may_share) {
    for (PortBase* p = owner.first_port(); p != nullptr; p = p->next()) {
      if (p->role() == Role::kAddress) addresses.push_back(static_cast<MailAddress*>(p));
      if (p->role() != Role::kShare) continue;
      auto& share = static_cast<MailboxShare&>(*p);
      if (!may_share)
        throw BuildError("'" + share.path() + "' shares a mailbox, which only an atomic model can do");
      const SharedMailbox* shared = find_mail(owner, share.target()).shared;
      if (shared == nullptr) refuse_address(share, share.target(), "shared mailbox");
      auto& list = sharers[shared];
      share.use_store(shared->store(), list.empty());
      list.push_back(&share);
    }
  };
  for (Dynamics* model : models) collect_ports(*model, true);
  for (Hosted* block : hosted) collect_ports(*block, false);
  std::vector<MailRoute> routes;
  for (MailAddress* address : addresses) {
    const Mail mail = find_mail(address->owner(), address->target());
    if (mail.port != nullptr) {
      routes.push_back({address, mail.port});
    } else if (mail.shared == nullptr) {
      refuse_address(*address, address->target(), "mailbox");
    } else if (sharers[mail.shared].empty()) {
      throw BuildError("'" + address->path() + "' sends to the shared mailbox '" + mail.shared->path() +
                       "', which no model shares; declare a MailboxShare in a reader");
    } else {
      for (Mailbox* share : sharers[mail.shared]) routes.push_back({address, share});
    }
  }
  return routes;
}

}  // namespace escapement
