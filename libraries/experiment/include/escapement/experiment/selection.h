// SPDX-License-Identifier: MIT
// Ranking and selection: how often to run each system so that the best is chosen with a promised probability
// whenever it is better than all others by `indifference` or more; otherwise a system within it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "escapement/experiment/comparison.h"

namespace escapement::experiment {

// The constant h of Rinott's two-stage procedure (Communications in Statistics A7, 1978) for k systems and n0
// first-stage replications: with v = n0 - 1 and f the density of chi-square with v degrees,
//     integral [ integral Phi(h / sqrt(v (1/x + 1/y))) f(x) dx ]^(k-1) f(y) dy = confidence,
// solved by Gauss-Legendre panels and bisection to about 1e-8. InputError unless k >= 2, n0 >= 2 and
// 1/k < confidence < 1 (choosing blindly gives 1/k).
double rinott_constant(int systems, int first_stage, double confidence);

// Replications that each system needs in all: max(n0, ceil((h s_i / indifference)^2)), s_i of its n0
// first-stage values; independent systems. InputError as above, and unless indifference > 0, samples equally
// long. The best mean of all of a system's values is then chosen.
std::vector<std::int64_t> rinott_replications(const Samples& first_stage, double confidence,
                                              double indifference);

// The fully sequential procedure KN (Kim and Nelson, ACM TOMACS 11, 2001), valid for independent systems and
// under common random numbers, which it profits from.
//
//   K1  eta = ((2 a/(k-1))^(-2/(n0-1)) - 1) / 2 and h^2 = 2 eta (n0-1), a = 1 - confidence. From n0 values of
//       each system: s_il^2, the variance of paired differences; r = n0.
//   K2  Of the systems left, i stays when for all others l  x_i >= x_l - W_il / r,
//       W_il = max(0, (d/2) (h^2 s_il^2 / d^2 - r)), d the indifference, x means of r values, larger better.
//   K3  One left: it is chosen. W_il = 0 for all pairs left: the best mean is chosen. Else each system left
//       gets one more value, r += 1, K2.
class KimNelson {
 public:
  // Does K1 and K2. InputError as rinott_replications.
  KimNelson(const Samples& first_stage, Goal goal, double confidence, double indifference);

  const std::vector<std::size_t>& left() const { return left_; }  // ascending
  bool finished() const { return left_.size() == 1; }
  std::size_t chosen() const { return left_.front(); }  // once finished
  std::int64_t replications() const { return count_; }  // r: of each system that is left

  // One more value of each system that is left, in the order of left(): K3 and K2. Nothing once finished.
  // InputError unless they are as many, and finite.
  void add(std::span<const double> values);

 private:
  void screen();
  double allowance(std::size_t i, std::size_t l) const;  // W_il

  double sign_;  // values are kept so that larger is better
  double indifference_;
  double h_squared_ = 0;
  std::vector<std::vector<double>> variance_;
  std::vector<double> sum_;
  std::vector<std::size_t> left_;
  std::int64_t count_ = 0;
};

}  // namespace escapement::experiment
