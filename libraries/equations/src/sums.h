// SPDX-License-Identifier: MIT
// Linear equations with coefficients that are numbers, where one holds all of another: 0 = a + b + c and
// 5*z = a + b + c say together that z is 0. No structure of incidences shows that, and a matrix with both of
// them is singular when z is taken for known.
#pragma once

#include "escapement/equations/flat_system.h"

namespace escapement::equations::internal {

// Where the coefficients of an equation stand, times one factor, in a longer one: the longer less that is put
// in its place, as long as that leaves an unknown in it. True when there was one.
bool shorten_sums(FlatSystem& system);

}  // namespace escapement::equations::internal
