// SPDX-License-Identifier: MIT
// From a flat Modelica model to flat equations that know no Modelica: scalars, terms, whens.
//
// Arrays, records and for equations are made scalar. Functions and algorithms are run with terms in place of
// values: what is assigned is the term of the value, an `if` with a condition that is not known becomes an if
// term, loops must have ranges that are known. Relations inside functions are no events (Modelica Language
// Specification 3.6, section 8.5).
//
//   b = expression    of discrete variables: matched so that each equation gives one variable that stands
//   alone on a side when              one discrete equation for each variable that it sets; a discrete Real
//   sampled so sample(s, T)      the whole number floor((time - s)/T) has risen in this pass initial() the
//   parameter $initial, 1 during the start edge(b)           b and not pre(b);   change(v)   v <> pre(v) div,
//   rem, integer by floor
#pragma once

#include <string>
#include <vector>

#include "escapement/equations/flat_system.h"
#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

struct Translated {
  equations::FlatSystem system;
  std::vector<double> parameters;                 // by variable: the values of parameters, 0 for all else
  std::vector<equations::VariableIndex> visible;  // the model's own variables, in its order
};

// Throws InputError with all that is not supported, each with its place.
Translated translate(const FlatModel& model);

}  // namespace escapement::modelica
