// SPDX-License-Identifier: MIT
// Levels and rates, the continuous variables of SIMAN (Pegden, Shannon and Sadowski 1995, chapter 11; Kelton,
// Sadowski and Zupick, "Simulation with Arena", continuous and combined models).
//
//   d(level)/dt = rate
//
// A rate is a variable that entities set (Assign), so it is constant between events and a level is a straight
// line: level(t) = level + rate (t - since). It is computed, not integrated, and a Detect (detect.h) finds
// its crossings exactly. Both can be read in expressions and set by Assign, a level too, which makes it jump.
// Where a rate is to depend on levels all the time, the part is an `ode`.
//
// A condition that waits (scan.h) and reads a level is looked at after each event. It does not find by itself
// the instant between events at which a level passes a value: a Detect at that value makes an event there.
#pragma once

#include <string>
#include <vector>

#include "escapement/continuous/run.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/variable.h"

namespace escapement::siman {

class Detect;
class Level;

class Rate final : public Variable {
 public:
  Rate(std::string name, double initial);
  static registry::ComponentType descriptor();
  void drive(Level& level) { levels_.push_back(&level); }

 protected:
  void was_set(double t) override;

 private:
  std::vector<Level*> levels_;
};

class Level final : public Variable, public continuous::Part {
 public:
  struct Options {
    double initial = 0;
    Reference rate{};  // empty: 0 for ever, the level changes by Assign only
    std::string unit{};
  };
  // `run` may be null.
  Level(std::string name, Options options, continuous::Run* run = nullptr);
  ~Level() override;
  static registry::ComponentType descriptor();

  void bind(Binder& binder) override;
  void start() override;
  void archive(Archive& archive) override;
  // Between events nobody is told that it has changed.
  bool marks_changes() const override { return false; }

  double at(double t) const { return base_ + rate_ * (t - since_); }
  double slope() const { return rate_; }
  void watch(Detect& detect) { detects_.push_back(&detect); }
  // The rate has become `rate` at t.
  void take_rate(double rate, double t);
  // A Detect has come to its instant: the level is exactly there.
  void arrive_at(double threshold, double t);

  // Part.
  std::string part_path() const override { return path(); }
  const std::vector<continuous::Variable>& variables() const override { return shown_; }
  void values(double t, double* out) const override { *out = at(t); }
  continuous::Counters counters() const override { return counters_; }

 protected:
  void was_set(double t) override;

 private:
  void replan(double before, double t);

  Options level_options_;
  Rate* source_ = nullptr;
  double base_ = 0, since_ = 0, rate_ = 0;
  std::vector<Detect*> detects_;
  std::vector<continuous::Variable> shown_;
  continuous::Counters counters_;
  continuous::Run* run_;
};

}  // namespace escapement::siman
