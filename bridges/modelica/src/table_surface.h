// SPDX-License-Identifier: MIT
// A smooth surface over a grid, after Akima, "A method of bivariate interpolation and smooth surface fitting
// based on local procedures", Communications of the ACM 17(1), 1974: cubic in both directions, with the
// slopes and the cross derivatives at the knots weighted by how little the surface bends on either side.
#pragma once

#include "table_terms.h"

namespace escapement::modelica {

// y[i][j] at (u1[i], u2[j]), at least one of each; one row or column makes a curve. Beyond the grid as
// `extrapolation` says, in each direction by itself.
equations::Term smooth_surface(equations::Terms& terms, const std::vector<double>& u1,
                               const std::vector<double>& u2, const std::vector<std::vector<double>>& y,
                               Extrapolation extrapolation, equations::Term at1, equations::Term at2);

}  // namespace escapement::modelica
