// SPDX-License-Identifier: MIT
// One step after the other of a method of SUNDIALS (Hindmarsh et al. 2005, "SUNDIALS: Suite of nonlinear and
// differential/algebraic equation solvers"), with dense output over the last step:
//
//   kBdf     CVODE, backward differentiation, orders 1 to 5, Newton iteration: stiff and other systems
//   kAdams   CVODE, Adams-Moulton, orders 1 to 12, fixed-point iteration: systems that are not stiff
//   kErk     ARKODE, explicit Runge-Kutta of orders 5(4), Dormand and Prince
//   kIda     IDA, variable-order BDF of an implicit system; an explicit one is carried as 0 = f - dy/dt
//
// Every step starts from what the steps since restart() have left, and from nothing else, so that the same
// restart gives the same bits again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "escapement/continuous/run.h"
#include "escapement/sundials/system.h"

namespace escapement::sundials {

enum class Method { kBdf, kAdams, kErk, kIda };
enum class LinearSolver { kAutomatic, kDense, kBand, kSparse };

struct Options {
  Method method = Method::kBdf;
  double tolerance = 1e-11;                        // relative; absolute: this times nominal(i). In (0, 1).
  LinearSolver linear = LinearSolver::kAutomatic;  // sparse (KLU) from 50 unknowns when a fifth is filled
  double maximum_step = kInfinity;
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Begins at t with y; of an implicit system dy is a guess, and both are made consistent. `u` is read at
  // every evaluation and must outlive the integrator. Throws Error, with the solver's own words, when no
  // consistent point is found or a function is not finite there.
  virtual void restart(double t, std::span<double> y, std::span<double> dy) = 0;
  // One internal step, of any length, but not beyond `stop`. Returns the time reached, later than before.
  // Throws Error with the solver's own words when it fails.
  virtual double step(double stop) = 0;
  // y at t, between the beginning and the end of the last step.
  virtual void interpolate(double t, double* y) const = 0;
  // The same for dy/dt; implicit systems only need it.
  virtual void interpolate_derivative(double t, double* dy) const = 0;
  // Steps, rejected steps, evaluations, Jacobians; over all restarts.
  virtual continuous::Counters counters() const = 0;
};

// How the values of inputs at a time are found.
class Inputs {
 public:
  virtual ~Inputs() = default;
  virtual const double* at(double t) = 0;
};

// Throws BuildError when the method cannot carry the system, or the options are out of range.
std::unique_ptr<Integrator> make_integrator(System& system, Inputs& inputs, const Options& options);

// "cvode", "ida" and "erk", as the command line names them. Throws BuildError for other names.
Method method_named(std::string_view name);

}  // namespace escapement::sundials
