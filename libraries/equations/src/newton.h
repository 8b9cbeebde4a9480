// SPDX-License-Identifier: MIT
// KINSOL for one block of nonlinear equations.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace escapement::equations::internal {

class Newton {
 public:
  using Residual = std::function<void(const double* z, double* r)>;
  using Jacobian = std::function<void(const double* z, double* columns)>;  // dense, column by column
  // nominals: the usual size of each unknown.
  Newton(std::span<const double> nominals, Residual residual, Jacobian jacobian, double tolerance);
  ~Newton();
  Newton(Newton&&) noexcept;
  Newton& operator=(Newton&&) noexcept;

  // From z to the solution, in place. Empty, or what went wrong in the solver's words; z is then where it
  // stopped.
  std::string solve(std::span<double> z);
  std::size_t iterations() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace escapement::equations::internal
