// SPDX-License-Identifier: MIT
// ARKODE's explicit Runge-Kutta method, by steps of its own choice.
#include <arkode/arkode_erkstep.h>

#include <algorithm>
#include <limits>

#include "callbacks.h"
#include "context.h"
#include "methods.h"

namespace escapement::sundials::internal {
namespace {

class Erk final : public Integrator {
 public:
  Erk(System& system, Inputs& inputs, const Options& options)
      : callbacks_(system, inputs), options_(options), y_(make_vector(system.size(), context_)) {}
  ~Erk() override { ERKStepFree(&memory_); }

  void restart(double t, std::span<double> y, std::span<double> /*dy*/) override {
    std::copy(y.begin(), y.end(), data(y_));
    words_.clear();
    callbacks_.forget();
    if (memory_ == nullptr) {
      begin(t);
    } else {
      add_present(past_);  // the restart sets ARKODE's own counts to 0
      check(t, ERKStepReInit(memory_, &right_side, t, y_.get()));
    }
    time_ = t;
  }

  double step(double stop) override {
    if (stop < kInfinity || stop_set_) {
      // A stop cannot be taken back; one that is out of reach is as good.
      check(time_, ERKStepSetStopTime(memory_, std::min(stop, std::numeric_limits<double>::max())));
      stop_set_ = stop < kInfinity;
    }
    const double before = time_;
    const int flag = ERKStepEvolve(memory_, before + 1, y_.get(), &time_, ARK_ONE_STEP);
    if (flag < 0) callbacks_.fail(before, words_.text());
    return time_;
  }

  void interpolate(double t, double* y) const override {
    if (t >= time_)
      std::copy(data(y_), data(y_) + callbacks_.size(), y);
    else
      dense(t, 0, y);
  }
  void interpolate_derivative(double t, double* dy) const override { dense(t, 1, dy); }

  continuous::Counters counters() const override {
    continuous::Counters sum = past_;
    add_present(sum);
    sum.evaluations = callbacks_.evaluations;
    return sum;
  }

 private:
  static int right_side(double t, N_Vector y, N_Vector dy, void* self) {
    return static_cast<Erk*>(self)->callbacks_.derivatives(t, data(y), data(dy));
  }

  void dense(double t, int derivative, double* values) const {
    if (view_ == nullptr)
      view_.reset(N_VMake_Serial(static_cast<sunindextype>(callbacks_.size()), nullptr, context_));
    NV_DATA_S(view_.get()) = values;
    ERKStepGetDky(memory_, t, derivative, view_.get());
  }

  void begin(double t) {
    memory_ = ERKStepCreate(&right_side, t, y_.get(), context_);
    if (memory_ == nullptr) throw std::bad_alloc();
    ERKStepSetErrHandlerFn(memory_, &Words::listen, &words_);
    ERKStepSetUserData(memory_, this);
    check(t, ERKStepSetTableNum(memory_, ARKODE_DORMAND_PRINCE_7_4_5));
    check(t, ERKStepSetInterpolantDegree(memory_, ARK_INTERP_MAX_DEGREE));
    const Vector absolute = make_vector(callbacks_.size(), context_);
    for (std::size_t i = 0; i < callbacks_.size(); ++i)
      data(absolute)[i] = options_.tolerance * callbacks_.system().nominal(i);
    check(t, ERKStepSVtolerances(memory_, options_.tolerance, absolute.get()));
    if (options_.maximum_step < kInfinity) ERKStepSetMaxStep(memory_, options_.maximum_step);
    ERKStepSetMaxErrTestFails(memory_, 20);
    ERKStepSetMaxHnilWarns(memory_, -1);
  }

  void check(double t, int flag) {
    if (flag < 0) callbacks_.fail(t, words_.text());
  }

  void add_present(continuous::Counters& sum) const {
    if (memory_ == nullptr) return;
    long steps = 0, attempts = 0;
    ERKStepGetNumSteps(memory_, &steps);
    ERKStepGetNumStepAttempts(memory_, &attempts);
    sum.steps += static_cast<std::uint64_t>(steps);
    sum.rejected += static_cast<std::uint64_t>(attempts - steps);
  }

  Context context_;
  Words words_;
  Callbacks callbacks_;
  Options options_;
  Vector y_;
  mutable Vector view_;
  void* memory_ = nullptr;
  bool stop_set_ = false;
  double time_ = 0;
  continuous::Counters past_;
};

}  // namespace

std::unique_ptr<Integrator> make_erk(System& system, Inputs& inputs, const Options& options) {
  return std::make_unique<Erk>(system, inputs, options);
}

}  // namespace escapement::sundials::internal
