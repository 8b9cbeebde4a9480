// SPDX-License-Identifier: MIT
// Flat equations whose states are chosen anew during the run. Where constraints between states depend on
// values, a choice that is good here may be none there: a pendulum in Cartesian coordinates cannot keep x as
// a state where it passes the point at which it hangs level with its pivot, for x tells nothing about y's
// speed there.
//
//   S1  The states are those that are best at the start values; again after the start has been solved.
//   S2  While a solver runs, the margin of the choice (equations/choice_margin.h) is a condition beside those
//   of the model:
//       when it falls below kLeast, an event happens there.
//   S3  At such an event, after the model's own events of that time, states are chosen at the values that
//   stand. If they are
//       others, a model with these states takes all values over, and the solver starts anew. No value
//       changes.
//   S4  Choices that were in use are kept, so that a second return to them costs no preparation.
//
// What is a state under every choice keeps its name and its place. The others are numbered, "$state1",
// "$state2", and what they stand for is always among the outputs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "escapement/equations/choice_margin.h"
#include "escapement/sundials/flat_model.h"

namespace escapement::sundials {

class SwitchingModel final : public System {
 public:
  static constexpr double kLeast = 0.4;  // below it another choice is at least 2.5 times better

  // As FlatModel. Throws what that throws.
  SwitchingModel(equations::PreparedSystem prepared, const std::vector<equations::VariableIndex>& shown);
  ~SwitchingModel() override;

  std::size_t size() const override { return now_->size(); }
  std::string state_name(std::size_t i) const override;
  std::string state_unit(std::size_t i) const override;
  std::vector<std::string> input_names() const override { return now_->input_names(); }
  void start(double t, std::span<double> y, std::span<double> dy, const double* u) override;
  void derivatives(double t, const double* y, const double* u, double* dy) override;
  double nominal(std::size_t i) const override;
  std::vector<Condition> conditions() const override;
  Change finish(double t, std::span<double> y, const double* u) override;
  void warn_by(Warn warn) override;
  void condition_values(double t, const double* y, const double* u, double* g) override;
  Time next_stop(Time t) const override { return now_->next_stop(t); }
  Change handle(double t, std::span<double> y, const double* u, std::span<const std::size_t> fired) override;
  void step_taken() override { now_->step_taken(); }
  bool remembers() const override { return now_->remembers(); }
  void remembered(double t, const double* y, const double* u, std::vector<double>& values) override {
    now_->remembered(t, inner(y), u, values);
  }
  void passed(double t, std::span<const double> values) override { now_->passed(t, values); }
  double longest_step() const override { return now_->longest_step(); }
  bool driven_by_time() const override { return now_->driven_by_time(); }
  std::optional<std::string> ended() const override { return now_->ended(); }
  bool settles_itself() const override { return now_->settles_itself(); }
  bool handles_inputs() const override { return now_->handles_inputs(); }
  std::uint64_t state_choices() const override { return choices_; }
  std::vector<std::string> output_names() const override;
  std::string output_unit(std::size_t i) const override;
  void outputs(double t, const double* y, const double* u, double* out) override;
  void integration_begins() override;
  void integration_begins_again() override;
  void archive(Archive& archive) override;

  // As FlatModel::translate(), now and for every choice to come; the executor must live as long.
  void translate(equations::Executor& executor, bool at_once = false);
  // The model with the states that are in use.
  const FlatModel& model() const { return *now_; }

 private:
  struct Choice;
  Choice& choice_of(equations::StateChoice choice);
  void use(Choice& choice);
  bool choose_anew(double t);
  const double* inner(const double* y);
  void outer(std::span<const double> inner_values, double* y) const;

  equations::PreparedSystem prepared_;             // choices are looked for in it
  std::vector<equations::VariableIndex> told_;     // outputs
  std::vector<equations::VariableIndex> lasting_;  // states under every choice
  std::map<std::vector<equations::VariableIndex>, std::unique_ptr<Choice>> known_;  // by dummies
  Choice* chosen_ = nullptr;
  FlatModel* now_ = nullptr;
  equations::Executor* executor_ = nullptr;
  bool at_once_ = false;
  Warn warn_;  // of all choices: each message once
  std::set<std::string> told_once_;
  std::uint64_t choices_ = 0;
  std::vector<double> inner_y_, inner_dy_;
};

// A FlatModel, or a SwitchingModel where its states may have to be chosen anew. `executor` may be null.
std::unique_ptr<System> make_flat_model(equations::FlatSystem system,
                                        const std::vector<equations::VariableIndex>& shown,
                                        equations::Executor* executor = nullptr, bool at_once = false);

}  // namespace escapement::sundials
