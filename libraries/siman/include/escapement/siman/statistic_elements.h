// SPDX-License-Identifier: MIT
// The statistics that a study names itself: counters (COUNTERS), tallies (TALLIES), time-persistent values of
// an expression (DSTATS), outputs evaluated at the end (OUTPUTS), and the condition that ends a replication.
#pragma once

#include <limits>
#include <string>

#include "escapement/continuous/run.h"
#include "escapement/expressions/errors.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/observation_file.h"
#include "escapement/statistics/counter.h"
#include "escapement/statistics/tally.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

// A counter; at its limit, if it has one, the replication ends.
class Counter : public Member {
 public:
  // When the count begins at 0 again: COUNTERS' option Yes, Replicate, No.
  enum class Clear { kStatistics, kSystem, kNone };
  explicit Counter(std::string name, double limit = std::numeric_limits<double>::infinity(),
                   Reference file = {}, Clear clear = Clear::kStatistics);
  static registry::ComponentType descriptor();
  static Clear clear_from(const registry::Arguments& arguments);
  void declare(Binder& binder) override;
  void bind(Binder& binder) override { file_.bind(binder, *this); }
  void start() override { file_.start(); }
  void add(double by);
  double value() const { return counter_->value(); }
  double limit() const { return limit_; }
  void archive(Archive& archive) override { file_.refuse_archive(archive, *this); }

 private:
  double limit_;
  ObservationFile file_;  // of the counts
  Clear clear_;
  statistics::Counter* counter_ = nullptr;
};

class TallyElement : public Member {
 public:
  explicit TallyElement(std::string name, Reference file = {})
      : Member(std::move(name)), file_(std::move(file)) {}
  static registry::ComponentType descriptor();
  void declare(Binder& binder) override;
  void bind(Binder& binder) override { file_.bind(binder, *this); }
  void start() override { file_.start(); }
  void observe(double value) {
    tally_->observe(value);
    file_.write(now(), value);
  }
  const statistics::Tally& statistic() const { return *tally_; }
  void archive(Archive& archive) override { file_.refuse_archive(archive, *this); }

 private:
  ObservationFile file_;
  statistics::Tally* tally_ = nullptr;
};

// What is told to look at the state after every event.
class Observed : public Member {
 public:
  using Member::Member;
  virtual void observe() = 0;
  // Whether what it looks at moves between events: then it is told before each event.
  virtual bool moves() const { return false; }
  // Nothing has happened yet at this time, or between it and the last event.
  virtual void before_event(Time /*t*/) {}

 protected:
  // work(): what cannot be evaluated between events is told of the member, at t. Throws SimulationError.
  template <class Work>
  void between_events(double t, Work work) {
    try {
      work();
    } catch (const expressions::EvaluationError& e) {
      fail_between_events(t, e.what());
    }
  }

 private:
  [[noreturn]] void fail_between_events(double t, const std::string& why) const;
};

// Watches an expression of the state (no attributes, no variates): its value is taken after every event.
//
// Where the expression reads levels, variables of continuous parts or the clock it moves between events
// (CSTATS). Then it is integrated from event to event, and where a continuous part is read, from one step of
// its solver to the next, by the dense output of the step (continuous/run.h, Follower):
//   C1  by Gauss-Legendre quadrature of four points, which is exact for polynomials in the levels up to
//   degree
//       3 (levels are straight lines between events) and their squares;
//   C2  halves of an interval are taken apart while their sum and the whole differ by more than 1e-9 of it
//       and more than rounding, at most 40 times in turn, so that a kink such as MX(level, 5) is found;
//   C3  extremes are those of the points that were looked at, ends included: exact where the value only rises
//       or only falls between events.
class DStat : public Observed, private statistics::Mover, private continuous::Follower {
 public:
  DStat(std::string name, ExpressionText value, Reference file = {})
      : Observed(std::move(name)), text_(std::move(value)), file_(std::move(file)) {}
  static registry::ComponentType descriptor();
  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  void observe() override;
  bool moves() const override { return moves_; }
  void before_event(Time t) override { bring_to(t); }
  void archive(Archive& archive) override;

 private:
  void bring_to(double t) override;  // Mover, Follower
  void integrate_to(double t);
  double value_at(double t);

  ExpressionText text_;
  ObservationFile file_;  // of the values, when they change
  expressions::Expression expression_;
  statistics::TimePersistent* statistic_ = nullptr;
  bool moves_ = false;
  double since_ = 0;  // up to here it is integrated
};

class Output : public Member {
 public:
  Output(std::string name, ExpressionText value, Reference file = {})
      : Member(std::move(name)), text_(std::move(value)), file_(std::move(file)) {}
  static registry::ComponentType descriptor();
  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override { file_.start(); }
  // The replication has ended at t: its value is written.
  void end_replication(double t) { file_.write(t, value_at(t)); }
  void archive(Archive& archive) override { file_.refuse_archive(archive, *this); }

 private:
  double value_at(double t);

  ExpressionText text_;
  ObservationFile file_;
  expressions::Expression expression_;
};

// Ends the replication when its condition is true after an event.
class Terminator : public Member {
 public:
  Terminator(std::string name, ExpressionText condition)
      : Member(std::move(name)), text_(std::move(condition)) {}
  void bind(Binder& binder) override;
  bool reached();
  void archive(Archive&) override {}

 private:
  ExpressionText text_;
  expressions::Expression expression_;
};

}  // namespace escapement::siman
