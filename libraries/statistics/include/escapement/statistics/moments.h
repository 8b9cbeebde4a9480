// SPDX-License-Identifier: MIT
// Mean and variance of weighted values, folded in one block at a time.
//
// The caller sums a block of values x_i with weights w_i (1 per observation, or the time for which x_i held),
// measured from c = origin(x_1): W = sum w_i, S = sum w_i x_i, D = sum w_i (x_i - c), Q = sum w_i (x_i -
// c)^2. The origin c is the mean so far, so that nothing cancels when the values are large and their spread
// is small; joining a block then needs only M2 += Q - D^2 / (W_before + W), which is the pairwise update of
// Chan, Golub and LeVeque (The American Statistician 37, 1983) with the mean as origin. The sum of the x is
// carried with Neumaier's compensation (ZAMM 54, 1974), so that its error does not grow with the number of
// blocks.
#pragma once

#include <algorithm>
#include <cmath>

#include "escapement/core/archive_fwd.h"

namespace escapement::statistics {

class Moments {
 public:
  // What the next block's deviations are to be measured from; `first` is the block's first value.
  double origin(double first) const { return weight_ > 0 ? mean() : first; }

  // Joins a block of weight W > 0 (a block without weight is left out).
  void fold(double weight, double sum, double deviation, double squares) {
    if (!(weight > 0)) return;
    weight_ += weight;
    const double total = sum_ + sum;
    carry_ += std::abs(sum_) >= std::abs(sum) ? (sum_ - total) + sum : (sum - total) + sum_;
    sum_ = total;
    const double part = std::max(0.0, squares - deviation * deviation / weight_) + m2_carry_;
    const double m2 = m2_ + part;
    m2_carry_ = part - (m2 - m2_);
    m2_ = m2;
  }

  double weight() const { return weight_; }
  double sum() const { return sum_ + carry_; }
  double mean() const { return sum() / weight_; }    // weight() > 0
  double second_central_sum() const { return m2_; }  // sum of w (x - mean)^2
  void archive(Archive& archive);

 private:
  double weight_ = 0;
  double sum_ = 0;
  double carry_ = 0;
  double m2_ = 0;
  double m2_carry_ = 0;
};

}  // namespace escapement::statistics
