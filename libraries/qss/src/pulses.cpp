// SPDX-License-Identifier: MIT
// Sources of rectangular shape, and the one that is told its values: Pulse, Pwm, Hold.
#include <algorithm>
#include <cmath>

#include "checks.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/qss/sources.h"

namespace escapement::qss {
namespace {

// Period k is high from its tick on for its width, then low.
class PulseElement final : public Element {
 public:
  PulseElement(const Component& owner, const PulseOptions& options) : Element(owner), options_(options) {}
  SignalId out = kNone;
  SignalId duty = kNone;  // kNone: the width of the options

  void start(Engine& engine, int) override {
    tick_ = 0;
    high_ = false;
    fall_ = kInfinity;
    while (options_.ticks.tick(tick_) < engine.now()) ++tick_;
    due(engine);
  }
  void changed(Engine& engine) override {
    if (duty != kNone) width_ = engine.signal(duty);
  }
  void due(Engine& engine) override {
    const Time t = engine.now();
    if (fall_ <= t) {
      high_ = false;
      fall_ = kInfinity;
    }
    if (options_.ticks.tick(tick_) <= t) {
      const Time rise = options_.ticks.tick(tick_++);
      const double width = duty == kNone ? options_.width : std::clamp(width_.at(t), 0.0, 1.0);
      high_ = width > 0;
      fall_ = width <= 0 || width >= 1 ? kInfinity : rise + width * (options_.ticks.tick(tick_) - rise);
      if (high_ && fall_ <= t) high_ = false;
    }
    engine.publish(out, Polynomial::constant(high_ ? options_.high : options_.low));
  }
  Time next(Engine&) override { return std::min(fall_, options_.ticks.tick(tick_)); }
  void archive(Archive& archive) override { archive(tick_, high_, fall_, width_.since, width_.piece.c); }

 private:
  const PulseOptions& options_;
  std::uint64_t tick_ = 0;
  bool high_ = false;
  Time fall_ = kInfinity;
  Signal width_;
};

class HoldElement final : public Element {
 public:
  HoldElement(const Component& owner, double initial) : Element(owner), initial_(initial) {}
  SignalId out = kNone;

  void start(Engine& engine, int) override {
    value_ = initial_;
    fresh_ = false;
    engine.publish(out, Polynomial::constant(value_));
  }
  void message(Engine& engine, std::uint32_t, double value) override {
    if (!std::isfinite(value))
      fail(engine, "a message brings the value " + to_text(value) + "; it must be finite");
    value_ = value;
    fresh_ = true;
  }
  void due(Engine& engine) override {
    fresh_ = false;
    engine.publish(out, Polynomial::constant(value_));
  }
  Time next(Engine& engine) override { return fresh_ ? engine.now() : kInfinity; }
  void archive(Archive& archive) override { archive(value_, fresh_); }

 private:
  double initial_;
  double value_ = 0;
  bool fresh_ = false;
};

void check(const Block& block, const PulseOptions& options) {
  if (!(options.width >= 0 && options.width <= 1))
    throw BuildError("'" + block.name() + "': the width is " + to_text(options.width) +
                     "; it is the part of a period that is high, 0 to 1");
  if (!std::isfinite(options.low) || !std::isfinite(options.high))
    throw BuildError("'" + block.name() + "': low is " + to_text(options.low) + " and high " +
                     to_text(options.high) + "; both must be finite");
}

}  // namespace

Pulse::Pulse(std::string name, PulseOptions options) : Source(std::move(name)), options_(std::move(options)) {
  check(*this, options_);
}

void Pulse::build(Wiring& wiring) {
  auto element = std::make_unique<PulseElement>(*this, options_);
  element->out = wiring.output(out);
  wiring.engine().add(*element);
  element_ = std::move(element);
}

Pwm::Pwm(std::string name, PulseOptions options) : Source(std::move(name)), options_(std::move(options)) {
  check(*this, options_);
}

void Pwm::build(Wiring& wiring) {
  auto element = std::make_unique<PulseElement>(*this, options_);
  element->out = wiring.output(out);
  element->duty = wiring.input(duty);
  wiring.engine().read(wiring.engine().add(*element), element->duty);
  element_ = std::move(element);
}

Hold::Hold(std::string name, double initial) : Source(std::move(name)), initial_(initial) {
  check_finite(*this, "the initial value", initial);
}

void Hold::build(Wiring& wiring) {
  auto element = std::make_unique<HoldElement>(*this, initial_);
  element->out = wiring.output(out);
  wiring.receive(in, wiring.engine().add(*element), 0);
  element_ = std::move(element);
}

}  // namespace escapement::qss
