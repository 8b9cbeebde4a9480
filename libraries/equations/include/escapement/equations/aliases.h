// SPDX-License-Identifier: MIT
// Variables that are others under another name. Models made of components are full of them: a pin has the
// potential of the node, what flows out here flows in there. They are taken out before anything else is done,
// and told with the results.
//
//   1. An equation that says a = b, a = -b, a = constant, or a = d with d an input or something that only
//   events change, is
//      no equation any more; it is read off sums of unknowns with coefficients that are numbers, so that 0 =
//      a + b and 2*a - 6 = 0 count too. Derivatives are no such names (x' = v stays an equation), but der(a)
//      follows a.
//   2. Of a set of unknowns that are one, one stays: a state before others, then the higher StateSelect, then
//   one with a
//      fixed start, a given start, the shorter path ("a" before "part.a"), the earlier one.
//   3. It takes over what was said of the others: a fixed start first, else a given one, with the sign that
//   belongs to it;
//      the strongest StateSelect; a nominal value and a unit where it has none.
//   4. All terms are rewritten, which may make new such equations (with i = 0 also v = R*i says v = 0); again
//   from 1.
//
// Not taken out are: an unknown with a fixed start that would become known; one whose derivative is needed
// where it would become an input or what events change; a state that reinit sets where it would become known.
// Discrete variables stay.
#pragma once

#include "escapement/equations/flat_system.h"

namespace escapement::equations {

// Afterwards system.aliases tells each variable that was taken out; its Variability is kAlias, and it occurs
// in no term. Throws InputError, with all faults: the structure is singular (check_structure,
// index_reduction.h); an equation that the others already say, or that contradicts them; different fixed
// starts of variables that are one. The system is then not to be used any more.
void eliminate_aliases(FlatSystem& system);

}  // namespace escapement::equations
