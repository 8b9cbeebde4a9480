// SPDX-License-Identifier: MIT
// Comparing systems by samples of one response: pure functions over numbers.
//
// A sample holds one value per replication of one system. With common random numbers value j of every system
// comes from the same random numbers; the paired procedures use that and stay valid under any dependence
// between systems, replications being independent of each other and near normal.
//
// Every function throws InputError when a sample has fewer values than the procedure needs, when paired
// samples differ in length, when a value is not finite, or when `confidence` is not inside (0, 1); the
// message says which.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace escapement::experiment {

enum class Goal { kSmallest, kLargest };  // which mean is the best

struct Difference {
  double mean = 0;
  double half_width = 0;
  double degrees = 0;  // of Student's t
  // Whether the interval leaves zero out.
  bool significant() const { return mean - half_width > 0 || mean + half_width < 0; }
};

using Samples = std::vector<std::vector<double>>;

// Mean of a - b from pairs: t(n-1) s_d / sqrt(n) (Law, Simulation Modeling and Analysis, section 10.2.1).
// n >= 2 pairs.
Difference paired_difference(std::span<const double> a, std::span<const double> b, double confidence = 0.95);

// Mean of a - b from independent samples of unequal variance, with the degrees of freedom of Welch
// (Biometrika 34, 1947): (A + B)^2 / (A^2/(n_a - 1) + B^2/(n_b - 1)), A = s_a^2/n_a, B = s_b^2/n_b. n >= 2 in
// each.
Difference welch_difference(std::span<const double> a, std::span<const double> b, double confidence = 0.95);

struct Anova {
  double f = 0;
  double numerator_degrees = 0, denominator_degrees = 0;
  double p_value = 1;  // of the hypothesis that all means are equal
};

// Welch's test of equal means under unequal variances (Biometrika 38, 1951), independent samples. With
// weights w_i = n_i/s_i^2, W = sum w_i, m = sum w_i x_i / W and L = sum (1 - w_i/W)^2 / (n_i - 1):
//     F = [sum w_i (x_i - m)^2 / (k-1)] / [1 + 2 (k-2) L / (k^2-1)],   degrees k-1 and (k^2-1) / (3 L).
// At least 2 samples, each of 2 or more values that are not all equal.
Anova welch_anova(const Samples& samples);

struct WithBest {
  double mean = 0;
  double lower = 0, upper = 0;  // of (mean of the system) - (best mean among the others)
  bool may_be_best = false;
};

// Multiple comparisons with the best (Hsu, Annals of Statistics 12, 1984): simultaneous intervals, each with
// zero at an end or inside. Here the critical values are pairwise: one-sided t(n-1, 1 - a/(k-1)) s_ij/sqrt(n)
// with s_ij the deviation of paired differences, by Bonferroni's inequality, so that they hold under common
// random numbers. For kLargest, with w_ij that value and d_ij = x_i - x_j:
//     upper_i = max(0, min_j (d_ij + w_ij)),   G = {i : upper_i > 0}
//     lower_i = 0 when G = {i}, else min(0, min over j in G, j != i, of (d_ij - w_ij)).
// kSmallest mirrors it. A system may be best when it is in G; ties without any spread all are.
// At least 2 systems with 2 values each, equally many.
std::vector<WithBest> compare_with_best(const Samples& samples, Goal goal, double confidence = 0.95);

// Subset that holds the best system with probability `confidence` at least: the indices kept, ascending.
//   screen_independent  Nelson, Swann, Goldsman and Song (Operations Research 49, 2001): i stays when for all
//                       j  x_i >= x_j - sqrt(t_i^2 s_i^2/n_i + t_j^2 s_j^2/n_j), t_i the quantile
//                       (confidence)^(1/(k-1)) with n_i - 1 degrees (kSmallest mirrored)
//   screen_paired       the same by paired differences with t(n-1, 1 - a/(k-1)), for common random numbers
std::vector<std::size_t> screen_independent(const Samples& samples, Goal goal, double confidence = 0.95);
std::vector<std::size_t> screen_paired(const Samples& samples, Goal goal, double confidence = 0.95);

}  // namespace escapement::experiment
