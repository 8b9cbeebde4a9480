// SPDX-License-Identifier: MIT
// What the simulator asks of a model: the functions of a Parallel DEVS atomic model
//   M = (X, Y, S, s0, delta_int, delta_ext, delta_con, lambda, ta)    (Chow and Zeigler 1994).
// X and Y are the ports; s is the object's own members. People derive from Atomic (atomic/atomic.h), which
// adds the defaults.
#pragma once

#include <ostream>

#include "escapement/core/component.h"
#include "escapement/core/time.h"

namespace escapement {

class Dynamics : public Component {
 public:
  using Component::Component;

  // Puts the model into its initial state s0. Called once, before the first time advance.
  virtual void initialize() {}
  // lambda: called when the model is imminent, before any transition of the micro-step. Puts to output ports.
  virtual void output() {}
  // delta_int: the time advance has run out and no input came.
  virtual void internal() = 0;
  // delta_ext: input came `elapsed` after the last transition; 0 <= elapsed <= ta. The messages are in the
  // bags.
  virtual void external(Time elapsed) = 0;
  // delta_con: input came in the very micro-step in which the model is imminent.
  virtual void confluent() = 0;
  // ta: how long the present state holds, asked after each transition and after initialize().
  virtual TimeAdvance time_advance() const = 0;
  // The state in a few words, for traces; may stay empty.
  virtual void print_state(std::ostream& /*out*/) const {}

  bool in_simulator() const { return clock_ != nullptr; }
  // The present instant; time 0 outside of a run.
  Time now() const { return clock_ == nullptr ? 0 : clock_->time; }
  Instant instant() const { return clock_ == nullptr ? Instant{} : *clock_; }

 private:
  friend class Simulator;
  const Instant* clock_ = nullptr;
};

}  // namespace escapement
