// SPDX-License-Identifier: MIT
#include "escapement/qss/integrator.h"

#include <algorithm>
#include <cmath>

#include "checks.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::qss {

IntegratorElement::IntegratorElement(const Component& owner, std::string label, const Method& method,
                                     double initial)
    : Element(owner, std::move(label)), values_(method), initial_(initial) {
  values_.start(0, initial);
}

void IntegratorElement::start(Engine& engine, int round) {
  if (round == 0) {
    values_.start(engine.now(), initial_);
    jumped_ = x_changed_ = chosen_ = false;
    reread_ = kInfinity;
  } else {
    values_.requantise(engine.now());
  }
  engine.publish(quantised, values_.q_piece());
  if (state != kNone) engine.publish(state, values_.x_at(engine.now()));
  if (round == Engine::kRounds - 1) values_.begin_counting();
}

void IntegratorElement::due(Engine& engine) {
  const Time t = engine.now();
  if (jumped_ || values_.due() <= t) {
    if (!jumped_) values_.requantise(t);
    chosen_ = !jumped_;
    engine.publish(quantised, values_.q_piece());
    x_changed_ = x_changed_ || (jumped_ && state != kNone && (publish_state || engine.has_readers(state)));
  }
  if (reread_ <= t) {
    reread_ = kInfinity;
    changed(engine);
  }
  if (state != kNone && (jumped_ || x_changed_) && (publish_state || engine.has_readers(state)))
    engine.publish(state, values_.x_at(t));
  jumped_ = x_changed_ = false;
}

void IntegratorElement::changed(Engine& engine) {
  const Time t = engine.now();
  const Polynomial u = engine.piece(derivative);
  if (!u.is_finite())
    fail(engine, "the derivative is " + to_text(u.c[0]) +
                     (std::isfinite(u.c[0]) ? ", but its own are not finite" : "") + ", while the state is " +
                     to_text(values_.x(t)) +
                     "; look for a division by zero or a root or logarithm of a negative number");
  values_.derivative(t, u, chosen_ && engine.lone_change());
  chosen_ = false;
  x_changed_ = state != kNone && (publish_state || engine.has_readers(state));
  // x has degree 3 at most. A tenth of a quantum is what the missing term may come to before u is read again.
  if (u.c[3] != 0)
    reread_ = t + std::sqrt(std::sqrt(0.4 * values_.quantum() / std::abs(u.c[3])));
  else
    reread_ = kInfinity;
}

void IntegratorElement::message(Engine& engine, std::uint32_t /*port*/, double value) {
  if (!std::isfinite(value)) fail(engine, "reset to " + to_text(value) + "; a state must be a finite number");
  values_.reset(engine.now(), value);
  jumped_ = true;
}

Time IntegratorElement::next(Engine& engine) {
  const Time t = engine.now();
  chosen_ = false;
  values_.schedule(t);
  if (jumped_ || x_changed_) return t;
  return std::min(values_.due(), reread_);
}

void IntegratorElement::archive(Archive& archive) {
  archive(values_, reread_, jumped_, x_changed_);
}

Integrator::Integrator(std::string name, double initial, const Method& method)
    : Block(std::move(name)), initial_(initial), element_(*this, "", method, initial) {
  method.check(this->name());
  check_finite(*this, "the initial value", initial);
}

void Integrator::build(Wiring& wiring) {
  element_.derivative = wiring.input(in);
  element_.quantised = wiring.output(out);
  element_.state = wiring.output(state);
  const std::uint32_t number = wiring.engine().add(element_);
  wiring.engine().read(number, element_.derivative);
  wiring.receive(reset, number, 0);
}

}  // namespace escapement::qss
