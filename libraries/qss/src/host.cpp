// SPDX-License-Identifier: MIT
#include "host.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::qss {
namespace {

std::string gateway_name(const PortBase& port) {
  std::string name = port.path();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

}  // namespace

template <class T>
struct BlockHost::GatewayIn {
  GatewayIn(PortBase& inside, BlockHost& host)
      : to(&inside), name(gateway_name(inside)), port(host, name.c_str()) {}
  PortBase* to;
  std::string name;
  InPort<T> port;
};

// Reads a signal inside and keeps its last piece until the host puts it.
class BlockHost::SignalOut final : public Element {
 public:
  SignalOut(PortBase& inside, BlockHost& host)
      : Element(inside.owner(), inside.name()),
        from(&inside),
        name(gateway_name(inside)),
        port(host, name.c_str()),
        host_(&host) {}
  PortBase* from;
  SignalId signal = kNone;
  std::string name;
  OutPort<Signal> port;

  void start(Engine&, int) override { waiting_ = true; }
  void changed(Engine& engine) override {
    piece_ = engine.signal(signal);
    waiting_ = host_->outgoing_ = true;
  }
  void put() {
    if (waiting_) port.put(piece_);
  }
  void clear() { waiting_ = false; }
  void archive(Archive& archive) override { archive(waiting_, piece_.since, piece_.piece.c); }

 private:
  BlockHost* host_;
  Signal piece_;
  bool waiting_ = false;
};

class BlockHost::MessageOut final : public Element {
 public:
  MessageOut(PortBase& inside, BlockHost& host)
      : Element(inside.owner(), inside.name()),
        from(&inside),
        name(gateway_name(inside)),
        port(host, name.c_str()),
        host_(&host) {}
  PortBase* from;
  std::string name;
  OutPort<double> port;

  void start(Engine&, int) override { values_.clear(); }
  void message(Engine&, std::uint32_t, double value) override {
    values_.push_back(value);
    host_->outgoing_ = true;
  }
  void put() {
    for (const double value : values_) port.put(value);
  }
  void clear() { values_.clear(); }
  void archive(Archive& archive) override { archive(values_); }

 private:
  BlockHost* host_;
  std::vector<double> values_;
};

BlockHost::BlockHost(std::string name, const std::vector<Hosted*>& group)
    : Host(std::move(name)), wiring_(engine_) {
  for (Hosted* member : group) blocks_.push_back(static_cast<Block*>(member));
}

BlockHost::~BlockHost() = default;

PortBase& BlockHost::gateway_out(PortBase& from) {
  if (same_type(from.type(), port_type<Signal>())) {
    for (const auto& gateway : signals_out_)
      if (gateway->from == &from) return gateway->port;
    signals_out_.push_back(std::make_unique<SignalOut>(from, *this));
    return signals_out_.back()->port;
  }
  for (const auto& gateway : messages_out_)
    if (gateway->from == &from) return gateway->port;
  messages_out_.push_back(std::make_unique<MessageOut>(from, *this));
  return messages_out_.back()->port;
}

InPortBase& BlockHost::gateway_in(PortBase& to) {
  if (same_type(to.type(), port_type<Signal>())) {
    for (const auto& gateway : signals_in_)
      if (gateway->to == &to) return gateway->port;
    signals_in_.push_back(std::make_unique<GatewayIn<Signal>>(to, *this));
    wiring_.join(signals_in_.back()->port, to);
    return signals_in_.back()->port;
  }
  for (const auto& gateway : messages_in_)
    if (gateway->to == &to) return gateway->port;
  messages_in_.push_back(std::make_unique<GatewayIn<double>>(to, *this));
  return messages_in_.back()->port;
}

void BlockHost::complete() {
  for (Block* block : blocks_) block->build(wiring_);
  for (const auto& gateway : signals_out_) {
    gateway->signal = wiring_.signal_of(*gateway->from);
    engine_.read(engine_.add(*gateway), gateway->signal);
  }
  for (const auto& gateway : messages_out_)
    engine_.lead(wiring_.events_of(*gateway->from), engine_.add(*gateway), 0);
  wiring_.connect_messages();
  engine_.complete();
}

void BlockHost::initialize() {
  outgoing_ = false;
  engine_.start(now());
}

void BlockHost::output() {
  if (!outgoing_) return;
  for (const auto& gateway : signals_out_) gateway->put();
  for (const auto& gateway : messages_out_) gateway->put();
}

void BlockHost::internal() {
  if (outgoing_) {
    outgoing_ = false;
    for (const auto& gateway : signals_out_) gateway->clear();
    for (const auto& gateway : messages_out_) gateway->clear();
  }
  run_events(false);
}

void BlockHost::external(Time /*elapsed*/) {
  bool any = false;
  for (const auto& gateway : signals_in_)
    if (!gateway->port.empty()) {
      const auto bag = gateway->port.bag();
      engine_.set(wiring_.signal_of(gateway->port), bag[bag.size() - 1]);
      any = true;
    }
  for (const auto& gateway : messages_in_)
    if (const auto* receiver = wiring_.receiver(*gateway->to); receiver != nullptr)
      for (const double value : gateway->port.bag()) {
        engine_.hand_over(receiver->element, receiver->number, value);
        any = true;
      }
  run_events(any);
}

TimeAdvance BlockHost::time_advance() const {
  if (outgoing_) return TimeAdvance::at(now());
  return TimeAdvance::at(engine_.next());
}

void BlockHost::run_events(bool from_outside) {
  const Time t = now();
  if (from_outside || engine_.next() == t) engine_.run_instant(t);
  while (!outgoing_ && run_on(engine_.next())) engine_.run_instant(now());
}

void BlockHost::archive(Archive& archive) {
  archive(outgoing_);
  engine_.archive(archive);
}

}  // namespace escapement::qss
