// SPDX-License-Identifier: MIT
// CVODE, by steps of its own choice.
#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "callbacks.h"
#include "context.h"
#include "linear_algebra.h"
#include "methods.h"

namespace escapement::sundials::internal {
namespace {

class Cvode final : public Integrator {
 public:
  Cvode(System& system, Inputs& inputs, const Options& options)
      : callbacks_(system, inputs), options_(options), y_(make_vector(system.size(), context_)) {
    memory_ = CVodeCreate(options.method == Method::kAdams ? CV_ADAMS : CV_BDF, context_);
    if (memory_ == nullptr) throw std::bad_alloc();
    if (options.method == Method::kAdams)
      iteration_ = SUNNonlinSol_FixedPoint(y_.get(), 0, context_);
    else
      algebra_.emplace(callbacks_, options.linear, false, context_);
  }
  ~Cvode() override {
    CVodeFree(&memory_);
    if (iteration_ != nullptr) SUNNonlinSolFree(iteration_);
  }

  void restart(double t, std::span<double> y, std::span<double> /*dy*/) override {
    std::copy(y.begin(), y.end(), data(y_));
    words_.clear();
    callbacks_.forget();
    if (begun_) {
      gather();
      check(t, CVodeReInit(memory_, t, y_.get()));
      if (algebra_) algebra_->restart();
    } else {
      begin(t);
    }
    time_ = t;
  }

  double step(double stop) override {
    if (stop < kInfinity) {
      check(time_, CVodeSetStopTime(memory_, stop));
      stop_set_ = true;
    } else if (stop_set_) {
      // SUNDIALS 6.4 cannot take a stop back; one that is out of reach is as good.
      check(time_, CVodeSetStopTime(memory_, std::numeric_limits<double>::max()));
      stop_set_ = false;
    }
    const double before = time_;
    const int flag = CVode(memory_, before + 1, y_.get(), &time_, CV_ONE_STEP);
    if (flag < 0) callbacks_.fail(before, words_.text());
    return time_;
  }

  void interpolate(double t, double* y) const override {
    if (t >= time_) {
      std::copy(data(y_), data(y_) + callbacks_.size(), y);
      return;
    }
    NV_DATA_S(scratch()) = y;
    CVodeGetDky(memory_, t, 0, scratch());
  }
  void interpolate_derivative(double t, double* dy) const override {
    NV_DATA_S(scratch()) = dy;
    CVodeGetDky(memory_, t, 1, scratch());
  }

  continuous::Counters counters() const override {
    continuous::Counters sum = past_;
    add_present(sum);
    sum.evaluations = callbacks_.evaluations;
    return sum;
  }

 private:
  static int right_side(double t, N_Vector y, N_Vector dy, void* self) {
    return static_cast<Cvode*>(self)->callbacks_.derivatives(t, data(y), data(dy));
  }
  static int jacobian(double t, N_Vector y, N_Vector f, SUNMatrix j, void* self, N_Vector, N_Vector,
                      N_Vector) {
    return static_cast<Cvode*>(self)->algebra_->fill(t, 0, data(y), nullptr, data(f), j);
  }

  N_Vector scratch() const {
    if (view_ == nullptr)
      view_.reset(N_VMake_Serial(static_cast<sunindextype>(callbacks_.size()), nullptr, context_));
    return view_.get();
  }

  void begin(double t) {
    const System& system = callbacks_.system();
    CVodeSetErrHandlerFn(memory_, &Words::listen, &words_);
    check(t, CVodeInit(memory_, &right_side, t, y_.get()));
    CVodeSetUserData(memory_, this);
    const Vector absolute = make_vector(callbacks_.size(), context_);
    for (std::size_t i = 0; i < callbacks_.size(); ++i)
      data(absolute)[i] = options_.tolerance * system.nominal(i);
    check(t, CVodeSVtolerances(memory_, options_.tolerance, absolute.get()));
    if (options_.maximum_step < kInfinity) CVodeSetMaxStep(memory_, options_.maximum_step);
    CVodeSetMaxErrTestFails(memory_, 20);
    CVodeSetMaxConvFails(memory_, 20);
    CVodeSetMaxHnilWarns(memory_, -1);
    if (algebra_) {
      check(t, CVodeSetLinearSolver(memory_, algebra_->solver(), algebra_->matrix()));
      if (algebra_->own_jacobian()) check(t, CVodeSetJacFn(memory_, &jacobian));
    } else {
      check(t, CVodeSetNonlinearSolver(memory_, iteration_));
    }
    begun_ = true;
  }

  void check(double t, int flag) {
    if (flag < 0) callbacks_.fail(t, words_.text());
  }

  void add_present(continuous::Counters& sum) const {
    if (!begun_) return;
    long steps = 0, errors = 0, failures = 0, jacobians = 0;
    CVodeGetNumSteps(memory_, &steps);
    CVodeGetNumErrTestFails(memory_, &errors);
    CVodeGetNumStepSolveFails(memory_, &failures);
    if (algebra_) CVodeGetNumJacEvals(memory_, &jacobians);
    sum.steps += static_cast<std::uint64_t>(steps);
    sum.rejected += static_cast<std::uint64_t>(errors + failures);
    sum.jacobians += static_cast<std::uint64_t>(jacobians);
  }
  void gather() { add_present(past_); }  // a restart sets CVODE's own counts to 0

  Context context_;
  Words words_;
  Callbacks callbacks_;
  Options options_;
  Vector y_;
  mutable Vector view_;
  void* memory_ = nullptr;
  SUNNonlinearSolver iteration_ = nullptr;
  std::optional<LinearAlgebra> algebra_;
  bool begun_ = false, stop_set_ = false;
  double time_ = 0;
  continuous::Counters past_;
};

}  // namespace

std::unique_ptr<Integrator> make_cvode(System& system, Inputs& inputs, const Options& options) {
  return std::make_unique<Cvode>(system, inputs, options);
}

}  // namespace escapement::sundials::internal
