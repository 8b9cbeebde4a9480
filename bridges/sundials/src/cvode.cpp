// SPDX-License-Identifier: MIT
// CVODE, by steps of its own choice.
#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <optional>

#include "linear_algebra.h"
#include "methods.h"
#include "solver_base.h"

namespace escapement::sundials::internal {
namespace {

class Cvode final : public SolverBase {
 public:
  Cvode(System& system, Inputs& inputs, const Options& options) : SolverBase(system, inputs, options) {
    // What may refuse comes first: nobody frees the memory of what has not been made.
    if (options.method == Method::kAdams)
      iteration_ = SUNNonlinSol_FixedPoint(y_.get(), 0, context_);
    else
      algebra_.emplace(callbacks_, options.linear, false, context_);
    memory_ = CVodeCreate(options.method == Method::kAdams ? CV_ADAMS : CV_BDF, context_);
    if (memory_ == nullptr) throw std::bad_alloc();
  }
  ~Cvode() override {
    CVodeFree(&memory_);
    if (iteration_ != nullptr) SUNNonlinSolFree(iteration_);
  }

  void restart(double t, std::span<double> y, std::span<double> /*dy*/) override {
    take_over(y);
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
    if (const auto told = stop_to_set(stop)) check(time_, CVodeSetStopTime(memory_, *told));
    prepare_step();
    const double before = time_;
    const int flag = CVode(memory_, before + 1, y_.get(), &time_, CV_ONE_STEP);
    if (flag < 0) callbacks_.fail(before, words_.text());
    int order = 0;
    CVodeGetLastOrder(memory_, &order);
    note_step(order);
    return time_;
  }

 private:
  static int right_side(double t, N_Vector y, N_Vector dy, void* self) {
    auto& me = *static_cast<Cvode*>(self);
    const int flag = me.callbacks_.derivatives(t, data(y), data(dy));
    // What CVODE asks for first is the slope at its beginning.
    if (flag == 0 && t == me.time_ && me.wants_slope()) me.note_slope(t, data(dy));
    return flag;
  }
  static int jacobian(double t, N_Vector y, N_Vector f, SUNMatrix j, void* self, N_Vector, N_Vector,
                      N_Vector) {
    return static_cast<Cvode*>(self)->algebra_->fill(t, 0, data(y), nullptr, data(f), j);
  }

  void get_dense(double t, int order, N_Vector values) const override {
    CVodeGetDky(memory_, t, order, values);
  }

  void begin(double t) {
    CVodeSetErrHandlerFn(memory_, &Words::listen, &words_);
    check(t, CVodeInit(memory_, &right_side, t, y_.get()));
    CVodeSetUserData(memory_, this);
    const Vector absolute = absolute_tolerances();
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

  void add_present(continuous::Counters& sum) const override {
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
  SUNNonlinearSolver iteration_ = nullptr;
  std::optional<LinearAlgebra> algebra_;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<Integrator> make_cvode(System& system, Inputs& inputs, const Options& options) {
  return std::make_unique<Cvode>(system, inputs, options);
}

}  // namespace escapement::sundials::internal
