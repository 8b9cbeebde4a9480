// SPDX-License-Identifier: MIT
#include "newton.h"

#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::equations::internal {

class Newton::Impl {
 public:
  Impl(std::span<const double> nominals, Residual residual, Jacobian jacobian, double tolerance)
      : n_(nominals.size()),
        nominals_(nominals.begin(), nominals.end()),
        residual_(std::move(residual)),
        jacobian_(std::move(jacobian)),
        tolerance_(tolerance) {
    const auto n = static_cast<sunindextype>(n_);
    if (SUNContext_Create(nullptr, &context_) != 0) throw Error("KINSOL could not be started");
    z_ = N_VNew_Serial(n, context_);
    z_scale_ = N_VNew_Serial(n, context_);
    r_scale_ = N_VNew_Serial(n, context_);
    matrix_ = SUNDenseMatrix(n, n, context_);
    solver_ = SUNLinSol_Dense(z_, matrix_, context_);
    memory_ = KINCreate(context_);
    const bool fine =
        KINSetErrHandlerFn(memory_, &keep_message, this) == KIN_SUCCESS &&
        KINInit(memory_, &call_residual, z_) == KIN_SUCCESS && KINSetUserData(memory_, this) == KIN_SUCCESS &&
        KINSetLinearSolver(memory_, solver_, matrix_) == KIN_SUCCESS &&
        KINSetJacFn(memory_, &call_jacobian) == KIN_SUCCESS &&
        KINSetMaxSetupCalls(memory_, 1) == KIN_SUCCESS &&  // the Jacobian is exact and cheap: always new
        KINSetMaxNewtonStep(memory_, kLongestStep) == KIN_SUCCESS &&
        KINSetFuncNormTol(memory_, tolerance_) == KIN_SUCCESS &&
        KINSetScaledStepTol(memory_, 1e-14) == KIN_SUCCESS;
    if (!fine) throw Error("KINSOL could not be set up: " + message_);
    for (std::size_t i = 0; i < n_; ++i) data(z_scale_)[i] = 1 / nominals_[i];
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    KINFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    N_VDestroy(r_scale_);
    N_VDestroy(z_scale_);
    N_VDestroy(z_);
    SUNContext_Free(&context_);
  }

  // With a line search, which gets over most bends; where that is stuck, as it may be at the kink of a
  // limiter, once more with whole steps.
  std::string solve(std::span<double> z) {
    start_.assign(z.begin(), z.end());
    std::string trouble = solve(z, KIN_LINESEARCH);
    if (trouble.empty()) return trouble;
    const std::vector<double> stuck(z.begin(), z.end());
    std::copy(start_.begin(), start_.end(), z.begin());
    if (solve(z, KIN_NONE).empty()) return {};
    std::copy(stuck.begin(), stuck.end(), z.begin());
    return trouble;
  }
  std::size_t iterations() const { return iterations_; }

 private:
  std::string solve(std::span<double> z, int strategy) {
    std::copy(z.begin(), z.end(), data(z_));
    message_.clear();
    // Where the Jacobian changes by orders of magnitude on the way (an exponential), the residuals are small
    // only by the measure of the beginning: once more, by that of the end.
    int flag = KIN_SUCCESS;
    for (int round = 0; round < kRounds; ++round) {
      scale_residuals();
      flag = KINSol(memory_, z_, strategy, z_scale_, r_scale_);
      long steps = 0;
      KINGetNumNonlinSolvIters(memory_, &steps);
      iterations_ += static_cast<std::size_t>(steps);
      if (flag < 0 && flag != KIN_MAXITER_REACHED) break;
      scale_residuals();
      if (scaled_residual() <= 10 * tolerance_) break;
      if (round + 1 == kRounds && flag >= 0) flag = KIN_LINESEARCH_NONCONV;
    }
    std::copy(data(z_), data(z_) + n_, z.begin());
    // A step too small to count: the solution up to rounding, or a point from which no step helps.
    if (flag == KIN_STEP_LT_STPTOL && scaled_residual() > 1e3 * tolerance_) flag = KIN_LINESEARCH_NONCONV;
    if (!std::all_of(z.begin(), z.end(), [](double v) { return std::isfinite(v); }))
      return "its steps lead to values that are not finite";
    if (flag >= 0) return {};
    char* name = KINGetReturnFlagName(flag);
    std::string told = name != nullptr ? name : "";
    free(name);  // NOLINT: KINSOL allocates it so
    return told + (message_.empty() ? "" : ": " + message_);
  }
  static constexpr int kRounds = 8;
  // KINSOL's own limit is a thousand times the start, which is short for one that starts at zero.
  static constexpr double kLongestStep = 1e15;
  static double* data(N_Vector vector) { return NV_DATA_S(vector); }
  static int call_residual(N_Vector z, N_Vector r, void* self) {
    auto& me = *static_cast<Impl*>(self);
    me.residual_(data(z), data(r));
    // Outside of a function's domain: a shorter step.
    return std::all_of(data(r), data(r) + me.n_, [](double v) { return std::isfinite(v); }) ? 0 : 1;
  }
  static int call_jacobian(N_Vector z, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector) {
    auto& me = *static_cast<Impl*>(self);
    double* entries = SUNDenseMatrix_Data(matrix);
    me.jacobian_(data(z), entries);
    return std::all_of(entries, entries + me.n_ * me.n_, [](double v) { return std::isfinite(v); }) ? 0 : 1;
  }
  static void keep_message(int, const char*, const char*, char* message, void* self) {
    static_cast<Impl*>(self)->message_ = message;
  }

  // Each residual is measured by how much it changes when its unknowns change by their nominals.
  void scale_residuals() {
    std::vector<double> entries(n_ * n_);
    jacobian_(data(z_), entries.data());
    for (std::size_t i = 0; i < n_; ++i) {
      double size = 0;
      for (std::size_t j = 0; j < n_; ++j) size += std::abs(entries[j * n_ + i]) * nominals_[j];
      data(r_scale_)[i] = std::isfinite(size) && size > 1e-12 ? 1 / size : 1;
    }
  }
  double scaled_residual() {
    std::vector<double> r(n_);
    residual_(data(z_), r.data());
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::abs(r[i]) * data(r_scale_)[i]);
    return largest;
  }

  std::size_t n_;
  std::vector<double> nominals_, start_;
  Residual residual_;
  Jacobian jacobian_;
  double tolerance_;
  std::size_t iterations_ = 0;
  std::string message_;
  SUNContext context_ = nullptr;
  N_Vector z_ = nullptr, z_scale_ = nullptr, r_scale_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  void* memory_ = nullptr;
};

Newton::Newton(std::span<const double> nominals, Residual residual, Jacobian jacobian, double tolerance)
    : impl_(std::make_unique<Impl>(nominals, std::move(residual), std::move(jacobian), tolerance)) {}
Newton::~Newton() = default;
Newton::Newton(Newton&&) noexcept = default;
Newton& Newton::operator=(Newton&&) noexcept = default;
std::string Newton::solve(std::span<double> z) {
  return impl_->solve(z);
}
std::size_t Newton::iterations() const {
  return impl_->iterations();
}

}  // namespace escapement::equations::internal
