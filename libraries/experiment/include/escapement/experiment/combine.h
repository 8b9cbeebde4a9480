// SPDX-License-Identifier: MIT
// From the statistics of replications to those of the experiment.
//
// A replication r gives one value Y_r per statistic, its average. Over the n replications that have one
//     Y = (1/n) sum Y_r,   s^2 = sum (Y_r - Y)^2 / (n - 1),   half-width = t(n-1, 0.975) s / sqrt(n)
// (independent replications: Law, Simulation Modeling and Analysis, chapter 9; 95 %). A replication that
// lacks the statistic, or whose tally is empty, has no Y_r and does not count in n; with n < 2 the half-width
// is "insufficient". With a single replication its own half-width, by batch means, stands.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/experiment/results.h"
#include "escapement/statistics/name_order.h"
#include "escapement/statistics/summary.h"

namespace escapement::experiment {

// Antithetic pairs: of replications 2j and 2j + 1 (from 0) the mean of both is one value, and a pair of which
// one is missing has none: half-width by t(n-1) over the n pairs.
//
// Takes replications one by one, in their order, and keeps of each only what the result needs: memory grows
// by one number per statistic and replication. What was added before determines the result bit by bit.
class Combiner {
 public:
  explicit Combiner(bool antithetic = false) : antithetic_(antithetic) {}

  // InternalError, naming both kinds, when a statistic has another kind than in an earlier replication, or a
  // frequency other categories; the combiner is then to be thrown away.
  void add(const std::vector<statistics::Summary>& replication);

  // One that gave nothing stands in the place of its number.
  void skip() { ++replications_; }

  int replications() const { return replications_; }  // added and skipped

  // In NameOrder.
  std::vector<Result> results() const;

  void archive(Archive& archive);

 private:
  void join(const statistics::Summary& summary, Result& result) const;

  std::map<std::string, Result, statistics::NameOrder> results_;
  int replications_ = 0;
  bool antithetic_;
};

// All at once.
std::vector<Result> combine(const std::vector<std::vector<statistics::Summary>>& per_replication);

}  // namespace escapement::experiment
