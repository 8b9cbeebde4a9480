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
#include "escapement/equations/terms.h"

namespace escapement::equations {

enum class Variability : std::uint8_t { kParameter, kDiscrete, kInput, kContinuous };

// How much a variable wants to be a state (Modelica Language Specification 3.6, section 4.9.7.1).
enum class StateSelect : std::uint8_t { kNever, kAvoid, kDefault, kPrefer, kAlways };

struct FlatVariable {
  std::string name;
  Variability variability = Variability::kContinuous;
  std::optional<double> start{};  // absent: nobody has said, 0 is taken as a guess
  bool fixed = false;             // the start value holds at the beginning, it is no guess
  double nominal = 1;
  StateSelect state_select = StateSelect::kDefault;
  std::string unit{};
  SourceLocation where{};
  std::optional<VariableIndex> derivative{};  // the variable that is its derivative
  std::optional<VariableIndex> integral{};    // whose derivative it is
};

struct FlatEquation {
  Term left, right;
  SourceLocation where{};
  std::optional<std::size_t> derivative_of{};  // the equation that this one is the time derivative of
};

class FlatSystem {
 public:
  Terms terms;
  std::vector<FlatVariable> variables;
  std::vector<FlatEquation> equations;

  VariableIndex add(FlatVariable variable);
  std::optional<VariableIndex> find(std::string_view name) const;
  // The variable der(x), made when it is not there yet.
  VariableIndex derivative_of(VariableIndex x);
  Term residual(const FlatEquation& equation) { return terms.subtract(equation.left, equation.right); }
  // d/dt of a term: continuous variables have derivatives (made as needed), inputs must not occur, all else
  // is constant. Throws BuildError that names the input, since nobody knows how fast an input changes.
  Term time_derivative(Term term);
  std::string text(Term term) const;
  std::string text(const FlatEquation& equation) const;
  bool is_unknown(VariableIndex variable) const {
    return variables[variable].variability == Variability::kContinuous;
  }
};

}  // namespace escapement::equations
