// SPDX-License-Identifier: MIT
// A stand-alone quantised state solver: a whole system of equations in one loop, without a message per state
// (Fernandez and Kofman 2014, "A stand-alone quantized state system solver for continuous system
// simulation").
//
//   S1  At the start: start values by the equations of the beginning, the event iteration of the start, q :=
//   x. S2  The next instant is the earliest of: a state whose q is to be chosen anew; a condition whose
//   crossing
//       function, a polynomial in time, comes to zero, or whose instant is computed from time; a derivative
//       that depends on time and whose polynomial has served its time.
//   S3  A state that is due: x moves to now, q is chosen by the method (qss/quantised_state.h), with the
//   quantum
//       max(relative |x|, absolute * nominal). Then only what reads this q is evaluated: algebraic variables,
//       blocks of equations with the factorisation that they have, derivatives. Each derivative gives a new
//       polynomial of its x; conditions that read that x are looked at.
//   S4  All conditions of an instant change together. The discrete equations, conditions and reinits that
//   read
//       what has changed are evaluated, pass by pass, as equations/event_iteration.h says, and after that the
//       functions that read what is different now.
//   S5  Conditions read x itself, not q: instants of events are as exact as the polynomials of x.
//
// Linearly implicit methods need the slope of each derivative over its own state. Where the derivative is
// affine it is a coefficient; where it is smooth and reads states alone, a formula gives it with the
// derivative; else it is computed with a series whose direction is that state, through algebraic variables
// and blocks (implicit function theorem, with the block's factorisation).
//
// Derivatives of equal shape share their code (equations/families.h). Affine ones, as most of circuits are,
// have coefficients that only events change, and cost a multiplication per state that they read. Smooth ones
// are formulas of their coefficients in time, found by symbolic differentiation; machine code, when it pays.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/equations/flat_system.h"
#include "escapement/equations/program.h"
#include "escapement/qss/method.h"
#include "escapement/qss/outlook.h"

namespace escapement::qss_solver {

struct Counts {
  std::uint64_t steps = 0;            // choices of q
  std::uint64_t evaluations = 0;      // of functions
  std::uint64_t crossing_checks = 0;  // evaluations of crossing functions
  std::uint64_t heap_operations = 0;  // next times that changed
  std::uint64_t events = 0;           // instants at which conditions changed
  std::uint64_t factorisations = 0;   // of blocks
  std::uint64_t families = 0;         // shapes of functions
};

// What the relative quantum is a part of: |x|; or how far x has come, from its least to its greatest value
// since the start, where that is less (but a thousandth of |x| at least). The second suits what lies far from
// zero and moves little, such as temperatures in K, positions and angles.
enum class RelativeTo { kValue, kTravel };

// What an explicit method tells of a system that is stiff for it: most of its steps are as short as the time
// constant of a state asks for, not as the quantum does.
struct Stiffness {
  std::string state;         // that of the shortest time constant
  double time_constant = 0;  // seconds, - 1 / (d x'/d x)
  double at = 0;             // when it was told
  std::uint64_t steps = 0;   // until then
};

class Solver {
 public:
  // Throws InputError for systems that cannot be sorted, BuildError for a quantum that is not allowed, a
  // reinit of what is no state, terminal(), constraints under which states would have to be chosen anew.
  Solver(equations::FlatSystem system, const qss::Method& method, RelativeTo relative = RelativeTo::kValue);
  ~Solver();
  Solver(Solver&&) noexcept;

  // Lets the executor make machine code for derivatives that are not affine: once for each shape, whatever
  // the number of states, and when it pays. Results are the same to the last bit. `at_once`: before this
  // returns.
  void translate(equations::Executor& executor, bool at_once = false);

  // Throws Error as the equations of the beginning do (equations/event_iteration.h).
  void start(double t);
  // Where the run ends, at the latest: then a run of an implicit method that goes to and fro, so that it
  // would take more than some ten million steps to get there, stops with an Error that says so.
  void set_end(double t);
  // Time of the next instant, at or after now(); infinity when nothing is going to happen.
  double next() const;
  double now() const;
  // All instants up to and including `until`. Throws Error: events that do not settle, crossings without end
  // (with the time at which they accumulate), a block that has no solution, values that are not finite.
  // After a throw the solver is of no more use.
  void advance(double until);
  // The instant next() alone. Whether a condition changed.
  bool instant();
  // Instants up to and including `until`, but stops before conditions change: then true, and next() is the
  // time at which event() is to be called.
  bool run_to_event(double until);
  // Whether a condition changed in the end.
  bool event();
  // Inputs have new values from t on, which is not after next().
  void set_inputs(double t, std::span<const std::pair<equations::VariableIndex, double>> inputs);

  // The model has asked for the end of the simulation, and says why.
  std::optional<std::string> ended() const;

  const equations::FlatSystem& system() const;
  const std::vector<equations::VariableIndex>& states() const;
  // At t, from now() to next(): dense output, which costs no step.
  double state(std::size_t i, double t) const;
  // Of all variables.
  void values(double t, std::vector<double>& all);
  // Throws BuildError when there is no such variable.
  double value(std::string_view name, double t);
  Counts counts() const;
  // Of explicit methods, once they have taken some ten thousand steps of that kind, and half of all.
  const std::optional<Stiffness>& stiffness() const;
  // What the Jacobian at t, from now() to next(), tells of a run from there on. Nothing for systems of more
  // than 2000 states, where it costs too much, or where it has no value. Numbers of states are places in
  // states().
  std::vector<qss::Outlook> outlook(double t, double length);
  std::uint64_t changes(std::size_t state) const;
  void archive(Archive& archive);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace escapement::qss_solver
