// SPDX-License-Identifier: MIT
#include "linear_algebra.h"

#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "escapement/core/error.h"
#include "escapement/equations/jacobian.h"

namespace escapement::sundials {

Pattern Pattern::from_rows(std::size_t columns, const std::vector<std::vector<int>>& columns_of_row) {
  std::vector<std::vector<int>> rows_of(columns);
  for (std::size_t row = 0; row < columns_of_row.size(); ++row)
    for (const int column : columns_of_row[row])
      rows_of.at(static_cast<std::size_t>(column)).push_back(static_cast<int>(row));
  Pattern pattern;
  pattern.column_begin.push_back(0);
  for (std::vector<int>& rows : rows_of) {  // rows are in rising order already
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    pattern.rows.insert(pattern.rows.end(), rows.begin(), rows.end());
    pattern.column_begin.push_back(static_cast<int>(pattern.rows.size()));
  }
  return pattern;
}

namespace internal {
namespace {

constexpr std::size_t kSparseFrom = 50;  // unknowns; below, dense is faster whatever the pattern

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

Pattern with_diagonal(const Pattern& pattern, std::size_t n) {
  Pattern whole;
  whole.column_begin.push_back(0);
  for (std::size_t j = 0; j < n; ++j) {
    const auto begin = pattern.rows.begin() + pattern.column_begin[j];
    const auto end = pattern.rows.begin() + pattern.column_begin[j + 1];
    const auto here = std::lower_bound(begin, end, static_cast<int>(j));
    whole.rows.insert(whole.rows.end(), begin, here);
    whole.rows.push_back(static_cast<int>(j));
    whole.rows.insert(whole.rows.end(), here != end && *here == static_cast<int>(j) ? here + 1 : here, end);
    whole.column_begin.push_back(static_cast<int>(whole.rows.size()));
  }
  return whole;
}

void check_pattern(const Pattern& pattern, std::size_t n) {
  bool good = pattern.column_begin.size() == n + 1 && pattern.column_begin.front() == 0 &&
              at(pattern.column_begin.back()) == pattern.rows.size();
  for (std::size_t j = 0; good && j < n; ++j) {
    good = pattern.column_begin[j] <= pattern.column_begin[j + 1];
    for (int k = pattern.column_begin[j]; good && k < pattern.column_begin[j + 1]; ++k)
      good = pattern.rows[at(k)] >= 0 && at(pattern.rows[at(k)]) < n &&
             (k == pattern.column_begin[j] || pattern.rows[at(k - 1)] < pattern.rows[at(k)]);
  }
  if (!good)
    throw BuildError(
        "the sparsity pattern of a system of " + std::to_string(n) +
        " unknowns is no such pattern: it needs a beginning for each column and one end, and rows "
        "from 0 in rising order");
}

}  // namespace

std::vector<int> colours(const Pattern& pattern) {
  return equations::colours({pattern.column_begin, pattern.rows});
}

LinearAlgebra::LinearAlgebra(Callbacks& callbacks, LinearSolver wish, bool implicit_form,
                             const Context& context)
    : callbacks_(callbacks), implicit_form_(implicit_form) {
  const System& system = callbacks.system();
  const std::size_t n = callbacks.size();
  const auto size = static_cast<sunindextype>(n);
  const Pattern* pattern = system.pattern();
  const Band* band = system.band();
  if (pattern != nullptr) check_pattern(*pattern, n);
  if (wish == LinearSolver::kSparse && pattern == nullptr)
    throw BuildError("a sparse solver needs the system's sparsity pattern");
  if (wish == LinearSolver::kBand && band == nullptr)
    throw BuildError("a band solver needs the system's band");
  sparse_ = wish == LinearSolver::kSparse || (wish == LinearSolver::kAutomatic && pattern != nullptr &&
                                              n >= kSparseFrom && pattern->entries() < n * n / 5);
  own_ = system.has_jacobian() || sparse_;
  const Vector shape = make_vector(n, context);
  if (pattern != nullptr && own_) {
    pattern_ = with_diagonal(*pattern, n);
    for (std::size_t j = 0; j < n; ++j)
      for (int k = pattern->column_begin[j]; k < pattern->column_begin[j + 1]; ++k) {
        int p = pattern_.column_begin[j];
        while (pattern_.rows[at(p)] != pattern->rows[at(k)]) ++p;
        place_.push_back(p);
      }
    values_.resize(pattern_.entries());
    given_.resize(pattern->entries());
    if (!system.has_jacobian()) prepare_differences();
  } else if (own_) {
    values_.resize(n * n);
  }
  if (sparse_) {
    matrix_ = SUNSparseMatrix(size, size, static_cast<sunindextype>(pattern_.entries()), CSC_MAT, context);
    solver_ = SUNLinSol_KLU(shape.get(), matrix_, context);
  } else if (band != nullptr && (wish == LinearSolver::kBand || wish == LinearSolver::kAutomatic) && !own_) {
    matrix_ = SUNBandMatrix(size, band->upper, band->lower, context);
    solver_ = SUNLinSol_Band(shape.get(), matrix_, context);
  } else {
    matrix_ = SUNDenseMatrix(size, size, context);
    solver_ = SUNLinSol_Dense(shape.get(), matrix_, context);
  }
  if (matrix_ == nullptr || solver_ == nullptr) throw std::bad_alloc();
}

void LinearAlgebra::prepare_differences() {
  const std::size_t n = callbacks_.size();
  colour_ = colours(pattern_);
  colour_count_ = *std::max_element(colour_.begin(), colour_.end()) + 1;
  y_.resize(n);
  dy_.resize(n);
  f_.resize(n);
}

LinearAlgebra::~LinearAlgebra() {
  if (solver_ != nullptr) SUNLinSolFree(solver_);
  if (matrix_ != nullptr) SUNMatDestroy(matrix_);
}

void LinearAlgebra::restart() {
  if (sparse_)
    SUNLinSol_KLUReInit(solver_, matrix_, static_cast<sunindextype>(pattern_.entries()),
                        SUNKLU_REINIT_PARTIAL);
}

int LinearAlgebra::fill(double t, double c, const double* y, const double* dy, const double* f,
                        SUNMatrix to) {
  const System& system = callbacks_.system();
  const std::size_t n = callbacks_.size();
  // d(f - dy/dt)/d(dy/dt) = -1; differences see it themselves.
  bool add_derivative = implicit_form_ && !system.implicit() && system.has_jacobian();
  if (!system.has_jacobian()) {
    const int flag = by_differences(t, c, y, dy, f);
    if (flag != 0) return flag;
  } else if (place_.empty() && pattern_.rows.empty()) {
    const int flag = callbacks_.jacobian(t, y, dy, c, values_.data());
    if (flag != 0) return flag;
  } else {
    const int flag = callbacks_.jacobian(t, y, dy, c, given_.data());
    if (flag != 0) return flag;
    std::fill(values_.begin(), values_.end(), 0.0);
    for (std::size_t k = 0; k < place_.size(); ++k) values_[at(place_[k])] = given_[k];
    // The slope of a root at zero is infinite, that of a secant beside it is not.
    if (!std::all_of(given_.begin(), given_.end(), [](double v) { return std::isfinite(v); })) {
      if (colour_count_ == 0) prepare_differences();
      if (const int trouble = by_differences(t, c, y, dy, f); trouble != 0) return trouble;
      add_derivative = false;
    }
  }
  for (const double value : values_)
    if (!std::isfinite(value)) return 1;
  if (add_derivative) {
    for (std::size_t j = 0; j < n; ++j) {
      if (pattern_.rows.empty()) {
        values_[j * n + j] -= c;
        continue;
      }
      int p = pattern_.column_begin[j];
      while (pattern_.rows[at(p)] != static_cast<int>(j)) ++p;
      values_[at(p)] -= c;
    }
  }
  scatter(c, to);
  return 0;
}

void LinearAlgebra::scatter(double /*c*/, SUNMatrix to) const {
  const std::size_t n = callbacks_.size();
  if (sparse_) {
    sunindextype* begins = SUNSparseMatrix_IndexPointers(to);
    sunindextype* rows = SUNSparseMatrix_IndexValues(to);
    double* entries = SUNSparseMatrix_Data(to);
    for (std::size_t j = 0; j <= n; ++j) begins[j] = pattern_.column_begin[j];
    for (std::size_t k = 0; k < pattern_.entries(); ++k) {
      rows[k] = pattern_.rows[k];
      entries[k] = values_[k];
    }
    return;
  }
  double* dense = SUNDenseMatrix_Data(to);
  if (pattern_.rows.empty()) {
    std::copy(values_.begin(), values_.end(), dense);
    return;
  }
  std::fill(dense, dense + n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
      dense[j * n + at(pattern_.rows[at(k)])] = values_[at(k)];
}

int LinearAlgebra::by_differences(double t, double c, const double* y, const double* dy, const double* f) {
  const std::size_t n = callbacks_.size();
  const double root_unit = std::sqrt(std::numeric_limits<double>::epsilon());
  const System& system = callbacks_.system();
  const auto step_of = [&](std::size_t j) {
    // Through memory, so that y + step - y is the step that was really made.
    const double wanted = root_unit * std::max(std::abs(y[j]), system.nominal(j));
    volatile const double moved = y[j] + (implicit_form_ && dy[j] < 0 ? -wanted : wanted);
    return moved - y[j];
  };
  for (int colour = 0; colour < colour_count_; ++colour) {
    std::copy(y, y + n, y_.begin());
    if (implicit_form_) std::copy(dy, dy + n, dy_.begin());
    for (std::size_t j = 0; j < n; ++j)
      if (colour_[j] == colour) {
        const double step = step_of(j);
        y_[j] += step;
        if (implicit_form_) dy_[j] += c * step;
      }
    const int flag = implicit_form_ ? callbacks_.residual(t, y_.data(), dy_.data(), f_.data())
                                    : callbacks_.derivatives(t, y_.data(), f_.data());
    if (flag != 0) return flag;
    for (std::size_t j = 0; j < n; ++j)
      if (colour_[j] == colour) {
        const double step = step_of(j);
        for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k) {
          const std::size_t row = at(pattern_.rows[at(k)]);
          values_[at(k)] = (f_[row] - f[row]) / step;
        }
      }
  }
  return 0;
}

}  // namespace internal
}  // namespace escapement::sundials
