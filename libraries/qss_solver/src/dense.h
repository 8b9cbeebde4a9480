// SPDX-License-Identifier: MIT
// A small dense linear system that is factorised once and solved often: LU with partial pivoting (Golub and
// Van Loan 2013, algorithm 3.4.1). Rows are scaled to a like size first, by powers of two: the rate of a fast
// process may be 1e12 times the current beside it.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace escapement::qss_solver {

class Dense {
 public:
  explicit Dense(std::size_t size = 0)
      : size_(size), entries_(size * size), scales_(size, 1), pivots_(size) {}

  // Row by row; to be filled, then factorise().
  std::vector<double>& entries() { return entries_; }
  std::size_t size() const { return size_; }

  // False when it is singular.
  bool factorise() {
    for (std::size_t i = 0; i < size_; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < size_; ++j) largest = std::fmax(largest, std::abs(at(i, j)));
      if (!(largest > 0) || !std::isfinite(largest)) return false;
      scales_[i] = std::ldexp(1, -std::ilogb(largest));
      for (std::size_t j = 0; j < size_; ++j) at(i, j) *= scales_[i];
    }
    for (std::size_t k = 0; k < size_; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < size_; ++i)
        if (std::abs(at(i, k)) > std::abs(at(best, k))) best = i;
      pivots_[k] = best;
      if (!(std::abs(at(best, k)) > 0) || !std::isfinite(at(best, k))) return false;
      if (best != k)
        for (std::size_t j = 0; j < size_; ++j) std::swap(at(k, j), at(best, j));
      for (std::size_t i = k + 1; i < size_; ++i) {
        const double factor = at(i, k) /= at(k, k);
        for (std::size_t j = k + 1; j < size_; ++j) at(i, j) -= factor * at(k, j);
      }
    }
    return true;
  }
  // Overwrites the right side by the solution.
  void solve(double* b) const {
    for (std::size_t k = 0; k < size_; ++k) b[k] *= scales_[k];
    // All rows first: the factors stand in rows that were exchanged as wholes.
    for (std::size_t k = 0; k < size_; ++k) std::swap(b[k], b[pivots_[k]]);
    for (std::size_t k = 0; k < size_; ++k) {
      for (std::size_t i = k + 1; i < size_; ++i) b[i] -= at(i, k) * b[k];
    }
    for (std::size_t k = size_; k-- > 0;) {
      for (std::size_t j = k + 1; j < size_; ++j) b[k] -= at(k, j) * b[j];
      b[k] /= at(k, k);
    }
  }

 private:
  double& at(std::size_t row, std::size_t column) { return entries_[row * size_ + column]; }
  double at(std::size_t row, std::size_t column) const { return entries_[row * size_ + column]; }

  std::size_t size_;
  std::vector<double> entries_, scales_;
  std::vector<std::size_t> pivots_;
};

}  // namespace escapement::qss_solver
