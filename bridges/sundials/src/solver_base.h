// SPDX-License-Identifier: MIT
// What the integrators over CVODE, IDA and ARKODE have in common: vectors and tolerances, the solver's own
// words, a stop that cannot be taken back, dense output over the last step, and counts over all restarts.
#pragma once

#include <nvector/nvector_serial.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "callbacks.h"
#include "context.h"
#include "escapement/sundials/integrator.h"

namespace escapement::sundials::internal {

class SolverBase : public Integrator {
 public:
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

 protected:
  SolverBase(System& system, Inputs& inputs, const Options& options)
      : callbacks_(system, inputs), options_(options), y_(make_vector(system.size(), context_)) {}

  // The solver's derivative of that order at t, within its last step.
  virtual void get_dense(double t, int order, N_Vector values) const = 0;
  // Adds its counts since the last restart, at which it sets them to 0.
  virtual void add_present(continuous::Counters& sum) const = 0;

  void dense(double t, int order, double* values) const {
    if (view_ == nullptr)
      view_.reset(N_VMake_Serial(static_cast<sunindextype>(callbacks_.size()), nullptr, context_));
    NV_DATA_S(view_.get()) = values;
    get_dense(t, order, view_.get());
  }
  // At a restart: what was before is forgotten, but for the counts.
  void take_over(std::span<const double> y) {
    std::copy(y.begin(), y.end(), data(y_));
    words_.clear();
    callbacks_.forget();
  }
  void gather() { add_present(past_); }
  // Throws Error with the solver's words when it has failed.
  void check(double t, int flag) {
    if (flag < 0) callbacks_.fail(t, words_.text());
  }
  // What the solver is to be told of the next stop, if anything. None of the three can take a stop back; one
  // that is out of reach is as good.
  std::optional<double> stop_to_set(double stop) {
    if (!(stop < kInfinity) && !stop_set_) return std::nullopt;
    stop_set_ = stop < kInfinity;
    return std::min(stop, std::numeric_limits<double>::max());
  }
  Vector absolute_tolerances() const {
    Vector absolute = make_vector(callbacks_.size(), context_);
    for (std::size_t i = 0; i < callbacks_.size(); ++i)
      data(absolute)[i] = options_.tolerance * callbacks_.system().nominal(i);
    return absolute;
  }

  Context context_;
  Words words_;
  Callbacks callbacks_;
  Options options_;
  Vector y_;
  void* memory_ = nullptr;
  double time_ = 0;  // the end of the last step

 private:
  mutable Vector view_;
  bool stop_set_ = false;
  continuous::Counters past_;
};

}  // namespace escapement::sundials::internal
