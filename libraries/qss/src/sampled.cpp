// SPDX-License-Identifier: MIT
#include "escapement/qss/sampled.h"

#include <cmath>
#include <deque>

#include "checks.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::qss {
namespace {

// A sampling element acts in two steps at one instant: at the tick it is due, reads its input as it then is
// (with what others published in that wave), and publishes in the next wave.
class SampleElement : public Element {
 public:
  SampleElement(const Component& owner, const std::optional<Periodic>& ticks, double initial)
      : Element(owner), ticks_(ticks), initial_(initial) {}
  SignalId in = kNone, out = kNone;
  OutputId sample = kNone;

  void start(Engine& engine, int) override {
    tick_ = 0;
    while (tick_time() < engine.now()) ++tick_;
    value_ = initial_;
    fresh_ = false;
    engine.publish(out, Polynomial::constant(value_));
  }
  void due(Engine& engine) override {
    if (fresh_) {
      fresh_ = false;
      engine.publish(out, Polynomial::constant(value_));
      if (sample != kNone) engine.send(sample, value_);
      return;
    }
    ticked_ = true;
    ++tick_;
  }
  void message(Engine& engine, std::uint32_t, double) override { take(engine); }
  Time next(Engine& engine) override {
    if (ticked_) {
      ticked_ = false;
      take(engine);
    }
    return fresh_ ? engine.now() : tick_time();
  }
  void archive(Archive& archive) override {
    archive(tick_, value_, fresh_);
    archive_more(archive);
  }

 protected:
  virtual double respond(double input) { return input; }
  virtual void archive_more(Archive&) {}

 private:
  Time tick_time() const { return ticks_ ? ticks_->tick(tick_) : kInfinity; }
  void take(Engine& engine) {
    value_ = respond(engine.piece(in).c[0]);
    fresh_ = true;
  }
  const std::optional<Periodic>& ticks_;
  double initial_;
  std::uint64_t tick_ = 0;
  double value_ = 0;
  bool ticked_ = false, fresh_ = false;
};

class TransferElement final : public SampleElement {
 public:
  TransferElement(const Component& owner, const std::optional<Periodic>& ticks,
                  const std::vector<double>& numerator, const std::vector<double>& denominator)
      : SampleElement(owner, ticks, 0), numerator_(numerator), denominator_(denominator) {}

  void start(Engine& engine, int round) override {
    inputs_.assign(numerator_.size(), 0);
    outputs_.assign(denominator_.size() - 1, 0);
    SampleElement::start(engine, round);
  }

 private:
  double respond(double input) override {
    inputs_.push_front(input);
    inputs_.pop_back();
    double y = 0;
    for (std::size_t i = 0; i < numerator_.size(); ++i) y += numerator_[i] * inputs_[i];
    for (std::size_t i = 0; i < outputs_.size(); ++i) y -= denominator_[i + 1] * outputs_[i];
    y /= denominator_[0];
    if (!outputs_.empty()) {
      outputs_.push_front(y);
      outputs_.pop_back();
    }
    return y;
  }
  void archive_more(Archive& archive) override { archive(inputs_, outputs_); }
  const std::vector<double>&numerator_, &denominator_;
  std::deque<double> inputs_, outputs_;
};

class DelayElement final : public Element {
 public:
  DelayElement(const Component& owner, Time delay, double initial)
      : Element(owner), delay_(delay), initial_(initial) {}
  SignalId in = kNone, out = kNone;

  void start(Engine& engine, int) override {
    waiting_.clear();
    engine.publish(out, Polynomial::constant(initial_));
  }
  void changed(Engine& engine) override {
    const Signal& piece = engine.signal(in);
    const Time until = engine.now() + delay_;
    // Of several pieces that begin at one instant the last counts.
    if (!waiting_.empty() && waiting_.back().since == until) waiting_.pop_back();
    waiting_.push_back({until, piece.from(engine.now())});
  }
  void due(Engine& engine) override {
    engine.publish(out, waiting_.front().piece);
    waiting_.pop_front();
  }
  Time next(Engine&) override { return waiting_.empty() ? kInfinity : waiting_.front().since; }
  void archive(Archive& archive) override {
    std::vector<std::pair<Time, std::array<double, 4>>> pieces;
    for (const Signal& s : waiting_) pieces.emplace_back(s.since, s.piece.c);
    archive(pieces);
    waiting_.clear();
    for (const auto& [since, c] : pieces) waiting_.push_back({since, {c}});
  }

 private:
  Time delay_;
  double initial_;
  std::deque<Signal> waiting_;  // `since` is when each begins at the output
};

}  // namespace

SampleHold::SampleHold(std::string name, std::optional<Periodic> ticks, double initial)
    : Block(std::move(name)), ticks_(std::move(ticks)), initial_(initial) {
  check_finite(*this, "the initial value", initial);
}

void SampleHold::build(Wiring& wiring) {
  auto element = std::make_unique<SampleElement>(*this, ticks_, initial_);
  element->in = wiring.input(in);
  element->out = wiring.output(out);
  element->sample = wiring.events(sample);
  const std::uint32_t number = wiring.engine().add(*element);
  wiring.receive(trigger, number, 0);
  element_ = std::move(element);
}

Delay::Delay(std::string name, Time delay, double initial)
    : Block(std::move(name)), delay_(delay), initial_(initial) {
  if (!(delay > 0) || !std::isfinite(delay))
    throw BuildError("'" + this->name() + "': the delay is " + to_text(delay) + "; it must be above 0");
  check_finite(*this, "the initial value", initial);
}

void Delay::build(Wiring& wiring) {
  auto element = std::make_unique<DelayElement>(*this, delay_, initial_);
  element->in = wiring.input(in);
  element->out = wiring.output(out);
  wiring.engine().read(wiring.engine().add(*element), element->in);
  element_ = std::move(element);
}

TransferFunction::TransferFunction(std::string name, std::vector<double> numerator,
                                   std::vector<double> denominator, Periodic ticks)
    : Block(std::move(name)),
      numerator_(std::move(numerator)),
      denominator_(std::move(denominator)),
      ticks_(std::move(ticks)) {
  if (numerator_.empty() || denominator_.empty())
    throw BuildError("'" + this->name() + "': numerator and denominator need one coefficient or more each");
  for (const auto* list : {&numerator_, &denominator_})
    for (const double c : *list)
      if (!std::isfinite(c))
        throw BuildError("'" + this->name() + "': a coefficient is " + to_text(c) + "; it must be finite");
  if (denominator_.front() == 0)
    throw BuildError("'" + this->name() +
                     "': the first coefficient of the denominator is 0; the output would "
                     "come before its input");
}

void TransferFunction::build(Wiring& wiring) {
  auto element = std::make_unique<TransferElement>(*this, ticks_, numerator_, denominator_);
  element->in = wiring.input(in);
  element->out = wiring.output(out);
  wiring.engine().add(*element);
  element_ = std::move(element);
}

}  // namespace escapement::qss
