// SPDX-License-Identifier: MIT
// The structure of a system of equations: which unknown stands in which equation, and what follows from that
// alone. The graph algorithms are SuiteSparse's: BTF for maximum matching and strong components (Davis and
// Palamadai Natarajan 2010), CXSparse for the decomposition of Dulmage and Mendelsohn (Davis 2006, "Direct
// Methods for Sparse Linear Systems", chapter 7).
#pragma once

#include <cstddef>
#include <vector>

namespace escapement::equations {

// Equations by their unknowns; both are numbered from 0. Unknowns of an equation in any order, without
// repetition.
struct Incidence {
  std::size_t unknowns = 0;
  std::vector<std::vector<int>> of_equation;
};

// unknown_of[e]: the unknown that equation e is matched with, or -1; as many pairs as can be.
struct Matching {
  std::vector<int> unknown_of;
  std::size_t pairs = 0;
};
Matching maximum_matching(const Incidence& incidence);

// Equations that have to be solved together, and the unknowns that they give: as many of one as of the other.
struct EquationBlock {
  std::vector<int> equations, unknowns;  // unknowns[i] is matched with equations[i]
};
// The blocks in an order in which each needs unknowns of itself and of earlier ones only. The matching must
// be perfect: as many equations as unknowns, each matched; throws InternalError when it is not.
std::vector<EquationBlock> sorted_blocks(const Incidence& incidence, const Matching& matching);

// Dulmage and Mendelsohn: what of a system without a perfect matching is over- and under-determined.
struct Singularity {
  std::vector<int> too_many_equations;  // more equations ...
  std::vector<int> for_unknowns;        // ... than these unknowns, which occur in no other part
  std::vector<int> too_few_equations;   // fewer equations ...
  std::vector<int> left_unknowns;       // ... than these unknowns
  bool empty() const { return too_many_equations.empty() && left_unknowns.empty(); }
};
Singularity singularity(const Incidence& incidence);

}  // namespace escapement::equations
