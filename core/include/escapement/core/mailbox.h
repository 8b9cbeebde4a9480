// SPDX-License-Identifier: MIT
// Mailboxes: inputs that keep every message until it is taken.
//
//   Mailbox        a mailbox of one model. Arrivals of a micro-step are all stored before its transition.
//   MailAddress    an output that sends to a mailbox by name, without a drawn coupling. The name is resolved
//                  when the model is flattened, and anew when mailboxes come or go, searching outward from
//                  the sender's surroundings: a mailbox port with its model ("Server.inbox") or a shared
//                  mailbox ("Board").
//   SharedMailbox  a mailbox that stands in a coupled model; models that share it declare a MailboxShare.
//                  Each arrival gives every sharer a transition; they act in path order, never in parallel,
//                  and what one takes the next does not find.
//   PipeEnd        one end of a bidirectional pipe (Coupled::connect_pipe): a mailbox for what the other ends
//                  send, and a put() that broadcasts to all of them.
//
// Operations: check (is there a new message in this micro-step), count, read (leaves it), take (removes it),
// both optionally by a selector, and put, which like any output belongs in the output function.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/message.h"
#include "escapement/core/port.h"

namespace escapement {

// The stored messages, oldest first. References from read() hold until the next take or arrival.
class MailStore {
 public:
  void put(Message message) { messages_.push_back(std::move(message)); }
  std::size_t count() const { return messages_.size(); }
  void clear() { messages_.clear(); }
  template <class Selector>
  const Message* read(Selector&& selector) const {
    for (const Message& m : messages_)
      if (selector(m)) return &m;
    return nullptr;
  }
  template <class Selector>
  std::optional<Message> take(Selector&& selector) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      if (!selector(std::as_const(messages_[i]))) continue;
      std::optional<Message> taken(std::move(messages_[i]));
      messages_.erase(messages_.begin() + static_cast<std::ptrdiff_t>(i));
      return taken;
    }
    return std::nullopt;
  }
  void archive(Archive& archive);

 private:
  std::vector<Message> messages_;
};

class Mailbox : public InPort<Message> {
 public:
  Mailbox(Component& owner, const char* name) : Mailbox(owner, name, Role::kMailbox) {}

  bool check() const { return !empty(); }  // a new message arrived in this micro-step
  std::size_t count() const { return store_->count(); }
  // The oldest message (that the selector, bool(const Message&), accepts); nullptr or nullopt when none.
  const Message* read() const { return read(accept_all); }
  template <class Selector>
  const Message* read(Selector&& selector) const {
    return store_->read(selector);
  }
  std::optional<Message> take() { return take(accept_all); }
  template <class Selector>
  std::optional<Message> take(Selector&& selector) {
    return store_->take(selector);
  }

  // For flattening and the simulator: where arrivals are kept, and whether this port keeps them (of the
  // sharers of one store only the first does).
  void use_store(std::shared_ptr<MailStore> store, bool collects);
  void collect();
  void clear() { store_->clear(); }
  void archive(Archive& archive);

 protected:
  Mailbox(Component& owner, const char* name, Role role);

 private:
  static bool accept_all(const Message&) { return true; }
  std::shared_ptr<MailStore> store_;
  bool collects_ = true;
};

class MailAddress : public OutPort<Message> {
 public:
  // `target` is the dotted path of a mailbox port or of a SharedMailbox.
  MailAddress(Component& owner, const char* name, std::string target);
  const std::string& target() const { return target_; }

 private:
  std::string target_;
};

class SharedMailbox : public Component {
 public:
  using Component::Component;
  const std::shared_ptr<MailStore>& store() const { return store_; }

 private:
  std::shared_ptr<MailStore> store_ = std::make_shared<MailStore>();
};

class MailboxShare : public Mailbox {
 public:
  // `target` is the dotted path of a SharedMailbox, searched outward from the owner.
  MailboxShare(Component& owner, const char* name, std::string target);
  const std::string& target() const { return target_; }

 private:
  std::string target_;
};

class PipeEnd : public Mailbox {
 public:
  PipeEnd(Component& owner, const char* name);
  void put(Message message) { out_.put(std::move(message)); }
  PortBase& outgoing() { return out_; }

 private:
  struct Out : OutPort<Message> {
    Out(Component& owner, const char* name) : OutPort<Message>(owner, name, Role::kPipeOut) {}
  };
  Out out_;
};

}  // namespace escapement
