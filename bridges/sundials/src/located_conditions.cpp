// SPDX-License-Identifier: MIT
#include "escapement/sundials/located_conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "escapement/core/archive.h"

namespace escapement::sundials {
namespace {

Relation relation_of(equations::Operation operation, bool to_true) {
  switch (operation) {
    case equations::Operation::kLess:
      return to_true ? Relation::kBelow : Relation::kAtLeast;
    case equations::Operation::kLessEqual:
      return to_true ? Relation::kAtMost : Relation::kAbove;
    case equations::Operation::kGreater:
      return to_true ? Relation::kAbove : Relation::kAtMost;
    default:
      return to_true ? Relation::kAtLeast : Relation::kBelow;
  }
}

}  // namespace

std::vector<Condition> told_conditions(const std::vector<equations::Condition>& conditions,
                                       std::span<const std::size_t> located) {
  std::vector<Condition> list;
  for (const std::size_t i : located) {
    const equations::Condition& condition = conditions[i];
    if (condition.is_floor) {
      list.push_back({condition.text + " rises", Relation::kAtLeast});
      list.push_back({condition.text + " falls", Relation::kBelow});
    } else {
      list.push_back({condition.text, relation_of(condition.relation, true)});
      list.push_back({"not " + condition.text, relation_of(condition.relation, false)});
    }
  }
  return list;
}

void told_values(const std::vector<equations::Condition>& conditions, std::span<const std::size_t> located,
                 std::span<const double> crossings, std::span<const double> variables, double* g) {
  for (std::size_t k = 0; k < located.size(); ++k) {
    const equations::Condition& condition = conditions[located[k]];
    const double whole = condition.is_floor ? variables[condition.variable] : 0;
    g[2 * k] = crossings[k] - (condition.is_floor ? whole + 1 : 0);
    g[2 * k + 1] = crossings[k] - whole;
  }
}

double SearchedCondition::next(const equations::Condition& condition, std::span<const double> variables,
                               double t) {
  constexpr double kAhead = 1e4;  // how far one search looks
  if (!(t >= from_ && t < until_ && (due_ == kInfinity || due_ > t))) {
    // After a change from a few steps of the clock later on, where rounding does not show it once more.
    constexpr double kFewSteps = 16 * std::numeric_limits<double>::epsilon();
    const auto found =
        search_.next_crossing(variables, due_ < kInfinity ? t + kFewSteps * std::abs(t) : t, t + kAhead);
    from_ = t;
    due_ = found.crossing.value_or(kInfinity);
    until_ = found.crossing.value_or(found.until);
    const int side = search_.side();
    if (side != 0 && condition.value(side, 0) != variables[condition.variable])
      due_ = until_ = t + 1e-12 * std::max(std::abs(t), 1e-3);
  }
  return until_;
}

// A solver that goes on from a saved state has its stop already, and asks for no other before it is there.
void SearchedCondition::archive(Archive& archive) {
  archive(from_, until_, due_);
}

}  // namespace escapement::sundials
