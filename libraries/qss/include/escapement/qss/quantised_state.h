// SPDX-License-Identifier: MIT
// One state x of a quantised state system x' = f(q, t), and its quantised companion q, which the functions of
// the system see instead of x. Between changes both are polynomials in time; q changes only when it has
// drifted away from x by the quantum dQ.
//
// With n the order of the method and all values at the instant t at which q is chosen anew:
//
//   QSSn     q(t + e) = Taylor polynomial of x of degree n - 1. Next choice: |x - q| = dQ.
//   LIQSSn   The system near x is taken as x' = a q + u(t), with a the observed slope of f over this state's
//            own q (never above 0) and u the rest, a polynomial of degree n - 1. q is the polynomial of
//            degree n - 1 with x^(k)(t + h) = q^(k)(t + h), k = 0 .. n - 1, for the greatest h with |q - x|
//            <= dQ: x moves towards q and meets it after h. Where no h is too great, x rests on the solution
//            x^(n) = 0. Next choice: when they meet; or, since others change u meanwhile, when x crosses q,
//            or |x - q| = 2 dQ. For n = 1 this is q = (x + h u) / (1 - h a), the backward Euler step whose
//            length makes the change of x a quantum; for n = 2 and 3 its counterparts of higher order.
//   CQSS     As LIQSS1, but q lies half way: q = (x + h u / 2) / (1 - h a / 2) with |x(t + h) - x| = dQ, the
//            implicit midpoint rule, which neither damps nor feeds oscillations. Next choice: |x - x(t)| =
//            dQ.
//
// Sources: Kofman and Junco 2001, Kofman 2002 and 2006 (QSS1, 2, 3); Migoni and Kofman 2009, Migoni,
// Bortolotto, Kofman and Cellier 2013 (LIQSS); Cellier, Kofman, Migoni and Bortolotto 2008 (CQSS).
#pragma once

#include <cstdint>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/time.h"
#include "escapement/qss/method.h"
#include "escapement/qss/polynomial.h"

namespace escapement::qss {

class QuantisedState {
 public:
  explicit QuantisedState(Method method) : method_(method), order_(method.order()) {}

  // x = q = value at time t, with derivative 0 until derivative() tells it.
  void start(Time t, double value);
  // x jumps to `value`; its derivatives stay, and q is chosen anew at once.
  void reset(Time t, double value);
  // Chooses q anew. Call it at due(), or at any time.
  void requantise(Time t);
  // The derivative from now on: u(t + e), of which terms up to degree 2 are used, whatever the order: what
  // the method itself gives has degree order - 1, but inputs may have more. `after_own_change` says that
  // nothing but this state's own q changed since the last call, so that the difference shows the slope a.
  void derivative(Time t, const Polynomial& u, bool after_own_change);
  // Finds due() after the calls above; asked once when all of an instant are done. The instant is `t`.
  void schedule(Time t);
  // When q is to be chosen anew; at least two steps of the clock's resolution after the last schedule().
  Time due() const { return due_; }

  double x(Time t) const { return x_.at(t - x_since_); }
  double q(Time t) const { return q_.at(t - q_since_); }
  Polynomial x_at(Time t) const { return x_.shifted(t - x_since_); }
  Polynomial q_at(Time t) const { return q_.shifted(t - q_since_); }
  const Polynomial& q_piece() const { return q_; }
  Time q_since() const { return q_since_; }
  double quantum() const { return quantum_; }
  const Method& method() const { return method_; }
  std::uint64_t changes() const { return changes_; }  // of q, since begin_counting()
  void begin_counting() { changes_ = 0; }
  double slope() const { return slope_; }  // a
  void archive(Archive& archive);

 private:
  void move_to(Time t);
  void choose();
  void choose_explicitly();
  void choose_linear();
  void choose_centred();
  void choose_quadratic();
  void choose_cubic();
  template <class Try>
  void choose_longest(double explicit_step, Try try_step);

  Method method_;
  int order_;
  Polynomial x_, q_;
  Time x_since_ = 0, q_since_ = 0;
  double quantum_ = 0;
  Time due_ = kInfinity;
  double slope_ = 0;          // a
  double u_before_ = 0;       // derivative at the last change of q
  double q_step_ = 0;         // how far q jumped then
  double x_chosen_ = 0;       // x when q was chosen
  Time meeting_ = kInfinity;  // when x and q meet, of the implicit methods
  std::uint64_t changes_ = 0;
};

}  // namespace escapement::qss
