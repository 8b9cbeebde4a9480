// SPDX-License-Identifier: MIT
// What the integrators over CVODE, IDA and ARKODE have in common: vectors and tolerances, the solver's own
// words, a stop that cannot be taken back, dense output over the last step, and counts over all restarts.
//
// Multistep methods begin with steps of order 1, backward Euler, whose own dense output is a straight line
// with the slope of the step's end. What an event has just begun then seems to go back: a current that is to
// rise falls, an ideal diode that has just begun to conduct blocks again, and a ball meets the floor while it
// goes up. Over these steps values are those of a parabola with the slopes f0 of the step's beginning and
// f1 = (y1 - y0) / h of its end, which is of order 2, led to the step's own end late, when what an event
// decides by has long turned round:
//
//   y = y0 + theta h f0 + (theta^2 + theta^4) / 2 (y1 - y0 - h f0),   theta = (t - t0) / h
//
// The error test of the step bounds what is led back, for it measures (y1 - y0 - h f0) / 2.
#pragma once

#include <nvector/nvector_serial.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "callbacks.h"
#include "context.h"
#include "escapement/sundials/integrator.h"

namespace escapement::sundials::internal {

class SolverBase : public Integrator {
 public:
  void interpolate(double t, double* y) const override {
    if (t >= time_)
      std::copy(data(y_), data(y_) + callbacks_.size(), y);
    else if (slope_.state == Slope::kUsed)
      parabola(t, y);
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
    slope_.state = Slope::kUnknown;
  }
  // The beginning is at t with y_ and this slope; of an implicit system those of differential unknowns count.
  void note_slope(double t, const double* dy) {
    slope_.time = t;
    slope_.y.assign(data(y_), data(y_) + callbacks_.size());
    slope_.dy.assign(dy, dy + callbacks_.size());
    slope_.state = Slope::kKnown;
  }
  // A step is to be taken: one of order 1 before it has ended with the slope that this one begins with.
  void prepare_step() {
    if (slope_.state != Slope::kUsed) return;
    const double h = time_ - slope_.time;
    for (std::size_t i = 0; i < callbacks_.size(); ++i) {
      if (h > 0) slope_.dy[i] = (data(y_)[i] - slope_.y[i]) / h;
      slope_.y[i] = data(y_)[i];
    }
    slope_.time = time_;
    slope_.state = Slope::kKnown;
  }
  // It has been taken.
  void note_step(int order) {
    slope_.state = slope_.state == Slope::kKnown && order == 1 ? Slope::kUsed : Slope::kPassed;
  }
  bool wants_slope() const { return slope_.state == Slope::kUnknown; }
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
  void parabola(double t, double* y) const {
    const double h = time_ - slope_.time, theta = (t - slope_.time) / h,
                 bend = theta * (1 + theta * theta) / 2;
    for (std::size_t i = 0; i < callbacks_.size(); ++i) {
      const double rise = data(y_)[i] - slope_.y[i], ahead = h * slope_.dy[i];
      y[i] =
          slope_.y[i] + theta * (callbacks_.system().differential(i) ? ahead + bend * (rise - ahead) : rise);
    }
  }

  struct Slope {
    enum State { kUnknown, kKnown, kUsed, kPassed };  // kUsed: by the last step
    State state = kUnknown;
    double time = 0;
    std::vector<double> y, dy;
  };
  Slope slope_;
  mutable Vector view_;
  bool stop_set_ = false;
  continuous::Counters past_;
};

}  // namespace escapement::sundials::internal
