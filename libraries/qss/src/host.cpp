// SPDX-License-Identifier: MIT
#include "host.h"

#include <algorithm>

namespace escapement::qss {
namespace {

std::string gateway_name(const PortBase& port) {
  std::string name = port.path();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

bool carries_signals(const PortBase& port) {
  return same_type(port.type(), port_type<Signal>());
}

}  // namespace

BlockHost::BlockHost(std::string name, const std::vector<Hosted*>& group)
    : Host(std::move(name)), wiring_(driver_.engine) {
  for (Hosted* member : group) blocks_.push_back(static_cast<Block*>(member));
}

PortBase& BlockHost::gateway_out(PortBase& from) {
  PortBase*& made = out_[&from];
  if (made != nullptr) return *made;
  if (carries_signals(from)) {
    auto& port = driver_.signal_out(*this, gateway_name(from), from.owner());
    signals_out_.emplace_back(&from, &port);
    made = &port;
  } else {
    made = &driver_.message_out(*this, gateway_name(from), from.owner(), wiring_.events_of(from));
  }
  return *made;
}

InPortBase& BlockHost::gateway_in(PortBase& to) {
  InPortBase*& made = in_[&to];
  if (made != nullptr) return *made;
  if (carries_signals(to)) {
    const SignalId signal = driver_.engine.add_signal();
    auto& port = driver_.signal_in(*this, gateway_name(to), signal);
    wiring_.stand_for(port, signal);
    wiring_.join(port, to);
    made = &port;
  } else {
    auto& port = driver_.message_in(*this, gateway_name(to));
    messages_in_.emplace_back(&port, &to);
    made = &port;
  }
  return *made;
}

void BlockHost::complete() {
  for (Block* block : blocks_) block->build(wiring_);
  for (const auto& [from, port] : signals_out_) driver_.lead(*port, wiring_.signal_of(*from));
  wiring_.connect_messages();
  for (const auto& [port, to] : messages_in_)
    if (const auto* receiver = wiring_.receiver(*to); receiver != nullptr)
      driver_.receive(*port, receiver->element, receiver->number);
  driver_.engine.complete();
}

}  // namespace escapement::qss
