// SPDX-License-Identifier: MIT
// The functions of a system as SUNDIALS calls them: guarded against exceptions, which must not cross C code,
// and against values that are not finite, which a shorter step may avoid.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "escapement/sundials/integrator.h"

namespace escapement::sundials::internal {

class Callbacks {
 public:
  Callbacks(System& system, Inputs& inputs) : system_(system), inputs_(inputs), n_(system.size()) {}

  // What SUNDIALS wants to be told: 0 well, > 0 try a shorter step, < 0 give up.
  int derivatives(double t, const double* y, double* dy);
  int residual(double t, const double* y, const double* dy, double* r);
  int jacobian(double t, const double* y, const double* dy, double c, double* values);

  // Throws: what a function has thrown; else Error with what was not finite, if anything was, and the words.
  [[noreturn]] void fail(double t, const std::string& words);
  void forget() { bad_.clear(); }

  std::uint64_t evaluations = 0;
  System& system() const { return system_; }
  Inputs& inputs() const { return inputs_; }
  std::size_t size() const { return n_; }

 private:
  bool finite(const char* what, double t, const double* y, const double* values);
  int note_thrown();
  void note_bad(const char* what, std::size_t i, double t, const double* y, double value);
  System& system_;
  Inputs& inputs_;
  std::size_t n_;
  std::string bad_;
  std::exception_ptr thrown_;
};

}  // namespace escapement::sundials::internal
