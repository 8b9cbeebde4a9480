// SPDX-License-Identifier: MIT
#include "linear_block.h"

#include <suitesparse/klu.h>

#include <algorithm>
#include <cmath>

namespace escapement::equations::internal {

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

bool LinearSystem::factorise() {
  if (valid_ && entries_ == factorised_) return true;
  valid_ = false;
  ++factorisations_;
  if (klu_->symbolic == nullptr) return false;  // structurally singular
  if (klu_->numeric == nullptr) {
    klu_->numeric = klu_factor(begin_.data(), rows_.data(), entries_.data(), klu_->symbolic, &klu_->common);
    valid_ = klu_->numeric != nullptr && klu_->common.status == KLU_OK;
  } else {
    // The old order of pivots first; where it has become a bad one, a new one.
    valid_ = klu_refactor(begin_.data(), rows_.data(), entries_.data(), klu_->symbolic, klu_->numeric,
                          &klu_->common) != 0 &&
             klu_->common.status == KLU_OK && klu_rcond(klu_->symbolic, klu_->numeric, &klu_->common) != 0 &&
             klu_->common.rcond > 1e-12;
    if (!valid_) {
      klu_free_numeric(&klu_->numeric, &klu_->common);
      klu_->numeric = klu_factor(begin_.data(), rows_.data(), entries_.data(), klu_->symbolic, &klu_->common);
      valid_ = klu_->numeric != nullptr && klu_->common.status == KLU_OK;
    }
  }
  if (valid_) factorised_ = entries_;
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

}  // namespace escapement::equations::internal
