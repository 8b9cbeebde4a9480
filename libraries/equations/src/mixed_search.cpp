// SPDX-License-Identifier: MIT
#include "mixed_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace escapement::equations::internal {

bool MixedSearch::agrees(const std::vector<double>& truths) {
  outcome_ = try_out_(truths);
  if (!outcome_) return false;
  for (std::size_t i = 0; i < farthest_.size(); ++i)
    if (std::isfinite(outcome_->crossings[i]))
      farthest_[i] = std::max(farthest_[i], std::abs(outcome_->crossings[i]));
  tried_.push_back({truths, *outcome_});
  return outcome_->truths == truths;
}

// M1. A singular block ends it.
std::optional<std::vector<double>> MixedSearch::one_by_one(std::vector<double> truths) {
  const std::size_t most_steps = 16 + 8 * truths.size();
  std::set<std::vector<double>> seen;
  for (std::size_t step = 0; step < most_steps && seen.insert(truths).second; ++step) {
    if (agrees(truths)) return truths;
    if (!outcome_) return std::nullopt;
    for (std::size_t i = 0; i < truths.size(); ++i)
      if (outcome_->truths[i] != truths[i]) {
        truths[i] = outcome_->truths[i];
        break;
      }
  }
  return std::nullopt;
}

std::optional<std::vector<double>> MixedSearch::run(const std::vector<double>& present,
                                                    const std::vector<std::optional<double>>& crossed) {
  farthest_.assign(present.size(), 0);
  forgiven_.assign(present.size(), false);
  tried_.clear();
  if (auto found = one_by_one(present)) return found;
  const bool crosses =
      std::any_of(crossed.begin(), crossed.end(), [](const auto& one) { return one.has_value(); });
  if (crosses)
    if (auto found = least_wrong(crossed)) return found;
  if (present.size() <= kTriedAtMost)
    for (std::size_t trial = 0; trial < (std::size_t{1} << present.size()); ++trial) {
      std::vector<double> truths(present.size());
      for (std::size_t i = 0; i < truths.size(); ++i) truths[i] = (trial >> i & 1U) != 0 ? 1 : 0;
      if (agrees(truths)) return truths;
    }
  if (crosses)
    if (auto found = least_wrong(crossed)) return found;
  return least_wrong({});
}

// M3
std::optional<std::vector<double>> MixedSearch::least_wrong(
    const std::vector<std::optional<double>>& crossed) {
  // One that is at its zero under every combination is measured by what the others do.
  const double largest = farthest_.empty() ? 0 : *std::max_element(farthest_.begin(), farthest_.end());
  const Tried* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Tried& one : tried_) {
    double wrong = 0;
    for (std::size_t i = 0; i < crossed.size(); ++i)
      if (crossed[i] && *crossed[i] != one.truths[i]) wrong = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < one.truths.size(); ++i)
      if (one.truths[i] != one.outcome.truths[i])
        wrong =
            std::max(wrong, std::isfinite(one.outcome.crossings[i])
                                ? std::abs(one.outcome.crossings[i]) / std::max(farthest_[i], 1e-3 * largest)
                                : std::numeric_limits<double>::infinity());
    if (wrong < least) {
      least = wrong;
      best = &one;
    }
  }
  if (best == nullptr) return std::nullopt;
  nearest_ = Outcome{best->truths, best->outcome.crossings};
  if (!(least <= kRounding)) return std::nullopt;
  for (std::size_t i = 0; i < best->truths.size(); ++i)
    forgiven_[i] = best->truths[i] != best->outcome.truths[i];
  return best->truths;
}

}  // namespace escapement::equations::internal
