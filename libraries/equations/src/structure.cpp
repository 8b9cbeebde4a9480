// SPDX-License-Identifier: MIT
#include "escapement/equations/structure.h"

#include <suitesparse/btf.h>
#include <suitesparse/cs.h>

#include <algorithm>
#include <memory>

#include "escapement/core/error.h"

namespace escapement::equations {
namespace {

// Compressed columns with equations as columns and unknowns as rows: what BTF calls a row is an unknown here.
struct Columns {
  std::vector<int> begin{0}, rows;
  explicit Columns(const Incidence& incidence) {
    begin.reserve(incidence.of_equation.size() + 1);
    for (const auto& unknowns : incidence.of_equation) {
      rows.insert(rows.end(), unknowns.begin(), unknowns.end());
      begin.push_back(static_cast<int>(rows.size()));
    }
    if (rows.empty()) rows.push_back(0);  // BTF wants an address
  }
};

}  // namespace

Matching maximum_matching(const Incidence& incidence) {
  const auto equations = incidence.of_equation.size();
  Matching result;
  result.unknown_of.assign(equations, -1);
  if (equations == 0 || incidence.unknowns == 0) return result;
  Columns columns(incidence);
  std::vector<int> equation_of(incidence.unknowns), work(5 * equations);
  double done = 0;
  result.pairs = static_cast<std::size_t>(
      btf_maxtrans(static_cast<int>(incidence.unknowns), static_cast<int>(equations), columns.begin.data(),
                   columns.rows.data(), 0, &done, equation_of.data(), work.data()));
  for (std::size_t unknown = 0; unknown < equation_of.size(); ++unknown)
    if (equation_of[unknown] >= 0)
      result.unknown_of[static_cast<std::size_t>(equation_of[unknown])] = static_cast<int>(unknown);
  return result;
}

std::vector<EquationBlock> sorted_blocks(const Incidence& incidence, const Matching& matching) {
  const auto n = incidence.of_equation.size();
  if (incidence.unknowns != n || matching.pairs != n)
    throw InternalError("equations without a perfect matching cannot be sorted");
  if (n == 0) return {};
  // Equation e needs the equation that gives u for each of its unknowns u: a square matrix over equations.
  std::vector<int> giver(n);
  for (std::size_t e = 0; e < n; ++e)
    giver[static_cast<std::size_t>(matching.unknown_of[e])] = static_cast<int>(e);
  std::vector<int> begin{0}, rows;
  for (const auto& unknowns : incidence.of_equation) {
    for (const int unknown : unknowns) rows.push_back(giver[static_cast<std::size_t>(unknown)]);
    begin.push_back(static_cast<int>(rows.size()));
  }
  std::vector<int> order(n), block_begin(n + 1), work(4 * n);
  const int blocks = btf_strongcomp(static_cast<int>(n), begin.data(), rows.data(), nullptr, order.data(),
                                    block_begin.data(), work.data());
  // Column e holds the givers that e needs; block upper triangular: they stand in the same block or in
  // earlier ones.
  std::vector<EquationBlock> result(static_cast<std::size_t>(blocks));
  for (std::size_t b = 0; b < result.size(); ++b) {
    for (int k = block_begin[b]; k < block_begin[b + 1]; ++k)
      result[b].equations.push_back(order[static_cast<std::size_t>(k)]);
    std::sort(result[b].equations.begin(), result[b].equations.end());
    for (const int e : result[b].equations)
      result[b].unknowns.push_back(matching.unknown_of[static_cast<std::size_t>(e)]);
  }
  return result;
}

Singularity singularity(const Incidence& incidence) {
  Singularity result;
  const auto equations = incidence.of_equation.size();
  if (equations == 0 || incidence.unknowns == 0) {
    for (std::size_t i = 0; i < equations; ++i) result.too_many_equations.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < incidence.unknowns; ++i) result.left_unknowns.push_back(static_cast<int>(i));
    return result;
  }
  Columns columns(incidence);
  std::vector<double> ones(columns.rows.size(), 1.0);
  cs_di matrix{};
  matrix.nzmax = static_cast<int>(columns.rows.size());
  matrix.m = static_cast<int>(incidence.unknowns);
  matrix.n = static_cast<int>(equations);
  matrix.p = columns.begin.data();
  matrix.i = columns.rows.data();
  matrix.x = ones.data();
  matrix.nz = -1;
  const std::unique_ptr<cs_did, cs_did* (*)(cs_did*)> parts(cs_di_dmperm(&matrix, 0), cs_di_dfree);
  if (!parts) throw InternalError("no memory for the structure of the equations");
  // Coarse parts. Columns (equations): C0 unmatched, C1 matched and reached from C0, C2 square, C3 the rest.
  // Rows (unknowns): R1 with C0 and C1, R2 with C2, R3 with C3 and R0 unmatched.
  const auto piece = [](const int* permutation, int from, int to) {
    std::vector<int> found(permutation + from, permutation + to);
    std::sort(found.begin(), found.end());
    return found;
  };
  const cs_did& d = *parts;
  result.too_many_equations = piece(d.q, d.cc[0], d.cc[2]);
  result.for_unknowns = piece(d.p, d.rr[0], d.rr[1]);
  result.too_few_equations = piece(d.q, d.cc[3], d.cc[4]);
  result.left_unknowns = piece(d.p, d.rr[2], d.rr[4]);
  return result;
}

}  // namespace escapement::equations
