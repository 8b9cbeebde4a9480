// SPDX-License-Identifier: MIT
#include "escapement/sundials/switching_model.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::sundials {

using equations::StateChoice;
using equations::VariableIndex;

struct SwitchingModel::Choice {
  FlatModel model;
  equations::ChoiceMargin margin;
  std::vector<std::size_t> slots;  // of the model's states, in y
};

SwitchingModel::SwitchingModel(equations::PreparedSystem prepared, const std::vector<VariableIndex>& shown)
    : prepared_(std::move(prepared)) {
  const equations::FlatSystem& system = prepared_.system;
  // Whatever a differentiated equation determines the derivative of may stop being a state.
  std::vector<bool> candidate(system.variables.size(), false);
  for (const std::size_t e : prepared_.highest)
    for (std::optional<std::size_t> at = e; at && system.equations[*at].derivative_of;
         at = system.equations[*at].derivative_of) {
      const std::vector<equations::Term> sides{system.equations[*at].left, system.equations[*at].right};
      for (const VariableIndex v : system.terms.variables_in(sides))
        if (system.variables[v].integral) candidate[*system.variables[v].integral] = true;
    }
  for (VariableIndex v = 0; v < system.variables.size(); ++v)
    if (system.is_unknown(v) && system.variables[v].derivative && !candidate[v]) lasting_.push_back(v);
  // Under each choice some of what was a state is an output, so all of it is told as such.
  for (const VariableIndex v : shown) {
    const equations::Variability kind = system.variables[v].variability;
    if (!std::binary_search(lasting_.begin(), lasting_.end(), v) &&
        (kind != equations::Variability::kParameter || system.variables[v].computed) &&
        kind != equations::Variability::kInput)
      told_.push_back(v);
  }
  use(choice_of(choose_at_start(prepared_)));
}

SwitchingModel::~SwitchingModel() = default;

SwitchingModel::Choice& SwitchingModel::choice_of(StateChoice choice) {
  std::unique_ptr<Choice>& made = known_[choice.dummies];
  if (made) return *made;
  equations::ChoiceMargin margin(prepared_.system, prepared_.highest, choice);
  std::vector<std::size_t> slots;
  std::size_t changing = lasting_.size();
  for (const VariableIndex v : choice.states) {
    const auto at = std::lower_bound(lasting_.begin(), lasting_.end(), v);
    const bool lasts = at != lasting_.end() && *at == v;
    slots.push_back(lasts ? static_cast<std::size_t>(at - lasting_.begin()) : changing++);
  }
  made.reset(new Choice{FlatModel(prepared_, std::move(choice), {}), std::move(margin), std::move(slots)});
  if (executor_ != nullptr) made->model.translate(*executor_, at_once_);
  if (warn_) made->model.warn_by(warn_);
  return *made;
}

void SwitchingModel::use(Choice& choice) {
  chosen_ = &choice;
  now_ = &choice.model;
  inner_y_.resize(now_->size());
  inner_dy_.resize(now_->size());
}

void SwitchingModel::translate(equations::Executor& executor, bool at_once) {
  executor_ = &executor;
  at_once_ = at_once;
  for (auto& [unused, choice] : known_) choice->model.translate(executor, at_once);
}

const double* SwitchingModel::inner(const double* y) {
  for (std::size_t i = 0; i < inner_y_.size(); ++i) inner_y_[i] = y[chosen_->slots[i]];
  return inner_y_.data();
}

void SwitchingModel::outer(std::span<const double> inner_values, double* y) const {
  for (std::size_t i = 0; i < inner_values.size(); ++i) y[chosen_->slots[i]] = inner_values[i];
}

std::string SwitchingModel::state_name(std::size_t i) const {
  return i < lasting_.size() ? prepared_.system.variables[lasting_[i]].name
                             : "$state" + std::to_string(i - lasting_.size() + 1);
}

std::string SwitchingModel::state_unit(std::size_t i) const {
  return i < lasting_.size() ? prepared_.system.variables[lasting_[i]].unit : "";
}

double SwitchingModel::nominal(std::size_t i) const {
  const auto at = std::find(chosen_->slots.begin(), chosen_->slots.end(), i);
  return now_->nominal(static_cast<std::size_t>(at - chosen_->slots.begin()));
}

// S1
void SwitchingModel::start(double t, std::span<double> y, std::span<double> /*dy*/, const double* u) {
  now_->start(t, inner_y_, inner_dy_, u);
  now_->bring_to(t, inner_y_.data(), u);
  choose_anew(t);
  outer(inner_y_, y.data());
  choices_ = 0;
}

// S3. True when other states are in use now; inner_y_ holds them.
bool SwitchingModel::choose_anew(double t) {
  if (chosen_->margin(now_->values(), t) >= kLeast) return false;
  FlatModel& before = *now_;
  StateChoice chosen;
  try {
    chosen = choose_states(prepared_.system, prepared_.highest, before.values(), t,
                           equations::ChoiceOccasion::kAnew);
  } catch (
      const Error&) {  // none is good at this point; the solver goes on with that which has brought it here
    if (chosen_->margin(now_->values(), t) > 0) return false;
    throw;
  }
  Choice& best = choice_of(std::move(chosen));
  if (&best.model == &before) return false;
  if (best.model.conditions().size() != before.conditions().size())
    throw InternalError("a choice of states has changed which relations are located");
  use(best);
  now_->take_over(before, t, inner_y_);
  ++choices_;
  return true;
}

void SwitchingModel::derivatives(double t, const double* y, const double* u, double* dy) {
  now_->derivatives(t, inner(y), u, inner_dy_.data());
  outer(inner_dy_, dy);
}

std::vector<Condition> SwitchingModel::conditions() const {
  std::vector<Condition> all = now_->conditions();
  all.push_back({"the states can be chosen better", Relation::kBelow});
  return all;
}

void SwitchingModel::condition_values(double t, const double* y, const double* u, double* g) {
  const std::size_t own = now_->conditions().size();
  if (own > 0) now_->condition_values(t, inner(y), u, g);
  now_->bring_to(t, inner(y), u);
  g[own] = chosen_->margin(now_->values(), t) - kLeast;
}

Change SwitchingModel::handle(double t, std::span<double> y, const double* u,
                              std::span<const std::size_t> fired) {
  const std::size_t own = now_->conditions().size();
  const bool asked = !fired.empty() && fired.back() == own;
  const auto of_model = asked ? fired.first(fired.size() - 1) : fired;
  inner(y.data());
  Change change = Change::kNothing;
  if (!asked || !of_model.empty()) change = now_->handle(t, inner_y_, u, of_model);
  if (change != Change::kNothing || asked) {
    now_->bring_to(t, inner_y_.data(), u);
    if (choose_anew(t)) change = Change::kSystem;
  }
  outer(inner_y_, y.data());
  return change;
}

Change SwitchingModel::finish(double t, std::span<double> y, const double* u) {
  inner(y.data());
  const Change change = now_->finish(t, inner_y_, u);
  outer(inner_y_, y.data());
  return change;
}

void SwitchingModel::warn_by(Warn warn) {
  warn_ = [this, warn = std::move(warn)](double t, const std::string& message) {
    if (told_once_.insert(message).second) warn(t, message);
  };
  for (auto& [unused, choice] : known_) choice->model.warn_by(warn_);
}

std::vector<std::string> SwitchingModel::output_names() const {
  std::vector<std::string> names;
  for (const VariableIndex v : told_) names.push_back(prepared_.system.variables[v].name);
  return names;
}

std::string SwitchingModel::output_unit(std::size_t i) const {
  return prepared_.system.variables[told_[i]].unit;
}

void SwitchingModel::outputs(double t, const double* y, const double* u, double* out) {
  now_->bring_to(t, inner(y), u);
  for (std::size_t i = 0; i < told_.size(); ++i) out[i] = now_->values()[told_[i]];
}

void SwitchingModel::integration_begins() {
  now_->integration_begins();
}

void SwitchingModel::integration_begins_again() {
  now_->integration_begins_again();
}

void SwitchingModel::archive(Archive& archive) {
  std::vector<VariableIndex> dummies;
  for (const auto& [key, choice] : known_)
    if (choice.get() == chosen_) dummies = key;
  archive(dummies, choices_);
  if (archive.loading()) {
    StateChoice choice;
    choice.dummies = dummies;
    const equations::FlatSystem& system = prepared_.system;
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
      const auto derivative = system.variables[v].derivative;
      if (system.is_unknown(v) && derivative &&
          !std::binary_search(dummies.begin(), dummies.end(), *derivative))
        choice.states.push_back(v);
    }
    use(choice_of(std::move(choice)));
  }
  now_->archive(archive);
}

std::unique_ptr<System> make_flat_model(equations::FlatSystem system, const std::vector<VariableIndex>& shown,
                                        equations::Executor* executor, bool at_once) {
  equations::PreparedSystem prepared = equations::prepare(std::move(system));
  const StateChoice choice = equations::choose_at_start(prepared);
  if (!choice.constant && equations::ChoiceMargin(prepared.system, prepared.highest, choice).may_change()) {
    auto model = std::make_unique<SwitchingModel>(std::move(prepared), shown);
    if (executor != nullptr) model->translate(*executor, at_once);
    return model;
  }
  auto model = std::make_unique<FlatModel>(std::move(prepared), choice, shown);
  if (executor != nullptr) model->translate(*executor, at_once);
  return model;
}

}  // namespace escapement::sundials
