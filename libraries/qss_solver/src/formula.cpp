// SPDX-License-Identifier: MIT
#include "formula.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

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

// Of the function as a polynomial in what moves; kNoPolynomial, or more, where it is none.
constexpr int kNoPolynomial = 1000;
int degree_of(const Terms& terms, Term result, const std::vector<bool>& held) {
  std::unordered_map<std::uint32_t, int> degrees;
  for (const Term one : terms.reachable({&result, 1})) {  // arguments come before what is made of them
    const auto arguments = terms.arguments(one);
    const auto of = [&](std::size_t k) { return degrees.at(arguments[k].id); };
    int degree = 0;
    switch (terms.operation(one)) {
      case Operation::kVariable:
        degree = terms.variable_index(one) < held.size() && !held[terms.variable_index(one)] ? 1 : 0;
        break;
      case Operation::kAdd:
      case Operation::kSubtract:
        degree = std::max(of(0), of(1));
        break;
      case Operation::kMultiply:
        degree = of(0) + of(1);
        break;
      case Operation::kDivide:
        degree = of(1) == 0 ? of(0) : kNoPolynomial;
        break;
      case Operation::kPower:
        degree = of(0) * static_cast<int>(terms.value(arguments[1]));
        break;
      case Operation::kNegate:
        degree = of(0);
        break;
      default:
        for (std::size_t k = 0; k < arguments.size(); ++k) degree = of(k) == 0 ? degree : kNoPolynomial;
    }
    degrees[one.id] = std::min(degree, kNoPolynomial);
  }
  return degrees.at(result.id);
}

}  // namespace

std::optional<Formula> make_formula(equations::Families& families, std::uint32_t family, int order,
                                    std::uint32_t own, const std::vector<bool>& held) {
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
  // q has degree order - 1. One coefficient more than is taken tells how long the others serve, or all that
  // there are.
  const int degree = degree_of(terms, result, held) * (order - 1);
  made.exact = degree <= order + 1;
  const int last = order == 1 ? 0 : made.exact ? order + 1 : order;
  for (int k = 1; k <= last; ++k) {
    const Term next = derive(results.back());
    results.push_back(k == 1 ? next : terms.divide(next, terms.constant(k)));
  }
  made.coefficients = static_cast<std::uint32_t>(results.size());
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
