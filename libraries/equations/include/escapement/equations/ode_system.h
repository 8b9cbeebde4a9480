// SPDX-License-Identifier: MIT
// An explicit hybrid ODE: x' = f(x, a, u, d, t) with algebraic variables a = g(x, a, u, d, t) that are
// assigned in some order, inputs u, discrete variables d that change only at events, and events. It is what
// front ends that write explicit equations make (a continuous part of a JSON study), and what QSS, CVODE, IDA
// and ERK run.
//
// Semantics, after the Modelica Language Specification 3.6, sections 8.3.5, 8.5 and appendix B, for this
// smaller form:
//   1. Between events every relation keeps its truth and every floor its whole number, so that right sides
//   are smooth:
//      prepare() replaces each by a discrete variable, a condition.
//   2. A relation changes when its crossing function (left - right) goes through zero. One whose crossing
//   function is
//      affine in time (rate * time + offset, both constant between events) is a time event: due at -offset /
//      rate, computed, never searched; just then it takes its right limit: `time > 1` is true at 1.
//   3. An event fires when its `when` becomes true and was not (an edge). At the start nothing was true
//   before: a
//      condition that holds at the start does not fire, except where `at_start` says so.
//   4. All events that fire together take the values from before any of them: right sides first, then
//   assignments in
//      the order of the list (the last one wins) and emissions in that order.
//   5. After assignments, conditions are looked at again with the new values, and 3 to 5 repeat until nothing
//   changes.
// Relations inside noEvent(...) are taken as they stand and located by nobody.
//
// A condition that a located crossing has flipped counts as flipped, whatever rounding makes of the crossing
// function at that instant.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/equations/condition.h"
#include "escapement/equations/terms.h"

namespace escapement::equations {

enum class VariableKind : std::uint8_t { kState, kAlgebraic, kInput, kDiscrete, kCondition };

struct Variable {
  std::string name;
  VariableKind kind = VariableKind::kState;
  double start =
      0;  // of a state or discrete variable: at the beginning; of an input: until something arrives
  double nominal = 1;  // its usual size, above 0: absolute tolerance = tolerance * nominal
  std::string unit;    // as shown to people; empty: none
  SourceLocation where;
};

struct Assignment {
  VariableIndex variable = 0;
  Term value;
  SourceLocation where;
};

struct Emission {
  std::string port;
  Term value;
};

struct Event {
  Term when;
  std::vector<Assignment> assignments;  // to states and discrete variables
  std::vector<Emission> emissions;
  std::string text;  // of `when`, for messages
  bool at_start = false;
  SourceLocation where;
};

class OdeSystem {
 public:
  Terms terms;
  std::vector<Variable> variables;
  std::vector<Assignment> derivatives;  // one for each state
  std::vector<Assignment> algebraics;   // one for each algebraic variable
  std::vector<Event> events;
  std::vector<Condition> conditions;  // after prepare()

  VariableIndex add(Variable variable);
  std::optional<VariableIndex> find(std::string_view name) const;
  std::string name_of(VariableIndex variable) const { return variables[variable].name; }
  std::string text(Term term) const;
  std::vector<VariableIndex> of_kind(VariableKind kind) const;

  // Once, when all is there: puts algebraics into an order in which each stands on earlier ones, makes
  // conditions. Throws InputError with all of: a name given twice; a state without derivative or an algebraic
  // without value, or with two; an assignment at an event to something else than a state or discrete
  // variable; algebraic variables that need each other (the loop is named); an equality of continuous values
  // outside noEvent, which no crossing shows.
  void prepare();
  // After prepare(): what is left that has a corner or a jump (abs, sign, min, max, relations inside noEvent)
  // becomes conditions too. For solvers that follow right sides by their Taylor polynomials, and see nothing
  // of what lies beyond a corner.
  void locate_corners();
};

}  // namespace escapement::equations
