// SPDX-License-Identifier: MIT
// Where the truth of a condition counts: `if a then (if b then x else y) else z` reads b only where a is
// true. A loop of many rounds in a function is a tower of such choices, of which few are looked at at a time.
#pragma once

#include <vector>

#include "escapement/equations/flat_system.h"

namespace escapement::equations {

// By condition of the system, after make_conditions() and locate_corners(): a term, of what only events
// change, that is not 0 wherever the condition's truth is read; 0 where nothing reads it. One pass over the
// distinct terms of the system.
std::vector<Term> where_conditions_count(FlatSystem& system);

}  // namespace escapement::equations
