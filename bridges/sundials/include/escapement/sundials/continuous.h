// SPDX-License-Identifier: MIT
// An atomic that hosts a system of equations and integrates it by a solver of SUNDIALS.
//
// To the kernel it is a Parallel DEVS model like any other. Its solver is always one step of its own ahead:
// [a, b] is the part of that step which is still to come, with dense output.
//
//   C1  At the start: y := start values; conditions that hold do not fire. The solver starts (C7).
//   C2  The next internal event is at the first of: a condition that becomes true within [a, b]; a time at
//       which an output is to be sampled; b, the end of the step. A stop is the end of a step.
//   C3  At b the solver takes its next step, and no message is sent. When nothing else is due before (see
//       Dynamics::run_on), this costs no micro-step.
//   C4  Conditions that become true, at t: output() puts the messages that the system emits, as of before the
//       change, and what quantised outputs have to send. Then handle() may change y (all
//       conditions of t in one call, in their order). If it changed nothing, the solver goes on in its step.
//       Else it starts anew from t (C7).
//   C5  At a stop: handle() without conditions, then as C4.
//   C6  An input at t: messages with the value that the input has anyway change nothing. Any other: y := y(t)
//       from the dense output, and the solver starts anew (C7). Several messages in one bag: the last counts.
//       An input of signals takes the value and the derivatives that a message tells (qss/signal.h), and
//       moves on with them until the next.
//   C7  Start anew at t: the solver forgets its past; implicit systems are made consistent. Conditions that
//       were false before the event and are true now fire in a micro-step of their own (C4, at the same t).
//       Outputs that follow events are sent in a micro-step of their own.
//
// An event elsewhere, however often, does not touch the solver. Values that others read are those of the
// dense output. After a throw the model is where it was at its last event.
//
// Saving: the solver's memory is not written. Saved are the point of its last restart, the inputs since then
// and how many steps it took; loading takes these steps again, to the same bits (see integrator.h).
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/continuous/run.h"
#include "escapement/core/periodic.h"
#include "escapement/qss/signal.h"
#include "escapement/sundials/integrator.h"

namespace escapement::sundials {

namespace internal {
class Engine;
struct Course;
}  // namespace internal

// An output port that sends a variable of the system.
struct Sender {
  enum class When {
    kEvents,   // at the start, after every event and every input with a new value
    kSamples,  // at the ticks of `samples`
    kQuantum,  // at the start, and when it differs by `quantum` from what was sent last
    kChanges,  // as kEvents, but only when it differs from what was sent last
  };
  std::size_t variable = 0;  // states come first, then the outputs of the system
  std::string port;
  When when = When::kEvents;
  std::optional<Periodic> samples{};
  double quantum = 0;
};

struct Ports {
  std::vector<double> initial_inputs{};  // one for each input; missing ones are 0
  std::vector<Sender> senders{};
  std::vector<std::string> signal_inputs{};  // those of the inputs that come as polynomials
};

class Continuous : public Atomic, public continuous::Part {
 public:
  // With a port of reals (or of signals) for each input, and one of reals for each of the system's event
  // ports, and for each sender. `run` may be null. Throws BuildError as make_integrator() does, and for
  // senders of variables that are not there.
  Continuous(std::string name, std::unique_ptr<System> system, const Options& options, Ports ports = {},
             continuous::Run* run = nullptr);
  ~Continuous() override;

  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  void confluent() override;
  TimeAdvance time_advance() const override;
  bool serial() const override;
  void print_state(std::ostream& out) const override;
  void archive(Archive& archive) override;

  // For tests and for those who couple in C++; nullptr when there is none of that name.
  InPort<double>* input(std::string_view name);
  InPort<qss::Signal>* signal_input(std::string_view name);
  OutPort<double>* out(std::string_view name);
  // Unknown i at time t, from the last event to the next.
  double state(std::size_t i, double t) const;
  System& system();

  // Part: states, then outputs.
  std::string part_path() const override { return path(); }
  const std::vector<continuous::Variable>& variables() const override { return variables_; }
  void values(double t, double* out) const override;
  continuous::Counters counters() const override;
  void finish(double t) override;

 private:
  std::size_t port_named(const std::string& port);
  bool engine_acts() const;
  bool only_step_end() const;
  void tell_end();
  bool is_news(std::size_t sender, double value) const;
  void choose_due();
  bool act();
  void take_inputs();
  void go_on(bool acted);

  Ports ports_;
  std::unique_ptr<internal::Engine> engine_;
  std::vector<continuous::Variable> variables_;
  std::vector<std::unique_ptr<std::string>> names_;  // of ports, which keep them by address
  struct Input {                                     // one of both
    std::unique_ptr<InPort<double>> values{};
    std::unique_ptr<InPort<qss::Signal>> signals{};
  };
  std::vector<Input> inputs_;
  std::vector<std::unique_ptr<OutPort<double>>> outputs_;
  std::vector<std::size_t> event_ports_, sender_ports_;  // places in outputs_
  continuous::Run* run_of_parts_;
  Time due_ = kInfinity;
  bool sampling_ = false;      // a tick is due
  bool tell_outputs_ = false;  // outputs that follow events are to be sent, at once
  bool owes_telling_ = false;  // the same, once the system has handled its new inputs
  bool first_ = false;         // for the first time
  bool changed_ = false;
  bool has_followers_ = false, has_changes_ = false;
  std::vector<double> told_;          // by sender: what was sent last; of kChanges
  std::vector<std::uint64_t> ticks_;  // by sender: those that are done
  std::vector<std::pair<std::size_t, internal::Course>> news_;
  std::vector<double> shown_;
  std::vector<Sent> sent_;
};

}  // namespace escapement::sundials
