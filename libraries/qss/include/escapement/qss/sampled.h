// SPDX-License-Identifier: MIT
// Blocks in discrete time, and delays.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/core/periodic.h"
#include "escapement/qss/block.h"

namespace escapement::qss {

// out holds the value that in had at the last sample; `initial` before the first. Samples are taken at the
// ticks (without drift), and at each message to `trigger`.
//   ports  in, out Signal;  trigger double;  sample double, each sample as a message
class SampleHold : public Block {
 public:
  explicit SampleHold(std::string name, std::optional<Periodic> ticks = std::nullopt, double initial = 0);
  InPort<Signal> in{*this, "in"};
  InPort<double> trigger{*this, "trigger"};
  OutPort<Signal> out{*this, "out"};
  OutPort<double> sample{*this, "sample"};
  void build(Wiring& wiring) override;

 private:
  std::optional<Periodic> ticks_;
  double initial_;
  std::unique_ptr<Element> element_;
};

// out(t) = in(t - delay), `initial` for t < delay. delay > 0, in time units.
class Delay : public Block {
 public:
  Delay(std::string name, Time delay, double initial = 0);
  InPort<Signal> in{*this, "in"};
  OutPort<Signal> out{*this, "out"};
  void build(Wiring& wiring) override;

 private:
  Time delay_;
  double initial_;
  std::unique_ptr<Element> element_;
};

// A discrete transfer function: with u(k) = in at tick k and rest before the first tick,
//   denominator[0] y(k) = sum_i numerator[i] u(k - i) - sum_{i>0} denominator[i] y(k - i),
// that is Y/U = (n0 + n1 z^-1 + ...) / (d0 + d1 z^-1 + ...). out holds y(k) from tick k to the next, 0 before
// the first.
class TransferFunction : public Block {
 public:
  // Throws BuildError when a list is empty, a coefficient is not finite or denominator[0] is 0.
  TransferFunction(std::string name, std::vector<double> numerator, std::vector<double> denominator,
                   Periodic ticks);
  InPort<Signal> in{*this, "in"};
  OutPort<Signal> out{*this, "out"};
  void build(Wiring& wiring) override;

 private:
  std::vector<double> numerator_, denominator_;
  std::optional<Periodic> ticks_;
  std::unique_ptr<Element> element_;
};

}  // namespace escapement::qss
