// SPDX-License-Identifier: MIT
// An atomic that hosts a system of equations and integrates it by a quantised state method, all of it in the
// loop of one Solver.
//
//   P1  At the start: Solver::start(), and a warning of what the method will not carry well (qss/outlook.h),
//       with a second look after a twentieth of the run; then outputs that follow events, in a micro-step of
//       their own.
//   P2  The next internal event is the solver's next instant, or the tick of an output that is sampled. Steps
//       of states send nothing, and as long as nothing else is due the kernel is not entered
//       (Dynamics::run_on).
//   P3  Inputs at t: messages with the value that the input has anyway change nothing. Any other: the
//   equations'
//       events and what reads the input, nothing else. Several messages in one bag: the last counts.
//   P4  After an instant at which a condition changed, and after an input, outputs that follow events are
//   sent
//       in a micro-step of their own. They tell states, not their quantised companions.
//
// Equations count time in seconds; `seconds` is how many of them one unit of the simulation's time is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/continuous/run.h"
#include "escapement/core/periodic.h"
#include "escapement/equations/tape.h"
#include "escapement/qss_solver/solver.h"

namespace escapement::qss_solver {

// An output port that sends a variable of the system.
struct Sender {
  enum class When {
    kEvents,   // at the start, after every event and every input
    kChanges,  // likewise, but only a value that it has not sent last
    kSamples,  // at the ticks of `samples`
  };
  equations::VariableIndex variable = 0;
  std::string port;
  When when = When::kEvents;
  std::optional<Periodic> samples{};
};

struct PartOptions {
  qss::Method method;
  RelativeTo relative = RelativeTo::kValue;
  double seconds = 1;
  std::vector<Sender> senders{};
  // Shown beside the states, in this order; states among them are left out.
  std::vector<equations::VariableIndex> shown{};
};

class Part final : public Atomic, public continuous::Part {
 public:
  // With a port of reals for each input of the system and for each sender. `run` may be null. Throws as
  // Solver does.
  Part(std::string name, equations::FlatSystem system, PartOptions options, continuous::Run* run = nullptr);
  ~Part() override;

  // As Solver::translate(); before the run.
  void translate(equations::Executor& executor, bool at_once) { solver_.translate(executor, at_once); }

  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  void confluent() override;
  TimeAdvance time_advance() const override;
  bool serial() const override { return run_ != nullptr; }
  void archive(Archive& archive) override;

  // For tests and for those who couple in C++; nullptr when there is none of that name.
  InPort<double>* input(std::string_view name);
  OutPort<double>* out(std::string_view name);
  const Solver& solver() const { return solver_; }

  std::string part_path() const override { return path(); }
  const std::vector<continuous::Variable>& variables() const override { return variables_; }
  void values(double t, double* out) const override;
  continuous::Counters counters() const override;

 private:
  struct Output {
    Sender sender;
    std::unique_ptr<OutPort<double>> port;
    std::uint64_t tick = 0;  // those that are done
    std::optional<double> sent{};
  };
  struct Input {
    equations::VariableIndex variable = 0;
    std::string name;
    double value = 0;
    std::unique_ptr<InPort<double>> port{};
  };
  Time next_tick() const;
  Time due() const;
  bool run_to_event(double until);
  void go_on();
  void happened();
  void look_ahead();
  void tell_of_stiffness();

  // Dense output solves blocks in the solver's own scratch.
  mutable Solver solver_;
  PartOptions options_;
  continuous::Run* run_;
  std::vector<Output> outputs_;
  std::vector<Input> inputs_;
  std::vector<continuous::Variable> variables_;
  std::vector<equations::VariableIndex> shown_;
  Time due_ = kInfinity;
  bool tell_ = false, told_ = false;
  std::vector<qss::Outlook::Kind> told_ahead_;
  Time look_again_ = kInfinity;
  mutable std::vector<double> all_;
  void check_warnings(double t) const;
  std::vector<std::size_t> warned_by_;  // assertions of level warning, told once, when values are asked for
  equations::Tape warnings_;
  mutable std::vector<char> warned_;
  mutable std::vector<double> warning_results_, warning_work_;
};

}  // namespace escapement::qss_solver
