// SPDX-License-Identifier: MIT
// A system of ordinary differential or differential-algebraic equations, as C++ functions:
//
//   explicit   dy/dt = f(t, y, u)              derivatives()
//   implicit   0 = F(t, y, dy/dt, u)           residual(), with differential() for each unknown
//
// y are the n unknowns, u the inputs, t the time of the simulation in its unit. Between events the functions
// must depend on their arguments and on nothing that changes, and be as smooth as the order of the method
// asks for: where they jump, a condition or a stop belongs.
//
// Conditions. Condition i compares a function g_i(t, y, u) with zero:
//
//   kAbove    g > 0      kAtLeast   g >= 0      kBelow   g < 0      kAtMost   g <= 0
//
// An event happens when a condition that was false becomes true, be it that g crosses zero, that an input
// jumps or that another event changes y. It is located at the first representable time (within an ulp or two)
// at which the condition is true, so the handler finds it true. A condition that is true at the start, or
// stays true after its event, fires again only after it was false in between. Two conditions with opposite
// relations give both directions of a crossing.
//
// Stops. next_stop(t) is the first time after t at which something is known to happen: a solver never steps
// over it, so that a short pulse is not missed. At a stop handle() is called with no conditions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/time.h"

namespace escapement::sundials {

// The places of a matrix that may differ from zero, by columns: the rows of column j, in rising order, are
// rows[column_begin[j]] ... rows[column_begin[j + 1] - 1].
struct Pattern {
  std::vector<int> column_begin;
  std::vector<int> rows;
  // From the columns that each row names; rows need not be sorted.
  static Pattern from_rows(std::size_t columns, const std::vector<std::vector<int>>& columns_of_row);
  std::size_t entries() const { return rows.size(); }
};

struct Band {
  int lower = 0, upper = 0;  // diagonals beside the main one that may differ from zero
};

enum class Relation { kAbove, kAtLeast, kBelow, kAtMost };

inline bool holds(Relation relation, double g) {
  switch (relation) {
    case Relation::kAbove:
      return g > 0;
    case Relation::kAtLeast:
      return g >= 0;
    case Relation::kBelow:
      return g < 0;
    default:
      return g <= 0;
  }
}

struct Condition {
  std::string text;  // for messages: "level > 0.9"
  Relation relation = Relation::kAtLeast;
  // To be set where it reads time, or what moves with time, beside the states: then the solver's steps do not
  // tell how fast it changes, and it is looked at more densely where it needs to be.
  bool driven = false;
};

// What the handler of events has done.
enum class Change {
  kNothing,  // it only keeps its books: no event to anybody else
  kEvent,    // an event, but the solver goes on as if nothing had happened
  kSystem,   // y has changed, or something that the functions depend on: the solver starts anew from here
};

// A message that an event sends.
struct Sent {
  std::size_t port = 0;  // in event_ports()
  double value = 1;
};

class System {
 public:
  virtual ~System() = default;

  virtual std::size_t size() const = 0;
  virtual std::string state_name(std::size_t i) const { return "y" + std::to_string(i + 1); }
  // The text of its equation, for messages; may be empty.
  virtual std::string equation(std::size_t /*i*/) const { return ""; }
  virtual std::string state_unit(std::size_t /*i*/) const { return ""; }
  virtual std::vector<std::string> input_names() const { return {}; }

  // Start values at time t. In an implicit system also of the derivatives, which are then made consistent:
  // differential unknowns keep their values, algebraic ones and derivatives are solved for (IDACalcIC).
  // The inputs are those that the model begins with.
  virtual void start(double t, std::span<double> y, std::span<double> dy, const double* u) = 0;

  virtual bool implicit() const { return false; }
  virtual void derivatives(double t, const double* y, const double* u, double* dy);
  virtual void residual(double t, const double* y, const double* dy, const double* u, double* r);
  virtual bool differential(std::size_t /*i*/) const { return true; }
  // How large unknown i is, for the absolute tolerance: tolerance * nominal.
  virtual double nominal(std::size_t /*i*/) const { return 1; }

  // Structure of df/dy, or of dF/dy and dF/d(dy) together: at most one of both; none means dense.
  virtual const Pattern* pattern() const { return nullptr; }
  virtual const Band* band() const { return nullptr; }
  // With a pattern: the values in its order, or column by column, n rows each, when there is none. Explicit:
  // df/dy. Implicit: dF/dy + c dF/d(dy). Without it differences serve, coloured where there is a pattern.
  virtual bool has_jacobian() const { return false; }
  virtual void jacobian(double t, const double* y, const double* dy, const double* u, double c,
                        double* values);

  virtual std::vector<Condition> conditions() const { return {}; }
  virtual void condition_values(double t, const double* y, const double* u, double* g);
  // Values beside the states that are to be continuous between events, and that no derivative reads: how
  // many, and what they are, as parts of their nominal values, where condition_values() has been called last
  // (it is called even when there are no conditions). When they jump between `before` and t, handle() is
  // called at t, after this.
  virtual std::size_t followed() const { return 0; }
  virtual void followed_values(double* /*values*/) {}
  virtual void jumped(double /*before*/, double /*t*/) {}
  virtual Time next_stop(Time /*t*/) const { return kInfinity; }
  // The conditions `fired` have become true, all at once, or a stop is reached. May change y.
  virtual Change handle(double t, std::span<double> y, const double* u, std::span<const std::size_t> fired);

  // The run ends well at t, and nothing happens after this: the last event of what waits for it. As handle().
  virtual Change finish(double /*t*/, std::span<double> /*y*/, const double* /*u*/) {
    return Change::kNothing;
  }
  // Where to tell what is no fault, each once, with the time at which it was seen.
  using Warn = std::function<void(double t, const std::string& message)>;
  virtual void warn_by(Warn /*warn*/) {}

  // After start() or handle(): the model has asked for the end of the simulation, and says why.
  virtual std::optional<std::string> ended() const { return std::nullopt; }

  // A system with a memory says what it keeps of a point, and is told of every stretch of time that has
  // passed: in rising points, its end among them, so dense that a cubic through four of them is as exact as
  // the solver.
  virtual bool remembers() const { return false; }
  virtual void remembered(double /*t*/, const double* /*y*/, const double* /*u*/,
                          std::vector<double>& /*values*/) {}
  virtual void passed(double /*t*/, std::span<const double> /*values*/) {}
  // A solver makes no longer step, since what happens in it would be asked for within it.
  virtual double longest_step() const { return kInfinity; }
  // Whether derivatives depend on time itself: no error test sees what a step leaps over then.
  virtual bool driven_by_time() const { return false; }

  // handle() leaves no condition newly true that it has not dealt with.
  virtual bool settles_itself() const { return false; }
  // Whether handle() is to be called, perhaps with no conditions, after every input that is new.
  virtual bool handles_inputs() const { return false; }
  // Messages of events: what handle() with the same arguments is about to send, in order. Must not change
  // anything. Of the start, after start(): what that has sent.
  virtual std::vector<std::string> event_ports() const { return {}; }
  virtual void emit(double /*t*/, std::span<const double> /*y*/, const double* /*u*/,
                    std::span<const std::size_t> /*fired*/, std::vector<Sent>& /*to*/) {}
  virtual void emit_at_start(std::vector<Sent>& /*to*/) {}

  // How often other unknowns have become states during the run (switching_model.h).
  virtual std::uint64_t state_choices() const { return 0; }

  // What the model sends or shows beside its states.
  virtual std::vector<std::string> output_names() const { return {}; }
  virtual std::string output_unit(std::size_t /*i*/) const { return ""; }
  virtual void outputs(double t, const double* y, const double* u, double* out);

  // The integrator has taken a step, and what it has asked for last belongs to it. What it asked for before
  // may belong to steps that it has rejected.
  virtual void step_taken() {}
  // The integrator begins anew. After loading, its steps since then are taken again and have to come out the
  // same: the second call comes just before, and whatever evaluations start from, such as the guesses of
  // iterations, is to be again as it was at the first.
  virtual void integration_begins() {}
  virtual void integration_begins_again() {}
  // State beside y, such as discrete variables that handle() changes; and what integration_begins() kept.
  virtual void archive(Archive& /*archive*/) {}
};

}  // namespace escapement::sundials
