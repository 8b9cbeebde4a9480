// SPDX-License-Identifier: MIT
#include "escapement/sundials/system.h"

#include "escapement/core/error.h"

namespace escapement::sundials {
namespace {

[[noreturn]] void lacks(const char* function) {
  throw InternalError(std::string("a system says that it has ") + function + ", but does not define it");
}

}  // namespace

void System::derivatives(double, const double*, const double*, double*) {
  lacks("derivatives()");
}

void System::residual(double, const double*, const double*, const double*, double*) {
  lacks("residual()");
}

void System::jacobian(double, const double*, const double*, const double*, double, double*) {
  lacks("jacobian()");
}

void System::condition_values(double, const double*, const double*, double*) {
  lacks("condition_values()");
}

Change System::handle(double, std::span<double>, const double*, std::span<const std::size_t>) {
  return Change::kNothing;
}

void System::outputs(double, const double*, const double*, double*) {
  lacks("outputs()");
}

}  // namespace escapement::sundials
