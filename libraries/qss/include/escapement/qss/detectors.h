// SPDX-License-Identifier: MIT
// Blocks that watch a signal for the instants at which it crosses a level, exactly where its polynomial does
// (crossing.h).
//
// All of them stop a run that chatters: when a crossing follows the one before within the clock's resolution,
// again and again (Zeno behaviour: ever shorter intervals that end at an accumulation time; or a switching
// that undoes itself), the SimulationError names the block, the level and that time.
#pragma once

#include <memory>
#include <string>

#include "escapement/qss/functions.h"

namespace escapement::qss {

enum class Direction { kUp, kDown, kBoth };

// Sends the level as a message at each instant at which `in` crosses it. A signal that begins on the level,
// or beyond it, has not crossed it; one that only touches it does not.
//   ports  in Signal;  out double, crossings in the given direction;  up, down double, those in each
class CrossDetector : public Block {
 public:
  CrossDetector(std::string name, double level, Direction direction = Direction::kBoth);
  InPort<Signal> in{*this, "in"};
  OutPort<double> out{*this, "out"};
  OutPort<double> up{*this, "up"};
  OutPort<double> down{*this, "down"};
  void build(Wiring& wiring) override;

 private:
  double level_;
  Direction direction_;
  std::unique_ptr<Element> element_;
};

// out = high where in > reference, low elsewhere; where they are equal and stay so, low.
//   ports  in, reference Signal (the level when nothing leads to `reference`);  out Signal;
//          up, down double, the new value of out when it rises or falls
class Comparator : public Block {
 public:
  explicit Comparator(std::string name, double level = 0, double low = 0, double high = 1);
  InPort<Signal> in{*this, "in"};
  InPort<Signal> reference{*this, "reference"};
  OutPort<Signal> out{*this, "out"};
  OutPort<double> up{*this, "up"};
  OutPort<double> down{*this, "down"};
  void build(Wiring& wiring) override;

 private:
  double level_, low_, high_;
  std::unique_ptr<Element> element_;
};

// A relay: out becomes high when in rises above `upper`, low when it falls below `lower` < upper. Between
// them it begins low, or high with `begin_high`.
class Hysteresis : public Block {
 public:
  Hysteresis(std::string name, double lower, double upper, double low = 0, double high = 1,
             bool begin_high = false);
  InPort<Signal> in{*this, "in"};
  OutPort<Signal> out{*this, "out"};
  OutPort<double> up{*this, "up"};
  OutPort<double> down{*this, "down"};
  void build(Wiring& wiring) override;

 private:
  double lower_, upper_, low_, high_;
  bool begin_high_;
  std::unique_ptr<Element> element_;
};

// out = on where control > level, off elsewhere; as a static function of both, changed only when control
// crosses the level.
class Switch : public FunctionBlock {
 public:
  explicit Switch(std::string name, double level = 0);
  InPort<Signal> control{*this, "control"};
  InPort<Signal> on{*this, "on"};
  InPort<Signal> off{*this, "off"};
  void build(Wiring& wiring) override;

 private:
  double level_;
  std::unique_ptr<Element> element_;
  std::unique_ptr<Function> function_;
};

// out is the last multiple of `step` that `in` has crossed or touched from either side, at the start the one
// at or below it.
//   ports  in, out Signal;  level double, each new value of out, and the same one when `in` turns back over
//   it
class Quantiser : public Block {
 public:
  Quantiser(std::string name, double step);
  InPort<Signal> in{*this, "in"};
  OutPort<Signal> out{*this, "out"};
  OutPort<double> level{*this, "level"};
  void build(Wiring& wiring) override;

 private:
  double step_;
  std::unique_ptr<Element> element_;
};

}  // namespace escapement::qss
