// SPDX-License-Identifier: MIT
#include "escapement/core/mailbox.h"

#include "escapement/core/archive.h"

namespace escapement {

Mailbox::Mailbox(Component& owner, const char* name, Role role)
    : InPort<Message>(owner, name, role), store_(std::make_shared<MailStore>()) {}

void Mailbox::use_store(std::shared_ptr<MailStore> store, bool collects) {
  store_ = std::move(store);
  collects_ = collects;
}

void Mailbox::collect() {
  if (!collects_) return;
  for (const Message& message : bag()) store_->put(message);
}

void MailStore::archive(Archive& archive) {
  archive(messages_);
}

void Mailbox::archive(Archive& archive) {
  if (collects_) archive(*store_);
}

MailAddress::MailAddress(Component& owner, const char* name, std::string target)
    : OutPort<Message>(owner, name, Role::kAddress), target_(std::move(target)) {}

MailboxShare::MailboxShare(Component& owner, const char* name, std::string target)
    : Mailbox(owner, name, Role::kShare), target_(std::move(target)) {}

PipeEnd::PipeEnd(Component& owner, const char* name)
    : Mailbox(owner, name, Role::kPipeIn), out_(owner, name) {}

}  // namespace escapement
