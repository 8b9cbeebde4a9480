// SPDX-License-Identifier: MIT
// What continuous parts of one replication have in common: the solver that the run has chosen, and the parts
// themselves, whose variables can be read at the present time.
//
// The solver is a property of the run, not of the model. A part registers itself when it is made and can,
// once it is started, be asked for its variables at any time from its last event to its next.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/core/archive_fwd.h"

namespace escapement::continuous {

// Whether equations are translated to machine code, which changes their speed and nothing else.
enum class MachineCode { kNever, kWhenItPays, kAtOnce };

struct Settings {
  std::string solver = "cvode";
  std::optional<double> tolerance{};  // relative; absent: what suits the solver
  std::int64_t intervals = 500;       // of the grid of trajectories; at least 1
  MachineCode machine_code = MachineCode::kWhenItPays;
  bool bare_names = false;  // trajectories name variables without the path of their part: there is one part
};

// The work of a solver.
struct Counters {
  std::uint64_t steps = 0, rejected = 0, evaluations = 0, jacobians = 0, events = 0, restarts = 0;
  std::uint64_t state_choices = 0;  // restarts because other unknowns became states; the parts keep it
  std::uint64_t crossing_checks = 0, heap_operations = 0;  // of quantised state methods
  Counters& operator+=(const Counters& other);
  void archive(Archive& archive);
};

// The order of a quantised state method: 1, 2 or 3 of "qss1" ... "liqss3", 1 of "cqss"; none of other
// solvers.
std::optional<int> quantised_order(std::string_view solver);

struct Variable {
  std::string name;  // local to the part
  std::string unit{};
  bool state = false;  // else an output, an auxiliary or a discrete variable
};

class Recorder;

// Who integrates what the variables of parts do between events.
class Follower {
 public:
  virtual ~Follower() = default;
  // The part is about to forget what lies before t, and to change its variables at t, perhaps: from the last
  // call (or the start) to t they can be asked for now, with those at t as they are before it. Nothing
  // happens when it has been told of t before.
  virtual void bring_to(double t) = 0;
};

// A continuous part: an atomic, or several that act together.
class Part {
 public:
  virtual ~Part() = default;
  virtual std::string part_path() const = 0;
  virtual const std::vector<Variable>& variables() const = 0;
  // All of them at time t, which is not before the part's last event nor after its next one. Steps of a
  // solver are events here.
  virtual void values(double t, double* out) const = 0;
  virtual Counters counters() const = 0;
  // The run has come to its end, at time t, and well: what is to happen just then (terminal()).
  virtual void finish(double /*t*/) {}
  // From now on the follower is told before each event of the part.
  void follow(Follower& follower);

 protected:
  bool followed() const { return !followers_.empty(); }
  void tell_followers(double t) {
    for (Follower* follower : followers_) follower->bring_to(t);
  }
  // Somebody follows, for the first time.
  virtual void begin_telling() {}

 private:
  std::vector<Follower*> followers_;
};

class Run {
 public:
  explicit Run(Settings settings = {}) : settings_(std::move(settings)) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const Settings& settings() const { return settings_; }
  // Parts enlist when they are made, and discharge themselves.
  void enlist(Part& part) { parts_.push_back(&part); }
  void discharge(const Part& part) { std::erase(parts_, &part); }
  const std::vector<Part*>& parts() const { return parts_; }
  void sort_parts();  // by path, once the model is whole
  bool empty() const { return parts_.empty(); }
  Counters counters() const;  // of all parts together
  // The one that the run names, else what parts say that their solver takes.
  double tolerance() const { return settings_.tolerance.value_or(standard_tolerance_); }
  void set_standard_tolerance(double tolerance) { standard_tolerance_ = tolerance; }

  // A part may end the simulation, which is then complete: the first that does so counts.
  struct End {
    double time = 0;
    std::string part, message;
  };
  void end(double time, std::string part, std::string message) {
    if (!end_) end_ = End{time, std::move(part), std::move(message)};
  }
  const std::optional<End>& ended() const { return end_; }
  // At the end of a run that has not failed: each part's last event.
  void finish(double t);

  // What a part has to tell while it runs, and is no fault: an assertion of level warning that does not hold,
  // or that another solver would serve better.
  using Warn = std::function<void(double time, const std::string& part, const std::string& message)>;
  void set_warn(Warn warn) { warn_ = std::move(warn); }
  void warn(double time, const std::string& part, const std::string& message) const {
    if (warn_) warn_(time, part, message);
  }
  bool warns() const { return warn_ != nullptr; }
  // When the run begins and ends, as far as it is known before.
  void plan(double begin, double end) {
    planned_end_ = end;
    planned_length_ = end - begin;
  }
  const std::optional<double>& planned_end() const { return planned_end_; }
  const std::optional<double>& planned_length() const { return planned_length_; }

  // Parts tell of their events, so that rows before and after each can be kept.
  void set_recorder(Recorder* recorder) { recorder_ = recorder; }
  void before_event(double t);
  void after_event(double t, bool happened);  // false: it was none after all

 private:
  Settings settings_;
  std::vector<Part*> parts_;
  Recorder* recorder_ = nullptr;
  std::optional<End> end_;
  Warn warn_;
  std::optional<double> planned_end_, planned_length_;
  double standard_tolerance_ = 0;
};

}  // namespace escapement::continuous
