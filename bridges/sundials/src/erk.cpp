// SPDX-License-Identifier: MIT
// ARKODE's explicit Runge-Kutta method, by steps of its own choice.
#include <arkode/arkode_erkstep.h>

#include "methods.h"
#include "solver_base.h"

namespace escapement::sundials::internal {
namespace {

class Erk final : public SolverBase {
 public:
  Erk(System& system, Inputs& inputs, const Options& options) : SolverBase(system, inputs, options) {}
  ~Erk() override { ERKStepFree(&memory_); }

  void restart(double t, std::span<double> y, std::span<double> /*dy*/) override {
    take_over(y);
    if (memory_ == nullptr) {
      begin(t);
    } else {
      gather();
      check(t, ERKStepReInit(memory_, &right_side, t, y_.get()));
    }
    time_ = t;
  }

  double step(double stop) override {
    if (const auto told = stop_to_set(stop)) check(time_, ERKStepSetStopTime(memory_, *told));
    const double before = time_;
    const int flag = ERKStepEvolve(memory_, before + 1, y_.get(), &time_, ARK_ONE_STEP);
    if (flag < 0) callbacks_.fail(before, words_.text());
    return time_;
  }

 private:
  static int right_side(double t, N_Vector y, N_Vector dy, void* self) {
    return static_cast<Erk*>(self)->callbacks_.derivatives(t, data(y), data(dy));
  }

  void get_dense(double t, int order, N_Vector values) const override {
    ERKStepGetDky(memory_, t, order, values);
  }

  void begin(double t) {
    memory_ = ERKStepCreate(&right_side, t, y_.get(), context_);
    if (memory_ == nullptr) throw std::bad_alloc();
    ERKStepSetErrHandlerFn(memory_, &Words::listen, &words_);
    ERKStepSetUserData(memory_, this);
    check(t, ERKStepSetTableNum(memory_, ARKODE_DORMAND_PRINCE_7_4_5));
    check(t, ERKStepSetInterpolantDegree(memory_, ARK_INTERP_MAX_DEGREE));
    const Vector absolute = absolute_tolerances();
    check(t, ERKStepSVtolerances(memory_, options_.tolerance, absolute.get()));
    if (options_.maximum_step < kInfinity) ERKStepSetMaxStep(memory_, options_.maximum_step);
    ERKStepSetMaxErrTestFails(memory_, 20);
    ERKStepSetMaxHnilWarns(memory_, -1);
  }

  void add_present(continuous::Counters& sum) const override {
    if (memory_ == nullptr) return;
    long steps = 0, attempts = 0;
    ERKStepGetNumSteps(memory_, &steps);
    ERKStepGetNumStepAttempts(memory_, &attempts);
    sum.steps += static_cast<std::uint64_t>(steps);
    sum.rejected += static_cast<std::uint64_t>(attempts - steps);
  }
};

}  // namespace

std::unique_ptr<Integrator> make_erk(System& system, Inputs& inputs, const Options& options) {
  return std::make_unique<Erk>(system, inputs, options);
}

}  // namespace escapement::sundials::internal
