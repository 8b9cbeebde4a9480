// SPDX-License-Identifier: MIT
// An integrator by quantised states: out follows x, where x' = in and x(0) = initial, within the quantum of
// the method (quantised_state.h).
//
//   ports  in     Signal, the derivative
//          reset  double, x := the value, at once
//          out    Signal, the quantised state q: polynomials of degree order - 1, new when q is chosen anew
//          state  Signal, x itself: polynomials of degree order, new whenever the derivative changes.
//          Detectors
//                 that read it locate crossings of x and not of q
#pragma once

#include <memory>
#include <string>

#include "escapement/qss/block.h"
#include "escapement/qss/quantised_state.h"

namespace escapement::qss {

// The element, for engines that are put together without blocks.
//
//   due      choose q anew, publish it; publish x where somebody reads it and its derivative has changed.
//   changed  take over the derivative. One that is not finite is a SimulationError that names the integrator.
//   message  port 0: reset. A value that is not finite is an error too.
class IntegratorElement final : public Element {
 public:
  IntegratorElement(const Component& owner, std::string label, const Method& method, double initial);

  // To be set before the engine is completed; `state` may stay kNone.
  SignalId derivative = kNone, quantised = kNone, state = kNone;
  bool publish_state = false;  // even where no element reads it

  void start(Engine& engine, int round) override;
  void due(Engine& engine) override;
  void changed(Engine& engine) override;
  void message(Engine& engine, std::uint32_t port, double value) override;
  Time next(Engine& engine) override;
  void archive(Archive& archive) override;

  const QuantisedState& values() const { return values_; }
  void set_initial(double value) { initial_ = value; }

 private:
  QuantisedState values_;
  double initial_;
  Time reread_ = kInfinity;  // the derivative has a term that x cannot take over
  bool jumped_ = false;      // reset: q and x are to be published
  bool x_changed_ = false;   // x is to be published
  bool chosen_ = false;      // q was chosen in this wave
};

class Integrator : public Block {
 public:
  // Throws BuildError when the initial value is not finite or the method's quantum is not allowed.
  Integrator(std::string name, double initial, const Method& method = {});

  InPort<Signal> in{*this, "in"};
  InPort<double> reset{*this, "reset"};
  OutPort<Signal> out{*this, "out"};
  OutPort<Signal> state{*this, "state"};

  void build(Wiring& wiring) override;

  double initial() const { return initial_; }
  const Method& method() const { return element_.values().method(); }
  // x and q at t, which lies at or after the last event; x(0) before the start.
  double value(Time t) const { return element_.values().x(t); }
  double quantised(Time t) const { return element_.values().q(t); }
  std::uint64_t changes() const { return element_.values().changes(); }  // of q since the start

 private:
  double initial_;
  IntegratorElement element_;
};

}  // namespace escapement::qss
