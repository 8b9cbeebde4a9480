// SPDX-License-Identifier: MIT
// Flat equations (equations/flat_system.h) as a system that solvers run: index reduced, sorted, torn; events
// by restricted iteration.
//
//   between events   states from the solver, all else from the sorted blocks, as far as derivatives or
//   crossings need it at the start     equations of the beginning with their discrete part, then an event
//   iteration at an event      located conditions flipped, conditions affine in time that are due as well;
//   event iteration; the solver
//                    starts anew only when a state has changed, or something that a derivative reads
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/equations/block_solver.h"
#include "escapement/equations/event_iteration.h"
#include "escapement/equations/initialization.h"
#include "escapement/equations/jacobian.h"
#include "escapement/equations/prepared_system.h"
#include "escapement/equations/program.h"
#include "escapement/equations/tape.h"
#include "escapement/sundials/delay_history.h"
#include "escapement/sundials/located_conditions.h"
#include "escapement/sundials/system.h"

namespace escapement::sundials {

class FlatModel final : public System {
 public:
  // shown: the variables that outputs() gives beside states, in this order; states among them are left out.
  // Throws InputError for systems that cannot be sorted (equations/index_reduction.h).
  FlatModel(equations::FlatSystem system, const std::vector<equations::VariableIndex>& shown,
            equations::EventIteration::Scope scope = equations::EventIteration::Scope::kRestricted);
  // The same with a choice of states; without one it is that at the start values.
  FlatModel(equations::PreparedSystem prepared, std::optional<equations::StateChoice> choice,
            const std::vector<equations::VariableIndex>& shown,
            equations::EventIteration::Scope scope = equations::EventIteration::Scope::kRestricted);

  std::size_t size() const override { return sorted_.choice.states.size(); }
  std::string state_name(std::size_t i) const override { return variable(states()[i]).name; }
  std::string state_unit(std::size_t i) const override { return variable(states()[i]).unit; }
  std::vector<std::string> input_names() const override;
  void start(double t, std::span<double> y, std::span<double> dy, const double* u) override;
  void derivatives(double t, const double* y, const double* u, double* dy) override;
  double nominal(std::size_t i) const override { return variable(states()[i]).nominal; }
  const Pattern* pattern() const override { return &pattern_; }
  // Exact, through all blocks (equations/jacobian.h).
  bool has_jacobian() const override { return true; }
  void jacobian(double t, const double* y, const double* dy, const double* u, double c,
                double* values) override;
  std::vector<Condition> conditions() const override;
  void condition_values(double t, const double* y, const double* u, double* g) override;
  // Unknowns that are found by iteration where no derivative reads them: a solution of theirs that ends, as
  // at the threshold of a Schmitt trigger, is nothing to the solver.
  std::size_t followed() const override { return followed_.size(); }
  void followed_values(double* values) override;
  void jumped(double before, double t) override { jump_ = Jump{before, t}; }
  Time next_stop(Time t) const override;
  Change handle(double t, std::span<double> y, const double* u, std::span<const std::size_t> fired) override;
  bool remembers() const override { return !delays_.empty(); }
  void remembered(double t, const double* y, const double* u, std::vector<double>& values) override;
  void passed(double t, std::span<const double> values) override;
  double longest_step() const override;
  bool driven_by_time() const override;
  bool settles_itself() const override { return true; }
  bool handles_inputs() const override { return !inputs_.empty(); }
  std::vector<std::string> output_names() const override;
  std::string output_unit(std::size_t i) const override { return variable(shown_[i]).unit; }
  void outputs(double t, const double* y, const double* u, double* out) override;
  Change finish(double t, std::span<double> y, const double* u) override;
  // An assertion of level warning is looked at whenever outputs() are asked for and after events; no solver
  // locates it.
  void warn_by(Warn warn) override { warn_ = std::move(warn); }
  std::optional<std::string> ended() const override;
  void step_taken() override {
    guesses_ = trial_;
    step_is_new_ = true;
  }
  void integration_begins() override;
  void integration_begins_again() override;
  void archive(Archive& archive) override;

  // Has machine code made for what a solver evaluates between events: derivatives, the Jacobian, crossing
  // functions. The results stay what they are, bit by bit.
  void translate(equations::Executor& executor, bool at_once = false);

  const equations::FlatSystem& system() const { return system_; }
  const equations::SortedSystem& sorted() const { return sorted_; }
  std::size_t event_evaluations() const { return event_evaluations_; }

  // Of all variables of system(): as the last call has left them; after bring_to() those at t.
  const std::vector<double>& values() const { return values_; }
  void bring_to(double t, const double* y, const double* u);
  // Goes on from where `other`, a model of the same prepared system with other states, has been brought to;
  // y: this model's states there.
  void take_over(const FlatModel& other, double t, std::span<double> y);

 private:
  const std::vector<equations::VariableIndex>& states() const { return sorted_.choice.states; }
  const equations::FlatVariable& variable(equations::VariableIndex v) const { return system_.variables[v]; }
  void load(double t, const double* y, const double* u);
  void keep_guesses();
  void start_delays(double t);
  bool move_delays(double t);
  void note_jumps(double t);
  std::vector<equations::SolvedBlock> needed_for(const std::vector<equations::VariableIndex>& wanted) const;
  Change settled(double t, std::span<double> y, std::span<const std::size_t> flipped, bool delayed_jump);
  void check_assertions(double t);
  void check_warnings(double t);
  std::string message_of(const equations::Assertion& one, double t) const;
  void find_overlooked(double t);
  bool nearly_holds(equations::Term condition, double t);
  double term(equations::Term term, double t) const;

  equations::FlatSystem system_;
  equations::SortedSystem sorted_;
  std::vector<equations::VariableIndex> inputs_, shown_;
  // What blocks find by iteration, and where the next iteration begins: at the solution of the last step that
  // the integrator has taken, or that an event has left; within an attempt at a step at the one that it asked
  // for before. An attempt may go beyond the end of a branch of solutions (the threshold of a Schmitt
  // trigger) and find another branch; the shorter one that follows must not begin there, for before the
  // threshold both exist.
  std::vector<equations::VariableIndex> iterated_;
  std::vector<double> guesses_, trial_, begun_with_;
  // Of these, those that no derivative reads. Each iteration begins at the solution that is known before its
  // time, so that what is found depends on what was, and not on what somebody has asked for before.
  std::vector<equations::VariableIndex> followed_;
  struct Known {
    double time = 0;
    std::vector<double> values{};
  };
  std::vector<Known> known_;  // since the last event, or the step before this one
  bool step_is_new_ = false;
  struct Jump {
    double before = 0, time = 0;
  };
  std::optional<Jump> jump_;
  std::vector<bool> driven_;  // by variable: it moves with time, beside the states
  void find_followed(const std::vector<equations::SolvedBlock>& for_derivatives);
  void find_driven();
  void note_followed(double t);
  void begin_to_follow(double t);
  std::size_t known_before(double t) const;
  void archive_followed(Archive& archive);
  double asked_ = 0;  // the time that the integrator asked for last
  void begin_attempt(double t);
  void find_time_conditions();
  std::vector<std::size_t> located_, timed_;  // in system_.conditions
  mutable std::vector<SearchedCondition> searched_;
  std::vector<std::vector<equations::VariableIndex>> searched_reads_;  // that events change, ascending
  Pattern pattern_;
  std::vector<bool> felt_;  // by variable: a derivative depends on it
  equations::Tape timings_;
  equations::Program crossings_;
  std::optional<equations::Program> straight_;  // derivatives alone, where all blocks are explicit
  std::optional<equations::BlockJacobian> jacobian_;
  std::optional<equations::BlockSolver> for_derivatives_, for_crossings_, for_all_;
  std::optional<equations::EventIteration> at_start_, at_events_;
  struct Overlooked {
    std::size_t place;   // in located_
    double width, side;  // up to which value of the crossing function this value is told instead
  };
  std::vector<Overlooked> overlooked_;
  std::vector<double> values_, results_;
  std::vector<equations::InitialSystem::Checked> checked_;  // when the start has been solved
  std::vector<double> guess_;  // where the start begins, for want of start values
  mutable std::vector<double> timing_results_, timing_work_;
  struct DelayedValue {
    equations::VariableIndex variable = 0;
    double time = 0;
    DelayHistory history;
    bool varies = false;  // its time changes between events too
  };
  std::vector<DelayedValue> delays_;
  std::optional<equations::BlockSolver> for_delays_;
  equations::Tape delayed_;
  std::vector<double> delayed_results_;
  equations::Tape assertions_, warnings_;
  std::vector<std::size_t> warned_by_;  // of those of level warning, in warnings_: their places
  std::vector<bool> warned_;
  Warn warn_;
  std::vector<double> assertion_results_;
  std::size_t event_evaluations_ = 0;
  bool restored_ = false;  // from a saved state, and no event since
};

}  // namespace escapement::sundials
