// SPDX-License-Identifier: MIT
// An explicit hybrid system of equations (equations/ode_system.h, where its semantics stand) as a system that
// solvers run: right sides, conditions and events as programs and tapes, the Jacobian by symbolic derivatives
// with its sparsity.
//
// Each condition that is to be located becomes two: one that fires when it becomes true (or the whole number
// of a floor rises), one for the way back. Conditions affine in time are stops, and so are those of time and
// of what only events change, which are searched for. What events set goes by their order; the solver starts
// anew only when a state has changed, or something that a right side reads.
//
// The equations have a time of their own: `time_factor` of its units are one of the simulation's. Derivatives
// are per unit of the equations' time, and `time` in them is that time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/equations/ode_system.h"
#include "escapement/equations/program.h"
#include "escapement/equations/tape.h"
#include "escapement/sundials/located_conditions.h"
#include "escapement/sundials/system.h"

namespace escapement::sundials {

class EquationSystem final : public System {
 public:
  // An event that makes others true, and these again others, may go on for so many rounds at one instant.
  static constexpr int kRoundLimit = 100;

  // `model` after prepare(). Throws BuildError when it has no state; of constant conditions, see prepare().
  explicit EquationSystem(equations::OdeSystem model, double time_factor = 1);

  std::size_t size() const override { return states_.size(); }
  std::string state_name(std::size_t i) const override { return model_.variables[states_[i]].name; }
  std::string state_unit(std::size_t i) const override { return model_.variables[states_[i]].unit; }
  std::string equation(std::size_t i) const override { return texts_[i]; }
  double nominal(std::size_t i) const override { return model_.variables[states_[i]].nominal; }
  std::vector<std::string> input_names() const override;
  std::vector<double> input_starts() const;
  void start(double t, std::span<double> y, std::span<double> dy, const double* u) override;
  void derivatives(double t, const double* y, const double* u, double* dy) override;
  const Pattern* pattern() const override { return &pattern_; }
  bool has_jacobian() const override { return true; }
  void jacobian(double t, const double* y, const double* dy, const double* u, double c,
                double* values) override;
  std::vector<Condition> conditions() const override;
  void condition_values(double t, const double* y, const double* u, double* g) override;
  Time next_stop(Time t) const override;
  // Throws Error when events do not settle.
  Change handle(double t, std::span<double> y, const double* u, std::span<const std::size_t> fired) override;
  bool driven_by_time() const override;
  bool settles_itself() const override { return true; }
  bool handles_inputs() const override {
    return !inputs_.empty() && !(model_.events.empty() && located_.empty());
  }
  std::vector<std::string> event_ports() const override { return ports_; }
  void emit(double t, std::span<const double> y, const double* u, std::span<const std::size_t> fired,
            std::vector<Sent>& to) override;
  void emit_at_start(std::vector<Sent>& to) override { to = at_start_; }
  // Algebraic, then discrete variables.
  std::vector<std::string> output_names() const override;
  // Among states, then outputs.
  std::optional<std::size_t> place_of(std::string_view name) const;
  std::string output_unit(std::size_t i) const override { return model_.variables[shown_[i]].unit; }
  void outputs(double t, const double* y, const double* u, double* out) override;
  void archive(Archive& archive) override;

  // Has machine code made for what a solver evaluates between events: right sides, the Jacobian, crossing
  // functions. The results stay what they are, bit by bit.
  void translate(equations::Executor& executor, bool at_once = false);

  const equations::OdeSystem& model() const { return model_; }

 private:
  void load(const double* y, const double* u);
  double local(double t) const { return t * factor_; }
  void run(const equations::Tape& tape, double t, std::vector<double>& results);
  void tape_results(const equations::Tape& tape, double t, std::span<double> results);
  void look_at_crossings(double t);
  void set_timed(double t);
  void find_rates(double t);
  void set_conditions(double t);
  void flip(std::span<const std::size_t> fired, double t);
  bool fire_events(double t, bool at_start, std::vector<Sent>* to);
  // Rounds of events until nothing changes. True when an event fired.
  bool settle(double t, bool at_start, std::vector<Sent>* to);

  equations::OdeSystem model_;
  double factor_;
  std::vector<equations::VariableIndex> states_, inputs_, shown_;
  std::vector<std::size_t> located_, timed_;         // in model_.conditions
  mutable std::vector<SearchedCondition> searched_;  // these, too, are the last ones of located_
  std::span<const std::size_t> told() const { return {located_.data(), located_.size() - searched_.size()}; }
  std::vector<std::string> ports_, texts_;
  std::vector<std::vector<std::size_t>> event_ports_;  // by event and emission, in ports_
  std::vector<bool> felt_, seen_;                      // by variable: a right side, or an output, reads it
  Pattern pattern_;
  equations::Program right_sides_, jacobian_, crossings_;
  std::vector<equations::Term> crossing_terms_;  // of those in located_
  equations::Tape timings_, whens_, outputs_;
  std::vector<equations::Tape> actions_;  // by event: values of assignments, then of emissions
  std::vector<double> values_;            // of all variables; conditions and discrete ones are kept here
  std::vector<char> was_;                 // by event: the truth of its `when`
  std::vector<Sent> at_start_;
  // Scratch.
  std::vector<double> work_, results_, before_, slopes_, rates_;
  std::vector<std::optional<double>> pinned_;  // crossing functions of conditions that were located just now
  mutable std::vector<double> timing_work_, timing_results_;
};

}  // namespace escapement::sundials
