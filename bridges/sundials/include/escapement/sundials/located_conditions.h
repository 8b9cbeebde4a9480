// SPDX-License-Identifier: MIT
// What systems of equations have in common in how they tell their conditions to a solver.
//
// A condition (equations/condition.h) holds a truth or a whole number. Told to a solver it becomes two of
// those of system.h: number 2 k fires when condition k becomes true (or its whole number rises), number 2 k +
// 1 when it becomes false (or falls).
//
// A condition whose crossing function comes from time alone and from what only events change is not told: it
// is searched for in time (equations/time_search.h), so that no step is too long for it, and its changes are
// stops.
#pragma once

#include <span>
#include <vector>

#include "escapement/equations/condition.h"
#include "escapement/equations/time_search.h"
#include "escapement/sundials/system.h"

namespace escapement::sundials {

// Those of `conditions` whose numbers stand in `located`.
std::vector<Condition> told_conditions(const std::vector<equations::Condition>& conditions,
                                       std::span<const std::size_t> located);
// g of them, from the values of their crossing functions and of all variables.
void told_values(const std::vector<equations::Condition>& conditions, std::span<const std::size_t> located,
                 std::span<const double> crossings, std::span<const double> variables, double* g);

// One that is searched for, and what is known of its next change.
class SearchedCondition {
 public:
  SearchedCondition(std::size_t condition, equations::TimeSearch search)
      : condition_(condition), search_(std::move(search)) {}
  std::size_t condition() const { return condition_; }
  // The first time after t at which it changes, or up to which it is known not to; a moment after t where its
  // truth is not that of the side on which its function is just after t. `variables`: of all.
  double next(const equations::Condition& condition, std::span<const double> variables, double t);
  // The change that was found last; infinity when none was.
  double due() const { return due_; }
  // That change has been made, perhaps a rounding earlier: it is not found again.
  void pass() { until_ = -kInfinity; }
  // What its function depends on may be another now.
  void forget() {
    until_ = -kInfinity;
    due_ = kInfinity;
  }
  void archive(Archive& archive);

 private:
  std::size_t condition_;
  equations::TimeSearch search_;
  double from_ = kInfinity, until_ = -kInfinity;  // none in between
  double due_ = kInfinity;
};

}  // namespace escapement::sundials
