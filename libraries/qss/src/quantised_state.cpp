// SPDX-License-Identifier: MIT
#include "escapement/qss/quantised_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "escapement/core/archive.h"

namespace escapement::qss {

void QuantisedState::start(Time t, double value) {
  x_ = q_ = Polynomial::constant(value);
  x_since_ = q_since_ = t;
  quantum_ = method_.quantum(value);
  due_ = meeting_ = kInfinity;
  slope_ = u_before_ = q_step_ = 0;
  x_chosen_ = value;
  changes_ = 0;
}

void QuantisedState::move_to(Time t) {
  if (t == x_since_) return;
  if (x_.c[2] == 0 && x_.c[3] == 0)
    x_.c[0] += (t - x_since_) * x_.c[1];
  else
    x_ = x_.shifted(t - x_since_);
  x_since_ = t;
}

void QuantisedState::reset(Time t, double value) {
  move_to(t);
  x_.c[0] = value;
  requantise(t);
  q_step_ = 0;  // what follows shows nothing about the slope
}

void QuantisedState::requantise(Time t) {
  move_to(t);
  // Levels of QSS1 are kept exact where the rounding of the instant is all that x is off by, and next to
  // nothing of the quantum: else it would add up.
  if (order_ == 1 && !method_.linearly_implicit() && t == due_) {
    const double moved = x_.c[0] - q_.c[0];
    if (std::abs(std::abs(moved) - quantum_) <= 1e-10 * quantum_)
      x_.c[0] = q_.c[0] + std::copysign(quantum_, moved);
  }
  if (order_ > 1) q_ = q_.shifted(t - q_since_);
  const double q_before = q_.c[0];
  quantum_ = method_.quantum(x_.c[0]);
  q_since_ = t;
  x_chosen_ = x_.c[0];
  meeting_ = kInfinity;
  choose();
  u_before_ = x_.c[1];
  q_step_ = q_.c[0] - q_before;
  ++changes_;
}

void QuantisedState::derivative(Time t, const Polynomial& u, bool after_own_change) {
  move_to(t);
  if (method_.linearly_implicit() && after_own_change && std::abs(q_step_) > 1e-6 * quantum_) {
    const double slope = (u.c[0] - u_before_) / q_step_;
    slope_ = slope < 0 && std::isfinite(slope) ? slope : 0;
  }
  q_step_ = 0;
  x_.c[1] = u.c[0];
  x_.c[2] = 0.5 * u.c[1];
  x_.c[3] = u.c[2] == 0 ? 0 : u.c[2] / 3;
}

void QuantisedState::schedule(Time t) {
  move_to(t);
  // At least two steps of the clock's resolution: a state whose quantised value must follow at once, time
  // after time, would hold the clock.
  const Time least =
      t + t * (2 * std::numeric_limits<double>::epsilon()) + std::numeric_limits<double>::min();
  if (method_.kind == Kind::kQss1 && x_.c[2] == 0 && x_.c[3] == 0) {  // a line
    const double gap = x_.c[0] - q_.c[0], slope = x_.c[1];
    due_ = slope == 0 ? kInfinity : std::max(t + ((slope > 0 ? quantum_ : -quantum_) - gap) / slope, least);
    return;
  }
  double e = kInfinity;
  Polynomial apart = x_;
  switch (method_.kind) {
    case Kind::kQss1:
      apart.c[0] -= q_.c[0];
      e = time_to_reach(apart, quantum_);
      break;
    case Kind::kCqss:
      apart.c[0] -= x_chosen_;
      e = time_to_reach(apart, quantum_);
      break;
    case Kind::kQss2:
    case Kind::kQss3:
      apart = x_ - (t == q_since_ ? q_ : q_.shifted(t - q_since_));
      e = time_to_reach(apart, quantum_);
      break;
    default: {
      apart = x_ - q_.shifted(t - q_since_);
      e = std::min(time_to_reach(apart, 2 * quantum_), meeting_ - t);
      if (meeting_ < kInfinity && apart.c[0] != 0) e = std::min(e, crossing(apart, apart.c[0] > 0 ? -1 : 1));
      break;
    }
  }
  due_ = std::max(t + e, least);
}

void QuantisedState::choose() {
  switch (method_.kind) {
    case Kind::kLiqss1:
      return choose_linear();
    case Kind::kLiqss2:
      return choose_quadratic();
    case Kind::kLiqss3:
      return choose_cubic();
    case Kind::kCqss:
      return choose_centred();
    default:
      return choose_explicitly();
  }
}

void QuantisedState::choose_explicitly() {
  // One by one: to copy all of x_ just after a part of it was written would stall. The others stay 0.
  q_.c[0] = x_.c[0];
  if (order_ > 1) q_.c[1] = x_.c[1];
  if (order_ > 2) q_.c[2] = x_.c[2];
}

// The derivative is known at the old q; at x it would be f = x' + a (x - q).
void QuantisedState::choose_linear() {
  const double f = x_.c[1] + slope_ * (x_.c[0] - q_.c[0]);
  const double reach = std::abs(f) + slope_ * quantum_;
  if (f == 0 || reach <= 0) {
    q_ = Polynomial::constant(slope_ == 0 ? x_.c[0] : x_.c[0] - f / slope_);
  } else {
    q_ = Polynomial::constant(x_.c[0] + std::copysign(quantum_, f));
    meeting_ = x_since_ + quantum_ / reach;
  }
}

void QuantisedState::choose_centred() {
  const double half = quantum_ / 2;
  const double f = x_.c[1] + slope_ * (x_.c[0] - q_.c[0]);
  if (f == 0 || std::abs(f) + slope_ * half <= 0)
    q_ = Polynomial::constant(slope_ == 0 ? x_.c[0] : x_.c[0] - f / slope_);
  else
    q_ = Polynomial::constant(x_.c[0] + std::copysign(half, f));
}

void QuantisedState::archive(Archive& archive) {
  archive(x_.c, q_.c, x_since_, q_since_, quantum_, due_, slope_, u_before_, q_step_, x_chosen_, meeting_,
          changes_);
}

}  // namespace escapement::qss
