// SPDX-License-Identifier: MIT
// IDA, by steps of its own choice, with consistent restarts.
#include <ida/ida.h>

#include <cmath>

#include "linear_algebra.h"
#include "methods.h"
#include "solver_base.h"

namespace escapement::sundials::internal {
namespace {

class Ida final : public SolverBase {
 public:
  Ida(System& system, Inputs& inputs, const Options& options)
      : SolverBase(system, inputs, options),
        dy_(make_vector(system.size(), context_)),
        algebra_(callbacks_, options.linear, true, context_) {
    memory_ = IDACreate(context_);
    if (memory_ == nullptr) throw std::bad_alloc();
  }
  ~Ida() override { IDAFree(&memory_); }

  void restart(double t, std::span<double> y, std::span<double> dy) override {
    const std::size_t n = callbacks_.size();
    take_over(y);
    std::copy(dy.begin(), dy.end(), data(dy_));
    const bool implicit = callbacks_.system().implicit();
    if (!implicit && callbacks_.derivatives(t, data(y_), data(dy_)) != 0) callbacks_.fail(t, "");
    if (begun_) {
      gather();
      check(t, IDAReInit(memory_, t, y_.get(), dy_.get()));
      algebra_.restart();
    } else {
      begin(t);
    }
    time_ = t;
    if (implicit) make_consistent(t);
    std::copy(data(y_), data(y_) + n, y.begin());
    std::copy(data(dy_), data(dy_) + n, dy.begin());
    note_slope(t, data(dy_));
  }

  double step(double stop) override {
    if (const auto told = stop_to_set(stop)) check(time_, IDASetStopTime(memory_, *told));
    prepare_step();
    const double before = time_;
    const int flag = IDASolve(memory_, before + 1, &time_, y_.get(), dy_.get(), IDA_ONE_STEP);
    if (flag < 0) callbacks_.fail(before, words_.text());
    last_step_ = time_ - before;
    int order = 0;
    IDAGetLastOrder(memory_, &order);
    note_step(order);
    return time_;
  }

  void interpolate_derivative(double t, double* dy) const override {
    if (t >= time_)
      std::copy(data(dy_), data(dy_) + callbacks_.size(), dy);
    else
      dense(t, 1, dy);
  }

 private:
  static int residual(double t, N_Vector y, N_Vector dy, N_Vector r, void* self) {
    return static_cast<Ida*>(self)->callbacks_.residual(t, data(y), data(dy), data(r));
  }
  static int jacobian(double t, double c, N_Vector y, N_Vector dy, N_Vector r, SUNMatrix j, void* self,
                      N_Vector, N_Vector, N_Vector) {
    return static_cast<Ida*>(self)->algebra_.fill(t, c, data(y), data(dy), data(r), j);
  }

  void get_dense(double t, int order, N_Vector values) const override {
    IDAGetDky(memory_, t, order, values);
  }

  void begin(double t) {
    const System& system = callbacks_.system();
    IDASetErrHandlerFn(memory_, &Words::listen, &words_);
    check(t, IDAInit(memory_, &residual, t, y_.get(), dy_.get()));
    IDASetUserData(memory_, this);
    const Vector absolute = absolute_tolerances();
    const Vector kinds = make_vector(callbacks_.size(), context_);
    bool algebraic = false;
    for (std::size_t i = 0; i < callbacks_.size(); ++i) {
      data(kinds)[i] = system.differential(i) ? 1 : 0;
      algebraic = algebraic || !system.differential(i);
    }
    check(t, IDASVtolerances(memory_, options_.tolerance, absolute.get()));
    check(t, IDASetId(memory_, kinds.get()));
    // Algebraic unknowns of a semi-explicit system of index 1 are as exact as what they follow from; of
    // higher index they would reject every step.
    IDASetSuppressAlg(memory_, algebraic ? SUNTRUE : SUNFALSE);
    if (options_.maximum_step < kInfinity) IDASetMaxStep(memory_, options_.maximum_step);
    IDASetMaxErrTestFails(memory_, 20);
    IDASetMaxConvFails(memory_, 20);
    check(t, IDASetLinearSolver(memory_, algebra_.solver(), algebra_.matrix()));
    if (algebra_.own_jacobian()) check(t, IDASetJacFn(memory_, &jacobian));
    begun_ = true;
  }

  // Largest residual and its place.
  std::pair<double, std::size_t> worst(double t) {
    std::vector<double> r(callbacks_.size());
    std::pair<double, std::size_t> most{0, 0};
    if (callbacks_.residual(t, data(y_), data(dy_), r.data()) != 0) callbacks_.fail(t, "");
    for (std::size_t i = 0; i < r.size(); ++i)
      if (std::abs(r[i]) > most.first) most = {std::abs(r[i]), i};
    return most;
  }

  void make_consistent(double t) {
    const auto [size, place] = worst(t);
    if (size == 0) return;
    // The end is a measure of the first step only.
    const double ahead = last_step_ > 0 ? 1000 * last_step_ : 1;
    IDASetNonlinConvCoefIC(memory_, 1e-4);
    const int flag = IDACalcIC(memory_, IDA_YA_YDP_INIT, t + std::max(ahead, 1e-9 * std::abs(t)));
    if (flag < 0)
      callbacks_.fail(t, "the values at time " + to_text(t) +
                             " do not fulfil the equations, and no consistent ones were found: residual " +
                             std::to_string(place + 1) + " (beside '" +
                             callbacks_.system().state_name(place) + "') is " + to_text(size) + "; " +
                             words_.text());
    check(t, IDAGetConsistentIC(memory_, y_.get(), dy_.get()));
  }

  void add_present(continuous::Counters& sum) const override {
    if (!begun_) return;
    long steps = 0, errors = 0, failures = 0, jacobians = 0;
    IDAGetNumSteps(memory_, &steps);
    IDAGetNumErrTestFails(memory_, &errors);
    IDAGetNumStepSolveFails(memory_, &failures);
    IDAGetNumJacEvals(memory_, &jacobians);
    sum.steps += static_cast<std::uint64_t>(steps);
    sum.rejected += static_cast<std::uint64_t>(errors + failures);
    sum.jacobians += static_cast<std::uint64_t>(jacobians);
  }
  Vector dy_;
  LinearAlgebra algebra_;
  bool begun_ = false;
  double last_step_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> make_ida(System& system, Inputs& inputs, const Options& options) {
  return std::make_unique<Ida>(system, inputs, options);
}

}  // namespace escapement::sundials::internal
