// SPDX-License-Identifier: MIT
// The solver's side of a continuous atomic: the system, its inputs, the step that is ahead, and what is due
// in it. Knows no ports. Steps C1 ... C7 are those of continuous.h.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "crossing.h"
#include "escapement/sundials/continuous.h"
#include "escapement/sundials/integrator.h"
#include "zeno.h"

namespace escapement::sundials::internal {

// What an input does from a time on: a polynomial of degree 3 at most.
struct Course {
  double since = 0;
  std::array<double, 4> c{};
  double at(double t) const {
    const double e = t - since;
    return c[0] + e * (c[1] + e * (c[2] + e * c[3]));
  }
  bool stays() const { return c[1] == 0 && c[2] == 0 && c[3] == 0; }
  void archive(Archive& archive);
};

enum class Due { kStepEnd, kStop, kConditions };

class Engine final : private ConditionValues, private Inputs {
 public:
  // `quanta`: variables that are told when they differ by so much from what they were; they are conditions
  // after those of the system.
  struct Quantum {
    std::size_t variable = 0;
    double size = 0;
  };
  Engine(std::unique_ptr<System> system, const Options& options, std::vector<Quantum> quanta,
         std::vector<double> initial_inputs);

  System& system() { return *system_; }
  const System& system() const { return *system_; }

  void start(double t);  // C1
  // What is next, and when; never before the time of the last call that changed something.
  double due() const { return due_; }
  Due kind() const { return kind_; }
  // At due(): what fires then.
  const std::vector<std::size_t>& fired() const { return fired_; }
  // Looks for what is due, taking a step when the last one is used up. To be called after start() and each of
  // the following.
  void plan();
  // The end of the step is reached.
  void pass_step_end();
  // C4, C5 at due().
  Change fire();
  // The run ends well at t, which is not before the last event nor after the next.
  Change finish(double t);
  // What fire() is about to send.
  void emit(std::vector<Sent>& to);
  // C6. True when one is new.
  bool set_inputs(double t, const std::vector<std::pair<std::size_t, Course>>& news);
  // Whether input i goes on as it is told to from t on.
  bool goes_on_as(std::size_t i, const Course& course) const;
  std::size_t input_count() const { return inputs_.size(); }
  void state(double t, double* y) const;
  // States, then outputs.
  void values(double t, double* out);
  std::size_t system_conditions() const { return condition_count_; }

  continuous::Counters counters() const;
  void archive(Archive& archive);

 private:
  void at(double t, double* g) override;
  const double* at(double t) override;
  struct Passed {  // a point of a stretch of time, and what the system keeps of it
    double t = 0;
    std::vector<double> values;
  };
  Passed point_at(double t);
  void tell_passed(const Passed& from, const Passed& middle, const Passed& to, int depth);
  void pass_to(double t);
  void bring_to(double t);
  void take_step();
  bool search_up_to(double& end);
  void begin_at(double t);
  void ask_next_stop(double t);
  void look_again(double t);
  std::span<const std::size_t> of_system(const std::vector<std::size_t>& fired) const;

  std::unique_ptr<System> system_;
  std::vector<Course> inputs_;
  std::vector<double> input_values_;  // at the time that was asked for last
  bool moving_ = false;               // some of them change all the time
  std::vector<Quantum> quanta_;
  std::vector<double> bases_;
  std::size_t condition_count_ = 0, output_count_ = 0;
  std::unique_ptr<Integrator> integrator_;
  Crossings crossings_;
  ZenoWatch zeno_;
  std::vector<double> y_, dy_;         // at the last restart or event
  std::vector<double> probe_, shown_;  // scratch
  double tolerance_;
  std::vector<double> largest_;  // of what the system keeps, by its place
  double reached_ = 0;           // searched up to here
  double end_ = 0;               // of the solver's step
  double stop_ = kInfinity;
  double due_ = kInfinity;
  Due kind_ = Due::kStepEnd;
  std::vector<std::size_t> fired_;
  bool at_once_ = false;     // fired_ is for now, and not what a search found ahead
  bool handle_now_ = false;  // an input is new: handle() follows, whatever the conditions say
  double restart_time_ = 0;
  std::vector<double> restarted_;  // y there
  // For saving: the last restart, as it was asked for, and what followed.
  struct Origin {
    double time = 0;
    std::vector<double> y{}, dy{};
    std::uint64_t steps = 0;
    std::vector<std::pair<std::uint64_t, double>> stops{};  // from that step on
    void archive(Archive& archive);
  };
  Origin origin_;
  std::uint64_t events_ = 0, restarts_ = 0;
  continuous::Counters loaded_;  // to be added to the solver's own, after loading
};

}  // namespace escapement::sundials::internal
