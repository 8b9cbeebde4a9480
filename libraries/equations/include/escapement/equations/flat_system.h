// SPDX-License-Identifier: MIT
// Flat equations: what a front end makes of a model, before anyone has said which equation gives which
// variable.
//
//   0 = left - right   for as many equations as there are unknowns
//
// Unknowns are the continuous variables; der(x) is a variable of its own that knows whose derivative it is.
// Parameters, inputs and what only events change are knowns here. The front end, be it Modelica, HYSDEL or
// Sol, has resolved all names, arrays and functions of its language; this room knows scalars.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/equations/condition.h"
#include "escapement/equations/terms.h"

namespace escapement::equations {

// kPrevious: pre(v), the value of a discrete variable before the present pass of an event. kCondition: the
// truth of a relation or the whole number of a floor, which events change (condition.h).
// kAlias: another name of a variable or constant, in no equation any more (aliases.h).
enum class Variability : std::uint8_t {
  kParameter,
  kDiscrete,
  kPrevious,
  kCondition,
  kInput,
  kContinuous,
  kAlias
};

// How much a variable wants to be a state (Modelica Language Specification 3.6, section 4.9.7.1).
enum class StateSelect : std::uint8_t { kNever, kAvoid, kDefault, kPrefer, kAlways };

struct FlatVariable {
  std::string name;
  Variability variability = Variability::kContinuous;
  std::optional<double> start{};  // absent: nobody has said, 0 is taken as a guess
  bool computed = false;          // a parameter that the equations of the beginning determine
  bool fixed = false;             // the start value holds at the beginning, it is no guess
  double nominal = 1;
  StateSelect state_select = StateSelect::kDefault;
  std::string unit{};
  SourceLocation where{};
  std::optional<VariableIndex> derivative{};  // the variable that is its derivative
  std::optional<VariableIndex> integral{};    // whose derivative it is
  std::optional<VariableIndex> previous{};    // of a discrete variable: pre(v)
  std::optional<Term> value{};                // of a parameter that stands on Theta: by what
  std::optional<VariableIndex> rate{};        // of an infinitely fast process: the rate that is 0 at rest
};

struct FlatEquation {
  Term left, right;
  SourceLocation where{};
  std::optional<std::size_t> derivative_of{};  // the equation that this one is the time derivative of
  std::optional<Term> on_path{};               // to be 0 instead on the path of a homotopy (homotopy.h)
};

// when c1 then v = e1 elsewhen c2 then v = e2: the first branch whose condition has an edge counts. A branch
// has several conditions where the source says when {a, b}: an edge of any one will do.
struct WhenBranch {
  std::vector<Term> conditions;
  Term value;
  bool at_start = false;  // initial() is among the conditions
};

// Either v = value, always, or v = the value of the active branch, and pre(v) when none is.
struct DiscreteEquation {
  VariableIndex variable = 0;
  std::optional<Term> value{};
  std::vector<WhenBranch> when{};
  SourceLocation where{};
};

// when c then reinit(x, value).
struct Reinit {
  VariableIndex state = 0;
  std::vector<WhenBranch> when;
  SourceLocation where{};
};

// variable = value, a constant, a variable or its negative, at all times.
struct Alias {
  VariableIndex variable = 0;
  Term value;
};

struct Assertion {
  Term condition;  // must hold
  std::string message;
  std::vector<std::pair<Term, std::string>>
      values{};          // numbers that the message goes on with, and text after each
  bool warning = false;  // told, and the simulation goes on
  SourceLocation where{};
};

// `value` is what `of` was `time` ago; at the beginning, what it is then. To equations it is an input.
struct Delay {
  VariableIndex value = 0;
  Term of, time;  // time is at least 0, under quantised states above it; where it changes between events,
                  // jumps of `of` are not located
  double longest = 0;  // the most that time may be
};

// The simulation has reached its end, and that is no fault, when the discrete variable `flag` is not 0.
struct Termination {
  VariableIndex flag = 0;
  std::string message;
};

class FlatSystem {
 public:
  Terms terms;
  std::vector<FlatVariable> variables;
  std::vector<FlatEquation> equations;
  std::vector<FlatEquation> initial_equations;  // hold at the beginning only
  std::vector<DiscreteEquation> discrete_equations;
  std::vector<Reinit> reinits;
  std::vector<Assertion> assertions;
  std::vector<Termination> terminations;
  std::vector<Delay> delays;
  std::vector<Alias> aliases;  // after eliminate_aliases()
  // Discrete variables whose values are floors that count ticks: at the start a tick that is due just then is
  // still to come, so that it is an event after the start.
  std::vector<VariableIndex> samplers;
  // Parameters that the run sets. initial: 1 during the start and 0 afterwards; terminal: 1 in the last event
  // of a run that ends well, 0 before; homotopy: from 0 (all is simplified) to 1 (all is as it is), and 1 but
  // where the start follows a path between the two (homotopy.h).
  std::optional<VariableIndex> initial_flag, terminal_flag, homotopy;
  bool is_flag(VariableIndex v) const { return v == initial_flag || v == terminal_flag || v == homotopy; }
  std::vector<Condition> conditions;  // after make_conditions()
  std::vector<VariableIndex> theta;   // parameters that are Theta (fast_process.h)

  VariableIndex add(FlatVariable variable);
  std::optional<VariableIndex> find(std::string_view name) const;
  // The variable der(x), made when it is not there yet.
  VariableIndex derivative_of(VariableIndex x);
  // The variable pre(v), made when it is not there yet.
  VariableIndex previous_of(VariableIndex discrete);
  // Relations and floors outside noEvent, in equations, values of discrete variables and conditions of whens,
  // become conditions. Throws InputError for equalities of continuous values.
  void make_conditions();
  // After make_conditions(): what is left that has a corner or a jump (abs, sign, min, max, relations inside
  // noEvent) becomes conditions too, in equations and crossing functions. For solvers that follow right sides
  // by their Taylor polynomials, and see nothing of what lies beyond a corner.
  void locate_corners();
  // Replaces every term of equations, values, conditions and assertions by what the function makes of it.
  void rewrite(const std::function<Term(Term)>& made_of);
  // Parameters that have their values become constants in all terms; computed ones, rates and $initial stay.
  // So do variables that an equation makes equal to a number; a derivative that is left in no term is none
  // any more.
  void fold_parameters();
  // In every term of the system, variables for which `replace` tells a term become that.
  void replace_variables(const std::function<const Term*(VariableIndex)>& replace);
  // rate * time + offset, when the term is that and neither changes between events.
  std::optional<Condition::InTime> in_time(Term term);
  // The term as it is during the start, or after it: with the flags of the beginning and of the end as the
  // numbers that they are then.
  Term with_initial(Term term, bool at_start);
  // After this the variable `homotopy` stands in the residuals of the path alone; everywhere else it is 1.
  void separate_homotopy();
  Term residual(const FlatEquation& equation) { return terms.subtract(equation.left, equation.right); }
  // d/dt of a term: continuous variables have derivatives (made as needed), inputs must not occur, all else
  // is constant. Throws BuildError that names the input, since nobody knows how fast an input changes.
  Term time_derivative(Term term);
  std::string text(Term term) const;
  std::string text(const FlatEquation& equation) const;
  // For messages: at most kBrief characters, for equations of pipes and tanks run over pages; what is cut off
  // ends in "...".
  static constexpr std::size_t kBrief = 240;
  std::string brief(Term term) const;
  std::string brief(const FlatEquation& equation) const;
  bool is_unknown(VariableIndex variable) const {
    return variables[variable].variability == Variability::kContinuous;
  }
};

}  // namespace escapement::equations
