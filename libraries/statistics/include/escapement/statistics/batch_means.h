// SPDX-License-Identifier: MIT
// Half-width of a mean's confidence interval from one run, by non-overlapping batch means.
//
// Batches of equal size are added until there are 40; then neighbours are averaged into 20 of twice the size,
// so that from then on 20 to 39 are held (Kelton, Sadowski and Zupick, Simulation with Arena, section on
// batching in a single run). With k batch means Y_1..Y_k of mean Y and deviations d_j = Y_j - Y
//     half-width = t(k-1, (1+level)/2) S / sqrt(k),   S^2 = sum d_j^2 / (k-1).
// The formula needs batches that are nearly independent. It is refused when the one-sided test of von
// Neumann's ratio finds positive lag-1 correlation (Fishman, Management Science 24, 1978):
//     C = sqrt((k^2-1)/(k-2)) [sum_{j<k} d_j d_{j+1} + (d_1^2 + d_k^2)/2] / sum d_j^2  >  z(1-alpha),
// where C is near standard normal for independent batches. alpha = 0.05, the customary level: one sound run
// in twenty is called correlated, the price for not reporting intervals that are too narrow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/summary.h"

namespace escapement::statistics {

inline constexpr double kCorrelationAlpha = 0.05;

// The words of HalfWidth::reason.
inline constexpr const char* kInsufficient = "insufficient";
inline constexpr const char* kCorrelated = "correlated";

// The p-quantile of Student's t with `degrees` of freedom, and of the standard normal distribution.
// 0 < p < 1 and degrees > 0 finite, else InputError.
double student_t_quantile(double probability, double degrees);
double normal_quantile(double probability);

// Of independent values, for instance one per replication: t(n-1, (1+level)/2) s / sqrt(n); "insufficient"
// when n < 2. Equal values give exactly 0. 0 < level < 1, else InputError.
HalfWidth half_width_of(std::span<const double> values, double level = 0.95);

// C of the test above; k >= 3 values that are not all equal, else NaN.
double lag_one_statistic(std::span<const double> values);

// The batch store. Its batches all weigh the same; what a batch is (16 observations, 0.25 time units) is the
// owner's choice.
class BatchMeans {
 public:
  static constexpr std::size_t kFewest = 20;
  static constexpr std::size_t kMost = 2 * kFewest;

  // Adds a unit batch. A batch is complete with scale() of them; an incomplete last batch is left out.
  void add(double unit_mean) {
    if (pending_units_ == 0) first_ = unit_mean;
    pending_ += unit_mean - first_;  // so that equal units give exactly themselves
    if (++pending_units_ < scale_) return;
    add_complete(first_ + pending_ / static_cast<double>(scale_));
    pending_ = 0;
    pending_units_ = 0;
  }

  // Adds a batch of scale() units at once. Not to be mixed with add() within a batch.
  // True when the scale doubled by this.
  bool add_complete(double mean);

  // Complete batches: 0 to 39.
  std::size_t count() const { return count_; }
  // Unit batches per batch: 1, 2, 4 ...
  std::uint64_t scale() const { return scale_; }
  std::span<const double> means() const { return {means_.data(), count_}; }

  // Value, or the reason "insufficient" (fewer than 20 batches) or "correlated". Batches that are all equal
  // give exactly 0. 0 < level < 1, else InputError.
  HalfWidth half_width(double level = 0.95) const;

  void clear() { *this = BatchMeans(); }
  void archive(Archive& archive);

 private:
  // First what every unit changes, then what a batch does.
  std::uint64_t scale_ = 1;
  std::uint64_t pending_units_ = 0;
  double first_ = 0;    // unit of the open batch
  double pending_ = 0;  // sum of its units, each less the first
  std::size_t count_ = 0;
  std::array<double, kMost> means_{};
};

}  // namespace escapement::statistics
