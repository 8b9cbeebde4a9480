// SPDX-License-Identifier: MIT
#include "escapement/qss/detectors.h"

#include <cmath>

#include "chattering.h"
#include "checks.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/qss/crossing.h"

namespace escapement::qss {
namespace {

// Watches in - reference, or in - level.
class LevelElement : public Element {
 public:
  LevelElement(const Component& owner, double level) : Element(owner), level_(level) {}
  SignalId in = kNone, reference = kNone;

  void start(Engine& engine, int) override {
    crossing_.start(-1);
    begin(engine);
  }
  void changed(Engine& engine) override {
    const Polynomial value = engine.piece(in);
    const Polynomial bound = reference == kNone ? Polynomial::constant(level_) : engine.piece(reference);
    crossing_.update(engine.now(), value - bound, std::abs(value.c[0]) + std::abs(bound.c[0]));
  }
  void due(Engine& engine) override {
    if (crossing_.due() <= engine.now()) {
      crossing_.cross(engine.now());
      check_chattering(
          *this, engine, crossing_,
          "the crossing of " + (reference == kNone ? to_text(level_) : std::string("the reference")));
    }
    act(engine);
  }
  Time next(Engine&) override { return crossing_.due(); }
  void archive(Archive& archive) override { archive(crossing_); }

 protected:
  virtual void begin(Engine&) {}
  virtual void act(Engine& engine) = 0;  // after a crossing
  bool above() const { return crossing_.side() > 0; }
  double level_;
  Crossing crossing_;
};

class CrossElement final : public LevelElement {
 public:
  using LevelElement::LevelElement;
  OutputId out = kNone, up = kNone, down = kNone;
  Direction direction = Direction::kBoth;

 private:
  void act(Engine& engine) override {
    if (direction == Direction::kBoth || (direction == Direction::kUp) == above()) engine.send(out, level_);
    engine.send(above() ? up : down, level_);
  }
};

class ComparatorElement final : public LevelElement {
 public:
  ComparatorElement(const Component& owner, double level, double low, double high)
      : LevelElement(owner, level), low_(low), high_(high) {}
  SignalId out = kNone;
  OutputId up = kNone, down = kNone;

  void start(Engine& engine, int round) override {
    if (round == 0)
      told_above_ = false;
    else
      told_above_ = above();
    LevelElement::start(engine, round);
  }
  void due(Engine& engine) override {
    if (crossing_.due() > engine.now())
      publish(engine);  // the last round of the start has found another side than the one before
    else
      LevelElement::due(engine);
  }
  Time next(Engine& engine) override {
    return told_above_ == above() ? LevelElement::next(engine) : engine.now();
  }
  void archive(Archive& archive) override {
    LevelElement::archive(archive);
    archive(told_above_);
  }

 private:
  // The side is known after a round of the start; until then it is what the round before has found.
  void begin(Engine& engine) override {
    engine.publish(out, Polynomial::constant(told_above_ ? high_ : low_));
  }
  void publish(Engine& engine) {
    told_above_ = above();
    engine.publish(out, Polynomial::constant(told_above_ ? high_ : low_));
  }
  void act(Engine& engine) override {
    publish(engine);
    if (up != kNone) engine.send(above() ? up : down, above() ? high_ : low_);
  }
  double low_, high_;
  bool told_above_ = false;
};

class HysteresisElement final : public Element {
 public:
  HysteresisElement(const Component& owner, double lower, double upper, double low, double high,
                    bool begin_high)
      : Element(owner), lower_(lower), upper_(upper), low_(low), high_(high), begin_high_(begin_high) {}
  SignalId in = kNone, out = kNone;
  OutputId up = kNone, down = kNone;

  void start(Engine& engine, int round) override {
    if (round == 0) {
      on_ = begin_high_;
      known_ = false;
    }
    crossing_.start(on_ ? 1 : -1);
    engine.publish(out, Polynomial::constant(on_ ? high_ : low_));
  }
  void changed(Engine& engine) override {
    if (!known_) {
      const double value = engine.piece(in).c[0];
      on_ = value > upper_ || (on_ && value >= lower_);
      known_ = true;
      crossing_.start(on_ ? 1 : -1);
    }
    watch(engine);
  }
  void due(Engine& engine) override {
    crossing_.cross(engine.now());
    const bool before = on_;
    on_ = crossing_.side() > 0;
    check_chattering(*this, engine, crossing_, "the relay");
    if (on_ != before) {
      engine.publish(out, Polynomial::constant(on_ ? high_ : low_));
      engine.send(on_ ? up : down, on_ ? high_ : low_);
    }
    // From now on the other bound counts, and the signal is on the right side of it.
    watch(engine);
  }
  Time next(Engine&) override { return crossing_.due(); }
  void archive(Archive& archive) override { archive(crossing_, on_, known_); }

 private:
  void watch(Engine& engine) {
    const Polynomial value = engine.piece(in);
    const double bound = on_ ? lower_ : upper_;
    crossing_.update(engine.now(), value - Polynomial::constant(bound),
                     std::abs(value.c[0]) + std::abs(bound));
  }
  double lower_, upper_, low_, high_;
  bool begin_high_;
  Crossing crossing_;
  bool on_ = false, known_ = false;
};

class Selected final : public Function {
 public:
  using Function::Function;
  Polynomial evaluate(const Engine& engine) override {
    return engine.piece(engine.signal(inputs[0]).piece.c[0] > 0 ? inputs[1] : inputs[2]);
  }
};

class QuantiserElement final : public Element {
 public:
  QuantiserElement(const Component& owner, double step) : Element(owner), step_(step) {}
  SignalId in = kNone, out = kNone;
  OutputId level = kNone;

  void start(Engine& engine, int) override {
    engine.publish(out, Polynomial::constant(value()));
    known_ = false;
  }
  void changed(Engine& engine) override {
    const Polynomial p = engine.piece(in);
    if (!known_) {
      index_ = below_ = std::floor(p.c[0] / step_);
      known_ = true;
      lower_.start(1);
      upper_.start(-1);
    }
    watch(engine, p);
  }
  // `in` lies between the levels below_ and below_ + 1; each has its own watch.
  void due(Engine& engine) override {
    const Time t = engine.now();
    const bool rises = upper_.due() <= t;
    if (!rises && lower_.due() > t) return;
    Crossing& crossed = rises ? upper_ : lower_;
    crossed.cross(t);
    check_chattering(*this, engine, crossed, "a level");
    index_ = rises ? below_ + 1 : below_;
    below_ += rises ? 1 : -1;
    // The level that was crossed bounds the next interval, on its other side.
    (rises ? lower_ : upper_) = crossed;
    (rises ? upper_ : lower_).start(rises ? -1 : 1);
    watch(engine, engine.piece(in));
    engine.publish(out, Polynomial::constant(value()));
    engine.send(level, value());
  }
  Time next(Engine&) override { return std::min(lower_.due(), upper_.due()); }
  void archive(Archive& archive) override { archive(lower_, upper_, index_, below_, known_); }

 private:
  double value() const { return index_ * step_; }
  void watch(Engine& engine, const Polynomial& p) {
    const double bounds[] = {below_ * step_, (below_ + 1) * step_};
    lower_.update(engine.now(), p - Polynomial::constant(bounds[0]), std::abs(p.c[0]) + std::abs(bounds[0]));
    upper_.update(engine.now(), p - Polynomial::constant(bounds[1]), std::abs(p.c[0]) + std::abs(bounds[1]));
  }
  double step_;
  Crossing lower_, upper_;
  double index_ = 0, below_ = 0;
  bool known_ = false;
};

}  // namespace

CrossDetector::CrossDetector(std::string name, double level, Direction direction)
    : Block(std::move(name)), level_(level), direction_(direction) {
  check_finite(*this, "the level", level);
}

void CrossDetector::build(Wiring& wiring) {
  auto element = std::make_unique<CrossElement>(*this, level_);
  element->in = wiring.input(in);
  element->direction = direction_;
  element->out = wiring.events(out);
  element->up = wiring.events(up);
  element->down = wiring.events(down);
  wiring.engine().read(wiring.engine().add(*element), element->in);
  element_ = std::move(element);
}

Comparator::Comparator(std::string name, double level, double low, double high)
    : Block(std::move(name)), level_(level), low_(low), high_(high) {
  check_finite(*this, "the level", level);
  check_finite(*this, "low", low);
  check_finite(*this, "high", high);
}

void Comparator::build(Wiring& wiring) {
  auto element = std::make_unique<ComparatorElement>(*this, level_, low_, high_);
  element->in = wiring.input(in);
  if (wiring.connected(reference)) element->reference = wiring.input(reference);
  element->out = wiring.output(out);
  element->up = wiring.events(up);
  element->down = wiring.events(down);
  const std::uint32_t number = wiring.engine().add(*element);
  wiring.engine().read(number, element->in);
  if (element->reference != kNone) wiring.engine().read(number, element->reference);
  element_ = std::move(element);
}

Hysteresis::Hysteresis(std::string name, double lower, double upper, double low, double high, bool begin_high)
    : Block(std::move(name)), lower_(lower), upper_(upper), low_(low), high_(high), begin_high_(begin_high) {
  check_finite(*this, "the lower bound", lower);
  check_finite(*this, "the upper bound", upper);
  check_finite(*this, "low", low);
  check_finite(*this, "high", high);
  if (!(lower < upper))
    throw BuildError("'" + this->name() + "': the lower bound " + to_text(lower) +
                     " is not below the upper bound " + to_text(upper));
}

void Hysteresis::build(Wiring& wiring) {
  auto element = std::make_unique<HysteresisElement>(*this, lower_, upper_, low_, high_, begin_high_);
  element->in = wiring.input(in);
  element->out = wiring.output(out);
  element->up = wiring.events(up);
  element->down = wiring.events(down);
  wiring.engine().read(wiring.engine().add(*element), element->in);
  element_ = std::move(element);
}

Switch::Switch(std::string name, double level) : FunctionBlock(std::move(name)), level_(level) {
  check_finite(*this, "the level", level);
}

void Switch::build(Wiring& wiring) {
  auto element = std::make_unique<ComparatorElement>(*this, level_, 0.0, 1.0);
  element->in = wiring.input(control);
  element->out = wiring.engine().add_signal();
  wiring.engine().read(wiring.engine().add(*element), element->in);
  function_ = std::make_unique<Selected>(*this);
  function_->inputs = {element->out, wiring.input(on), wiring.input(off)};
  function_->output = wiring.output(out);
  wiring.engine().add(*function_);
  element_ = std::move(element);
}

Quantiser::Quantiser(std::string name, double step) : Block(std::move(name)), step_(step) {
  if (!(step > 0) || !std::isfinite(step))
    throw BuildError("'" + this->name() + "': the step is " + to_text(step) + "; it must be above 0");
}

void Quantiser::build(Wiring& wiring) {
  auto element = std::make_unique<QuantiserElement>(*this, step_);
  element->in = wiring.input(in);
  element->out = wiring.output(out);
  element->level = wiring.events(level);
  wiring.engine().read(wiring.engine().add(*element), element->in);
  element_ = std::move(element);
}

}  // namespace escapement::qss
