// SPDX-License-Identifier: MIT
#include "escapement/equations/linear_system.h"

#include <suitesparse/klu.h>

#include <algorithm>
#include <cmath>

namespace escapement::equations {

struct LinearSystem::Klu {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  Klu() { klu_defaults(&common); }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;
  ~Klu() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
};

LinearSystem::LinearSystem(const std::vector<std::vector<int>>& columns) : klu_(std::make_unique<Klu>()) {
  for (const auto& column : columns) {
    rows_.insert(rows_.end(), column.begin(), column.end());
    begin_.push_back(static_cast<int>(rows_.size()));
  }
  entries_.assign(rows_.size(), 0);
  if (columns.size() > 1)
    klu_->symbolic =
        klu_analyze(static_cast<int>(columns.size()), begin_.data(), rows_.data(), &klu_->common);
}

LinearSystem::~LinearSystem() = default;
LinearSystem::LinearSystem(LinearSystem&&) noexcept = default;
LinearSystem& LinearSystem::operator=(LinearSystem&&) noexcept = default;

// A pivot that is rounding only comes from a matrix that is singular.
bool LinearSystem::regular() {
  constexpr double kRounding = 1e-15;
  return klu_rcond(klu_->symbolic, klu_->numeric, &klu_->common) != 0 && klu_->common.rcond > kRounding;
}

bool LinearSystem::factorise() {
  if (valid_ && entries_ == factorised_) return true;
  valid_ = false;
  ++factorisations_;
  bool chosen = false;
  if (klu_->symbolic == nullptr) return false;  // structurally singular
  if (klu_->numeric == nullptr) {
    klu_->numeric = klu_factor(begin_.data(), rows_.data(), entries_.data(), klu_->symbolic, &klu_->common);
    chosen = valid_ = klu_->numeric != nullptr && klu_->common.status == KLU_OK;
  } else {
    // The old order of pivots first; where it has become a bad one, a new one.
    valid_ = klu_refactor(begin_.data(), rows_.data(), entries_.data(), klu_->symbolic, klu_->numeric,
                          &klu_->common) != 0 &&
             klu_->common.status == KLU_OK && klu_rcond(klu_->symbolic, klu_->numeric, &klu_->common) != 0 &&
             klu_->common.rcond > 1e-12;
    if (!valid_) {
      klu_free_numeric(&klu_->numeric, &klu_->common);
      klu_->numeric = klu_factor(begin_.data(), rows_.data(), entries_.data(), klu_->symbolic, &klu_->common);
      chosen = valid_ = klu_->numeric != nullptr && klu_->common.status == KLU_OK;
    }
  }
  if (valid_) {
    factorised_ = entries_;
    if (chosen) pivoted_ = entries_;
    doubtful_ = !regular();
  }
  return valid_;
}

bool LinearSystem::solve(std::span<double> right_side) {
  if (begin_.size() == 2) {
    if (entries_.empty() || entries_[0] == 0) return false;
    right_side[0] /= entries_[0];
    return true;
  }
  if (!std::all_of(entries_.begin(), entries_.end(), [](double v) { return std::isfinite(v); })) return false;
  if (!factorise()) return false;
  return klu_solve(klu_->symbolic, klu_->numeric, static_cast<int>(right_side.size()), 1, right_side.data(),
                   &klu_->common) != 0;
}

bool LinearSystem::solve_dependent(std::span<double> right_side, std::span<const double> present) const {
  constexpr double kZero = 1e-12;  // of a row that is scaled to 1
  const std::size_t n = right_side.size();
  std::vector<double> a(n * n, 0.0), r(right_side.begin(), right_side.end());
  for (std::size_t j = 0; j < n; ++j)
    for (int k = begin_[j]; k < begin_[j + 1]; ++k)
      a[static_cast<std::size_t>(rows_[static_cast<std::size_t>(k)]) * n + j] =
          entries_[static_cast<std::size_t>(k)];
  std::vector<double> sizes(n, 0.0);  // of what is added up in a row
  for (std::size_t i = 0; i < n; ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, std::abs(a[i * n + j]));
    if (!std::isfinite(largest)) return false;
    const double scale = largest > 0 ? 1 / largest : 1;
    r[i] *= scale;
    sizes[i] = std::abs(r[i]);
    for (std::size_t j = 0; j < n; ++j) {
      a[i * n + j] *= scale;
      r[i] -= a[i * n + j] * present[j];
      sizes[i] = std::max(sizes[i], std::abs(a[i * n + j] * present[j]));
    }
  }
  std::vector<std::size_t> column(n);
  for (std::size_t j = 0; j < n; ++j) column[j] = j;
  std::size_t rank = 0;
  for (; rank < n; ++rank) {
    std::size_t row = rank, at = rank;
    for (std::size_t i = rank; i < n; ++i)
      for (std::size_t j = rank; j < n; ++j)
        if (std::abs(a[i * n + column[j]]) > std::abs(a[row * n + column[at]])) row = i, at = j;
    if (!(std::abs(a[row * n + column[at]]) > kZero)) break;
    std::swap(column[rank], column[at]);
    std::swap(r[rank], r[row]);
    std::swap(sizes[rank], sizes[row]);
    for (std::size_t j = 0; j < n; ++j) std::swap(a[rank * n + j], a[row * n + j]);
    for (std::size_t i = rank + 1; i < n; ++i) {
      const double factor = a[i * n + column[rank]] / a[rank * n + column[rank]];
      if (factor == 0) continue;
      for (std::size_t j = rank; j < n; ++j) a[i * n + column[j]] -= factor * a[rank * n + column[j]];
      r[i] -= factor * r[rank];
      sizes[i] = std::max(sizes[i], std::abs(factor) * sizes[rank]);
    }
  }
  constexpr double kConsistent = 1e-8, kNothing = 1e-10;  // of rounding, where everything else is zero
  for (std::size_t i = rank; i < n; ++i)
    if (!(std::abs(r[i]) <= kConsistent * sizes[i] + kNothing)) return false;
  std::copy(present.begin(), present.end(), right_side.begin());
  for (std::size_t i = rank; i-- > 0;) {
    double sum = r[i];
    for (std::size_t j = i + 1; j < rank; ++j)
      sum -= a[i * n + column[j]] * (right_side[column[j]] - present[column[j]]);
    right_side[column[i]] = present[column[i]] + sum / a[i * n + column[i]];
  }
  return true;
}

}  // namespace escapement::equations
