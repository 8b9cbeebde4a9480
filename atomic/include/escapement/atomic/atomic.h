// SPDX-License-Identifier: MIT
// The base that people derive atomic models from. Override what the model needs:
//
//   class Server : public escapement::Atomic {
//    public:
//     using Atomic::Atomic;
//     InPort<int> in{*this, "in"};
//     OutPort<int> out{*this, "out"};
//     void external(Time elapsed) override { ... read in.bag() ... }
//     void output() override { out.put(job_); }
//     void internal() override { ... }
//     TimeAdvance time_advance() const override { return sigma_; }
//
// The kernel never changes the state of a model. In particular, a model whose time advance returns a
// remaining time must itself subtract `elapsed` in external(), or answer with an absolute due time, which
// needs no bookkeeping: return TimeAdvance::at(due_).
#pragma once

#include "escapement/core/dynamics.h"
#include "escapement/core/mailbox.h"
#include "escapement/core/port.h"

namespace escapement {

class Atomic : public Dynamics {
 public:
  using Dynamics::Dynamics;

  // Defaults: an unchanged state, which waits for input for ever.
  void internal() override {}
  void external(Time /*elapsed*/) override {}
  // The internal event first, then the input with no time elapsed since. Override for another order.
  void confluent() override {
    internal();
    external(0);
  }
  TimeAdvance time_advance() const override { return TimeAdvance::never(); }

 protected:
  // Whether a new message arrived in any mailbox of this model in this micro-step.
  bool new_message() const;
};

}  // namespace escapement
