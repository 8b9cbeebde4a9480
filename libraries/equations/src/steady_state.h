// SPDX-License-Identifier: MIT
// Where an infinitely fast process comes to rest: a sub-simulation in artificial time.
//
//   dx/ds = f(x, z)     the rates, as many as fast variables x
//       0 = g(x, z)     algebraic unknowns inside of the process
//
// s is artificial; all else of the model stands still. Only the end counts, not the way there, so the method
// is the linearly implicit Euler method with a step that grows, pseudo-transient continuation (Deuflhard
// 2004, "Newton Methods for Nonlinear Problems", section 6.4; Kelley and Keyes 1998):
//
//   S1  Near the last solution: a Newton step. Taken when it is short and the next one would be much shorter.
//   S2  Else (M/h - J) d = F at the present point, M = 1 for x and 0 for z. c, the correction that the same
//   matrix
//       gives at x + d, tells how far from linear the step was: theta = |c| / |d| by the nominals.
//   S3  theta above 1/2, or h beyond the time constant of an unstable direction: back, with a quarter of h.
//   Else forward, and h grows by at most ten, more where theta is
//       small; in the limit these are Newton steps.
//   S4  The end: the Newton step is shorter than the tolerance, and the point is stable: all eigenvalues of
//   the rates
//       by x, with z following, are in the left half plane or on its border. Where it is not, once more from
//       a point beside it; then it is a fault.
//
// It fails early: after kSteps steps, or when h has become too short to matter. Nothing of the way is stored.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace escapement::equations::internal {

class SteadyState {
 public:
  static constexpr std::size_t kSteps = 400;
  using Residual = std::function<void(const double* z, double* r)>;
  using Jacobian = std::function<void(const double* z, double* columns)>;  // dense, column by column
  // nominals: the usual size of each unknown, fast ones first. fast: how many of them.
  SteadyState(std::span<const double> nominals, std::size_t fast, Residual residual, Jacobian jacobian,
              double tolerance);
  ~SteadyState();
  SteadyState(SteadyState&&) noexcept;
  SteadyState& operator=(SteadyState&&) noexcept;

  // From z to the rest, in place. Empty, or what went wrong; z is then where it stopped.
  std::string solve(std::span<double> z);
  std::size_t iterations() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace escapement::equations::internal
