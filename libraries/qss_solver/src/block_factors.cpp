// SPDX-License-Identifier: MIT
#include "block_factors.h"

#include <algorithm>

#include "escapement/core/archive.h"

namespace escapement::qss_solver {

BlockFactors::BlockFactors(const std::vector<std::vector<std::uint32_t>>& columns)
    : size_(columns.size()), rows_(columns.size()) {
  for (std::size_t i = 0; i < size_; ++i)
    for (const std::uint32_t j : columns[i]) rows_[j].push_back(static_cast<int>(i));
  std::vector<std::size_t> next(size_, 0);
  for (std::size_t j = 1; j < size_; ++j) next[j] = next[j - 1] + rows_[j - 1].size();
  for (std::size_t i = 0; i < size_; ++i)
    for (const std::uint32_t j : columns[i]) {
      place_.push_back(i * size_ + j);
      in_columns_.push_back(next[j]++);
    }
  if (size_ <= kDense)
    dense_ = Dense(size_);
  else
    sparse_.emplace(rows_);
}

bool BlockFactors::factorise(std::span<const double> entries) {
  if (!known_.empty() && std::equal(entries.begin(), entries.end(), known_.begin())) return regular_;
  known_.assign(entries.begin(), entries.end());
  ++factorisations_;
  if (sparse_) {
    for (std::size_t k = 0; k < entries.size(); ++k) sparse_->entries()[in_columns_[k]] = entries[k];
    std::vector<double> nothing(size_, 0);
    return regular_ = sparse_->solve(nothing);
  }
  std::fill(dense_.entries().begin(), dense_.entries().end(), 0.0);
  for (std::size_t k = 0; k < entries.size(); ++k) dense_.entries()[place_[k]] = entries[k];
  return regular_ = dense_.factorise();
}

void BlockFactors::solve(double* right) {
  if (sparse_)
    sparse_->solve({right, size_});
  else
    dense_.solve(right);
}

bool BlockFactors::solve_dependent(std::span<double> right, std::span<const double> present) {
  equations::LinearSystem matrix(rows_);
  for (std::size_t k = 0; k < known_.size(); ++k) matrix.entries()[in_columns_[k]] = known_[k];
  return matrix.solve_dependent(right, present);
}

// The order of pivots depends on the matrix for which it was chosen, and so do the last bits.
void BlockFactors::archive(Archive& archive) {
  std::vector<double> pivoted, known = known_;
  if (sparse_) pivoted = sparse_->pivoted();
  archive(pivoted, known);
  if (!archive.loading()) return;
  known_.clear();
  if (sparse_ && !pivoted.empty()) {
    std::copy(pivoted.begin(), pivoted.end(), sparse_->entries().begin());
    std::vector<double> nothing(size_, 0);
    sparse_->solve(nothing);
  }
  if (!known.empty()) factorise(known);
}

}  // namespace escapement::qss_solver
