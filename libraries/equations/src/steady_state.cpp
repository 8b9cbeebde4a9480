// SPDX-License-Identifier: MIT
#include "steady_state.h"

#include <sundials/sundials_dense.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "escapement/core/error.h"
#include "newton.h"

namespace escapement::equations::internal {
namespace {

// A dense matrix with its factors.
class Factors {
 public:
  explicit Factors(std::size_t n) : n_(n), entries_(n * n), columns_(n), pivots_(n) {
    for (std::size_t j = 0; j < n; ++j) columns_[j] = entries_.data() + j * n;
  }
  double& at(std::size_t row, std::size_t column) { return entries_[column * n_ + row]; }
  // False when the matrix is singular or holds what is no number.
  bool factor() {
    for (const double entry : entries_)
      if (!std::isfinite(entry)) return false;
    const auto n = static_cast<sunindextype>(n_);
    return SUNDlsMat_denseGETRF(columns_.data(), n, n, pivots_.data()) == 0;
  }
  void solve(std::vector<double>& b) {
    SUNDlsMat_denseGETRS(columns_.data(), static_cast<sunindextype>(n_), pivots_.data(), b.data());
  }
  int sign_of_determinant() const {
    int sign = 1;
    for (std::size_t i = 0; i < n_; ++i) {
      if (entries_[i * n_ + i] < 0) sign = -sign;
      if (pivots_[i] != static_cast<sunindextype>(i)) sign = -sign;
    }
    return sign;
  }

 private:
  std::size_t n_;
  std::vector<double> entries_;
  std::vector<double*> columns_;
  std::vector<sunindextype> pivots_;
};

// Whether all eigenvalues of a matrix, n x n by columns, are in the left half plane or on its border. They
// are where those of C = (I - h A)^-1 (I + h A) are in the unit circle, and then C^2, C^4, ... go to 0.
bool is_stable(std::vector<double> a, std::size_t n) {
  double largest = 0;
  for (const double entry : a) largest = std::max(largest, std::abs(entry));
  if (!std::isfinite(largest)) return false;
  if (n == 2) {
    const double determinant = a[0] * a[3] - a[1] * a[2], slack = 1e-12 * largest;
    return a[0] + a[3] <= slack && determinant >= -slack * largest;
  }
  if (largest == 0) return true;
  const double h = 1 / largest;
  Factors left(n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      const double one = i == j ? 1 : 0;
      left.at(i, j) = one - h * a[j * n + i];
      a[j * n + i] = one + h * a[j * n + i];
    }
  if (!left.factor()) return false;  // an eigenvalue at 1/h
  std::vector<double> column(n);
  for (std::size_t j = 0; j < n; ++j) {
    const auto at = a.begin() + static_cast<std::ptrdiff_t>(j * n);
    column.assign(at, at + static_cast<std::ptrdiff_t>(n));
    left.solve(column);
    std::copy(column.begin(), column.end(), at);
  }
  constexpr int kSquarings = 40;  // beyond, rounding tells what is left of a very slow direction
  constexpr double kGone = 1e-3, kBeyond = 1e100;
  std::vector<double> square(n * n);
  for (int k = 0; k < kSquarings; ++k) {
    std::fill(square.begin(), square.end(), 0.0);
    largest = 0;
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t m = 0; m < n; ++m)
        for (std::size_t i = 0; i < n; ++i) square[j * n + i] += a[m * n + i] * a[j * n + m];
    for (const double entry : square) {
      if (!(std::abs(entry) < kBeyond)) return false;
      largest = std::max(largest, std::abs(entry));
    }
    a.swap(square);
    if (largest * static_cast<double>(n) < kGone) return true;
  }
  return true;
}

}  // namespace

class SteadyState::Impl {
 public:
  Impl(std::span<const double> nominals, std::size_t fast, Residual residual, Jacobian jacobian,
       double tolerance)
      : n_(nominals.size()),
        fast_(fast),
        nominals_(nominals.begin(), nominals.end()),
        residual_(std::move(residual)),
        jacobian_(std::move(jacobian)),
        tolerance_(tolerance),
        matrix_(n_),
        z_(n_),
        r_(n_),
        next_r_(n_),
        next_(n_),
        step_(n_),
        correction_(n_),
        columns_(n_ * n_) {
    if (fast_ == n_) return;
    inner_.emplace(
        std::span<const double>(nominals_).subspan(fast_),
        [this](const double* inner, double* r) {
          std::copy(inner, inner + (n_ - fast_), z_.begin() + static_cast<std::ptrdiff_t>(fast_));
          residual_(z_.data(), next_r_.data());
          std::copy(next_r_.begin() + static_cast<std::ptrdiff_t>(fast_), next_r_.end(), r);
        },
        [this](const double* inner, double* columns) {
          std::copy(inner, inner + (n_ - fast_), z_.begin() + static_cast<std::ptrdiff_t>(fast_));
          jacobian_(z_.data(), columns_.data());
          for (std::size_t j = fast_; j < n_; ++j)
            for (std::size_t i = fast_; i < n_; ++i) *columns++ = columns_[j * n_ + i];
        },
        tolerance_);
  }

  std::string solve(std::span<double> z) {
    z_.assign(z.begin(), z.end());
    std::string trouble;
    if (!follow() || !stable()) {
      z_.assign(z.begin(), z.end());
      trouble = march();
      if (trouble.empty() && !stable()) {
        for (std::size_t i = 0; i < fast_; ++i) z_[i] += kBeside * scale(i);
        trouble = march();
        if (trouble.empty() && !stable()) trouble = "the only rest that was found is not stable";
      }
    }
    std::copy(z_.begin(), z_.end(), z.begin());
    return trouble;
  }
  std::size_t iterations() const { return iterations_; }

 private:
  static constexpr double kShort = 0.1;    // of a Newton step, by the scale, that may be trusted at once
  static constexpr double kBeside = 1e-3;  // how far beside an unstable rest the search begins again
  static constexpr double kGrowth = 10;    // of h from step to step
  static constexpr int kNewtonSteps = 12;

  double scale(std::size_t i) const { return std::max(nominals_[i], std::abs(z_[i])); }
  double size(const std::vector<double>& step) const {
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::abs(step[i]) / scale(i));
    return largest;
  }
  static bool finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  }
  // M / h - J at z_, factored; 1/h = 0 for Newton.
  bool factor(double inverse_step) {
    ++iterations_;
    jacobian_(z_.data(), columns_.data());
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t i = 0; i < n_; ++i)
        matrix_.at(i, j) = (i == j && i < fast_ ? inverse_step : 0) - columns_[j * n_ + i];
    return matrix_.factor();
  }
  bool newton_step() {
    residual_(z_.data(), r_.data());
    if (!finite(r_) || !factor(0)) return false;
    step_ = r_;
    matrix_.solve(step_);
    return finite(step_);
  }

  // S1.
  bool follow() {
    double last = kShort;
    for (int i = 0; i < kNewtonSteps; ++i) {
      if (!newton_step()) return false;
      const double now = size(step_);
      const bool at_rounding = now < 1e3 * tolerance_ && now > 0.5 * last;
      if (!at_rounding && now > (i == 0 ? kShort : 0.5 * last)) return false;
      for (std::size_t k = 0; k < n_; ++k) z_[k] += step_[k];
      if (now <= tolerance_ || at_rounding) return true;
      last = now;
    }
    return false;
  }

  // S2 to S4.
  std::string march() {
    if (inner_) {
      std::vector<double> inner(z_.begin() + static_cast<std::ptrdiff_t>(fast_), z_.end());
      const std::string trouble = inner_->solve(inner);
      if (!trouble.empty()) return "what is algebraic inside of it has no solution: " + trouble;
      std::copy(inner.begin(), inner.end(), z_.begin() + static_cast<std::ptrdiff_t>(fast_));
    }
    residual_(z_.data(), r_.data());
    if (!finite(r_)) return "its rates are not finite where it begins";
    double fastest = 0;
    for (std::size_t i = 0; i < fast_; ++i) fastest = std::max(fastest, std::abs(r_[i]) / scale(i));
    double h = fastest > 0 ? kShort / fastest : 1;
    const double shortest = 1e-12 * h;
    for (std::size_t steps = 0; steps < kSteps && h > shortest; ++steps) {
      if (!factor(1 / h) || !forward()) {
        h /= 4;
        continue;
      }
      step_ = r_;
      matrix_.solve(step_);
      const double moved = size(step_);
      for (std::size_t i = 0; i < n_; ++i) next_[i] = z_[i] + step_[i];
      residual_(next_.data(), next_r_.data());
      correction_ = next_r_;
      for (std::size_t i = 0; i < fast_; ++i) correction_[i] -= step_[i] / h;
      matrix_.solve(correction_);
      const double nonlinear = moved > 0 ? size(correction_) / moved : 0;
      const bool tiny = moved <= tolerance_;
      if (!finite(next_r_) || !finite(step_) || (!tiny && !(nonlinear <= 0.5))) {
        h /= 4;
        continue;
      }
      for (std::size_t i = fast_; i < n_; ++i) next_[i] += tiny ? 0 : correction_[i];
      z_.swap(next_);
      residual_(z_.data(), r_.data());
      if (tiny && newton_step() && size(step_) <= 10 * tolerance_) return {};
      h *= std::clamp(0.25 / std::max(nonlinear, 1e-3), 1.0, kGrowth);
    }
    return h > shortest ? "it does not come to rest" : "its steps in artificial time have become too short";
  }

  // The determinant sees an odd number of unstable directions; two or more fast variables may also swing away
  // from a rest.
  bool stable() { return factor(0) && forward() && (fast_ < 2 || swings_settle()); }

  // The eigenvalues of the rates by x alone: what is algebraic follows from x.
  bool swings_settle() {
    std::vector<double> by_x(fast_ * fast_);
    const std::size_t rest = n_ - fast_;
    Factors inner(rest);
    for (std::size_t j = 0; j < rest; ++j)
      for (std::size_t i = 0; i < rest; ++i) inner.at(i, j) = columns_[(j + fast_) * n_ + i + fast_];
    if (rest > 0 && !inner.factor()) return false;
    std::vector<double> response(rest);
    for (std::size_t j = 0; j < fast_; ++j) {
      for (std::size_t i = 0; i < rest; ++i) response[i] = columns_[j * n_ + i + fast_];
      if (rest > 0) inner.solve(response);
      for (std::size_t i = 0; i < fast_; ++i) {
        double& entry = by_x[j * fast_ + i];
        entry = columns_[j * n_ + i];
        for (std::size_t k = 0; k < rest; ++k) entry -= columns_[(k + fast_) * n_ + i] * response[k];
      }
    }
    return is_stable(std::move(by_x), fast_);
  }

  // Whether the factors are those of a step that goes forward in time: the determinant of M/h - J has the
  // sign that it has for very short h. Not so beyond the time constant of an unstable direction, where the
  // step would go back to what the process flees.
  bool forward() {
    const int all = matrix_.sign_of_determinant();
    if (fast_ == n_) return all > 0;
    Factors inner(n_ - fast_);
    for (std::size_t j = fast_; j < n_; ++j)
      for (std::size_t i = fast_; i < n_; ++i) inner.at(i - fast_, j - fast_) = -columns_[j * n_ + i];
    return inner.factor() && all * inner.sign_of_determinant() > 0;
  }

  std::size_t n_, fast_;
  std::vector<double> nominals_;
  Residual residual_;
  Jacobian jacobian_;
  double tolerance_;
  Factors matrix_;
  std::vector<double> z_, r_, next_r_, next_, step_, correction_, columns_;
  std::optional<Newton> inner_;
  std::size_t iterations_ = 0;
};

SteadyState::SteadyState(std::span<const double> nominals, std::size_t fast, Residual residual,
                         Jacobian jacobian, double tolerance)
    : impl_(std::make_unique<Impl>(nominals, fast, std::move(residual), std::move(jacobian), tolerance)) {}
SteadyState::~SteadyState() = default;
SteadyState::SteadyState(SteadyState&&) noexcept = default;
SteadyState& SteadyState::operator=(SteadyState&&) noexcept = default;
std::string SteadyState::solve(std::span<double> z) {
  return impl_->solve(z);
}
std::size_t SteadyState::iterations() const {
  return impl_->iterations();
}

}  // namespace escapement::equations::internal
