// SPDX-License-Identifier: MIT
#include "formula.h"

#include <algorithm>
#include <cmath>

#include "escapement/equations/derivative.h"

namespace escapement::qss_solver {

using equations::Operation;
using equations::Term;
using equations::Terms;

namespace {

bool has_formulas(const Terms& terms, Term result) {
  for (const Term one : terms.reachable({&result, 1})) switch (terms.operation(one)) {
      case Operation::kConstant:
      case Operation::kVariable:
      case Operation::kAdd:
      case Operation::kSubtract:
      case Operation::kMultiply:
      case Operation::kDivide:
      case Operation::kNegate:
      case Operation::kExp:
      case Operation::kSin:
      case Operation::kCos:
      case Operation::kSinh:
      case Operation::kCosh:
      case Operation::kTanh:
      case Operation::kAtan:
        break;
      case Operation::kPower: {
        const Term exponent = terms.arguments(one)[1];
        if (terms.operation(exponent) != Operation::kConstant) return false;
        const double e = terms.value(exponent);
        if (e != std::floor(e) || e < 2 || e > 8) return false;
        break;
      }
      default:
        return false;
    }
  return true;
}

}  // namespace

std::optional<Formula> make_formula(equations::Families& families, std::uint32_t family, int order,
                                    std::uint32_t own) {
  Terms& terms = families.shapes();
  if (families.results(family).size() != 1) return std::nullopt;
  const Term result = families.results(family)[0];
  if (!has_formulas(terms, result)) return std::nullopt;
  Formula made;
  made.variables = families.variables(family);
  made.constants = families.constants(family);
  made.first_slope = made.variables + made.constants + 1;
  const std::uint32_t n = made.variables;
  const Term zero = terms.constant(0), one = terms.constant(1);
  // v, then v' in the places from first_slope on, then v''/2: q has degree `order - 1`, so that is all.
  const std::uint32_t end = made.first_slope + static_cast<std::uint32_t>(order - 1) * n;
  const auto in_time = [&](std::uint32_t v) {
    if (v < n && order > 1) return terms.variable(made.first_slope + v);
    if (v < made.first_slope || v + n >= end) return zero;
    const std::uint32_t degree = (v - made.first_slope) / n + 2;
    return terms.multiply(terms.constant(degree), terms.variable(v + n));
  };
  equations::Differentiator derive(terms, in_time, zero);
  std::vector<Term> results{result};
  const int last = order == 1 ? 0 : order;  // one more than is taken tells how long the others serve
  for (int k = 1; k <= last; ++k) {
    const Term next = derive(results.back());
    results.push_back(k == 1 ? next : terms.divide(next, terms.constant(k)));
  }
  made.has_own = own < n;
  if (made.has_own)
    results.push_back(equations::Differentiator(
        terms, [&](std::uint32_t v) { return v == own ? one : zero; }, zero)(result));
  const equations::Tape tape(terms, results);
  const equations::Tape plain(terms, {&result, 1});
  constexpr std::size_t kFew = 40;
  const std::size_t by_series = plain.instructions() * static_cast<std::size_t>((order + 2) * (order + 2));
  if (tape.instructions() > by_series + kFew) return std::nullopt;
  made.lean = Lean(tape, end);
  made.program = equations::Program(terms, results);
  made.single = families.members(family) == 1;
  if (made.single) {
    const auto numbers = families.constants_of({family, 0});
    std::copy(numbers.begin(), numbers.end(), made.lean.own() + n);
  }
  return made;
}

}  // namespace escapement::qss_solver
