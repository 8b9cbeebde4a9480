// SPDX-License-Identifier: MIT
// What moves with time where no error test sees it: conditions that are driven, and unknowns of nonlinear
// blocks that are followed along their branch of solutions.
#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/sundials/flat_model.h"

namespace escapement::sundials {

using equations::SolvedBlock;
using equations::Term;
using equations::VariableIndex;

void FlatModel::find_followed(const std::vector<SolvedBlock>& for_derivatives) {
  std::vector<bool> read(system_.variables.size(), false);
  for (const SolvedBlock& block : for_derivatives)
    for (const VariableIndex v : block.unknowns) read[v] = true;
  for (const VariableIndex v : iterated_)
    if (!read[v]) followed_.push_back(v);
}

void FlatModel::find_driven() {
  driven_.assign(system_.variables.size(), false);
  for (const equations::Delay& one : system_.delays) driven_[one.value] = true;
  for (const SolvedBlock& block : sorted_.blocks) {
    std::vector<Term> terms = block.residuals;
    for (const equations::Solution& one : block.inner) terms.push_back(one.value);
    const std::vector<VariableIndex> reads = system_.terms.variables_in(terms);
    const bool driven = std::any_of(terms.begin(), terms.end(),
                                    [&](Term term) { return system_.terms.depends_on_time(term); }) ||
                        std::any_of(reads.begin(), reads.end(), [&](VariableIndex v) { return driven_[v]; });
    for (const VariableIndex v : block.unknowns) driven_[v] = driven_[v] || driven;
  }
}

bool FlatModel::driven_by_time() const {
  return std::any_of(states().begin(), states().end(), [this](VariableIndex x) {
    const auto derivative = system_.variables[x].derivative;
    return derivative && driven_[*derivative];
  });
}

// The place of the last that is known before t, or of the first. What was found at t itself came from farther
// away, perhaps on another branch.
std::size_t FlatModel::known_before(double t) const {
  const auto here = std::lower_bound(known_.begin(), known_.end(), t,
                                     [](const Known& one, double time) { return one.time < time; });
  return here == known_.begin() ? 0 : static_cast<std::size_t>(here - known_.begin()) - 1;
}

void FlatModel::note_followed(double t) {
  constexpr std::size_t kMost = 1024;
  if (followed_.empty() || known_.empty()) return;
  if (t > known_.back().time && (step_is_new_ || known_.size() > kMost)) {
    // All that is before this step has been looked at.
    known_.erase(known_.begin(), known_.end() - 1);
    step_is_new_ = false;
  }
  auto here = std::lower_bound(known_.begin(), known_.end(), t,
                               [](const Known& one, double time) { return one.time < time; });
  if (here == known_.end() || here->time != t)
    here = known_.insert(here, Known{t, std::vector<double>(followed_.size())});
  for (std::size_t i = 0; i < followed_.size(); ++i)
    here->values[i] = values_[followed_[i]] / variable(followed_[i]).nominal;
}

void FlatModel::begin_to_follow(double t) {
  known_.clear();
  if (followed_.empty()) return;
  known_.push_back({t, {}});
  for (const VariableIndex v : followed_) known_.front().values.push_back(values_[v]);
  step_is_new_ = false;
}

void FlatModel::followed_values(double* values) {
  for (std::size_t i = 0; i < followed_.size(); ++i)
    values[i] = values_[followed_[i]] / variable(followed_[i]).nominal;
}

void FlatModel::archive_followed(Archive& archive) {
  std::size_t count = known_.size();
  bool jumps = jump_.has_value();
  archive(count, jumps);
  known_.resize(count);
  for (Known& one : known_) archive(one.time, one.values);
  if (!jumps) {
    jump_.reset();
    return;
  }
  if (!jump_) jump_.emplace();
  archive(jump_->before, jump_->time);
}

}  // namespace escapement::sundials
