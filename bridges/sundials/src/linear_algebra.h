// SPDX-License-Identifier: MIT
// The matrix of an implicit method and its factorisation: dense, banded or sparse (KLU; Davis and Palamadai
// Natarajan 2010), with the Jacobian from the system itself or by differences.
//
// Coloured differences (Curtis, Powell and Reid 1974): columns that share no row are disturbed together, so
// that a Jacobian costs as many evaluations as there are colours. Where the system's own Jacobian is not
// finite (a root at zero) differences take its place.
#pragma once

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <vector>

#include "callbacks.h"
#include "context.h"

namespace escapement::sundials::internal {

// A colour for each column, from 0, greedily in their order.
std::vector<int> colours(const Pattern& pattern);

class LinearAlgebra {
 public:
  LinearAlgebra(Callbacks& callbacks, LinearSolver wish, bool implicit_form, const Context& context);
  ~LinearAlgebra();
  LinearAlgebra(const LinearAlgebra&) = delete;
  LinearAlgebra& operator=(const LinearAlgebra&) = delete;

  SUNMatrix matrix() const { return matrix_; }
  SUNLinearSolver solver() const { return solver_; }
  // Whether fill() is to be called; else SUNDIALS takes its own differences (dense and band).
  bool own_jacobian() const { return own_; }
  // Explicit form: df/dy; `f` is f(t, y). Implicit form: dF/dy + c dF/d(dy); `f` is F(t, y, dy). Explicit
  // systems in implicit form are 0 = f - dy/dt. 0, or as Callbacks.
  int fill(double t, double c, const double* y, const double* dy, const double* f, SUNMatrix to);
  // Forgets the choice of pivots, so that what follows does not depend on what was.
  void restart();

 private:
  void prepare_differences();
  int by_differences(double t, double c, const double* y, const double* dy, const double* f);
  void scatter(double c, SUNMatrix to) const;

  Callbacks& callbacks_;
  bool implicit_form_;
  bool own_ = false;
  bool sparse_ = false;
  Pattern pattern_;             // of the matrix, with the diagonal
  std::vector<int> place_;      // of each entry of the system's pattern in pattern_
  std::vector<double> values_;  // in the order of pattern_, or dense
  std::vector<double> given_;   // in the order of the system's pattern
  std::vector<int> colour_;
  int colour_count_ = 0;
  std::vector<double> y_, dy_, f_;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
};

}  // namespace escapement::sundials::internal
