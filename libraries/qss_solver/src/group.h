// SPDX-License-Identifier: MIT
// States that are fast only together choose their q together: pair.h for more than two.
//
// Near all of them x' = A q + u(t) with A of m by m. x and q with all derivatives up to the order n are to
// meet after h; the formulas are those of pair.h, with D a polynomial of A, and h is the longest step with
// |q0 - x| <= dQ for each.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "choice.h"
#include "dense.h"

namespace escapement::qss_solver {

class Group {
 public:
  using Vector = std::vector<double>;

  // Room for so many states; everything is 0.
  void begin(std::size_t size) {
    size_ = size;
    for (Vector* all : {&slopes_, &squared_, &cubed_}) all->assign(size * size, 0);
    for (Vector* all : {&x, &quantum, &u[0], &u[1], &u[2]}) all->assign(size, 0);
    matrix_ = Dense(size);
  }
  std::size_t size() const { return size_; }
  double& slope(std::size_t i, std::size_t j) { return slopes_[i * size_ + j]; }  // of x_i' over q_j

  Vector x;                 // at this instant
  std::array<Vector, 3> u;  // coefficients of u
  Vector quantum;

  // What choose() found: none; a step; one that is long beside the time constants, so that x comes to rest.
  enum class Found { kNothing, kStep, kRest };

  // q for the longest step, which is looked for from `expected` on.
  template <int N>
  Found choose(double expected, std::array<Vector, 3>& q) {
    prepare<N>();
    double fast = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < size_; ++j) row += std::abs(slopes_[i * size_ + j]);
      fast = std::max(fast, row);
    }
    if (!(fast > 0) || !std::isfinite(fast)) return Found::kNothing;
    constexpr double kEndless = 1e6;
    const auto fits = [&](double h) {
      if (!attempt<N>(h)) return false;
      for (std::size_t k = 0; k < N; ++k) q[k] = attempted_[k];
      step_ = h;
      return true;
    };
    if (fits(kEndless / fast)) return Found::kRest;
    constexpr double kFactor = 4;
    double low = 0, high = expected > 0 && expected < kEndless / fast ? expected : 0.1 / fast;
    while (fits(high)) {
      low = high;
      high *= kFactor;
    }
    for (int i = 0; i < 20 && low == 0; ++i) {
      high /= kFactor;
      if (fits(high)) {
        low = high;
        high *= kFactor;
      }
    }
    if (low == 0) return Found::kNothing;
    for (int i = 0; i < 3; ++i) {
      const double middle = std::sqrt(low * high);
      (fits(middle) ? low : high) = middle;
    }
    return low > kLong / fast ? Found::kRest : Found::kStep;
  }
  double step() const { return step_; }  // that was found

  // q for the step h; whether it keeps to all bands.
  template <int N>
  bool attempt(double h) {
    const double hh = h * h, hhh = hh * h;
    constexpr double first = N == 1 ? 1 : N == 2 ? 2 : 6;
    Vector& entries = matrix_.entries();
    for (std::size_t k = 0; k < size_ * size_; ++k) {
      entries[k] = -first * h * slopes_[k];
      if constexpr (N == 2) entries[k] += hh * squared_[k];
      if constexpr (N == 3) entries[k] += 3 * hh * squared_[k] - hhh * cubed_[k];
    }
    for (std::size_t i = 0; i < size_; ++i) entries[i * size_ + i] += first;
    if (!matrix_.factorise()) return false;
    for (std::size_t i = 0; i < size_; ++i) {
      if constexpr (N == 1) {
        attempted_[0][i] = x[i] + h * u[0][i];
      } else if constexpr (N == 2) {
        attempted_[0][i] = 2 * (x[i] - h * ax_[i]) - hh * (au_[0][i] + u[1][i]);
        attempted_[1][i] = 2 * (f_[i] + h * u[1][i]) - hh * au_[1][i];
      } else {
        attempted_[0][i] =
            6 * (x[i] - h * ax_[i]) + 3 * hh * aax_[i] + hhh * (aau_[0][i] + au_[1][i] + 2 * u[2][i]);
        attempted_[1][i] = 6 * (f_[i] - h * af_[i]) - hh * (3 * au_[1][i] + 6 * u[2][i]) +
                           hhh * (aau_[1][i] + 2 * au_[2][i]);
        attempted_[2][i] = 3 * (af_[i] + u[1][i]) + h * (6 * u[2][i] - 3 * h * au_[2][i] + hh * aau_[2][i]);
      }
    }
    for (std::size_t k = 0; k < N; ++k) matrix_.solve(attempted_[k].data());
    for (std::size_t i = 0; i < size_; ++i)
      if (!(std::abs(attempted_[0][i] - x[i]) <= quantum[i])) return false;
    for (std::size_t k = 1; k < N; ++k)
      for (const double value : attempted_[k])
        if (!std::isfinite(value)) return false;
    return true;
  }

 private:
  void multiply(const Vector& by, Vector& to) const {
    to.assign(size_, 0);
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j) to[i] += slopes_[i * size_ + j] * by[j];
  }
  void multiply_matrix(const Vector& by, Vector& to) const {
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t k = 0; k < size_; ++k) {
        const double a = slopes_[i * size_ + k];
        if (a == 0) continue;
        for (std::size_t j = 0; j < size_; ++j) to[i * size_ + j] += a * by[k * size_ + j];
      }
  }
  template <int N>
  void prepare() {
    for (Vector& one : attempted_) one.assign(size_, 0);
    if constexpr (N == 1) return;
    multiply_matrix(slopes_, squared_);
    multiply(x, ax_);
    for (std::size_t k = 0; k < N; ++k) multiply(u[k], au_[k]);
    f_ = ax_;
    for (std::size_t i = 0; i < size_; ++i) f_[i] += u[0][i];
    if constexpr (N == 2) return;
    multiply_matrix(squared_, cubed_);
    multiply(ax_, aax_);
    multiply(f_, af_);
    for (std::size_t k = 0; k < N; ++k) multiply(au_[k], aau_[k]);
  }

  std::size_t size_ = 0;
  double step_ = 0;
  Vector slopes_, squared_, cubed_;  // A, A^2, A^3
  Vector ax_, aax_, f_, af_;         // A x, A^2 x, f = A x + u0, A f
  std::array<Vector, 3> au_, aau_;   // A u, A^2 u
  std::array<Vector, 3> attempted_;
  Dense matrix_;
};

}  // namespace escapement::qss_solver
