// SPDX-License-Identifier: MIT
// What the simulator asks of a model: the functions of a Parallel DEVS atomic model
//   M = (X, Y, S, s0, delta_int, delta_ext, delta_con, lambda, ta)    (Chow and Zeigler 1994).
// X and Y are the ports; s is the object's own members. People derive from Atomic (atomic/atomic.h), which
// adds the defaults.
#pragma once

#include <cstdint>
#include <ostream>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/component.h"
#include "escapement/core/run_state.h"
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
  // Whether the model shares something with other models beside messages, so that it must not act at the same
  // time as they do. Models that share a mailbox are serial without saying so.
  virtual bool serial() const { return false; }
  // The state in a few words, for traces; may stay empty.
  virtual void print_state(std::ostream& /*out*/) const {}
  // Saves s, or loads it after initialize(), see archive.h. A class that does not override it cannot be
  // saved; one that adds state to a class that does overrides it again.
  virtual void archive(Archive& archive);

  bool in_simulator() const { return run_ != nullptr; }
  // The present instant; time 0 outside of a run.
  Time now() const { return run_ == nullptr ? 0 : run_->clock.time; }
  Instant instant() const { return run_ == nullptr ? Instant{} : run_->clock; }

 protected:
  // For models that hold an event list of their own, and only at the end of a transition whose time advance
  // would be "at t": whether the model may take its internal event of time t > now() at once, without a
  // micro-step of its own. True when it alone is due until then, nobody observes, and its output function
  // would put nothing; then the clock stands at t, and the event counts as an internal transition. The run is
  // the same as without: imminent would be this model only, and its output empty.
  bool run_on(Time t) {
    if (run_ == nullptr || !(t < run_->others_due && t <= run_->limit) || run_->left == 0) return false;
    --run_->left;
    ++run_->done;
    run_->clock = {t, 0};
    return true;
  }
};

}  // namespace escapement
