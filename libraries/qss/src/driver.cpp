// SPDX-License-Identifier: MIT
#include "driver.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::qss {

struct Driver::SignalIn {
  SignalIn(Component& host, std::string text, SignalId to)
      : name(std::move(text)), port(host, name.c_str()), signal(to) {}
  std::string name;
  InPort<Signal> port;
  SignalId signal;
};

struct Driver::MessageIn {
  MessageIn(Component& host, std::string text) : name(std::move(text)), port(host, name.c_str()) {}
  std::string name;
  InPort<double> port;
  SignalId signal = kNone;  // either this, or an element
  std::uint32_t element = kNone, number = 0;
};

// Reads a signal and keeps its last piece until the atomic puts it.
class Driver::SignalOut final : public Element {
 public:
  SignalOut(Component& host, std::string text, const Component& from, bool& outgoing)
      : Element(from), name(std::move(text)), port(host, name.c_str()), outgoing_(&outgoing) {}
  std::string name;
  OutPort<Signal> port;
  SignalId signal = kNone;
  std::uint32_t number = kNone;

  void start(Engine&, int) override { waiting_ = false; }
  void changed(Engine& engine) override {
    piece_ = engine.signal(signal);
    waiting_ = *outgoing_ = true;
  }
  void put() {
    if (waiting_) port.put(piece_);
  }
  void clear() { waiting_ = false; }
  void archive(Archive& archive) override { archive(waiting_, piece_.since, piece_.piece.c); }

 private:
  bool* outgoing_;
  Signal piece_;
  bool waiting_ = false;
};

class Driver::MessageOut final : public Element {
 public:
  MessageOut(Component& host, std::string text, const Component& from, bool& outgoing)
      : Element(from), name(std::move(text)), port(host, name.c_str()), outgoing_(&outgoing) {}
  std::string name;
  OutPort<double> port;

  void start(Engine&, int) override { values_.clear(); }
  void message(Engine&, std::uint32_t, double value) override {
    values_.push_back(value);
    *outgoing_ = true;
  }
  void put() {
    for (const double value : values_) port.put(value);
  }
  void clear() { values_.clear(); }
  void archive(Archive& archive) override { archive(values_); }

 private:
  bool* outgoing_;
  std::vector<double> values_;
};

Driver::Driver() = default;
Driver::~Driver() = default;

InPort<Signal>& Driver::signal_in(Component& host, std::string name, SignalId signal) {
  signals_in_.push_back(std::make_unique<SignalIn>(host, std::move(name), signal));
  return signals_in_.back()->port;
}

InPort<double>& Driver::value_in(Component& host, std::string name, SignalId signal) {
  messages_in_.push_back(std::make_unique<MessageIn>(host, std::move(name)));
  messages_in_.back()->signal = signal;
  return messages_in_.back()->port;
}

InPort<double>& Driver::message_in(Component& host, std::string name) {
  messages_in_.push_back(std::make_unique<MessageIn>(host, std::move(name)));
  return messages_in_.back()->port;
}

void Driver::receive(const InPort<double>& port, std::uint32_t element, std::uint32_t number) {
  for (const auto& in : messages_in_)
    if (&in->port == &port) {
      in->element = element;
      in->number = number;
    }
}

OutPort<Signal>& Driver::signal_out(Component& host, std::string name, const Component& from) {
  signals_out_.push_back(std::make_unique<SignalOut>(host, std::move(name), from, outgoing_));
  return signals_out_.back()->port;
}

void Driver::lead(const OutPort<Signal>& port, SignalId signal) {
  for (const auto& out : signals_out_)
    if (&out->port == &port) {
      out->signal = signal;
      if (out->number == kNone) out->number = engine.add(*out);
      engine.read(out->number, signal);
    }
}

OutPort<double>& Driver::message_out(Component& host, std::string name, const Component& from,
                                     OutputId output) {
  messages_out_.push_back(std::make_unique<MessageOut>(host, std::move(name), from, outgoing_));
  engine.lead(output, engine.add(*messages_out_.back()), 0);
  return messages_out_.back()->port;
}

void Driver::start(Time t) {
  outgoing_ = false;
  engine.start(t);
}

void Driver::output() {
  if (!outgoing_) return;
  for (const auto& out : signals_out_) out->put();
  for (const auto& out : messages_out_) out->put();
}

void Driver::take_out() {
  if (!outgoing_) return;
  outgoing_ = false;
  for (const auto& out : signals_out_) out->clear();
  for (const auto& out : messages_out_) out->clear();
}

bool Driver::take_in(Time t) {
  bool any = false;
  for (const auto& in : signals_in_)
    if (const auto bag = in->port.bag(); !bag.empty()) {
      engine.announce(t);
      engine.set(in->signal, bag[bag.size() - 1]);
      any = true;
    }
  for (const auto& in : messages_in_)
    if (const auto bag = in->port.bag(); !bag.empty()) {
      if (in->signal != kNone) {
        const Polynomial value = Polynomial::constant(bag[bag.size() - 1]);
        if (engine.signal(in->signal).piece == value) continue;  // as it was
        if (!value.is_finite())
          throw Error("the input '" + in->name + "' gets " + to_text(value.c[0]) + ", but it must be finite");
        engine.announce(t);
        engine.set(in->signal, {t, value});
        any = true;
      }
      if (in->element != kNone)
        for (const double value : bag) {
          engine.hand_over(in->element, in->number, value);
          any = true;
        }
    }
  return any;
}

void Driver::archive(Archive& archive) {
  archive(outgoing_);
  engine.archive(archive);
}

}  // namespace escapement::qss
